// The texts of numbers, durations, hexadecimal data and URLs in application XML.

/// Numbers in the syntax of XML Schema.
enum MappedNumber {
  /// A sign and decimal digits.
  static func integer(_ text: ByteView) -> MappedScalar? {
    var at = 0
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    if isNegative || text.byte(at: 0) == ASCII.plusSign { at = 1 }
    guard at < text.count else { return nil }
    for index in at..<text.count where !text[index].isDigit { return nil }
    while at + 1 < text.count, text[at] == ASCII.digit0 { at += 1 }
    let digits = text.suffix(from: at)
    if digits.count <= 18 {
      var value: Int64 = 0
      for index in 0..<digits.count { value = value &* 10 &+ Int64(digits[index] &- ASCII.digit0) }
      return .integer(isNegative ? 0 &- value : value)
    }
    let isPlain = at == (isNegative ? 1 : 0)
    // The magnitude of the lowest number does not fit 128 bits.
    let wide =
      isPlain ? NumberText.wideInteger(text) : NumberText.wideInteger(digits).map { isNegative ? -$0 : $0 }
    guard let wide else {
      // A number this long is kept as text, if it has no superfluous signs or zeros.
      return isPlain ? .number(text, .integer) : nil
    }
    return Int64(exactly: wide).map { .integer($0) } ?? .wideInteger(wide)
  }

  /// A decimal number, `INF`, `-INF` or `NaN`.
  static func real(_ text: ByteView) -> MappedScalar? {
    let number = NumberScanner(text)
    guard !number.whole.isEmpty || !number.fraction.isEmpty else { return special(text) }
    guard number.isNumber, number.end == text.count else { return nil }
    return number.isJSON ? .number(text, .real) : .real(NumberText.real(text))
  }

  private static func special(_ text: ByteView) -> MappedScalar? {
    if text == "INF" || text == "+INF" { return .real(.infinity) }
    if text == "-INF" { return .real(-.infinity) }
    return text == "NaN" ? .real(.nan) : nil
  }

  /// `SECONDS`, `MM:SS` or `HH:MM:SS`, all but the first below 60, the seconds with or without a fraction.
  static func duration(_ text: ByteView) -> MappedScalar? {
    var (total, part, digits, parts) = (0, 0, 0, 1)
    for at in 0..<text.count {
      let byte = text[at]
      if byte.isDigit {
        digits += 1
        part = part * 10 + Int(byte - ASCII.digit0)
        guard digits <= 12, parts == 1 || part < 60 else { return nil }
      } else if byte == ASCII.colon, digits > 0, parts < 3 {
        total = (total + part) * 60
        (part, digits) = (0, 0)
        parts += 1
      } else if byte == ASCII.fullStop, digits > 0, at + 1 < text.count,
        text.endOfDigits(from: at + 1) == text.count, text.count - at <= 12
      {
        var (fraction, scale) = (0.0, 1.0)
        for index in at + 1..<text.count {
          fraction = fraction * 10 + Double(text[index] - ASCII.digit0)
          scale *= 10
        }
        return fraction == 0 ? .integer(Int64(total + part)) : .real(Double(total + part) + fraction / scale)
      } else {
        return nil
      }
    }
    return digits > 0 ? .integer(Int64(total + part)) : nil
  }
}

package enum MappedData {
  /// Appends the bytes; false for invalid text; ignores white space.
  static func decodeHex(_ text: ByteView, into output: inout GrowableBuffer<UInt8>) -> Bool {
    var high: UInt8?
    for at in 0..<text.count where !text[at].isWhitespace {
      guard let digit = text[at].hexadecimalValue else { return false }
      if let first = high {
        output.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil
  }
}

/// URI references (RFC 3986), with the characters beyond ASCII that RFC 3987 adds.
package enum MappedURL {
  package static func isReference(_ text: ByteView) -> Bool {
    var at = 0
    while at < text.count {
      let byte = text[at]
      switch byte {
      case 0...0x20, 0x7F, ASCII.quotationMark, ASCII.lessThan, ASCII.greaterThan, ASCII.reverseSolidus,
        0x5E, 0x60, ASCII.leftBrace, ASCII.verticalBar, ASCII.rightBrace:
        return false
      case ASCII.percentSign:
        guard text.hexadecimalPair(at: at + 1) != nil else { return false }
        at += 3
      default: at += 1
      }
    }
    return true
  }
}
