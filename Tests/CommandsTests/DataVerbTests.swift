// diff, patch, query and info, from the command line.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct DataVerbTests {
  private static let files = [
    "a.json": #"{"n":1,"list":[{"id":1},{"id":2}],"s":"x"}"#,
    "b.json": #"{"list":[{"id":0},{"id":1},{"id":2}],"n":1.0,"s":"y"}"#,
    "a.plist": """
    <plist><dict><key>n</key><integer>1</integer><key>list</key><array><dict><key>id</key><integer>1</integer></dict>\
    <dict><key>id</key><integer>2</integer></dict></array><key>s</key><string>x</string></dict></plist>
    """,
    "real.plist": "<plist><dict><key>n</key><real>1</real></dict></plist>",
    "int.plist": "<plist><dict><key>n</key><integer>1</integer></dict></plist>",
    "date.plist": "<plist><dict>\n<!-- c --><key>d</key><date>2001-01-01T00:00:00Z</date></dict></plist>",
    "one.xml": "<r><a>1</a></r>", "two.xml": "<r><a>1</a><a>2</a></r>",
    "mixed.xml": "<p>one <b>two</b> three</p>", "mixed2.xml": "<p>one three<b>two</b></p>",
    "bad.json": "[1,", "null.json": "[null]",
    "ops.json": #"[{"op":"test","path":"/n","value":1},{"op":"replace","path":"/s","value":"y"}]"#,
    "fails.json": #"[{"op":"remove","path":"/s"},{"op":"test","path":"/n","value":2}]"#,
    "merge.json": #"{"s":null}"#,
    "date.json": #"[{"op":"replace","path":"/d","value":{"$date":"2020-02-29T12:00:00Z"}}]"#,
    "nulls.json": #"[{"op":"add","path":"/x","value":null}]"#,
    "lines.jsonl": "{\"a\":1}\n{\"a\":2}\n",
  ]

  @Test func answers() async throws {
    try await forEachRow(
      of: [
        (["diff", "a.json", "a.plist"], 0, "", ""),
        (["diff", "a.json", "b.json"], 1, "+ list.0: {\"id\":0}\n- s: \"x\"\n+ s: \"y\"\n", ""),
        (
          ["diff", "--json", "a.json", "b.json"], 1,
          #"[{"op":"add","path":"/list/0","value":{"id":0}},\#n {"op":"replace","path":"/s","value":"y"}]\#n"#,
          ""
        ),
        (["diff", "--json", "a.json", "a.json"], 0, "[]\n", ""),
        (["diff", "int.plist", "real.plist"], 1, "- n: 1\n+ n: 1.0\n", ""),
        (["diff", "one.xml", "two.xml"], 1, "+ r.a.1: \"2\"\n", ""),
        (["diff", "mixed.xml", "mixed.xml"], 0, "", ""),
        (["diff", "mixed.xml", "mixed2.xml"], 1, nil, ""),
        (["diff", "a.json", "bad.json"], 2, "", "bad.json:1:"),
        (["diff", "bad.json", "a.json"], 2, "", "bad.json:1:"),
        (["diff", "a.json", "missing"], 2, "", "missing: error: no such file"),
        (["diff", "a.json"], 2, "", "B"), (["diff", "-", "-"], 2, "", "only once"),
        (["query", "$..id", "a.json"], 0, "[1,2]\n", ""),
        (["query", "--as", "value", "$.list[*]", "a.plist"], 0, "{\"id\":1}\n{\"id\":2}\n", ""),
        (["query", "--as", "paths", "$..id", "a.plist"], 0, "$['list'][0]['id']\n$['list'][1]['id']\n", ""),
        (["query", "--as", "count", "$..x", "a.json"], 1, "0\n", ""),
        (["query", "$..x", "a.json"], 1, "[]\n", ""),
        (["query", "--as", "xml1", "$.n", "a.json"], 0, nil, ""),
        (["query", "--as", "xml1", "$[0]", "null.json"], 2, nil, "--json-null"),
        (["query", "$.d", "date.plist"], 0, "[\"2001-01-01T00:00:00Z\"]\n", "1 date became"),
        (["query", "$[1].a", "lines.jsonl"], 0, "[2]\n", ""),
        (["query", "$.r.a", "one.xml"], 0, "[\"1\"]\n", ""),
        (["query", "$.a[", "a.json"], 2, "", "query, column 5: unexpected end of the query"),
        (["query", "$", "bad.json"], 2, "", "bad.json:1:"),
      ] as [([String], Int32, String?, String)]
    ) { (words: [String], code: Int32, output: String?, errors: String) in
      try withTemporaryFolder { folder in
        try write(Self.files, in: folder)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(words, context: run.context).rawValue == code, "\(run.errorText)")
        if let output { #expect(run.outputText == output) }
        #expect(errors.isEmpty ? run.errorText.isEmpty : run.errorText.contains(errors), "\(run.errorText)")
      }
    }
  }

  @Test func patches() async throws {
    try await forEachRow(
      of: [
        (["patch", "a.json", "ops.json"], 0, #"{"n":1,"list":[{"id":1},{"id":2}],"s":"y"}"#, ""),
        (["patch", "--merge", "a.json", "merge.json"], 0, #"{"n":1,"list":[{"id":1},{"id":2}]}"#, ""),
        (["patch", "a.json", "fails.json"], 1, nil, "a.json: error: operation 2, test: the value at /n"),
        (["patch", "a.json", "merge.json"], 1, nil, "merge.json: error: a JSON Patch is an array"),
        (["patch", "a.json", "bad.json"], 1, nil, "bad.json:1:"),
        (["patch", "a.json", "missing"], 1, nil, "missing: error"),
        (["patch", "a.json", "date.json"], 1, nil, "operation 1, replace: no value at /d"),
        (
          ["patch", "date.plist", "date.json"], 0,
          "<plist><dict>\n<!-- c --><key>d</key><date>2020-02-29T12:00:00Z</date></dict></plist>", ""
        ),
        (["patch", "int.plist", "nulls.json"], 1, nil, "null"),
        (
          ["patch", "int.plist", "nulls.json", "--json-null", "string"], 0,
          "<plist><dict><key>n</key><integer>1</integer><key>x</key><string>null</string></dict></plist>", ""
        ),
        (["patch", "a.json"], 2, nil, "PATCH"),
      ] as [([String], Int32, String?, String)]
    ) { (words: [String], code: Int32, file: String?, errors: String) in
      try withTemporaryFolder { folder in
        try write(Self.files, in: folder)
        let name = words.first { Self.files[$0] != nil } ?? ""
        let run = try CapturedRun(in: folder)
        #expect(Program.run(words, context: run.context).rawValue == code, "\(run.errorText)")
        #expect(read(name, in: folder) == file ?? Self.files[name])
        #expect(run.outputText.isEmpty)
        #expect(errors.isEmpty ? run.errorText.isEmpty : run.errorText.contains(errors), "\(run.errorText)")
      }
    }
  }

  @Test func differencesOfPropertyListsAreCarriedOver() throws {
    try withTemporaryFolder { folder in
      let list = """
        <plist><dict><key>d</key><date>2001-01-01T00:00:00Z</date><key>$date</key><data>AAE=</data>\
        <key>r</key><real>nan</real><key>t</key><dict><key>$date</key><string>x</string></dict></dict></plist>
        """
      try write(["a.plist": "<plist><dict/></plist>", "b.plist": list], in: folder)
      let binary = try CapturedRun(in: folder)
      #expect(binary.run("convert", "binary1", "a.plist") == .success)
      let difference = try CapturedRun(in: folder)
      #expect(difference.run("diff", "--json", "a.plist", "b.plist", "-o", "p.json") == .failure)
      let patch = try CapturedRun(in: folder)
      #expect(patch.run("patch", "a.plist", "p.json") == .success, "\(patch.errorText)")
      let again = try CapturedRun(in: folder)
      #expect(again.run("diff", "a.plist", "b.plist") == .success, "\(again.outputText)")
    }
  }

  @Test func infoTellsWhatWouldBeLost() throws {
    try withTemporaryFolder { folder in
      try write(Self.files, in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("info", "--json", "date.plist", "a.json") == .success)
      let lines = run.outputText.split(separator: "\n")
      let first = try #require(
        try JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8)) as? [String: Any])
      #expect(first["format"] as? String == "xml1")
      #expect(first["depth"] as? Int == 1)
      let targets = try #require(first["targets"] as? [String: [String: Any]])
      let losses = ["1 date became an ISO 8601 string", "1 comment was dropped"]
      #expect(targets["json"]?["losses"] as? [String] == losses)
      #expect(targets["json"]?["size"] as? Int == "{\"d\":\"2001-01-01T00:00:00Z\"}\n".utf8.count)
      #expect(targets["xml"]?["size"] != nil)
      #expect(lines.count == 2)
      let text = try CapturedRun(in: folder)
      #expect(text.run("info", "bad.json", "a.json") == .failure)
      #expect(
        text.outputText.contains("encoding      US-ASCII") || text.outputText.contains("encoding      UTF-8"))
      #expect(text.errorText.contains("bad.json:1:"))
    }
  }

  /// Each of the arrays holds the next one twice, so that 400 MB of text are in 2 KB.
  @Test(.slow) func infoDoesNotRepeatWhatIsShared() throws {
    let levels = 22
    var bytes = Array("bplist00".utf8)
    var table: [UInt8] = []
    for number in 0...levels {
      table += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes +=
        number == levels
        ? [0x5F, 0x10, 100] + [UInt8](repeating: 0x61, count: 100)
        : [0xA2, UInt8(number + 1), UInt8(number + 1)]
    }
    let start = bytes.count
    bytes += table + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [levels + 1, 0, start] { bytes += (0..<8).map { UInt8(number >> (56 - 8 * $0) & 0xFF) } }
    let run = try CapturedRun(input: bytes)
    #expect(run.run("info", "--json") == .success)
    let error = "{\"error\":\"more than 268435456 bytes, since shared objects are repeated\"}"
    #expect(run.outputText.contains("\"json\":\(error)"), "\(run.outputText)")
    #expect(run.outputText.split(separator: error, omittingEmptySubsequences: false).count == 9)
    #expect(run.outputText.contains("\"binary1\":{\"size\":"))
  }
}
