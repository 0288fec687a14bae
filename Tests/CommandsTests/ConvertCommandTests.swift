// pliant convert from the command line: loss, nulls, tags, duplicates, places of errors, files left alone.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct ConvertCommandTests {
  /// Runs convert on standard input and returns what it wrote and said.
  private func convert(_ text: String, _ words: String...) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let run = try CapturedRun(input: Array(text.utf8))
    let code = Program.run(["convert"] + words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  // MARK: Losing nothing

  @Test func lotteryIsEachOthersConversion() throws {
    let examples = testdata("valid/examples")
    let json = try #require(read("lottery.json", in: examples))
    let plist = try #require(read("lottery.plist", in: examples))
    #expect(try convert(plist, "json").output == json)
    #expect(try convert(json, "xml1").output == plist)
  }

  @Test func jsonComesBackUnchanged() async throws {
    try await forEachRow(of: [
      "1e400", "0.10", "9223372036854775808", "1234567890123456789012345678901234567890", "-0", "-0.0", "1.0",
      "1E5", "1",
      "\"\\u0000\"", "\"ü\\u2028\"", "[]", "{}", "null", "[[],{}]", "{\"b\":1,\"a\":2}",
    ]) { (text: String) throws in
      let expected = text.replacingOccurrences(of: "\\u2028", with: "\u{2028}") + "\n"
      #expect(try convert(text, "json").output == expected)
    }
  }

  @Test func jsonToXML() async throws {
    try await forEachRow(of: [
      ("1.0", "<real>1</real>"), ("1", "<integer>1</integer>"), ("0.10", "<real>0.1</real>"),
      ("-0.0", "<real>-0.0</real>"),
      ("1e22", "<real>1e+22</real>"), ("3.14159265358979323846", "<real>3.14159265358979323846</real>"),
      (
        "170141183460469231731687303715884105727",
        "<integer>170141183460469231731687303715884105727</integer>"
      ),
      ("\"a<b>&c\"", "<string>a&lt;b&gt;&amp;c</string>"), ("true", "<true/>"), ("[]", "<array/>"),
      ("{}", "<dict/>"),
    ]) { (json: String, element: String) throws in
      #expect(try convert(json, "xml1").output == Self.head + element + "\n</plist>\n")
    }
  }

  @Test func xmlToJSON() async throws {
    try await forEachRow(of: [
      ("<real>1</real>", "1.0"), ("<real>0.10</real>", "0.10"), ("<real>-0.0</real>", "-0.0"),
      ("<integer>0x1F</integer>", "31"),
      ("<integer>-5</integer>", "-5"), ("<string>a<!-- c -->b<![CDATA[<]]>&#x41;</string>", "\"ab<A\""),
      (
        "<integer>170141183460469231731687303715884105727</integer>",
        "170141183460469231731687303715884105727"
      ),
      ("<true/>", "true"), ("<dict><key>CF$UID</key><integer>3</integer></dict>", "{\"CF$UID\":3}"),
    ]) { (element: String, json: String) throws in
      #expect(try convert("<plist>\(element)</plist>", "json").output == json + "\n")
    }
  }

  @Test(arguments: [
    ("{\"d\":1,\"b\":[1,2.5,true,\"ü\"],\"a\":{}}"), ("[9223372036854775807,-9223372036854775808,1e300]"),
    ("\"text\""), ("[]"),
  ]) func binaryAndBack(json: String) throws {
    let there = try CapturedRun(input: Array(json.utf8))
    #expect(there.run("convert", "binary1") == .success)
    let back = try CapturedRun(input: there.outputBytes)
    #expect(back.run("convert", "json") == .success)
    #expect(back.outputText == json.replacingOccurrences(of: "1e300", with: "1e+300") + "\n")
  }

  // MARK: Loss

  @Test func lossesAreNotedOnce() throws {
    let plist =
      "<array><date>2012-03-01T06:00:00Z</date><date>2012-03-01T06:00:00Z</date><data>aGk=</data><real>nan</real></array>"
    let result = try convert(plist, "json")
    #expect(result.code == .success)
    #expect(result.output == "[\"2012-03-01T06:00:00Z\",\"2012-03-01T06:00:00Z\",\"aGk=\",\"nan\"]\n")
    #expect(
      result.error == """
        <stdin>:1:8: note: 2 dates became ISO 8601 strings, the first at 0 [conversion/loss]
        <stdin>:1:74: note: 1 data value became a Base64 string at 2 [conversion/loss]
        <stdin>:1:91: note: 1 real that is not finite became a string at 3 [conversion/loss]

        """)
    #expect(try convert(plist, "json", "-q").error.isEmpty)
  }

  @Test func lossesAreRefusedWithTheirPlace() throws {
    let result = try convert(
      "<plist>\n<array>\n  <date>2012-03-01T06:00:00Z</date></array></plist>", "json", "--loss", "refuse")
    #expect(result.code == .failure)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("<stdin>:3:3: error: "))
    #expect(result.error.hasSuffix("[conversion/loss]\n"))
  }

  @Test func tagsKeepEverything() throws {
    let plist =
      Self.head + """
        <array>
        \t<date>2012-03-01T06:00:00Z</date>
        \t<data>
        \taGk=
        \t</data>
        \t<real>nan</real>
        \t<dict>
        \t\t<key>$date</key>
        \t\t<string>not a date</string>
        \t</dict>
        </array>
        </plist>

        """
    let tagged = try convert(plist, "json", "--loss", "tag")
    #expect(
      tagged.output == """
        [{"$date":"2012-03-01T06:00:00Z"},{"$data":"aGk="},{"$real":"nan"},{"$$date":"not a date"}]

        """)
    #expect(tagged.error.isEmpty)
    #expect(try convert(tagged.output, "xml1", "--loss", "tag").output == plist)
    #expect(try convert("[null]", "xml1", "--loss", "tag").output.contains("<key>$null</key>"))
    // A dictionary that only looks like a tag survives both ways.
    let look = "[{\"$null\":true},{\"$$null\":true},null]\n"
    let there = try convert(look, "xml1", "--loss", "tag").output
    #expect(try convert(there, "json", "--loss", "tag").output == look)
    let wrong = try convert("[1,\n{\"$date\": \"soon\"}]", "xml1", "--loss", "tag")
    #expect(wrong.code == .failure)
    #expect(wrong.error.hasPrefix("<stdin>:2:1: error: "))
  }

  @Test(arguments: ["xml1", "binary1"]) func nullsGoByPolicy(format: String) throws {
    let text = "{\"a\": 1,\n \"b\": [2, null]}"
    let refused = try convert(text, format)
    #expect(refused.code == .failure)
    #expect(refused.output.isEmpty)
    #expect(refused.error.hasPrefix("<stdin>:2:11: error: "))
    for (policy, expected) in [
      ("drop", "{\"a\":1,\"b\":[2]}\n"), ("string", "{\"a\":1,\"b\":[2,\"null\"]}\n"),
    ] {
      let run = try CapturedRun(input: Array(text.utf8))
      #expect(run.run("convert", format, "--json-null", policy) == .success)
      let back = try CapturedRun(input: run.outputBytes)
      #expect(back.run("convert", "json") == .success)
      #expect(back.outputText == expected)
    }
  }

  @Test(arguments: ["binary1", "xml1", "openstep", "json"])
  func aNullDocumentCannotBeDropped(_ format: String) throws {
    let run = try CapturedRun(input: Array("null".utf8))
    let code = run.run("convert", format, "--json-null", "drop", "--from", "json")
    guard format != "json" else {
      #expect(code == .success)
      return #expect(run.outputText == "null\n")
    }
    #expect(code == .failure)
    #expect(run.errorText.contains("the document is null"), "\(run.errorText)")
    #expect(run.outputText == "")
  }

  @Test func integersThatFoundationCannotReadAreNoted() throws {
    for (number, isNoted) in [
      ("18446744073709551615", false), ("-9223372036854775808", false), ("18446744073709551616", true),
      ("-9223372036854775809", true),
    ] {
      let run = try CapturedRun(input: Array("[\(number)]".utf8))
      #expect(run.run("convert", "xml1") == .success)
      #expect(run.outputText.contains("<integer>\(number)</integer>"))
      #expect(
        run.errorText.contains("1 integer of more than 64 bits, which Foundation cannot read, was written")
          == isNoted, "\(run.errorText)")
    }
  }

  @Test(arguments: [
    ("0000-12-30T00:00:00Z", -63_114_076_800.0), ("-002-11-27T00:00:00Z", -63_180_086_400),
    ("33689-09-27T01:46:40Z", 1e12),
  ])
  func datesOfAllYearsComeBack(_ text: String, _ seconds: Double) throws {
    let list = "<plist version=\"1.0\">\n<date>\(text)</date>\n</plist>"
    for steps in [["binary1"], ["json", "--loss", "tag"], ["openstep", "--loss", "tag"], ["xml1"]] {
      let there = try CapturedRun(input: Array(list.utf8))
      #expect(Program.run(["convert"] + steps, context: there.context) == .success, "\(there.errorText)")
      let back = try CapturedRun(input: there.outputBytes)
      #expect(back.run("convert", "xml1", "--loss", "tag") == .success, "\(back.errorText)")
      #expect(back.outputText.contains("<date>\(text)</date>"), "\(steps): \(back.outputText)")
    }
  }

  @Test func duplicateKeysAreNotedInTheirPlace() throws {
    let result = try convert("{\"a\": 1, \"b\": 2,\n\"a\": 3}", "json")
    #expect(result.output == "{\"a\":3,\"b\":2}\n")
    #expect(result.error.hasPrefix("<stdin>:2:1: note: duplicate key 'a'"))
  }

  @Test func duplicateKeysWithEscapesAreNotedInTheirPlace() async throws {
    let list = "<plist><dict><key>a&amp;b</key><true/>\n<key>a&#38;b</key><true/></dict></plist>"
    try await forEachRow(of: [
      (#"{"a": 1,"# + "\n" + #""\u0061": 2}"#, ["json"], "a"), (list, ["json"], "a&b"),
      ("{a: 1,\n'a': 2}", ["json", "-f", "json5"], "a"),
      (#"[{"a": 1,"# + "\n" + #""\u0061": 2}]"#, ["jsonl"], "a"),
    ]) { (text: String, words: [String], key: String) throws in
      let run = try CapturedRun(input: Array(text.utf8))
      #expect(Program.run(["convert"] + words, context: run.context) == .success)
      #expect(run.errorText.hasPrefix("<stdin>:2:1: note: duplicate key '\(key)'"), "\(run.errorText)")
    }
  }

  @Test func referencesAreNoLossInJSON() throws {
    let bytes = try Array(Data(contentsOf: testdata("valid/binary-plist/uid.plist")))
    let there = try CapturedRun(input: bytes)
    #expect(there.run("convert", "json", "--loss", "refuse") == .success)
    #expect(there.outputText.contains("{\"CF$UID\":"))
    let back = try CapturedRun(input: there.outputBytes)
    #expect(back.run("convert", "binary1") == .success)
    let again = try CapturedRun(input: back.outputBytes)
    #expect(again.run("convert", "json", "--loss", "refuse") == .success)
    #expect(again.outputText == there.outputText)
  }

  @Test func manyDuplicateKeysAreCounted() throws {
    let result = try convert(String(repeating: "a=b;\n", count: 20_000), "json", "-f", "strings")
    #expect(result.output == "{\"a\":\"b\"}\n")
    #expect(result.error.contains("<stdin>:101:1: note: "))
    #expect(result.error.contains("19899 more duplicate keys"))
  }

  @Test func manyDuplicateKeysOfAStreamedValueAreCounted() throws {
    let value = "{" + Array(repeating: #""a":1"#, count: 20_000).joined(separator: ",") + "}"
    let result = try convert("[2,\n \(value)]", "jsonl", "-f", "json")
    #expect(result.output == "2\n{\"a\":1}\n")
    #expect(result.error.contains("<stdin>:2:603: note: "))
    #expect(!result.error.contains("<stdin>:2:609: note: "))
    #expect(result.error.contains("19899 more duplicate keys"))
  }

  @Test func numbersBeyondAPropertyListBecomeStrings() throws {
    let result = try convert(
      "[1e400, 1234567890123456789012345678901234567890]", "binary1", "--loss", "refuse")
    #expect(result.code == .failure)
    let noted = try CapturedRun(input: Array("[1e400, 1234567890123456789012345678901234567890]".utf8))
    #expect(noted.run("convert", "binary1") == .success)
    #expect(noted.errorText.contains("beyond the range of a double became a string"))
    #expect(noted.errorText.contains("more than 128 bits became a string"))
  }

  @Test func controlCharactersAreRefusedInXML() throws {
    let result = try convert("[\"a\",\n  \"b\\u0001\"]", "xml1")
    #expect(result.code == .failure)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("<stdin>:2:3: error: "))
  }

  // MARK: Layout

  @Test func keysAreSortedOnRequest() throws {
    #expect(
      try convert("{\"b\":1,\"a\":{\"d\":1,\"c\":2}}", "json", "--sort-keys").output
        == "{\"a\":{\"c\":2,\"d\":1},\"b\":1}\n")
  }

  @Test func canonicalJSON() throws {
    #expect(try convert("{\"b\":1.0,\"a\":1e2}", "json", "--canonical").output == "{\"a\":100,\"b\":1}")
  }

  @Test func prettyJSON() throws {
    #expect(
      try convert("{\"b\":[1,{}],\"a\":[]}", "json", "--pretty").output
        == "{\n  \"b\": [\n    1,\n    {}\n  ],\n  \"a\": []\n}\n")
  }

  // MARK: Files

  @Test func aFailureLeavesTheFileAlone() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.json": "{\"a\": ", "b.json": "[1.5]",
          "c.plist": "<plist><date>2012-03-01T06:00:00Z</date></plist>",
        ], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "xml1", "a.json", "b.json") == .failure)
      #expect(read("a.json", in: folder) == "{\"a\": ")
      #expect(read("b.json", in: folder) == Self.head + "<array>\n\t<real>1.5</real>\n</array>\n</plist>\n")
      #expect(run.errorText.hasPrefix("a.json:1:1: error: "))
      // In place a loss is refused by default; beside it is noted.
      #expect(run.run("convert", "json", "c.plist") == .failure)
      #expect(read("c.plist", in: folder) == "<plist><date>2012-03-01T06:00:00Z</date></plist>")
      #expect(run.run("convert", "json", "-e", "json", "c.plist") == .success)
      #expect(read("c.json", in: folder) == "\"2012-03-01T06:00:00Z\"\n")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
          "a.json", "b.json", "c.json", "c.plist",
        ])
    }
  }

  @Test func severalInputsFollowOneAnotherOnStandardOutput() throws {
    try withTemporaryFolder { folder in
      try write(["a": "[1]", "b": "[ 2 ]"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "json", "-o", "-", "a", "b") == .success)
      #expect(run.outputText == "[1]\n[2]\n")
      #expect(run.run("convert", "xml1", "-o", "-", "a", "b") == .trouble)
    }
  }

  @Test func wrongUsageIsSaid() async throws {
    try await forEachRow(of: [
      (["json", "-o", "-r", "x"], "-o"), (["jsn"], "did you mean 'json'?"),
      (["json", "--lss", "note"], "--loss"),
      (["json", "-e", "json", "-"], "standard input"),
      (["json", "--canonical", "--pretty"], "cannot be used together"),
      (["json", "--max-output", "many"], "'many' for --max-output: expected a whole number"),
      (["json", "--jobs", "-1"], "jobs"),
    ]) { (words: [String], part: String) in
      let run = try CapturedRun(input: Array("1".utf8))
      #expect(Program.run(["convert"] + words, context: run.context) == .trouble)
      #expect(run.errorText.contains(part))
      #expect(run.outputText.isEmpty)
    }
  }
}
