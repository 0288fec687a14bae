// Every document of testdata in JSON, OpenStep and .strings: the valid ones convert, the invalid ones are refused with
// their place and rule, and the refused file stays as it was.

import Foundation
import TestSupport
import Testing

@Suite struct TestDataTests {
  private static func files(_ folder: String) -> [String] {
    ["json", "openstep", "strings"].flatMap { format in
      let names =
        (try? FileManager.default.contentsOfDirectory(atPath: testdata("\(folder)/\(format)").path)) ?? []
      return names.sorted().map { "\(folder)/\(format)/\($0)" }
    }
  }

  @Test func validDocumentsConvert() async throws {
    try await forEachRow(of: Self.files("valid")) { (path: String) throws in
      let format = String(path.split(separator: "/")[1])
      let run = try CapturedRun(input: Array(Data(contentsOf: testdata(path))))
      #expect(run.run("convert", "json", "-f", format) == .success, "\(run.errorText)")
      let again = try CapturedRun(input: run.outputBytes)
      #expect(again.run("convert", "json") == .success)
      #expect(again.outputBytes == run.outputBytes)
    }
  }

  @Test func invalidDocumentsAreRefusedInTheirPlace() async throws {
    try await forEachRow(of: Self.files("invalid")) { (path: String) throws in
      let format = String(path.split(separator: "/")[1])
      try withTemporaryFolder { folder in
        let name = testdata(path).lastPathComponent
        let file = folder.appendingPathComponent(name)
        try FileManager.default.copyItem(at: testdata(path), to: file)
        let run = try CapturedRun(in: folder)
        #expect(run.run("convert", "xml1", "-f", format, name) == .failure)
        #expect(run.outputText.isEmpty)
        #expect(run.errorText.hasPrefix("\(name):"))
        #expect(run.errorText.contains(": error: ") && run.errorText.hasSuffix("]\n"))
        #expect(try Data(contentsOf: file) == Data(contentsOf: testdata(path)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
      }
    }
  }

  @Test func thereAreDocuments() {
    #expect(Self.files("valid").count >= 9)
    #expect(Self.files("invalid").count >= 35)
  }
}
