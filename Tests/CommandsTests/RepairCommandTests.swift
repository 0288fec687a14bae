// pliant repair: files, streams, encodings, messages and exit statuses.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct RepairCommandTests {
  private func run(_ words: [String], _ input: String = "") throws -> (ExitCode, String, String) {
    let run = try CapturedRun(input: Array(input.utf8))
    let code = Program.run(["repair"] + words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  @Test func aFileIsRepairedInPlaceAndEachRepairIsListed() throws {
    try withTemporaryFolder { url in
      let folder = url.path
      let path = folder + "/a.xml"
      try Data("<a>\n<b>Q&A&nbsp;</b></a>".utf8).write(to: URL(fileURLWithPath: path))
      #expect(try run(["--check", path]).0 == .failure)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("<a>\n<b>Q&A&nbsp;</b></a>".utf8))
      let (code, output, errors) = try run([path])
      #expect(code == .success && output.isEmpty)
      #expect(errors.contains("a.xml:2:5: note: ampersands: replaced '&' with '&amp;' [xml/not-well-formed]"))
      #expect(
        errors.contains("a.xml:2:7: note: entities: replaced '&nbsp;' with U+00A0 [xml/undefined-entity]"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "<a>\n<b>Q&amp;A\u{A0}</b></a>")
      #expect(try run(["--check", path]).0 == .success)
    }
  }

  /// A file with a mistake that is left keeps its bytes; a stream gets the repairs that were possible.
  @Test func whatIsLeftKeepsTheFile() throws {
    try withTemporaryFolder { url in
      let folder = url.path
      let path = folder + "/a.xml"
      let text = "<a>Q&A<b></a>"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let (code, _, errors) = try run([path])
      #expect(code == .failure && errors.contains("a.xml:1:"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      let other = folder + "/b.xml"
      #expect(try run(["-o", other, path]).0 == .failure)
      #expect(try String(contentsOfFile: other, encoding: .utf8) == "<a>Q&amp;A<b></a>")
    }
  }

  /// The encoding stays, also if the declaration becomes the first thing; what it lacks becomes a reference.
  @Test func otherEncodings() throws {
    try withTemporaryFolder { url in
      let folder = url.path
      for (text, expected, encoding) in [
        (
          "<?xml version='1.0' encoding='ISO-8859-1'?><a>é&mdash;&</a>",
          "<?xml version='1.0' encoding='ISO-8859-1'?><a>é&#x2014;&amp;</a>", .isoLatin1
        ),
        (
          "\n<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>",
          "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>", .isoLatin1
        ),
        (
          "<?xml version='1.0' encoding='ISO-8859-1'><a>é</a>",
          "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>", .isoLatin1
        ),
        ("\u{FEFF}<a>é&</a>", "\u{FEFF}<a>é&amp;</a>", .utf16LittleEndian),
      ] as [(String, String, String.Encoding)] {
        let path = folder + "/a.xml"
        try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: path))
        let (code, _, errors) = try run([path])
        #expect(code == .success, "\(errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == expected.data(using: encoding))
      }
    }
  }

  /// A declaration counts once it is repaired.
  @Test func aRepairedDeclarationMayBeFalse() throws {
    try withTemporaryFolder { url in
      let path = url.path + "/a.xml"
      let text = "\u{FEFF}<?xml version='1.0' encoding='UTF-8'>\n<r/>"
      try #require(text.data(using: .utf16LittleEndian)).write(to: URL(fileURLWithPath: path))
      let (code, _, errors) = try run([path])
      #expect(code == .failure && errors.contains("[encoding/bom-mismatch]"), "\(errors)")
    }
  }

  @Test func formatsAreRecognised() throws {
    try withTemporaryFolder { url in
      let folder = url.path
      for (name, text, expected) in [
        ("a.json", "{'a': 1, // b\n}", "{\"a\": 1\n}"), ("a.strings", "\"a\" = \"b\"", "\"a\" = \"b\";"),
        ("a.plist", "<plist><string>&</string></plist>", "<plist><string>&amp;</string></plist>"),
        ("a.txt", "{a: 1}", "{\"a\": 1}"), ("b.json", "cb([1,]);", "[1]"),
      ] {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let (code, _, errors) = try run([path])
        #expect(code == .success, "\(name): \(errors)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
      }
      // Comments are right where the name says so.
      let path = folder + "/tsconfig.json"
      try Data("{ /* a */ \"b\": 1, }".utf8).write(to: URL(fileURLWithPath: path))
      #expect(try run([path]).0 == .success)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "{ /* a */ \"b\": 1, }")
    }
  }

  @Test func optionsAndUsage() throws {
    #expect(try run(["--list"]).1.contains("\nampersands ") || run(["--list"]).1.hasPrefix("ampersands "))
    let only = try run(["--only", "commas"], "[NaN,]")
    #expect(only.0 == .failure && only.1 == "[NaN]")
    #expect(try run(["--replace", "?"], "<a>\u{1B}</a>").1 == "<a>?</a>")
    #expect(try run(["--diff"], "<a>&</a>\n").1.contains("+<a>&amp;</a>\n"))
    #expect(try run(["--only", "comma"], "[]").2.contains("unknown kind 'comma'; did you mean 'commas'?"))
    for words in [["--check", "--diff"], ["--check", "-o", "-"], ["--replace", "<"], ["--list", "x"]] {
      #expect(try run(words, "[]").0 == .trouble, "\(words)")
    }
    #expect(try run([], "bplist00").0 == .failure)
  }

  @Test func lintAndConvertPointToIt() throws {
    try withTemporaryFolder { url in
      let folder = url.path
      let path = folder + "/a.xml"
      for (text, isRepairable) in [("<a>&</a>", true), ("<a><b></a>", false)] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        for words in [["lint", path], ["convert", "json", "--xml-style", "attributes", "-o", "-", path]] {
          let run = try CapturedRun()
          _ = Program.run(words, context: run.context)
          #expect(
            (run.outputText + run.errorText).contains("; pliant repair fixes this [") == isRepairable,
            "\(words)")
        }
      }
    }
  }

  @Test func unescapeWithinElements() throws {
    let document =
      "<r a='&amp;lt;'><t>A &amp;amp; B > &lt;</t><u><![CDATA[&eacute;<]]></u><v>&amp;amp;</v></r>"
    for (words, expected) in [
      (
        ["--elements", "t,u"],
        "<r a='&amp;lt;'><t>A &amp; B > &lt;</t><u><![CDATA[é<]]></u><v>&amp;amp;</v></r>"
      ),
      (
        ["--xpath", "/r/@a"],
        "<r a='&lt;'><t>A &amp;amp; B > &lt;</t><u><![CDATA[&eacute;<]]></u><v>&amp;amp;</v></r>"
      ),
      (["--elements", "r"], "<r a='&amp;lt;'><t>A &amp; B > &lt;</t><u><![CDATA[é<]]></u><v>&amp;</v></r>"),
    ] {
      let run = try CapturedRun(input: Array(document.utf8))
      #expect(Program.run(["unescape"] + words, context: run.context) == .success)
      #expect(run.outputText == expected)
    }
    let run = try CapturedRun(input: Array(document.utf8))
    #expect(Program.run(["unescape", "--elements", "x"], context: run.context) == .failure)
    let numbered = try CapturedRun(input: Array("<r><d>&#38;lt;p</d><t>&#x26;amp;lt;</t></r>".utf8))
    #expect(Program.run(["unescape", "--elements", "d,t"], context: numbered.context) == .success)
    #expect(numbered.outputText == "<r><d>&lt;p</d><t>&amp;lt;</t></r>")
  }
}
