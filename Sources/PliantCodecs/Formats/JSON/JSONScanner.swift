// The ends of JSON's tokens: the only code that scans the bytes of a JSON text. White space and digits are
// scanned eight bytes at a time, text sixteen.

/// The ends of JSON's tokens (RFC 8259); all positions are indices of the text.
package enum JSONScanner {
  // MARK: White space

  private static let spaces: UInt64 = 0x2020_2020_2020_2020

  /// The index of the first byte from `start` other than space, tab, line feed or carriage return.
  @inline(__always)
  static func endOfSpace(in text: ByteView, from start: Int) -> Int {
    guard let byte = text.byte(at: start), byte <= ASCII.space else { return start }
    guard byte == ASCII.space || byte == ASCII.lineFeed, start &+ 9 <= text.count else {
      return endOfSpaces(in: text, from: start)
    }
    // A single space, or a line end and up to seven spaces of indentation.
    let others = text.word(at: start &+ 1) ^ spaces
    let end = start &+ 1 &+ others.trailingZeroBitCount &>> 3
    if let next = text.byte(at: end), next > ASCII.space { return end }
    return endOfSpaces(in: text, from: end)
  }

  /// Line ends and indentation.
  @inline(never)
  private static func endOfSpaces(in text: ByteView, from start: Int) -> Int {
    var at = start
    while let byte = text.byte(at: at), byte.isWhitespace {
      at &+= 1
      while at &+ 8 <= text.count {
        let others = text.word(at: at) ^ spaces
        at &+= others.trailingZeroBitCount &>> 3
        if others != 0 { break }
      }
    }
    return at
  }

  // MARK: Strings

  /// The index of the first byte from `start` that ends a run of plain text in a string: a quotation mark, a
  /// backslash or a control character; the text's end if there is none.
  @inline(__always)
  package static func endOfPlainText(in text: ByteView, from start: Int) -> Int {
    start < text.count ? text.firstMatch(from: start) { specialBytes($0) } : start
  }

  /// The bytes that a string must escape.
  @inline(__always)
  static func specialBytes(_ block: ByteBlock) -> SIMDMask<SIMD16<Int8>> {
    (block .== ByteBlock(repeating: ASCII.quotationMark))
      .| (block .== ByteBlock(repeating: ASCII.reverseSolidus))
      .| (block .< ByteBlock(repeating: ASCII.space))
  }

  /// A bit set in the first byte that a string must escape; 0 if there is none.
  ///
  /// Bits above the first one are meaningless: a borrow may have set them.
  @inline(__always)
  static func specialBytes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(ASCII.quotationMark))
    let backslashes = word ^ (ones &* UInt64(ASCII.reverseSolidus))
    let found =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
      | (word &- ones &* UInt64(ASCII.space)) & ~word
    return found & 0x8080_8080_8080_8080
  }

  /// The index of the mark that ends a string with only the shortest escapes; nil if another comes first.
  ///
  /// `start` is in the string, at its first special byte.
  @inline(__always)
  static func endOfShortEscapes(in text: ByteView, from start: Int) -> Int? {
    var at = start
    while let byte = text.byte(at: at), byte != ASCII.quotationMark {
      guard byte == ASCII.reverseSolidus, let letter = text.byte(at: at &+ 1), isShortEscape(letter) else {
        return nil
      }
      at = endOfPlainText(in: text, from: at &+ 2)
    }
    return at < text.count ? at : nil
  }

  @inline(__always)
  private static func isShortEscape(_ letter: UInt8) -> Bool {
    switch letter {
    case ASCII.quotationMark, ASCII.reverseSolidus, ASCII.lowerB, ASCII.lowerF, ASCII.lowerN, ASCII.lowerR,
      ASCII.lowerT:
      true
    default: false
    }
  }

  /// The code unit of the escape `\uXXXX` at `place`, or nil.
  @inline(__always)
  static func escapedCodeUnit(in text: ByteView, at place: Int) -> UInt32? {
    guard text.byte(at: place) == ASCII.reverseSolidus, text.byte(at: place &+ 1) == ASCII.lowerU,
      let high = text.hexadecimalPair(at: place &+ 2), let low = text.hexadecimalPair(at: place &+ 4)
    else { return nil }
    return UInt32(high) &<< 8 | UInt32(low)
  }

  // MARK: Numbers

  /// The end and kind of the number with the digit or hyphen at `start` (RFC 8259, section 6), or nil.
  @inline(__always)
  package static func endOfNumber(in text: ByteView, from start: Int) -> (end: Int, kind: NumberKind)? {
    let first = text.byte(at: start) == ASCII.hyphen ? start &+ 1 : start
    var end = text.endOfDigits(from: first)
    guard end > first, end &- first == 1 || text[first] != ASCII.digit0 else { return nil }
    guard var next = text.byte(at: end), next == ASCII.fullStop || next | 0x20 == ASCII.lowerE else {
      return (end, .integer)
    }
    if next == ASCII.fullStop {
      let digits = end &+ 1
      end = text.endOfDigits(from: digits)
      guard end > digits else { return nil }
      next = text.byte(at: end) ?? 0
    }
    guard next | 0x20 == ASCII.lowerE else { return (end, .real) }
    var digits = end &+ 1
    if let sign = text.byte(at: digits), sign == ASCII.hyphen || sign == ASCII.plusSign { digits &+= 1 }
    end = text.endOfDigits(from: digits)
    return end > digits ? (end, .real) : nil
  }
}
