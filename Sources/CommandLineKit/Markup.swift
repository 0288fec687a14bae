/// The light markup of descriptions: `code` and *METAVARIABLE* in running text.
package enum Markup {
  /// A run of text in one style.
  package enum Run: Equatable, Sendable {
    case text(String)
    /// Between backquotes: literal input.
    case code(String)
    /// Between asterisks: a placeholder.
    case variable(String)
  }

  /// Returns the runs of a text; an unpaired mark is literal.
  package static func runs(_ text: String) -> [Run] {
    var runs: [Run] = []
    var rest = Substring(text)
    var plain = ""
    while let start = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "*") }) {
      plain += rest[..<start]
      let mark = Character(Unicode.Scalar(rest.utf8[start]))
      rest = rest[rest.utf8.index(after: start)...]
      guard let end = rest.firstIndex(of: mark), end > rest.startIndex,
        mark == "`" || rest[..<end].allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
      else {
        plain.append(mark)
        continue
      }
      if !plain.isEmpty { runs.append(.text(plain)) }
      plain = ""
      runs.append(mark == "`" ? .code(String(rest[..<end])) : .variable(String(rest[..<end])))
      rest = rest[rest.index(after: end)...]
    }
    plain += rest
    if !plain.isEmpty { runs.append(.text(plain)) }
    return runs
  }

  /// Returns the text without marks; code that contains spaces gets quotation marks.
  package static func plain(_ text: String) -> String {
    runs(text).map { run in
      switch run {
      case .text(let text), .variable(let text): text
      case .code(let text): text.contains(" ") ? "'\(text)'" : text
      }
    }.joined()
  }

  /// Splits a text at white space into words of one or more adjacent runs; never splits code.
  static func words(_ text: String) -> [[Run]] {
    var words: [[Run]] = []
    var word: [Run] = []
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\n" }
    for run in runs(text) {
      guard case .text(let text) = run else {
        word.append(run)
        continue
      }
      if let first = text.first, isSpace(first), !word.isEmpty {
        words.append(word)
        word = []
      }
      let parts = text.split(whereSeparator: isSpace)
      for (index, part) in parts.enumerated() {
        word.append(.text(String(part)))
        let isLast = index == parts.count - 1
        guard !isLast || text.last.map(isSpace) == true else { continue }
        words.append(word)
        word = []
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
