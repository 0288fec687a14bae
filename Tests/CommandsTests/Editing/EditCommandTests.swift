// The verbs that edit, extract, create and print, from the command line.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct EditCommandTests {
  private func run(_ words: [String], input: String? = nil, in folder: URL) throws -> (
    code: Int32, output: String, errors: String
  ) {
    let run = try CapturedRun(input: input.map { Array($0.utf8) }, in: folder)
    let code = Program.run(words, context: run.context)
    return (code.rawValue, run.outputText, run.errorText)
  }

  @Test func edits() async throws {
    try await forEachRow(
      of: [
        (["replace", "a", "--integer", "5", "x.json"], 0, #"{"a":5,"b":[]}"#, ""),
        (["insert", "b", "--string", "s", "--append", "x.json"], 0, #"{"a":1,"b":["s"]}"#, ""),
        (["insert", "/b/-", "--json", "{\"k\":null}", "x.json"], 0, #"{"a":1,"b":[{"k":null}]}"#, ""),
        (["insert", "c", "--bool", "yes", "x.json"], 0, #"{"a":1,"b":[],"c":true}"#, ""),
        (["insert", "c", "--dictionary", "x.json"], 0, #"{"a":1,"b":[],"c":{}}"#, ""),
        (["remove", "a", "x.json"], 0, #"{"b":[]}"#, ""),
        (["remove", "nope", "x.json"], 1, nil, "x.json: error: no value at nope [edit/path]\n"),
        (["insert", "a", "--integer", "1", "x.json"], 1, nil, "already"),
        (
          ["insert", "q.r.s", "--integer", "1", "x.json"], 1, nil,
          "no dictionary or array at q"
        ),
        (["replace", "/b/0/s", "--integer", "1", "x.json"], 1, nil, "no dictionary or array at /b/0"),
        (["remove", "q.r.s", "x.json"], 1, nil, "no value at q.r.s [edit/path]"),
        (["replace", "a", "--data", "!!", "x.json"], 2, nil, "expected base64 such as AAEC"),
        (["insert", "c", "--date", "2020-01-01T00:00:00Z", "x.json"], 1, nil, "conversion/loss"),
        (
          ["insert", "c", "--date", "2020-01-01T00:00:00Z", "--loss", "note", "x.json"], 0,
          #"{"a":1,"b":[],"c":"2020-01-01T00:00:00Z"}"#, "1 date became"
        ),
        (
          ["replace", "a", "--integer", "abc", "x.json"], 2, nil,
          "invalid value 'abc' for --integer: expected an integer"
        ),
        (["replace", "a", "--real", "1.5x", "x.json"], 2, nil, "--real"),
        (["replace", "a", "--date", "yesterday", "x.json"], 2, nil, "--date"),
        (["replace", "a", "--data", "A", "x.json"], 2, nil, "--data"),
        (["replace", "a", "--bool", "maybe", "x.json"], 2, nil, "--bool"),
        (["replace", "a", "--uid", "-1", "x.json"], 2, nil, "--uid"),
        (["replace", "a", "--json", "{x}", "x.json"], 2, nil, "--json"),
        (["replace", "a", "--xml", "<dict>", "x.json"], 2, nil, "--xml"),
        (["replace", "a", "x.json"], 2, nil, "missing value"),
        (
          ["replace", "a", "--string", "x", "--integer", "1", "x.json"], 2, nil,
          "--string and --integer cannot be used together"
        ),
        (["replace", "/a~3", "--string", "x", "x.json"], 2, nil, "JSON Pointer"),
      ] as [([String], Int32, String?, String)]
    ) { (words: [String], code: Int32, file: String?, errors: String) in
      try withTemporaryFolder { folder in
        let original = #"{"a":1,"b":[]}"#
        try write(["x.json": original], in: folder)
        let outcome = try run(words, in: folder)
        #expect(outcome.code == code, "\(outcome)")
        #expect(read("x.json", in: folder) == file ?? original)
        #expect(
          errors.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(errors), "\(outcome.errors)")
      }
    }
  }

  @Test func wrapsLongDataLikeTheDocument() throws {
    try withTemporaryFolder { folder in
      let list = """
        <plist version="1.0">
        <dict>
        \t<key>a</key>
        \t<dict>
        \t\t<key>b</key>
        \t\t<string>x</string>
        \t</dict>
        </dict>
        </plist>

        """
      try write(["x.plist": list], in: folder)
      let data = Data(repeating: 65, count: 90).base64EncodedString()
      let outcome = try run(["insert", "a.c", "--data", data, "x.plist"], in: folder)
      #expect(outcome.code == 0, "\(outcome)")
      let lines = read("x.plist", in: folder)?.split(separator: "\n").filter { $0.hasPrefix("\t\tQ") } ?? []
      #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 76 })
      #expect(lines.map { $0.dropFirst(2) }.joined() == data)
    }
  }

  @Test func answers() async throws {
    try await forEachRow(
      of: [
        (["extract", "a.0", "x.json"], 0, "1.50\n", ""),
        (["extract", "a", "raw", "x.json"], 0, "2\n", ""),
        (["extract", "/a/00", "x.json"], 1, "", "no value at /a/00"),
        (["extract", "/b", "x.json"], 0, "y\nx\n", ""),
        (["extract", "b", "json", "--sort-keys", "x.json"], 0, "{\"x\":true,\"y\":\"s\"}\n", ""),
        (["extract", "b.y", "-n", "x.json"], 0, "s", ""),
        (["extract", "b.z", "x.json"], 1, "", "x.json: note: no value at b.z [edit/path]\n"),
        (["extract", "b.y", "--expect", "integer", "x.json"], 1, "", "has type string, expected integer"),
        (["extract", "b.y", "missing.json"], 2, "", "no such file"),
        (["type", "b.x", "x.json"], 0, "bool\n", ""),
        (["type", "a", "x.json"], 0, "array\n", ""),
        (["type", "n", "x.json"], 0, "null\n", ""),
        (["type", "q", "x.json"], 1, "", "no value at q"),
        (["extract", "", "x.json"], 0, "a\nb\nn\n", ""), (["type", "", "x.json"], 0, "dictionary\n", ""),
        (["extract", "/", "x.json"], 1, "", "no value at /"),
        (["create", "xml1", "x.json"], 1, "", "file exists"),
        (["create", "openstep"], 0, "{}\n", ""),
        (["create", "json", "--array"], 0, "[]\n", ""),
        (["create", "json", "-o", "-"], 0, "{}\n", ""),
        (["create", "json", "-o", "x.json"], 1, "", "file exists"),
        (["create", "json", "-o", "y.json", "z.json"], 2, "", "-o and FILE cannot be used together"),
        (["create", "json", "-o", "--array"], 2, "", "-o - --array"),
      ] as [([String], Int32, String, String)]
    ) { (words: [String], code: Int32, output: String, errors: String) in
      try withTemporaryFolder { folder in
        try write(["x.json": #"{"a":[1.50,"\n"],"b":{"y":"s","x":true},"n":null}"#], in: folder)
        let outcome = try run(words, in: folder)
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.output == output)
        #expect(
          errors.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(errors), "\(outcome.errors)")
      }
    }
  }

  @Test(arguments: ["insert", "replace"]) func saysWhatAPropertyListHasForNull(verb: String) throws {
    try withTemporaryFolder { folder in
      try write(["x.plist": "<plist><dict><key>a</key><true/></dict></plist>"], in: folder)
      let path = verb == "insert" ? "b" : "a"
      let outcome = try run([verb, path, "--json", "null", "x.plist"], in: folder)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("cannot represent null; remove the key instead"), "\(outcome.errors)")
    }
  }

  @Test func printShowsTypes() throws {
    try withTemporaryFolder { folder in
      let text = """
        <plist><dict><key>d</key><date>2012-03-01T06:00:00Z</date><key>k:</key><data>AAECAwQ=</data><key>s</key>
        <string>a\u{1}"\n\u{202E}</string><key>e</key><array/></dict></plist>
        """.replacingOccurrences(of: "\u{1}", with: "\t")
      try write(["x.plist": text], in: folder)
      #expect(
        try run(["print", "x.plist"], in: folder).output == """
          dictionary (4 keys)
            d: date 2012-03-01 06:00:00 UTC
            "k:": data (5 bytes) 00010203 04
            s: string "a\\t\\"\\n\\u{202E}"
            e: array (0 elements)

          """)
      #expect(
        try run(["print", "--color", "always", "x.plist"], in: folder).output.contains(
          "\u{1B}[36md\u{1B}[0m: "))
    }
  }

  @Test func printCutsLongStringsOnATerminal() async throws {
    try await forEachRow(of: [
      ("abcdefghijklm", "\"abcdefghijklm\""), ("abcdefghijklmn", "\"abcdefghijklm\"…"),
      ("a\\tbcdefghijk", "\"a\\tbcdefghijk\""), ("a\\tbcdefghijkl", "\"a\\tbcdefghijk\"…"),
      (String(repeating: "e\u{301}", count: 13), "\"" + String(repeating: "e\u{301}", count: 13) + "\""),
      (String(repeating: "e\u{301}", count: 14), "\"" + String(repeating: "e\u{301}", count: 13) + "\"…"),
      ("xyzäöüßxyzäöüß", "\"xyzäöüßxyzäöü\"…"), ("äb\u{200B}cd", "\"äb\\u{200B}cd\""),
    ]) { (text: String, expected: String) in
      let run = try CapturedRun(input: Array("\"\(text)\"".utf8))
      run.context.outputIsTerminal = true
      run.context.width = 20
      #expect(Program.run(["print", "--color", "never"], context: run.context) == .success)
      #expect(run.outputText == "string \(expected)\n")
    }
  }

  @Test func printKeepsLongStringsInAPipe() throws {
    let text = String(repeating: "abc äöü \u{1F600} ", count: 5000)
    let run = try CapturedRun(input: Array("\"\(text)\"".utf8))
    #expect(Program.run(["print"], context: run.context) == .success)
    #expect(run.outputText == "string \"\(text)\"\n")
  }

  @Test func plutilsSpellingIsUnderstood() throws {
    try withTemporaryFolder { folder in
      try write(["x.json": "{\"a\":1.0}"], in: folder)
      #expect(try run(["-convert", "json", "-o", "-", "x.json"], in: folder).output == "{\"a\":1}")
      #expect(try run(["-help"], in: folder).output.hasPrefix("pliant: [command_option]"))
    }
  }
}
