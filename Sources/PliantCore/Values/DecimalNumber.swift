// Numbers as ECMAScript writes them, which RFC 8785 asks for, and the comparison that finds lost digits.
//
//   1e21      100000000000000000000  1e+20       0.000001  1e-6
//   1e+21     100000000000000000000  (1e+20)     0.000001        1e-7 stays 1e-7

/// A decimal number by its significant digits: `digits` × 10^`exponent`, without zeros at either end.
package struct DecimalNumber: Equatable, Sendable {
  package private(set) var isNegative = false
  package private(set) var digits: [UInt8] = []
  /// The power of ten of the last digit; out of the range of Int it is clamped.
  package private(set) var exponent = 0

  /// Takes a number's RFC 8259 text apart; zero has no digits, no sign and no exponent.
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

extension OutputBuffer {
  /// Appends a finite double as ECMAScript's Number::toString does (RFC 8785, section 3.2.2.3).
  package mutating func appendECMAScript(_ value: Double) {
    // Swift's description has the shortest digits that read back, the ones that ECMAScript asks for.
    let number = Array(value.description.utf8).withByteView { DecimalNumber($0) }
    let digits = number.digits
    guard !digits.isEmpty else { return append(ASCII.digit0) }
    if number.isNegative { append(ASCII.hyphen) }
    // The decimal point stands after this many digits.
    let point = digits.count + number.exponent
    switch point {
    case digits.count...21:
      append(digits)
      append(repeating: ASCII.digit0, count: point - digits.count)
    case 1...21:
      append(digits[..<point])
      append(ASCII.fullStop)
      append(digits[point...])
    case -5...0:
      append("0.")
      append(repeating: ASCII.digit0, count: -point)
      append(digits)
    default:
      append(digits[..<1])
      if digits.count > 1 { append(ASCII.fullStop) }
      append(digits[1...])
      append(point > 0 ? "e+" : "e-")
      appendDecimal(Int64((point - 1).magnitude))
    }
  }

  private mutating func append(_ digits: some Sequence<UInt8>) {
    for digit in digits { append(digit) }
  }
}
