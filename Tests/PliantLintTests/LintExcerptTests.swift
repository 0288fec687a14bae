// The lines that are shown with findings: those of the text, whatever its encoding and its line ends.

import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct LintExcerptTests {
  private static let linter = Linter(LintOptions(), keepsLines: true)

  /// The lines of what is not well formed, from memory and from a file in small pieces, which must be the same.
  private static func lines(_ bytes: [UInt8]) throws -> [(finding: Finding, excerpt: LintExcerpt)] {
    let held = bytes.withByteView { linter.lint($0, name: "a.xml") }
    let read = try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.xml")
      try Data(bytes).write(to: file)
      return try linter.lint(file: .path(file.path), count: bytes.count, name: "a.xml", chunkSize: 7)
    }
    #expect(held.excerpts == read.excerpts)
    #expect(held.fingerprints == read.fingerprints)
    #expect(held.excerpts.count == held.findings.count)
    return zip(held.findings, held.excerpts).map { ($0, $1) }
  }

  @Test func linesAreThoseOfTheText() async throws {
    try await forEachRow(
      of: [
        ("UTF-8", "Größe"), ("UTF-16", "Größe"), ("UTF-16BE", "Größe"), ("ISO-8859-1", "Größe"),
        ("macintosh", "Größe"), ("windows-1251", "Размер"), ("KOI8-R", "Размер"), ("Shift_JIS", "日本語"),
        ("EUC-JP", "日本語"), ("ISO-2022-JP", "日本語"), ("GB18030", "大小"), ("UTF-8", "a\u{A0A}b\u{D0D}"),
        ("UTF-16LE", "a\u{A0A}b\u{D0D}"),
      ], ["\n", "\r\n", "\r"]
    ) { (encoding: (name: String, word: String), lineEnd: String) in
      let line = "<b>\(encoding.word)</b> <c>"
      let text = ["<?xml version=\"1.0\" encoding=\"\(encoding.name)\"?>", "<a>", line, "</a>", ""]
        .joined(separator: lineEnd)
      let lines = try Self.lines(try LinterTests.encode(text, encoding.name))
        .filter { $0.finding.rule.id.description == "xml/not-well-formed" }
      #expect(lines.map(\.excerpt.text) == [line])
      #expect(lines.map(\.finding.line) == [3])
      #expect(lines.map(\.excerpt.column) == [line.unicodeScalars.count - 3])
    }
  }

  /// A text that is not in the encoding that it declares is shown as what it is.
  @Test func falselyDeclaredTextIsShownAsItIs() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>Größe der Fläche <b></a>\n"
    let lines = try Self.lines(try LinterTests.encode(text, "ISO-8859-1"))
    #expect(lines.map(\.excerpt.text) == ["<a>Größe der Fläche <b></a>", "<a>Größe der Fläche <b></a>"])
    #expect(lines.map(\.excerpt.column) == [5, 20])
  }

  /// A byte that is nothing in its encoding takes one column, in the place of a finding and in the line.
  @Test func strayBytesTakeAColumn() throws {
    let head = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n日本語 x".utf8)
    let bytes = head + [0xFF, 0x20, 0xE4] + Array(" <b>\n</a>\n".utf8)
    let lines = try Self.lines(bytes)
    #expect(lines.map(\.excerpt.text) == ["日本語 x\u{FFFD} \u{FFFD} <b>", "日本語 x\u{FFFD} \u{FFFD} <b>"])
    #expect(lines.map(\.excerpt.column) == [5, 9])
  }

  /// What is told once a line is told of each line, whatever ends it.
  @Test(arguments: ["\r\n", "\r"])
  func linesEndAlsoInCarriageReturns(_ lineEnd: String) throws {
    let lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<a>", "GrÃ¶ÃŸe, FlÃ¤che", "\u{FFFD} \u{FFFD}",
      "x\u{FEFF} y\u{FEFF}",
      "GrÃ¶ÃŸe \u{FFFD}", "\u{FEFF}z", "</a>", "",
    ]
    let expected = try Self.lines(Array(lines.joined(separator: "\n").utf8))
    let found = try Self.lines(Array(lines.joined(separator: lineEnd).utf8))
    #expect(found.map(\.finding.diagnostic) == expected.map(\.finding.diagnostic))
    #expect(found.map(\.excerpt) == expected.map(\.excerpt))
    #expect(Set(found.map(\.finding.line)).count > 3)
  }

  @Test func marksStandBelowWhatTheyMean() async throws {
    try await forEachRow(of: [
      ("abc", 2, 2), ("日本語 <b>", 4, 7), ("e\u{301}x", 2, 1), ("한글", 1, 2), ("ab", 5, 5), ("", 0, 0),
    ]) { (text: String, scalars: Int, columns: Int) in
      #expect(TerminalText.indent(below: text, scalars: scalars).utf8.count == columns)
    }
  }
}
