// Decimal numbers of any length, to compare integers out of the range of every type.

/// A decimal number as its significant digits: `digits` × 10^`exponent`, without zeros at either end.
package struct DecimalNumber: Equatable, Sendable {
  package private(set) var isNegative = false
  package private(set) var digits: [UInt8] = []
  /// The power of ten of the last digit; out of the range of Int it is clamped.
  package private(set) var exponent = 0

  /// Parses a number's RFC 8259 text; zero has no digits, no sign and no exponent.
  init(_ text: ByteView) {
    var at = 0
    var fraction = 0
    var isFraction = false
    var explicit = 0
    while let byte = text.byte(at: at), byte | 0x20 != ASCII.lowerE {
      switch byte {
      case ASCII.hyphen: isNegative = true
      case ASCII.fullStop: isFraction = true
      default:
        if isFraction { fraction += 1 }
        if byte != ASCII.digit0 || !digits.isEmpty { digits.append(byte) }
      }
      at += 1
    }
    if at < text.count { explicit = Self.exponent(text.suffix(from: at + 1)) }
    exponent = explicit - fraction
    while digits.last == ASCII.digit0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }

  private static func exponent(_ text: ByteView) -> Int {
    var value = 0
    for index in 0..<text.count where text[index].isDigit && value < 1 << 40 {
      value = value * 10 + Int(text[index] - ASCII.digit0)
    }
    return text.byte(at: 0) == ASCII.hyphen ? -value : value
  }
}
