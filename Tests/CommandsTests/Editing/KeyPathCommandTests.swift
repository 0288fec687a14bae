// Key paths that lead nowhere and what is suggested, dictionaries made on the way, the style of what is inserted, and
// the comments that go with an element.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct KeyPathCommandTests {
  private func run(_ words: [String], _ name: String, _ text: String) throws -> (
    code: Int32, file: String?, output: String, errors: String
  ) {
    try withTemporaryFolder { folder in
      try write([name: text], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(words + [name], context: run.context)
      return (code.rawValue, read(name, in: folder), run.outputText, run.errorText)
    }
  }

  private static let entitlements = """
    {"com.apple.security.app-sandbox":true,"com.apple.developer":{"team.id":"x","list":[1,2]},"com":{"apple":1},\
    "CFBundleName":"a","a/b~c":{"x":1},"/s":2}
    """

  @Test func suggestsWhatWasMeant() async throws {
    try await forEachRow(of: [
      ("com.apple.security.app-sandbox", #"did you mean 'com\.apple\.security\.app-sandbox'?"#),
      ("com.apple.developer.team.id", #"did you mean 'com\.apple\.developer.team\.id'?"#),
      ("com.apple.developer.list.1", #"did you mean 'com\.apple\.developer.list.1'?"#),
      ("com.apple.security.app-sandbax", #"did you mean 'com\.apple\.security\.app-sandbox'?"#),
      ("CFBundelName", "did you mean 'CFBundleName'?"), ("cfbundlename", "did you mean 'CFBundleName'?"),
      (#"com\.apple\.developer.teamid"#, #"did you mean 'com\.apple\.developer.team\.id'?"#),
      (#"com\.apple\.developer.list.7"#, #"the array at 'com\.apple\.developer.list' has 2 elements"#),
      ("/CFBundleNam", "did you mean '/CFBundleName'?"), ("/a~1b~0d/x", "did you mean '/a~1b~0c/x'?"),
    ]) { (path: String, hint: String) in
      for verb in ["extract", "type", "remove"] {
        let outcome = try run([verb, path], "x.json", Self.entitlements)
        #expect(outcome.code == 1)
        #expect(
          outcome.errors.contains("no value at \(path); \(hint) [edit/path]"), "\(outcome.errors)")
      }
    }
  }

  /// What is suggested leads to a value.
  @Test func suggestsOnlyWhatIsThere() throws {
    for path in ["zzz", "com.apple.q", "a.b.c", "CFBundleName.x", "/"] {
      let outcome = try run(["extract", path], "x.json", Self.entitlements)
      #expect(outcome.code == 1 && !outcome.errors.contains("did you mean"), "\(outcome.errors)")
    }
    let deep = String(repeating: "a.", count: 5000) + "a"
    let outcome = try run(["extract", deep], "x.json", "{\"a\":{\"a\":{}}}")
    #expect(outcome.code == 1)
  }

  @Test func makesParents() async throws {
    try await forEachRow(
      of: [
        (["insert", "a.b.c", "--integer", "1", "--parents"], "{}", #"{"a":{"b":{"c":1}}}"#),
        (["insert", "a.b", "--integer", "1", "--parents"], #"{"a":{}}"#, #"{"a":{"b":1}}"#),
        (["insert", "a", "--integer", "1", "--parents"], "{}", #"{"a":1}"#),
        (["insert", "/l/0/x/y", "--bool", "no", "--parents"], #"{"l":[{}]}"#, #"{"l":[{"x":{"y":false}}]}"#),
        (["insert", "a.l", "--integer", "1", "--append", "--parents"], "{}", #"{"a":{"l":[1]}}"#),
        (
          ["insert", "a.l", "--integer", "2", "--append", "--parents"], #"{"a":{"l":[1]}}"#,
          #"{"a":{"l":[1,2]}}"#
        ),
        (["insert", "a.b", "--integer", "1"], "{}", nil),
        (["insert", "a.b", "--integer", "1", "--parents"], #"{"a":1}"#, nil),
        (["insert", "l.3.x", "--integer", "1", "--parents"], #"{"l":[]}"#, nil),
        (["insert", "a", "--integer", "1", "--parents"], #"{"a":1}"#, nil),
      ] as [([String], String, String?)]
    ) { (words: [String], text: String, expected: String?) in
      let outcome = try run(words, "x.json", text)
      #expect(outcome.code == (expected == nil ? 1 : 0), "\(outcome.errors)")
      #expect(outcome.file == expected ?? text)
    }
  }

  @Test func makesParentsInEveryFormat() throws {
    let xml = try run(
      ["insert", "a.b", "--string", "c", "--parents"], "x.plist",
      "<plist version=\"1.0\">\n<dict>\n\t<key>k</key>\n\t<true/>\n</dict>\n</plist>\n")
    #expect(
      xml.file == """
        <plist version="1.0">
        <dict>
        \t<key>k</key>
        \t<true/>
        \t<key>a</key>
        \t<dict>
        \t\t<key>b</key>
        \t\t<string>c</string>
        \t</dict>
        </dict>
        </plist>

        """)
    let strings = try run(["insert", "a.b", "--string", "c", "--parents"], "x.pbxproj", "{ k = 1; }\n")
    #expect(strings.code == 0, "\(strings.errors)")
    #expect(try run(["insert", "a.b", "--integer", "1"], "x.json", "{}").errors.contains("insert --parents"))
    #expect(
      try run(["insert", "com.x", "--integer", "1"], "x.json", "{}").errors.contains(
        #"write 'com\.x' for a single key"#))
  }

  @Test func writesJSONLikeItsNeighbours() async throws {
    try await forEachRow(of: [
      (#"{"a": 1, "b": [1, 2]}"#, #"{"a": 1, "b": [1, 2], "n": {"k": [1, {"z": null}]}}"#),
      (#"{ "a" : { "x" : 1 } }"#, #"{ "a" : { "x" : 1 }, "n" : { "k" : [1, { "z" : null }] } }"#),
      (#"{"a":1}"#, #"{"a":1,"n":{"k":[1,{"z":null}]}}"#),
      (#"{"a": 1}"#, #"{"a": 1, "n": {"k": [1, {"z": null}]}}"#),
      ("{\n  \"a\": {\"x\": 1}\n}\n", "{\n  \"a\": {\"x\": 1},\n  \"n\": {\"k\": [1, {\"z\": null}]}\n}\n"),
      (
        "{\n\t\"a\" : {\n\t\t\"x\" : 1\n\t}\n}\n",
        "{\n\t\"a\" : {\n\t\t\"x\" : 1\n\t},\n\t\"n\" : {\n\t\t\"k\" : [\n\t\t\t1,\n\t\t\t{\n\t\t\t\t\"z\" : null\n\t\t\t}\n\t\t]\n\t}\n}\n"
      ),
      (
        "{\n  \"a\": 1\n}",
        "{\n  \"a\": 1,\n  \"n\": {\n    \"k\": [\n      1,\n      {\n        \"z\": null\n      }\n    ]\n  }\n}"
      ),
    ]) { (text: String, expected: String) in
      let outcome = try run(["insert", "n", "--json", #"{"k":[1,{"z":null}]}"#], "x.json", text)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.file == expected)
    }
  }

  @Test func takesAnElementsCommentWithIt() async throws {
    try await forEachRow(of: [
      (
        "(\n\ta, /* one */\n\tb, /* two */\n\tc, /* three */\n)\n", "1",
        "(\n\ta, /* one */\n\tc, /* three */\n)\n"
      ),
      ("(\n\ta, // one\n\tb, // two\n\tc // three\n)\n", "2", "(\n\ta, // one\n\tb // two\n)\n"),
      ("(\n\ta,\n\t/* two */\n\tb,\n\tc,\n)\n", "1", "(\n\ta,\n\tc,\n)\n"),
      ("(\n\ta,\n\t// two\n\tb,\n\tc,\n)\n", "1", "(\n\ta,\n\tc,\n)\n"),
      ("(\n\t// one\n\ta,\n\tb,\n)\n", "0", "(\n\tb,\n)\n"),
      // A comment behind other code, one before an empty line and one with several lines stay.
      ("(\n\ta, /* one */\n\tb,\n)\n", "1", "(\n\ta, /* one */\n)\n"),
      ("(\n\t/* all */\n\n\ta,\n\tb,\n)\n", "0", "(\n\t/* all */\n\tb,\n)\n"),
      ("(\n\ta, b, /* both */\n\tc,\n)\n", "1", "(\n\ta, /* both */\n\tc,\n)\n"),
    ]) { (text: String, index: String, expected: String) in
      let outcome = try run(["remove", index], "x.pbxproj", text)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.file == expected)
    }
  }

  @Test func takesCommentsOfXMLWithIt() throws {
    func list(_ lines: String...) -> String {
      "<plist version=\"1.0\">\n<array>\n\(lines.map { "\t\($0)\n" }.joined())</array>\n</plist>\n"
    }
    let text = list(
      "<string>a</string>", "<!-- above -->", "<string>b</string> <!-- behind -->", "<string>c</string>")
    let outcome = try run(["remove", "1"], "x.plist", text)
    #expect(outcome.file == list("<string>a</string>", "<string>c</string>"))
  }
}
