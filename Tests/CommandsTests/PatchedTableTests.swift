// patch on a table: new columns, rows and values, or the reason why not.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct PatchedTableTests {
  private func patch(_ patch: String, _ text: String = "a,b\n1,2\n3,4\n", _ options: [String] = []) throws
    -> (
      code: Int32, file: String?, errors: String
    )
  {
    try withTemporaryFolder { folder in
      try write(["t.csv": text, "p.json": patch], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(["patch"] + options + ["t.csv", "p.json"], context: run.context)
      return (code.rawValue, read("t.csv", in: folder)?.replacing("\r\n", with: "\n"), run.errorText)
    }
  }

  @Test func tablesArePatched() async throws {
    try await forEachRow(of: [
      ("[{\"op\":\"add\",\"path\":\"/0/c\",\"value\":\"9\"}]", "a,b,c\n1,2,9\n3,4,\n"),
      ("[{\"op\":\"replace\",\"path\":\"/0/a\",\"value\":9.50}]", "a,b\n9.50,2\n3,4\n"),
      ("[{\"op\":\"add\",\"path\":\"/-\",\"value\":{\"b\":\"x\"}}]", "a,b\n1,2\n3,4\n,x\n"),
      ("[{\"op\":\"remove\",\"path\":\"/1/a\"}]", "a,b\n1,2\n,4\n"),
    ]) { (text: String, result: String) in
      let outcome = try patch(text)
      #expect(outcome.file == result, "\(outcome.errors)")
      #expect(outcome.code == 0)
    }
  }

  @Test func saysWhyNot() async throws {
    try await forEachRow(of: [
      ("[{\"op\":\"add\",\"path\":\"/0/a\",\"value\":{\"x\":1}}]", [], "JSON in a cell"),
      ("[{\"op\":\"replace\",\"path\":\"/0\",\"value\":5}]", [], "a table is an array"),
      (
        "[{\"op\":\"remove\",\"path\":\"/0\"},{\"op\":\"remove\",\"path\":\"/0\"}]", [],
        "without a row it has no columns"
      ),
      ("[[]]", ["--merge"], "row without cells"), ("5", ["--merge"], "table"),
    ]) { (text: String, options: [String], reason: String) in
      let outcome = try patch(text, options: options)
      #expect(outcome.code == 1 && outcome.file == "a,b\n1,2\n3,4\n")
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(!outcome.errors.contains("report this bug"), "\(outcome.errors)")
    }
  }

  private func patch(_ text: String, options: [String]) throws -> (code: Int32, file: String?, errors: String)
  {
    try patch(text, "a,b\n1,2\n3,4\n", options)
  }

  /// The place of an error in the patch is in the patch.
  @Test func errorsInThePatchHaveTheirPlace() throws {
    let outcome = try patch("[{\"op\":\"remove\",\"path\":\"/0\"},\n {\"op\":\"bad\",\"path\":\"/1\"}]")
    #expect(
      outcome.errors.contains("p.json:2:2: error: operation 2: unknown operation 'bad'"), "\(outcome.errors)")
  }
}
