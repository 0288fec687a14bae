// The text of pages, written as it reads; blank lines separate blocks.
//
//   # SECTION
//   A paragraph in the light markup, over any number of lines.
//
//       literal text, indented by four spaces
//
//   `--term` :: Its explanation, which continues
//     on indented lines.
//
//   | a table | with a heading
//   | a row   | of cells
//
//   An example, with its explanation above it.
//     $ pliant extract tables settings.plist
//     3
//   Output that the page does not show is `…`; `(no-eol)` stands for a missing line end.
//     $ pliant man
//     …
//   A failure has its exit status, and output only if the page shows it.
//     $ pliant extract missing settings.plist
//     [1]

package struct PageText {
  private var lines: ArraySlice<Substring>

  private init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
  }

  /// Returns the sections of a page; without the introduction.
  package static func sections(_ text: String) -> [ManualSection] {
    var page = PageText(text)
    var sections: [ManualSection] = []
    _ = page.blocks()
    while let heading = page.lines.popFirst() {
      sections.append(ManualSection(String(heading.dropFirst(2)), page.blocks()))
    }
    return sections
  }

  /// Returns paragraphs, literal ones with their indentation.
  static func paragraphs(_ text: String) -> [String] { paragraphs(PageText(text).lines) }

  /// Returns the paragraphs before the first heading.
  static func introduction(_ text: String) -> [String] {
    paragraphs(PageText(text).lines.prefix { !$0.hasPrefix("# ") })
  }

  private static func paragraphs(_ lines: ArraySlice<Substring>) -> [String] {
    lines.split(whereSeparator: \.isEmpty).map { lines in
      lines.joined(separator: lines.first?.hasPrefix("    ") == true ? "\n" : " ")
    }
  }

  /// Takes the blocks up to the next section.
  private mutating func blocks() -> [ManualBlock] {
    var blocks: [ManualBlock] = []
    while let line = lines.first, !line.hasPrefix("# ") {
      if line.isEmpty {
        lines.removeFirst()
      } else if line.hasPrefix("    ") {
        blocks.append(ManualBlock(paragraph: indented(by: 4).joined(separator: "\n")))
      } else if line.hasPrefix("|") {
        blocks.append(.table(take { $0.hasPrefix("|") }.map(Self.cells)))
      } else if Self.endOfTerm(line) != nil {
        blocks.append(.terms(terms()))
      } else {
        blocks.append(paragraph())
      }
    }
    return blocks
  }

  private mutating func take(while isPart: (Substring) -> Bool) -> ArraySlice<Substring> {
    let taken = lines.prefix(while: isPart)
    lines = lines.dropFirst(taken.count)
    return taken
  }

  /// Takes lines with this indentation, and the blank ones between them.
  private mutating func indented(by count: Int) -> ArraySlice<Substring> {
    let indentation = String(repeating: " ", count: count)
    var taken = take { $0.isEmpty || $0.hasPrefix(indentation) }
    while taken.last?.isEmpty == true { taken.removeLast() }
    return taken
  }

  private static func cells(_ row: Substring) -> [String] {
    row.dropFirst().split(separator: "|", omittingEmptySubsequences: false).map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static let termMark = " :: "

  private static func endOfTerm(_ line: Substring) -> String.Index? {
    line.hasPrefix(" ") ? nil : line.indices.first { line[$0...].hasPrefix(termMark) }
  }

  private mutating func terms() -> [ManualTerm] {
    var terms: [ManualTerm] = []
    while let line = lines.first, let end = Self.endOfTerm(line) {
      lines.removeFirst()
      let text = [line[end...].dropFirst(Self.termMark.count)] + indented(by: 2).map { $0.dropFirst(2) }
      terms.append(ManualTerm(String(line[..<end]), Self.paragraphs(text.joined(separator: "\n"))))
    }
    return terms
  }

  private mutating func paragraph() -> ManualBlock {
    let text = take { !$0.isEmpty && !$0.hasPrefix("  $ ") && !$0.hasPrefix("# ") }.joined(separator: " ")
    guard let command = lines.first, command.hasPrefix("  $ ") else { return .paragraph(text) }
    lines.removeFirst()
    var shown = take { $0.hasPrefix("  ") && !$0.hasPrefix("  $ ") }.map { $0.dropFirst(2) }
    var status = 0
    if let last = shown.last, last.hasPrefix("["), let code = Int(last.dropFirst().dropLast()) {
      status = code
      shown.removeLast()
    }
    let output = shown.joined(separator: "\n") + (shown.isEmpty ? "" : "\n")
    let unended = output.hasSuffix("(no-eol)\n") ? String(output.dropLast("(no-eol)\n".count)) : output
    let isHidden = shown == ["…"] || shown.isEmpty && status != 0
    return .example(
      Example(
        command: String(command.dropFirst(4)), explanation: text, output: isHidden ? nil : unended,
        status: status))
  }
}
