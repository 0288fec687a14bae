// Parses RFC 8259 numbers as integers and doubles.

package enum NumberText {
  /// The kind of a number in JSON's grammar; nil for any other text.
  package static func kind(of text: ByteView) -> NumberKind? {
    JSONScanner.endOfNumber(in: text, from: 0).flatMap { $0.end == text.count ? $0.kind : nil }
  }

  /// The value of an integer's text, or nil if it needs more than 64 bits.
  @inline(__always)
  package static func integer(_ text: ByteView) -> Int64? {
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    var at = isNegative ? 1 : 0
    guard text.count &- at <= 18 else { return wideInteger(text).flatMap { Int64(exactly: $0) } }
    var value: Int64 = 0
    while at < text.count {
      value = value &* 10 &+ Int64(truncatingIfNeeded: text[at] &- ASCII.digit0)
      at &+= 1
    }
    return isNegative ? 0 &- value : value
  }

  /// The value of an integer's text, or nil if it needs more than 128 bits.
  package static func wideInteger(_ text: ByteView) -> Int128? {
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    let digits = isNegative ? text.suffix(from: 1) : text
    if case .value(let value) = integer(digits, isNegative: isNegative) { return value }
    return nil
  }

  package enum Integer: Equatable {
    case value(Int128)
    case tooLarge
    case malformed
  }

  package static func integer(_ digits: ByteView, radix: Int128 = 10, isNegative: Bool) -> Integer {
    var value: Int128 = 0
    var overflows = false
    for at in 0..<digits.count {
      guard let digit = digits[at].hexadecimalValue.map({ Int128($0) }), digit < radix else {
        return .malformed
      }
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      overflows = overflows || overflow || carry
      value = sum
    }
    return overflows ? .tooLarge : .value(value)
  }

  /// The double nearest to the text's value; infinite beyond the range of doubles.
  @inline(__always)
  package static func real(_ text: ByteView) -> Double { DecimalText(text).nearestDouble }

  /// The double nearest to the text's value, if it is finite and preserves all digits.
  @inline(__always)
  static func exactReal(_ text: ByteView) -> Double? {
    let number = DecimalText(text)
    let value = number.nearestDouble
    return value.isFinite && !number.losesDigits(as: value) ? value : nil
  }

  /// Whether a text is a decimal number, which may lack digits on one side of its point.
  package static func isDecimal(_ text: ByteView) -> Bool {
    let number = NumberScanner(text)
    return number.isNumber && number.end == text.count
  }

  /// The value of any text that Swift's `Double` accepts: also `.5`, hexadecimal, or a name.
  package static func lenientReal(_ text: ByteView) -> Double? {
    isDecimal(text) ? real(text) : Double(text.string)
  }

  /// Whether the text has digits that its nearest double, `value`, loses.
  ///
  /// The double preserves them if its exact value rounded to as many digits has the text's digits.
  @inline(__always)
  package static func losesDigits(_ text: ByteView, as value: Double) -> Bool {
    DecimalText(text).losesDigits(as: value)
  }

  /// Whether the text is the shortest one of its nearest double, with a fraction.
  package static func isShortestSpelling(_ text: ByteView) -> Bool {
    let value = real(text)
    guard value.isFinite else { return false }
    var output = OutputBuffer()
    output.appendShortest(value)
    return output.withHeldBytes { $0 == text }
  }

  /// Whether the text's digits are the shortest that parse as `value`, its nearest double.
  package static func hasShortestDigits(_ text: ByteView, of value: Double) -> Bool {
    DecimalText(text).hasShortestDigits(of: value)
  }
}
