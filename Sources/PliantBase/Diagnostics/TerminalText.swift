/// Makes a file's text safe for a terminal: no control characters, and nothing that reorders or breaks lines.
@usableFromInline
package enum TerminalText {
  /// The representation of unsafe characters.
  @usableFromInline
  package enum Form: Sendable, Equatable {
    case text, json
  }

  /// Whether a character shows as itself, on its line and in order.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    // Directional marks, line and paragraph separators, embeddings, overrides and isolates, the byte order
    // mark.
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }

  /// The width in columns of a character that begins with the scalar: two for wide ones (UAX 11, by blocks).
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }

  /// Spaces as wide as the first scalars of a text, to put a mark below the next one.
  package static func indent(below text: String, scalars count: Int) -> String {
    let before = text.unicodeScalars.prefix(count)
    let columns = String(before).reduce(0) { $0 + ($1.unicodeScalars.first.map(columns(of:)) ?? 0) }
    return String(repeating: " ", count: columns + count - before.count)
  }

  /// The text with `\n`, `\x1B` or `\u{202E}` for unsafe characters.
  ///
  /// Optionally keeps line ends and tabs.
  package static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    if text.unicodeScalars.allSatisfy(isHarmless) { return text }
    var shown = ""
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      switch scalar {
      case "\n" where keepsLines, "\t" where keepsLines: shown.unicodeScalars.append(scalar)
      case "\r" where keepsLines && text.unicodeScalars[index...].dropFirst().first == "\n":
        shown.unicodeScalars.append(scalar)
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      case _ where isHarmless(scalar): shown.unicodeScalars.append(scalar)
      default:
        let value = scalar.value
        shown += value < 0x80 ? "\\x" + value.hexadecimal(2) : "\\u{\(value.hexadecimal(1))}"
      }
    }
    return shown
  }

  /// The JSON text with `\u202E` for unsafe characters, which occur only in its strings; keeps line feeds and
  /// tabs between the values.
  package static func escapedJSON(_ text: String) -> String {
    let isKept = { (scalar: Unicode.Scalar) in isHarmless(scalar) || scalar.value < 0x20 }
    if text.unicodeScalars.allSatisfy(isKept) { return text }
    return text.unicodeScalars.map { isKept($0) ? String($0) : "\\u" + $0.value.hexadecimal(4) }.joined()
  }
}

extension ByteView {
  /// The safe form of the text, or nil if it is already safe or not UTF-8.
  func harmless(_ form: TerminalText.Form) -> String? {
    guard mayHarm, UTF8Validation.validEnd(of: self) == count else { return nil }
    return form == .json ? TerminalText.escapedJSON(string) : TerminalText.escaped(string, keepsLines: true)
  }
}

extension OutputBuffer {
  /// Makes the output from `start` safe for a terminal, keeping line feeds; `isJSON` selects the form.
  package mutating func makeHarmless(from start: Int = 0, isJSON: Bool = false) {
    let shown = withHeldBytes { held -> String? in
      let text = held.suffix(from: start)
      guard text.mayHarm else { return nil }
      return isJSON
        ? TerminalText.escapedJSON(text.string) : TerminalText.escaped(text.string, keepsLines: true)
    }
    guard let shown else { return }
    removeLast(count - start)
    append(shown)
  }

  /// Appends JSON safe for display; see `TerminalText.escapedJSON`.
  package mutating func appendHarmless(json: ByteView) {
    if json.mayHarm { append(TerminalText.escapedJSON(json.string)) } else { append(json) }
  }
}

extension ByteView {
  /// Whether it contains a control character other than tab and line feed, or a non-ASCII one.
  fileprivate var mayHarm: Bool {
    for index in 0..<count {
      let byte = self[index]
      if byte >= 0x7F || byte < 0x20 && byte != ASCII.lineFeed && byte != ASCII.tab { return true }
    }
    return false
  }
}
