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
