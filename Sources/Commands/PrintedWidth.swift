// How many columns of a terminal a text takes.

import PliantCore

enum PrintedWidth {
  /// Bytes that a column may take before the text is cut, whatever they are.
  private static let bytesPerColumn = 64

  /// As much of the text as fits the columns once it is escaped; whole characters.
  static func prefix(of text: ByteView, columns: Int) -> ByteView {
    var end = min(text.count, max(columns, 1) * bytesPerColumn)
    while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
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
        width += isWide(scalar.value) ? 2 : 1
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

  /// Whether a terminal gives the scalar two columns (UAX 11, by blocks).
  private static func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
