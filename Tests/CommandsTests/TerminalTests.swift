// What a terminal is shown: documents in colour, and nothing binary unless it was asked for.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct TerminalTests {
  private static let dictionary = "<plist><dict><key>a</key><integer>1</integer></dict></plist>"

  private func terminal(_ input: String) throws -> CapturedRun {
    let run = try CapturedRun(input: Array(input.utf8))
    run.context.outputIsTerminal = true
    return run
  }

  @Test func bytesAreNotShownUnasked() throws {
    let unasked = try terminal(Self.dictionary)
    #expect(unasked.run("convert", "binary1") == .failure)
    #expect(unasked.outputText.isEmpty)
    #expect(unasked.errorText.contains("error: binary output not written to the terminal; redirect it"))
    let asked = try terminal(Self.dictionary)
    #expect(asked.run("convert", "binary1", "-o", "-") == .success)
    #expect(asked.outputBytes.starts(with: Array("bplist00".utf8)))
    let created = try terminal("")
    #expect(created.run("create", "binary1") == .trouble && created.outputText.isEmpty)
    let extracted = try terminal(Self.dictionary)
    #expect(extracted.run("extract", "a", "binary1") == .trouble && extracted.outputText.isEmpty)
    let piped = try CapturedRun(input: Array(Self.dictionary.utf8))
    #expect(piped.run("convert", "binary1") == .success && piped.outputBytes.count > 8)
  }

  @Test func documentsAreColoured() throws {
    let json = try terminal(#"{"a": [1, "x\"y", null, true]}"#)
    #expect(json.run("convert", "json") == .success)
    let esc = "\u{1B}["
    func mark(_ text: String) -> String { "\(esc)1;39m\(text)\(esc)0m" }
    #expect(
      json.outputText == mark("{") + "\(esc)34;1m\"a\"\(esc)0m" + mark(":") + mark("[") + "1" + mark(",")
        + "\(esc)0;32m\"x\\\"y\"\(esc)0m" + mark(",") + "\(esc)0;90mnull\(esc)0m" + mark(",") + "true"
        + mark("]") + mark("}") + "\n")
    let xml = try terminal("<!--c--><a b='1'>t &amp; <![CDATA[x]]></a>")
    #expect(xml.run("format", "-o", "-") == .success)
    for part in ["\(esc)34;1m<a\(esc)0m", "\(esc)0;33mb\(esc)0m", "\(esc)0;90m<!--c-->\(esc)0m"] {
      #expect(xml.outputText.contains(part), "\(xml.outputText)")
    }
    let forced = try CapturedRun(input: Array("[]".utf8))
    #expect(forced.run("convert", "json", "--color", "always") == .success)
    #expect(forced.outputText.contains(esc))
  }

  @Test func onlyTheColoursAreAdded() throws {
    let texts = [
      #"{"a":"b\\","c":{"d":[-1.5e3,false]},"":"é"}"#, "[\"\\u0000\"]", "\"x\"", "<a/>",
      "<a x=\"1\" y='<>'>&#x41;</a>",
      "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY e \"v\">]>\n<a>&e;</a>\n",
    ]
    for text in texts {
      for words in [["format", "-o", "-"], ["convert", "json", "-q", "-o", "-"], ["query", "-q", "$"]] {
        let plain = try CapturedRun(input: Array(text.utf8))
        let colored = try terminal(text)
        #expect(
          Program.run(words, context: plain.context) == Program.run(words, context: colored.context),
          "\(text) \(words)")
        let parts = colored.outputText.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        let bare = parts[0] + parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }.joined()
        #expect(bare == plain.outputText)
      }
    }
  }

  @Test func othersAreNotColoured() throws {
    for (words, input) in [
      (["extract", "a"], #"{"a":"{}"}"#), (["convert", "json", "--color", "never"], "{}"),
      (["convert", "jsonl"], "[{},{}]"), (["encoding"], "{}"),
    ] {
      let run = try terminal(input)
      #expect(Program.run(words, context: run.context) == .success)
      #expect(!run.outputText.contains("\u{1B}"), "\(words)")
    }
  }

  /// Values that a document holds cannot steer the terminal; a pipe gets them as they are.
  @Test func valuesDoNotSteerTheTerminal() throws {
    let hostile = "\u{9B}31m\u{202E}\u{7F}x"
    let controls = "\u{1B}]0;title\u{7}"
    let files = [
      "a.json": #"{"k":"\#(hostile)\u001b]0;title\u0007","\#(hostile)":{"n":1}}"#,
      "b.json": "{\"k\":\"\(hostile)\"}",
      "a.xml": "<a b='\(hostile)'>\(hostile)</a>", "a.plist": "{k = \"\(hostile)\(controls)\";}",
    ]
    for line in [
      "extract k a.json", "extract -H k a.json", "extract k json a.json", "extract k openstep a.json",
      "query --as value $.k a.json", "query --as value $ a.json", "query --as paths $.* a.json",
      "query $ a.json",
      "xpath //text() a.xml", "xpath --as xml /a a.xml", "xpath --as json /a a.xml",
      "xpath string(//string) a.json",
      "convert json -o - a.json", "print a.json", "PlistBuddy -c Print a.plist",
      "PlistBuddy -c Print_:k a.plist", "PlistBuddy -c Print_:\(hostile) a.plist", "-p a.plist",
      "-extract k raw a.plist", "-extract k json -o - a.plist",
      "convert csv -o - a.json", "convert tsv -o - a.json", "convert jsonl -o - a.json",
      "convert strings -o - b.json", "convert openstep -o - a.json", "convert swift -o - a.json",
      "convert objc -o - a.json", "convert sql a.json", "convert sql --json a.json",
      "convert xml1 -o - b.json",
      "convert csv --records /a a.xml", "convert jsonl --records /a a.xml", "escape a.xml", "unescape a.xml",
      "escape a.xml b.json", "transcode -t UTF-8 -o - a.xml", "cdata wrap --all -o - a.xml",
      "format -o - a.xml",
      "format -o - b.json", "insert z --string x -o - a.json", "diff a.json b.json",
      "diff --json a.json b.json",
      "info a.json", "events a.xml", "encoding a.xml", "type k a.json", "lint a.xml a.json",
    ] {
      for isTerminal in [true, false] {
        try withTemporaryFolder { folder in
          try write(files, in: folder)
          let run = try CapturedRun(in: folder, environment: ["NO_COLOR": "1"])
          run.context.outputIsTerminal = isTerminal
          run.context.errorIsTerminal = isTerminal
          let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "_", with: " ") }
          _ = Program.run(words, context: run.context)
          let shown = run.outputText + run.errorText
          #expect(!shown.isEmpty, "\(line)")
          let isHarmless = shown.replacing("\r\n", with: "\n").unicodeScalars.allSatisfy {
            TerminalText.isHarmless($0) || "\n\t".contains(Character($0))
          }
          if isTerminal { #expect(isHarmless, "\(line): \(shown.debugDescription)") }
          if !isTerminal && line == "extract k a.json" { #expect(shown.contains(hostile), "\(line)") }
        }
      }
    }
  }

  /// What would turn a line around or move the cursor is shown by an escape; a pipe gets it as it is.
  @Test func eventsDoNotTurnLinesAround() throws {
    let hostile = "\u{202E}\u{2066}\u{2028}\u{9B}\u{7F}\u{FEFF}"
    let xml = "<a b=\"\(hostile)\">\(hostile)é\\<!--\(hostile)--><?p \(hostile)?></a>"
    for words in [["events"], ["events", "--json"], ["events", "--raw-characters"]] {
      let shown = try terminal(xml)
      let piped = try CapturedRun(input: Array(xml.utf8))
      for run in [shown, piped] { #expect(Program.run(words, context: run.context) == .success) }
      let kept = shown.outputText.unicodeScalars.filter { $0 != "\n" }
      #expect(kept.allSatisfy(TerminalText.isHarmless), "\(shown.outputText)")
      let escape = words.contains("--json") ? "\\u202E" : "\\u{202E}"
      #expect(shown.outputText.split(separator: escape, omittingEmptySubsequences: false).count == 5)
      #expect(shown.outputText.contains("é"))
      #expect(piped.outputText.split(separator: hostile, omittingEmptySubsequences: false).count == 5)
    }
  }
}
