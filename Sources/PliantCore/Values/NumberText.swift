// What the text of a number means: RFC 8259's grammar, read into integers and doubles.

/// Values of number texts that keep to RFC 8259's grammar.
package enum NumberText {
  /// Decimal digits that every double keeps.
  private static let safeDigits = 15
  /// Significant digits beyond which no double's exact value goes.
  private static let maximumDigits = 767

  /// The powers of ten that a double holds exactly.
  private static func exactPower(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// The value of an integer's text, or nil where 64 bits do not hold it.
  @inline(__always)
  package static func integer(_ text: ByteView) -> Int64? {
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    var at = isNegative ? 1 : 0
    guard text.count &- at <= 18 else {
      return wideInteger(text).flatMap { Int64(exactly: $0) }
    }
    var value: Int64 = 0
    while at < text.count {
      value = value &* 10 &+ Int64(truncatingIfNeeded: text[at] &- ASCII.digit0)
      at &+= 1
    }
    return isNegative ? 0 &- value : value
  }

  /// The value of an integer's text, or nil where 128 bits do not hold it.
  package static func wideInteger(_ text: ByteView) -> Int128? {
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    var value: Int128 = 0
    for at in (isNegative ? 1 : 0)..<max(text.count, isNegative ? 1 : 0) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int128(text[at] &- ASCII.digit0)
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }

  /// The value of a text of up to 15 digits without exponent, which a double keeps; nil for any other.
  @inline(__always)
  package static func shortReal(_ text: ByteView) -> Double? {
    guard text.count <= safeDigits else { return nil }
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    var digits: Int64 = 0
    var scale = 1.0
    var factor = 1.0
    var at = isNegative ? 1 : 0
    while at < text.count {
      let byte = text[at]
      at &+= 1
      if byte.isDigit {
        digits = digits &* 10 &+ Int64(truncatingIfNeeded: byte &- ASCII.digit0)
        scale *= factor
      } else if byte == ASCII.fullStop {
        factor = 10
      } else {
        return nil
      }
    }
    // Both operands are exact, so that the division rounds once.
    let magnitude = Double(digits) / scale
    return isNegative ? -magnitude : magnitude
  }

  /// The double nearest to the text's value; infinite where it is beyond the range of doubles.
  package static func real(_ text: ByteView) -> Double {
    if let value = shortReal(text) { return value }
    let parts = Parts(text)
    if parts.digitCount <= safeDigits, parts.exponent >= -22, parts.exponent <= 22 {
      // Both operands are exact, so that one operation rounds once.
      let magnitude =
        parts.exponent < 0
        ? Double(parts.leading) / exactPower(-parts.exponent)
        : Double(parts.leading) * exactPower(parts.exponent)
      return parts.isNegative ? -magnitude : magnitude
    }
    return Double(text.string) ?? .nan
  }

  /// Whether the text has digits that its nearest double, `value`, does not keep.
  ///
  /// The double keeps them when rounding its exact value to as many digits gives the text's digits again.
  package static func losesDigits(_ text: ByteView, as value: Double) -> Bool {
    if shortReal(text) != nil { return false }
    let parts = Parts(text)
    if parts.digitCount == 0 { return false }
    if !value.isFinite { return true }
    if parts.digitCount <= safeDigits && abs(value) >= Double.leastNormalMagnitude { return false }
    guard parts.digitCount <= maximumDigits else { return true }
    // The shortest digits that read back are the text's for most numbers; that is quicker found than by snprintf(3).
    if parts.digitCount <= 17, has(Array(value.description.utf8), digitsOf: parts) { return false }
    let printed = Platform.scientificText(value, digits: parts.digitCount)
    return !has(printed, digitsOf: parts)
  }

  private static func has(_ text: [UInt8], digitsOf parts: Parts) -> Bool {
    text.withByteView { view in
      let other = Parts(view)
      return other.exponent == parts.exponent && other.hasSameDigits(as: parts)
    }
  }

  /// A number's significant digits without zeros at either end, and the power of ten of the last one.
  private struct Parts {
    let text: ByteView
    let isNegative: Bool
    private(set) var digitCount = 0
    private(set) var exponent = 0
    /// The first digits as a number; complete up to 19 digits.
    private(set) var leading: UInt64 = 0

    init(_ text: ByteView) {
      self.text = text
      isNegative = text.byte(at: 0) == ASCII.hyphen
      var at = isNegative ? 1 : 0
      var zeros = 0
      var isFraction = false
      while at < text.count {
        let byte = text[at]
        at &+= 1
        if byte == ASCII.fullStop {
          isFraction = true
        } else if byte.isDigit {
          if isFraction { exponent &-= 1 }
          if byte == ASCII.digit0 {
            if digitCount > 0 { zeros &+= 1 }
          } else {
            take(byte, after: zeros)
            zeros = 0
          }
        } else {
          exponent = exponent &+ Self.power(text.suffix(from: at))
          break
        }
      }
      exponent = digitCount == 0 ? 0 : exponent &+ zeros
    }

    private mutating func take(_ byte: UInt8, after zeros: Int) {
      digitCount &+= zeros &+ 1
      guard digitCount <= 19 else { return }
      for _ in 0..<zeros { leading &*= 10 }
      leading = leading &* 10 &+ UInt64(byte &- ASCII.digit0)
    }

    /// The exponent's value; far beyond all doubles it stops counting.
    private static func power(_ text: ByteView) -> Int {
      let isNegative = text.byte(at: 0) == ASCII.hyphen
      var value = 0
      for at in 0..<text.count where text[at].isDigit && value < 1_000_000_000 {
        value = value * 10 + Int(text[at] - ASCII.digit0)
      }
      return isNegative ? -value : value
    }

    func hasSameDigits(as other: Parts) -> Bool {
      var left = DigitCursor(text)
      var right = DigitCursor(other.text)
      guard digitCount == other.digitCount else { return false }
      for _ in 0..<digitCount where left.next() != right.next() { return false }
      return true
    }
  }

  /// Goes through a number's digits from the first that is not zero.
  private struct DigitCursor {
    let text: ByteView
    var at = 0

    init(_ text: ByteView) {
      self.text = text
      while let byte = text.byte(at: at), byte == ASCII.digit0 || !byte.isDigit { at += 1 }
    }

    mutating func next() -> UInt8? {
      while let byte = text.byte(at: at), !byte.isDigit { at += 1 }
      defer { at += 1 }
      return text.byte(at: at)
    }
  }
}
