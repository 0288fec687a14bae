// Bytes that the declared encoding does not know: every verb says so, and at the same place.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct UndecodableInputTests {
  /// Shift_JIS: on line 3 an ideographic space, two bytes wide, and then 87 40, which is no character of it.
  private static let shiftJIS =
    Array("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>\n<a>\n<p>".utf8) + [0x81, 0x40, 0x87, 0x40]
    + Array("</p></a>\n".utf8)
  /// A whole document, and behind it a byte that is not UTF-8.
  private static let stray = Array("<a>\n</a>\n".utf8) + [0xFF]

  @Test func theProblemIsTheByteAndItsPlace() async throws {
    try await forEachRow(of: [
      ["events"], ["xpath", "/a/p"], ["format", "-o", "-"], ["lint"], ["cdata", "unwrap", "-o", "-"],
      ["convert", "json", "--xml-style", "attributes"],
    ]) { (words: [String]) in
      for (bytes, place) in [(Self.shiftJIS, "3:5: "), (Self.stray, "3:1: ")] {
        let run = try CapturedRun(input: bytes)
        let code = Program.run(words + ["-"], context: run.context)
        #expect(code != .success)
        let problems = (words == ["lint"] ? run.outputText : run.errorText).split(separator: "\n")
          .filter { $0.contains("error: ") }
        #expect(problems.count == 1)
        #expect(problems.first?.contains(place) == true, "\(problems)")
        #expect(problems.first?.contains("[encoding/") == true, "\(problems)")
      }
    }
  }

  @Test func aDeclaredNameMayBeUndecodable() async throws {
    try await forEachRow(of: [
      ["events"], ["xpath", "/a"], ["format", "-o", "-"], ["lint"], ["cdata", "unwrap", "-o", "-"],
      ["convert", "json", "--xml-style", "attributes"],
    ]) { (words: [String]) in
      let bytes = Array("<?xml version='1.0' encoding='UTF-".utf8) + [0x92] + Array("8'?><a/>".utf8)
      let run = try CapturedRun(input: bytes)
      #expect(Program.run(words + ["-"], context: run.context) != .success)
      #expect(
        (run.outputText + run.errorText).contains("1:31: error: "), "\(run.outputText) \(run.errorText)")
    }
  }

  @Test func aLoneCarriageReturnEndsALineInLintToo() throws {
    let run = try CapturedRun(
      input: Array("<?xml version='1.0' encoding='utf-8'?>\r<a>\r".utf8) + [0x8E, 0x92, 0x0D])
    #expect(Program.run(["lint", "--select", "encoding", "-"], context: run.context) == .failure)
    #expect(run.outputText.contains(":3:1: error: "), "\(run.outputText)")
  }

  @Test(arguments: [[0xFF, 0xFE, 0x3C], [0xFE, 0xFF, 0, 0x3C, 0]])
  func aCharacterCutOffIsNoEmptyFile(bytes: [UInt8]) throws {
    let run = try CapturedRun(input: bytes)
    #expect(Program.run(["convert", "json"], context: run.context) == .failure)
    #expect(run.errorText.contains("the text ends inside a character of UTF-16"), "\(run.errorText)")
  }
}
