// The texts of numbers, dates and data in property lists, in CoreFoundation's spelling.

/// The texts of `<integer>` and `<real>`.
package enum PropertyListNumber {
  /// The value of an integer: white space, a sign, white space, then decimal digits or `0x` and hexadecimal ones.
  package static func integer(_ text: ByteView) -> NumberText.Integer {
    var at = text.endOfSpace(from: 0)
    var isNegative = false
    if let sign = text.byte(at: at), sign == ASCII.hyphen || sign == ASCII.plusSign {
      isNegative = sign == ASCII.hyphen
      at = text.endOfSpace(from: at + 1)
    }
    var radix: Int128 = 10
    if text.byte(at: at) == ASCII.digit0, let mark = text.byte(at: at + 1), mark | 0x20 == ASCII.lowerX {
      radix = 16
      at += 2
    }
    guard at < text.count else { return .malformed }
    return NumberText.integer(text.suffix(from: at), radix: radix, isNegative: isNegative)
  }

  package enum Real {
    /// It follows RFC 8259's grammar, with a fraction or an exponent: all digits can be kept.
    case text
    case digitsBeyondDouble
    case value(Double)
    case malformed
  }

  /// Parses a real after white space: `nan`, an infinity, or a decimal number as `NumberScanner` has it.
  package static func real(_ text: ByteView) -> Real {
    let start = text.endOfSpace(from: 0)
    let number = text.suffix(from: start)
    let parts = NumberScanner(number)
    guard parts.isNumber, parts.end == number.count else {
      return special(number).map { .value($0) } ?? .malformed
    }
    if start == 0 && parts.isJSON && parts.end > parts.whole.upperBound { return .text }
    let value = NumberText.real(number)
    return NumberText.losesDigits(number, as: value) ? .digitsBeyondDouble : .value(value)
  }

  /// Numbers that are not finite, in CoreFoundation's spellings.
  private static func special(_ text: ByteView) -> Double? {
    guard text.count <= 9 else { return nil }
    switch text.string.lowercased() {
    case "nan", "+nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }
}

package enum PropertyListData {
  /// The end of whole groups of four digits, the last perhaps padded, with white space between the lines.
  ///
  /// Nil for anything else, which may still be valid.
  @inline(__always)
  static func endOfPlain(_ text: ByteView, from start: Int) -> Int? {
    var at = text.endOfSpace(from: start)
    var digits = 0
    while true {
      let end = text.endOfBase64Digits(from: at)
      guard end > at else { break }
      digits &+= end &- at
      at = text.endOfSpace(from: end)
    }
    var padding = 0
    while text.byte(at: at) == ASCII.equalsSign {
      padding &+= 1
      at &+= 1
    }
    guard digits & 3 == (4 &- padding) & 3, padding <= 2 else { return nil }
    return padding == 0 ? at : text.endOfSpace(from: at)
  }
}
