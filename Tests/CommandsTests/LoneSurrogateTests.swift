// Unpaired surrogates in JSON: other values can be read, JSON keeps the escape, and other formats lose it with a report.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct LoneSurrogateTests {
  private static let text = "{\"a\":\"x\\ud83d\\n\",\"b\":\"ok\",\"c\":[\"\\udc00y\"]}\n"

  private func run(_ words: [String], _ name: String = "d.json") throws -> (
    code: Int32, file: String?, output: String, errors: String
  ) {
    try withTemporaryFolder { folder in
      try write([name: Self.text], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(words + [name], context: run.context)
      return (code.rawValue, read(name, in: folder), run.outputText, run.errorText)
    }
  }

  @Test func otherValuesAreRead() throws {
    for words in [["extract", "b"], ["query", "--as", "value", "$.b"]] {
      let outcome = try run(words)
      #expect(outcome.code == 0 && outcome.output == "ok\n", "\(outcome.errors)")
    }
    #expect(try run(["extract", "b"], "d.jsonc").output == "ok\n")
  }

  @Test(arguments: [
    ["format", "-o", "-"], ["format", "--minify", "-o", "-"], ["convert", "json", "-o", "-"],
    ["replace", "b", "--string", "z", "-o", "-"], ["format", "--style", "xcstrings", "-o", "-"],
  ]) func jsonKeepsTheEscape(words: [String]) throws {
    let outcome = try run(words)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\"x\\ud83d\\n\"") && outcome.output.contains("\"\\udc00y\""))
  }

  @Test func otherFormatsReportIt() throws {
    let noted = try run(["convert", "xml1", "-o", "-"])
    #expect(noted.code == 0 && noted.output.contains("<string>ok</string>"))
    #expect(noted.errors.contains("[conversion/loss]"), "\(noted.errors)")
    let refused = try run(["convert", "binary1"])
    #expect(refused.code == 1 && refused.file == Self.text)
    #expect(refused.errors.contains("d.json:1:8"), "\(refused.errors)")
    let linted = try run(["lint"])
    #expect(linted.code == 1 && linted.output.contains("unpaired surrogate"))
  }
}
