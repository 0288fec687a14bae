/// Breaks text in the light markup into lines of a width, with literal input in bold and placeholders
/// underlined.
struct TextLayout {
  let width: Int
  let isStyled: Bool

  private static let bold = "\u{1B}[1m"
  private static let underlined = "\u{1B}[4m"
  private static let plain = "\u{1B}[0m"

  /// A word with its width in columns, not counting styles.
  private struct Word {
    var text = ""
    var columns = 0
  }

  func heading(_ text: String) -> String {
    isStyled ? "\n\(Self.bold)\(text)\(Self.plain)\n" : "\n\(text):\n"
  }

  func paragraph(_ markup: String, indent: Int = 0, hanging: Int? = nil) -> String {
    lines(words(markup), first: indent, others: hanging ?? indent)
  }

  func literal(_ lines: [String], indent: Int) -> String {
    lines.map { ($0.isEmpty ? "" : spaces(indent) + $0) + "\n" }.joined()
  }

  /// A name and its explanation, in two columns if they fit.
  func row(_ name: String, _ text: String, column: Int) -> String {
    let column = min(column, width / 2)
    let leading = name.prefix { $0 == " " }.count
    let left = words(name, dividesCode: leading + 2 + Markup.plain(name).count > width)
    let columns = 2 + leading + left.reduce(-1) { $0 + 1 + $1.columns }
    let right = lines(words(text), first: column, others: column)
    let head = lines(left, first: 2 + leading, others: 6)
    guard columns + 2 <= column else { return head + right }
    return head.dropLast() + spaces(column - columns) + right.dropFirst(column)
  }

  func table(_ rows: [[String]], indent: Int) -> String {
    let widths = rows.columnWidths
    guard indent + widths.reduce(0, { $0 + $1 + 2 }) <= width else {
      return rows.stacked.map { row($0.term, $0.paragraphs[0], column: 20) }.joined()
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let text = Markup.plain(cell)
        line += text + (column + 1 < row.count ? spaces(widths[column] - text.count + 2) : "")
      }
      return spaces(indent) + line + "\n"
    }.joined()
  }

  // MARK: Words and lines

  private func words(_ markup: String, dividesCode: Bool = false) -> [Word] {
    Markup.words(markup).flatMap { runs -> [Word] in
      if dividesCode, runs.count == 1, case .code(let code) = runs[0] {
        return code.split(separator: " ").map { word(.code(String($0))) }
      }
      return [
        runs.map(word).reduce(into: Word()) {
          $0.text += $1.text
          $0.columns += $1.columns
        }
      ]
    }
  }

  private func word(_ run: Markup.Run) -> Word {
    switch run {
    case .text(let text): return Word(text: text, columns: text.count)
    case .code(let code): return styled(code, Self.bold)
    case .variable(let name): return styled(name, Self.underlined)
    }
  }

  private func styled(_ text: String, _ style: String) -> Word {
    Word(text: isStyled ? style + text + Self.plain : text, columns: text.count)
  }

  private func lines(_ words: [Word], first: Int, others: Int) -> String {
    var lines: [String] = []
    var line = spaces(first)
    var columns = first
    var isEmpty = true
    for word in words {
      if !isEmpty && columns + 1 + word.columns > width {
        lines.append(line)
        (line, columns, isEmpty) = (spaces(others), others, true)
      }
      line += (isEmpty ? "" : " ") + word.text
      columns += word.columns + (isEmpty ? 0 : 1)
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

extension [[String]] {
  var columnWidths: [Int] {
    (first ?? []).indices.map { column in
      map { column < $0.count ? Markup.plain($0[column]).count : 0 }.max() ?? 0
    }
  }

  /// The rows below the heading as terms, for a table that is too wide.
  var stacked: [ManualTerm] {
    dropFirst().map { row in
      let cells = zip(self[0], row).dropFirst().filter { !$1.isEmpty }.map { "\($0.0): \($0.1)" }
      return ManualTerm(row.first ?? "", [cells.joined(separator: "; ")])
    }
  }
}
