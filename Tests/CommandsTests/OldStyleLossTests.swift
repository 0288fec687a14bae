// What is said of old-style text that conversion leaves out: comments, and what CoreFoundation ignores.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct OldStyleLossTests {
  /// CoreFoundation stops at the curly quotation mark and knows nothing of the last line.
  private static let cut = "/* c */ \"a\" = \"b\";\n“Hello” = “Hallo”;\n\"last\" = \"l\";\n"
  private static let reason = "'“' cannot begin a key; CoreFoundation silently ignores everything"

  @Test func ignoredTextIsAnErrorInEverySpelling() async throws {
    let words = [
      ["convert", "json", "--loss", "note", "-o", "-"], ["convert", "binary1"], ["format", "-o", "-"],
      ["print"],
      ["extract", "a"], ["query", "$.a"], ["info"], ["diff", "b.strings"], ["-lint"],
      ["-convert", "json", "-o", "-"],
      ["-convert", "xml1"], ["replace", "last", "--string", "x"], ["insert", "last", "--string", "x"],
      ["lint"],
    ]
    try await forEachRow(of: words) { (words: [String]) in
      try withTemporaryFolder { folder in
        try write(["a.strings": Self.cut, "b.strings": "a = b;\n"], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(words + ["a.strings"], context: run.context) != .success)
        #expect((run.errorText + run.outputText).contains(Self.reason), "\(run.errorText)")
        #expect(read("a.strings", in: folder) == Self.cut)
      }
    }
  }

  @Test(arguments: ["<<<<<<< HEAD\n", "\u{3000}\"c\" = \"d\";", "# note", "“c” = “d”;"])
  func nothingMayFollowTheEntries(tail: String) throws {
    let run = try CapturedRun(input: Array("\"a\" = \"b\";\n\(tail)".utf8))
    #expect(run.run("convert", "json") == .failure)
    #expect(run.errorText.contains("<stdin>:2:1: error:"), "\(run.errorText)")
    #expect(run.outputText.isEmpty)
  }

  @Test(arguments: ["", " \n\t\n"]) func aBlankFileHasNoEntries(text: String) throws {
    try withTemporaryFolder { folder in
      try write(["a.strings": text], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "json", "-o", "-", "a.strings") == .success)
      #expect(run.outputText == "{}\n")
      #expect(run.run("lint", "a.strings") == .success)
      #expect(run.run("-lint", "a.strings") == (text.isEmpty ? .failure : .success))
    }
  }

  @Test func commentsAreNotedInPlaceAndRefusedOnDemand() throws {
    try withTemporaryFolder { folder in
      try write(["a.strings": "/* c */ \"a\" = \"b\"; // d\n"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "xml1", "--loss", "refuse", "a.strings") == .failure)
      #expect(run.errorText.contains("a.strings:1:1: error:"), "\(run.errorText)")
      #expect(run.run("convert", "xml1", "a.strings") == .success)
      #expect(run.errorText.contains("2 comments were dropped"), "\(run.errorText)")
    }
  }

  @Test func aCommentWithoutAnEndIsIgnoredText() throws {
    let run = try CapturedRun(input: Array("\"a\" = \"b\";\n/* open \"c\" = \"d\";".utf8))
    #expect(run.run("convert", "json", "--loss", "refuse") == .failure)
    #expect(run.errorText.contains("<stdin>:2:1: error: unterminated comment"), "\(run.errorText)")
  }

  @Test func aRefusalHasThePlaceOfItsValue() async throws {
    try await forEachRow(of: [
      ("<*BY>", "openstep"), ("<*I5>", "openstep"), ("<*R1.5>", "openstep"), ("<0fbd 77>", "json"),
      ("<*D2001-01-01 00:00:00 +0000>", "json"), ("<[QQ==]>", "json"),
    ]) { (value: String, format: String) in
      let run = try CapturedRun(input: Array("{\n  a = \(value);\n}\n".utf8))
      #expect(run.run("convert", format, "--loss", "refuse") == .failure)
      #expect(
        run.errorText.contains("<stdin>:2:7: error: the target format cannot represent this"),
        "\(run.errorText)")
    }
  }

  @Test(arguments: ["\"x\\U0001\"", "'x\\U0001'", "\"x\u{1}\""])
  func aRefusedStringHasItsPlaceToo(_ value: String) throws {
    let run = try CapturedRun(input: Array("{\n  a = \(value);\n}\n".utf8))
    #expect(run.run("convert", "xml1") == .failure)
    #expect(run.errorText.contains("<stdin>:2:7: error: XML cannot represent"), "\(run.errorText)")
  }
}
