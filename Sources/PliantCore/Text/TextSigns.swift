// What checks on characters look for, all in one pass: nearly every text has none of it and is not read again.

/// Which of the characters that checks report a text has, and what might be a word that they heed.
package struct TextSigns: Sendable, Equatable {
  /// A character from U+0080 to U+009F.
  package private(set) var hasControls = false
  /// U+FFFD, U+FEFF or one of their neighbours.
  package private(set) var hasSpecials = false
  /// A numeric character reference, or what begins like one.
  package private(set) var hasReferences = false
  /// The word `:ignore`, with which comments silence checks.
  package private(set) var hasIgnore = false
  /// Two characters above ASCII are side by side, as those of one that was encoded twice are.
  package private(set) var hasNeighbours = false
  /// A character that is hardly ever behind a small letter is behind one.
  package private(set) var hasOddLetter = false

  /// Looks through a text in UTF-8.
  package init(_ text: ByteView) { look(through: text) }

  fileprivate init() {}

  fileprivate mutating func look(through text: ByteView) {
    var at = Self.nextCandidate(in: text, from: 0)
    while at < text.count {
      switch text[at] {
      case ASCII.ampersand:
        hasReferences = true
        at &+= 1
      case ASCII.colon:
        if text.starts(with: ":ignore", at: at) { hasIgnore = true }
        at &+= 1
      default:
        at &+= note(text, at)
        if at < text.count, text[at] >= 0x80 {
          hasNeighbours = true
          continue
        }
      }
      at = Self.nextCandidate(in: text, from: at)
    }
  }

  /// Notes what the character above ASCII at a place is; returns its length.
  @inline(__always)
  private mutating func note(_ text: ByteView, _ at: Int) -> Int {
    let (value, length) = UTF8Validation.scalar(in: text, at: at)
    if value < 0xA0 { hasControls = true }
    if value >> 6 == 0xFFFF >> 6 || value >> 6 == 0xFEFF >> 6 { hasSpecials = true }
    if at > 0, text[at &- 1] &- ASCII.lowerA < 26, MisreadText.isOdd(value) { hasOddLetter = true }
    return length
  }

  /// The place of the next character above ASCII, `&#` or `:i`; `text.count` behind the last.
  @inline(__always)
  private static func nextCandidate(in text: ByteView, from start: Int) -> Int {
    var at = start
    while at &+ 16 < text.count {
      let high = candidates(text.block(at: at), text.block(at: at &+ 1))
      if high != 0 { return at &+ high.trailingZeroBitCount &>> 2 }
      at &+= 16
    }
    while at < text.count {
      let high = candidates(text.paddedBlock(at: at), text.paddedBlock(at: at &+ 1))
      if high != 0 { return at &+ high.trailingZeroBitCount &>> 2 }
      at &+= 16
    }
    return text.count
  }

  /// Four bits for each byte of a block, set where a candidate begins; `next` is the block one byte on.
  @inline(__always)
  private static func candidates(_ block: ByteBlock, _ next: ByteBlock) -> UInt64 {
    let isReference =
      (block .== ByteBlock(repeating: ASCII.ampersand)).bytes
      & (next .== ByteBlock(repeating: ASCII.numberSign)).bytes
    let isIgnore =
      (block .== ByteBlock(repeating: ASCII.colon)).bytes
      & (next .== ByteBlock(repeating: UInt8(ascii: "i"))).bytes
    return ((block | isReference | isIgnore) .>= ByteBlock(repeating: 0x80)).nibbles
  }
}

/// Looks for signs in a text that goes by piece by piece.
package final class TextSignsWatch {
  private var found = TextSigns()
  private var isWhole = false
  /// What the last piece ended with, so that a sign that is cut in two is seen.
  private var tail: [UInt8] = []

  /// The longest sign in bytes: `:ignore`.
  private static let longest = 7

  package init() {}

  /// The signs of the whole text; nil before its end was seen.
  package var signs: TextSigns? { isWhole ? found : nil }

  /// Takes note of the next piece, which begins and ends with whole characters.
  package func add(_ text: ByteView, isLast: Bool) {
    if !text.isEmpty {
      let border = tail + text[0..<Self.startOfCharacter(in: text, from: Self.longest)].array
      border.withByteView { found.look(through: $0) }
      found.look(through: text)
      tail = text.count < Self.longest ? border.withByteView(Self.end) : Self.end(of: text)
    }
    isWhole = isLast
  }

  private static func end(of text: ByteView) -> [UInt8] {
    text.suffix(from: startOfCharacter(in: text, from: text.count - longest)).array
  }

  /// Where the first character at or behind a place begins.
  private static func startOfCharacter(in text: ByteView, from place: Int) -> Int {
    var at = max(place, 0)
    while at < text.count, text[at] & 0xC0 == 0x80 { at += 1 }
    return min(at, text.count)
  }
}
