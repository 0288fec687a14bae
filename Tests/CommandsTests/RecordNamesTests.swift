// Names of --fields, --records and --list: those of the document, also with a mapping; and several values of JSON.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct RecordNamesTests {
  private static let feed = """
    <rss version="2.0"><channel><title>T</title><item><title>A</title><enclosure url="u.mp3" length="5"/></item>\
    <item><title>B</title></item></channel></rss>
    """
  private static let outlines = """
    <o><outline t="1"><outline t="2"><outline t="3"/></outline></outline><outline t="4"/></o>
    """

  private func run(_ words: [String], _ input: String) throws -> (
    code: ExitCode, output: String, errors: String
  ) {
    let run = try CapturedRun(input: Array(input.utf8))
    return (Program.run(["convert"] + words, context: run.context), run.outputText, run.errorText)
  }

  @Test func namesAreTheDocuments() async throws {
    let items = ["csv", "--records", "rss/channel/item", "--fields"]
    try await forEachRow(of: [
      (Self.feed, items + ["title,url=enclosure/@url"], "title,url\r\nA,u.mp3\r\nB,\r\n"),
      (Self.feed, items + ["title,url=enclosure.@url"], "title,url\r\nA,u.mp3\r\nB,\r\n"),
      (
        Self.feed, items + ["title,url=enclosure/@url", "--mapping", "podcast"],
        "title,url\r\nA,u.mp3\r\nB,\r\n"
      ),
      (Self.outlines, ["csv", "--records", "**/outline", "--fields", "@t"], "@t\r\n1\r\n2\r\n3\r\n4\r\n"),
      (
        "<b><i><p currency='EUR'>9.50</p></i></b>", ["csv", "--records", "i", "--fields", "p,p/@currency"],
        "p,p/@currency\r\n9.50,EUR\r\n"
      ),
      (
        "<os><o id='7'><l><n>1</n></l></o></os>", ["csv", "--records", "o/l", "--fields", "../@id,n"],
        "../@id,n\r\n7,1\r\n"
      ),
      (
        #"{"o":[{"l":[{"n":[{"m":1},{"m":2}]}],"id":7}]}"#,
        ["csv", "--records", "o.l.n", "--fields", "order=../../id,m"], "order,m\r\n7,1\r\n7,2\r\n"
      ),
      (#"[{"a.b":1}]"#, ["csv", "--fields", "a.b"], "a.b\r\n1\r\n"),
      (#"[{"a.b":1}]"#, ["csv", "--fields", #"a\.b"#], "a.b\r\n1\r\n"),
      (#"[{"a":1,"b":"x;"}]"#, ["csv", "--delimiter", ";"], "a;b\r\n1;\"x;\"\r\n"),
      (#"[{"a":1,"b":2}]"#, ["csv", "--no-header"], "1,2\r\n"),
      (
        Self.feed, ["csv", "--records", "items", "--fields", "title,enclosure/@url"],
        "title,enclosure/@url\r\nA,u.mp3\r\nB,\r\n"
      ),
      (
        #"{"e":{"a":{"s":[1,2]},"b":{"s":[3]}}}"#, ["jsonl", "--records", "e.*.s"], "1\n2\n3\n"
      ),
      (#"[{"a":{"a":{"x":1}}}]"#, ["jsonl", "--records", "**/a"], "{\"a\":{\"x\":1}}\n{\"x\":1}\n"),
      ("<r><i>1</i></r>", ["json", "--list", "*"], #"{"r":{"i":["1"]}}"# + "\n"),
      (
        "<r><x><s>1</s></x><y><s>2</s></y></r>", ["json", "--list", "x/s"],
        #"{"r":{"x":{"s":["1"]},"y":{"s":"2"}}}"# + "\n"
      ),
    ]) { (input: String, words: [String], expected: String) throws in
      let result = try run(words, input)
      #expect(result.code == .success && result.output == expected, "\(result)")
    }
  }

  @Test func anUnknownNameIsAnErrorWithASuggestion() async throws {
    try await forEachRow(of: [
      (
        Self.feed, ["csv", "--records", "channel/item", "--fields", "titel"],
        "no record has the field 'titel'; did you mean 'title'?"
      ),
      (
        Self.feed, ["jsonl", "--records", "**/item", "--fields", "url"],
        "'url'; did you mean 'enclosure.@url'?"
      ),
      (
        Self.feed, ["csv", "--mapping", "podcast", "--records", "channel/item", "--fields", "tilte"],
        "did you mean 'title'?"
      ),
      (Self.feed, ["jsonl", "--records", "item"], "no records at 'item'; '**/item' searches at any depth"),
      (#"[{"abc":1}]"#, ["csv", "--fields", "xyz"], "'xyz'; they have abc"),
      (Self.feed, ["csv", "--fields", "title"], "use pliant convert csv --records items"),
      (Self.feed, ["csv", "--records", "items", "--fields", "titel"], "did you mean 'title'?"),
      (#"{"orders":[]}"#, ["csv", "--records", "order"], "did you mean 'orders'?"),
      (#"{"o":[{"l":[{}],"id":7}]}"#, ["csv", "--records", "o.l", "--fields", "../idx"], "'../idx'"),
      (
        Self.outlines, ["json", "--list", "outlin"],
        "no element has the name 'outlin'; did you mean 'outline'?"
      ),
      (Self.outlines, ["jsonl", "--records", "outline", "--list", "x"], "no element has the name 'x'"),
    ]) { (input: String, words: [String], message: String) throws in
      let result = try run(words, input)
      #expect(result.code == .failure && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func severalValuesOfJSONAreLines() async throws {
    let lines = "{\"a\":1}\n{\"a\":2}\n"
    for text in [
      lines, "{\"a\":1}{\"a\":2}", "{\n\"a\": 1}\n{\n\"a\": 2}", "\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n",
      "\u{FEFF}{\"a\":1} {\"a\":2}",
    ] {
      #expect(try run(["jsonl"], text).output == lines, "\(text)")
      #expect(try run(["json"], text).output == "[{\"a\":1},{\"a\":2}]\n", "\(text)")
      #expect(try run(["csv"], text).output == "a\r\n1\r\n2\r\n", "\(text)")
      #expect(try run(["csv", "--fields", "a"], text).output == "a\r\n1\r\n2\r\n", "\(text)")
      try withTemporaryFolder { folder in
        try Data(text.utf8).write(to: folder.appendingPathComponent("f.json"))
        let file = try CapturedRun(in: folder)
        #expect(file.run("convert", "jsonl", "-o", "-", "f.json") == .success, "\(file.errorText)")
        #expect(file.outputText == lines)
        let json = try CapturedRun(in: folder)
        #expect(json.run("convert", "json", "-o", "-", "f.json") == .failure)
        #expect(json.errorText.contains("use -f jsonl"), "\(json.errorText)")
      }
    }
    // A line of JSON Lines has one value if the format is requested.
    #expect(try run(["json", "-f", "jsonl"], "{} {}\n").code == .failure)
    #expect(try run(["json", "-f", "jsonl"], "{\n}\n{\n}").output == "[{},{}]\n")
    #expect(try run(["jsonl"], "1 2\n3").output == "1\n2\n3\n")
    #expect(try run(["jsonl"], "[1]\n[2]").output == "[1]\n[2]\n")
    #expect(try run(["jsonl"], "[1,\n2]").output == "1\n2\n")
    #expect(try run(["jsonl"], "{\"a\":1} x").code == .failure)
  }
}
