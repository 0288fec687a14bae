// Numbers in XPath's syntax: IEEE doubles, in decimal, never with an exponent (sections 3.5 and 4.2, 4.4).

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
    let text = text.trimmed
    let number = NumberScanner(text)
    let isNumber = number.isNumber && number.exponent.isEmpty && number.end == text.count
    return isNumber && number.sign != ASCII.plusSign ? NumberText.real(text) : .nan
  }

  /// The nearest integer; ties round towards positive infinity; keeps the sign of zero (section 4.4).
  static func round(_ value: Double) -> Double {
    if value.isNaN || value.isInfinite || value == 0 { return value }
    if value < 0 && value >= -0.5 { return -0.0 }
    let low = value.rounded(.down)
    return value - low >= 0.5 ? low + 1 : low
  }
}
