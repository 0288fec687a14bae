enum PrintedWidth {
  /// The maximum bytes per column before truncation.
  private static let bytesPerColumn = 64

  /// The longest prefix of whole characters that fits the columns when escaped.
  static func prefix(of text: ByteView, columns: Int) -> ByteView {
    let end = text.startOfCharacter(at: min(text.count, max(columns, 1) * bytesPerColumn))
    var used = 0
    var bytes = 0
    for character in text[0..<end].string {
      used += width(of: character)
      if used > columns { return text[0..<bytes] }
      bytes += character.utf8.count
    }
    return text[0..<end]
  }

  /// The columns of the whole text, escaped.
  static func columns(of text: ByteView) -> Int { text.string.reduce(0) { $0 + width(of: $1) } }

  /// The columns of a character, or of its escapes.
  private static func width(of character: Character) -> Int {
    var width = 0
    var isEscaped = false
    for scalar in character.unicodeScalars {
      if PrintedText.needsEscape(scalar.value) {
        isEscaped = true
        width += escapeWidth(scalar.value)
      } else if width == 0 || isEscaped {
        width += TerminalText.columns(of: scalar)
      }
    }
    return width
  }

  private static func escapeWidth(_ scalar: UInt32) -> Int {
    switch scalar {
    case 0x22, 0x5C, 0x09, 0x0A, 0x0D: 2
    default: 4 + String(scalar, radix: 16).count
    }
  }
}
