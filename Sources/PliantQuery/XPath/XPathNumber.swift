// Numbers in XPath's syntax: IEEE doubles, in decimal, never with an exponent (sections 3.5 and 4.2, 4.4).

/// Conversions between doubles and text.
package enum XPathNumber {
  /// The number's text: the shortest that reads back the same, without an exponent; `NaN`, `Infinity`, `-Infinity`.
  package static func text(_ value: Double) -> [UInt8] {
    if value.isNaN { return Array("NaN".utf8) }
    if value.isInfinite { return Array((value < 0 ? "-Infinity" : "Infinity").utf8) }
    if value == 0 { return [ASCII.digit0] }
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return Array(String(whole).utf8) }
    var output = OutputBuffer()
    output.appendPositional(value)
    return output.bytes
  }

  /// Parses a string: white space, a minus sign, digits with at most one point, white space; NaN for any
  /// other.
  package static func value(of text: ByteView) -> Double {
    let number = text.trimmed
    let isNegative = number.byte(at: 0) == ASCII.hyphen
    guard let magnitude = decimal(isNegative ? number.suffix(from: 1) : number) else { return .nan }
    return isNegative ? -magnitude : magnitude
  }

  /// Powers of ten exactly representable as a double.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The value of digits with at most one point, or nil.
  static func decimal(_ text: ByteView) -> Double? {
    var digits: UInt64 = 0
    var count = 0
    var point: Int?
    for index in 0..<text.count {
      let byte = text[index]
      if byte.isDigit {
        count += 1
        if count <= 15 { digits = digits &* 10 &+ UInt64(byte &- ASCII.digit0) }
      } else if byte == ASCII.fullStop, point == nil {
        point = index
      } else {
        return nil
      }
    }
    guard count > 0 else { return nil }
    let fraction = point.map { text.count - $0 - 1 } ?? 0
    // Both are exact, so one division rounds correctly.
    if count <= 15 { return Double(digits) / powersOfTen[fraction] }
    return NumberText.real(text)
  }

  /// The nearest integer; ties round towards positive infinity; keeps the sign of zero (section 4.4).
  static func round(_ value: Double) -> Double {
    if value.isNaN || value.isInfinite || value == 0 { return value }
    if value < 0 && value >= -0.5 { return -0.0 }
    let low = value.rounded(.down)
    return value - low >= 0.5 ? low + 1 : low
  }
}
