// pliant format --sort: what moves, what remains, and with what.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct FormatSortTests {
  private static func sorted(_ text: String, _ words: [String] = []) throws -> (code: ExitCode, text: String)
  {
    let run = try CapturedRun(input: Array(text.utf8))
    let code = Program.run(["format", "--sort"] + words, context: run.context)
    return (code, code == .success ? run.outputText : run.errorText)
  }

  @Test(arguments: [
    // Keys, in the order of convert --sort-keys; arrays keep theirs.
    (
      ["--minify"], #"{"b":[2,1,{"d":1,"c":2}],"a":{"z":1,"y":2}}"#,
      #"{"a":{"y":2,"z":1},"b":[2,1,{"c":2,"d":1}]}"# + "\n"
    ),
    ([], #"{"b":1,"a":2}"#, "{\n  \"a\": 2,\n  \"b\": 1\n}\n"),
    (["--indent", "tab"], #"{"b":1,"a":2,"a":3}"#, "{\n\t\"a\": 2,\n\t\"a\": 3,\n\t\"b\": 1\n}\n"),
    (
      ["--from", "jsonc"], "{\n  \"b\": 1, // one\n  // two\n  \"a\": 2 // last\n}\n",
      "{\n  // two\n  \"a\": 2, // last\n  \"b\": 1 // one\n}\n"
    ),
    (["--from", "jsonc", "--minify"], "{\"b\":1,\"a\":[3,2,],}", "{\"a\":[3,2,],\"b\":1,}"),
    ([], "{b=1;/* x */ a=(2,1);}", "{\n\t/* x */\n\ta = (\n\t\t2,\n\t\t1\n\t);\n\tb = 1;\n}\n"),
    (
      ["-f", "strings"], "/* B */\n\"b\" = \"1\";\n/* A */\n\"a\" = \"2\";\n",
      "/* A */\n\"a\" = \"2\";\n/* B */\n\"b\" = \"1\";\n"
    ),
    (
      ["--minify"],
      "<plist><dict><key>b</key><true/><!-- c --><key>a</key><array><string>z</string><string>y</string></array></dict></plist>",
      "<plist><dict><!-- c --><key>a</key><array><string>z</string><string>y</string></array><key>b</key><true/></dict></plist>\n"
    ),
    // Siblings of one name by identity; others keep their places.
    (
      ["--minify"], "<r><b id='2'/><c/><!-- k --><b id='1'/><a/></r>",
      "<r><!-- k --><b id='1'/><c/><b id='2'/><a/></r>\n"
    ),
    (
      ["--minify"], "<r><s name='b'>x</s><s name='a'>y</s></r>", "<r><s name='a'>y</s><s name='b'>x</s></r>\n"
    ),
    (
      ["--minify"],
      "<r><d><groupId>g</groupId><artifactId>b</artifactId></d><d><groupId>g</groupId><artifactId>a</artifactId></d></r>",
      "<r><d><groupId>g</groupId><artifactId>a</artifactId></d><d><groupId>g</groupId><artifactId>b</artifactId></d></r>\n"
    ),
    (
      ["--minify"], "<u><i><loc>b</loc><p>1</p></i><i><loc>a</loc><p>1</p></i></u>",
      "<u><i><loc>a</loc><p>1</p></i><i><loc>b</loc><p>1</p></i></u>\n"
    ),
    (
      ["--minify"], "<r><g id='2'><e id='b'/><e id='a'/></g><g id='1'/></r>",
      "<r><g id='1'/><g id='2'><e id='a'/><e id='b'/></g></r>\n"
    ),
    // Without an identity.
    (["--minify"], "<r><p>b</p><p>a</p></r>", "<r><p>b</p><p>a</p></r>\n"),
    (["--minify"], "<r><p x='2' y='1'/><p x='1' y='2'/></r>", "<r><p x='2' y='1'/><p x='1' y='2'/></r>\n"),
    (["--minify"], "<r><b id='2'/><b/></r>", "<r><b id='2'/><b/></r>\n"),
    (["--minify"], "<r b='1' a='2'/>", "<r b='1' a='2'/>\n"),
    (["--minify"], "<svg><g id='2'/><g id='1'/></svg>", "<svg><g id='2'/><g id='1'/></svg>\n"),
    // Mixed content.
    (["--minify"], "<r>t<b id='2'/><b id='1'/></r>", "<r>t<b id='2'/><b id='1'/></r>\n"),
    (["--minify"], "<r><b id='2'/> <b id='1'/></r>", "<r><b id='2'/> <b id='1'/></r>\n"),
    (
      ["--minify"], "<r xml:space='preserve'><b id='2'/>\n<b id='1'/></r>",
      "<r xml:space='preserve'><b id='2'/>\n<b id='1'/></r>\n"
    ),
  ])
  func sorts(_ words: [String], _ text: String, _ expected: String) throws {
    let result = try Self.sorted(text, words)
    #expect(result.code == .success && result.text.trimmed == expected.trimmed, "\(result.text)")
    let again = try Self.sorted(result.text, words)
    #expect(again.text == result.text, "\(again.text)")
  }

  @Test func keepsTheEncoding() async throws {
    try withTemporaryFolder { folder in
      let text = "<?xml version='1.0' encoding='ISO-8859-1'?>\n<r>\n  <b id='ü'/>\n  <b id='a'/>\n</r>\n"
      let bytes = text.unicodeScalars.map { UInt8($0.value) }
      let path = folder.appendingPathComponent("a.xml")
      try Data(bytes).write(to: path)
      let run = try CapturedRun(in: folder)
      #expect(
        Program.run(["format", "--sort", "a.xml"], context: run.context) == .success, "\(run.errorText)")
      let expected = text.replacing("  <b id='ü'/>\n  <b id='a'/>\n", with: "  <b id='a'/>\n  <b id='ü'/>\n")
      #expect(try Data(contentsOf: path) == Data(expected.unicodeScalars.map { UInt8($0.value) }))
    }
  }

  @Test func isExcludedWithCanonical() throws {
    #expect(try Self.sorted("{}", ["--canonical"]).code == .trouble)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
