// What a text must have above ASCII so that it may have been misread, seen in one pass before anything is undone.

/// Signs of text that was read in a wrong encoding, in valid UTF-8.
package struct MisreadSigns: Sendable {
  /// Two characters above ASCII are side by side, as those of one that was encoded twice are.
  package private(set) var hasNeighbours = false
  /// A character that is hardly ever behind a small letter is behind one; not looked for in a large text.
  package private(set) var hasOddLetter = false

  /// Texts beyond this size are only looked through for neighbours.
  private static let largest = 4 << 20

  /// Looks through a text until it has both signs.
  package init(_ text: ByteView) {
    let seeksOddLetter = text.count <= Self.largest
    var at = UTF8Validation.endOfASCII(in: text, from: 0)
    while at < text.count, !hasNeighbours || seeksOddLetter && !hasOddLetter {
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      if seeksOddLetter, at > 0, text[at - 1] >= ASCII.lowerA, text[at - 1] <= ASCII.lowerZ, Self.isOdd(value)
      {
        hasOddLetter = true
      }
      at += max(length, 1)
      if at < text.count, text[at] >= 0x80 {
        hasNeighbours = true
      } else {
        at = UTF8Validation.endOfASCII(in: text, from: at)
      }
    }
  }

  private static func isOdd(_ value: UInt32) -> Bool {
    switch value {
    case 0xDF...0xF6, 0xF8...0x17F: value == 0x153 || value == 0x161 || value == 0x17E || value == 0x131
    case 0xA0, 0xAB, 0xBB, 0xAE, 0xA9, 0xB0, 0xB2, 0xB3: false
    case 0x2013, 0x2014, 0x2018...0x201D, 0x2026, 0x2122: false
    default: value < 0x2300 || value >= 0xF800
    }
  }
}
