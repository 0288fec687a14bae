// The rules that every text is checked by: control characters, controls of direction, forms of letters, line ends.

import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct TextRulesTests {
  private func lint(_ text: String, _ name: String, _ options: LintOptions = LintOptions()) -> [String] {
    Array(text.utf8).withByteView { Linter(options).lint($0, name: name).findings }.map {
      "\($0.line):\($0.column) \($0.rule.id)"
    }
  }

  @Test func controlCharactersAreReportedOnceEach() {
    for (name, text, expected) in [
      ("a.py", "a\u{0}b\nc\u{0}\u{1B}d\n", ["1:2 text/control-character", "2:3 text/control-character"]),
      ("a.txt", "a\u{7F}\n", ["1:2 text/control-character"]), ("a.c", "\u{C}\n\tint a;\r\n", []),
      // The end mark of DOS, and what separates the nodes of info.
      ("a.bat", "dir\r\n\u{1A}", []), ("a.bat", "dir\u{1A}\r\nc\r\n", ["1:4 text/control-character"]),
      ("a.info", "This is a.info.\n\u{1F}\nFile: a\u{7F}1\n", []),
      // Keys in Vim scripts, escapes in ANSI art.
      ("a.vim", "normal! i\u{1B}\n", []), (".vimrc", "map x a\u{16}\u{1B}\n", []),
      ("a.ans", "\u{1B}[1m\n", []),
      ("a.vim", "a\u{0}b\n", ["1:2 text/control-character"]),
      // One finding for one character: the grammar's own, where it has a word on it.
      ("a.json", "\"a\u{1}b\"\n", ["1:3 json/syntax"]),
      ("a.xml", "<a>\u{1}</a>\n", ["1:4 xml/illegal-character"]),
      ("a.xml", "<a>\u{7F}</a>\n", ["1:4 text/control-character"]),
      ("a.json", "\"a\u{7F}b\"\n", ["1:3 text/control-character"]),
      (
        String(repeating: "x", count: 40), String(repeating: "\u{3B1}", count: 40) + "\u{8}\n",
        ["1:41 text/control-character"]
      ),
    ] { #expect(lint(text, name) == expected, "\(name) \(text.debugDescription)") }
  }

  @Test func directionIsReportedWhereItReordersCode() {
    let hebrew = "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"
    for (name, text, isFound) in [
      ("a.py", "a = 1 # \u{202E}x\n", true), ("a.py", "a = \"\u{2067}\(hebrew)\u{2069}\"\n", false),
      ("a.c", "/* \u{202E} } \u{2066}if (x)\u{2069} \u{2066} begin */\n", true),
      ("a.c", "/* \u{202B}\(hebrew)\u{202C} */\n", false), ("a.c", "\u{2066}\"\u{2069}\"\n", true),
      ("a.js", "x = '\u{202A}a\n'\n", true), ("a.sh", "echo \u{202C}\u{2069}\n", false),
      ("run", "#!/bin/sh\n# \u{2067}x\n", true), ("Makefile", "a: \u{2067}b\n", true),
      // Texts need them.
      ("a.html", "<p>\u{202B}\(hebrew)</p>\n", false),
      ("a.json", "{\"a\": \"\u{2067}\(hebrew)\u{2069}\"}\n", false),
      ("a.txt", "\u{202E}abc\n", true), ("a.txt", "\u{202E}abc\u{202C}\n", false),
    ] {
      let found = lint(text, name)
      #expect(
        found.isEmpty != isFound && found.allSatisfy { $0.hasSuffix("text/bidirectional-control") },
        "\(text) \(found)")
    }
  }

  @Test func lettersInTwoFormsAreReportedAndComposed() {
    for (text, expected, fixed) in [
      ("caf\u{E9} cafe\u{301}\n", ["1:9 text/normalization"], "caf\u{E9} caf\u{E9}\n"),
      // One form alone is nobody's mistake, nor is a letter that has only one.
      ("cafe\u{301}\n", [], nil), ("caf\u{E9} m\u{302}\n", [], nil), ("\u{F8} e\u{301}\n", [], nil),
      ("\u{1EBF} he\u{302}\u{301}\n", ["1:4 text/normalization"], "\u{1EBF} h\u{1EBF}\n"),
      ("\u{1EBF} h\u{EA}\u{301}\n", ["1:4 text/normalization"], "\u{1EBF} h\u{1EBF}\n"),
      (
        "\u{AC01} \u{AC00}\u{1100}\u{1161}\u{11A8}\n", ["1:4 text/normalization"],
        "\u{AC01} \u{AC00}\u{AC01}\n"
      ),
      ("\u{304C} \u{304B}\u{3099}\u{3042}\n", ["1:3 text/normalization"], "\u{304C} \u{304C}\u{3042}\n"),
      ("\u{439} \u{438}\u{306}\u{435}\n", ["1:3 text/normalization"], "\u{439} \u{439}\u{435}\n"),
      // A letter by itself is meant: the text is about it.
      ("caf\u{E9} e\u{301} or 'e\u{301}'\n", [], nil),
      ("\u{301}\u{E9}\n", [], nil), ("NFD: caf\u{E9} cafe\u{301}\n", [], nil),
    ] as [(String, [String], String?)] {
      #expect(lint(text, "a.txt") == expected, "\(text)")
      let result = LintFixer(LintOptions(), kind: .normalization).fix(Array(text.utf8), name: "a.txt")
      #expect(result.map { $0.bytes } == fixed.map { Array($0.utf8) }, "\(text)")
    }
  }

  /// Every letter with one mark that Unicode composes, as Swift's strings compare.
  @Test func allLettersAreComposed() {
    var count = 0
    for value in Array(0xC0...0x24F) + Array(0x386...0x4FF) + Array(0x1E00...0x1FFC) + Array(0x3041...0x30FE)
    {
      guard let composed = Unicode.Scalar(UInt32(value)) else { continue }
      let parts = String(composed).decomposedStringWithCanonicalMapping.unicodeScalars
      // Only what is its own composed form, but for the bases of Greek accents alone.
      guard parts.count > 1,
        String(composed).precomposedStringWithCanonicalMapping.unicodeScalars.first == composed,
        parts.first?.properties.isAlphabetic == true
      else { continue }
      count += 1
      let text = "b" + String(String.UnicodeScalarView(parts)) + "b \u{E9}\n"
      let result = LintFixer(LintOptions(), kind: .normalization).fix(Array(text.utf8), name: "a.txt")
      #expect(
        result.map { $0.bytes } == Array("b\(composed)b \u{E9}\n".utf8), "U+\(String(value, radix: 16))")
    }
    #expect(count > 800)
  }

  @Test func lineEndsAreReportedWhereTheyAreSelected() {
    var options = LintOptions()
    options.select = [LintSelector("default"), LintSelector("text/line-ends")].compactMap { $0 }
    #expect(options.select.count == 2)
    for (text, expected, fixed) in [
      ("a\r\nb\nc\r\n", ["2:2 text/line-ends"], "a\r\nb\r\nc\r\n"),
      ("a\nb\r\nc\n", ["2:2 text/line-ends"], "a\nb\nc\n"),
      ("a\nb\r\n", ["1:2 text/line-ends"], nil), ("a\nb\n", [], nil), ("a\r\nb\r\n", [], nil),
      ("a\rb\r", [], nil),
      ("a\nb\nc\rd", ["3:2 text/line-ends"], nil), ("", [], nil),
    ] as [(String, [String], String?)] {
      #expect(lint(text, "a.txt", options) == expected, "\(text.debugDescription)")
      #expect(lint(text, "a.txt").isEmpty)
      let result = LintFixer(options, kind: .lineEnds).fix(Array(text.utf8), name: "a.txt")
      #expect(result.map { $0.bytes } == fixed.map { Array($0.utf8) }, "\(text.debugDescription)")
    }
  }
}
