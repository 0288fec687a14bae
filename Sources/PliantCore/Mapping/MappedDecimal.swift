// Decimal numbers in the syntax of xs:decimal: digits and a point, no exponent. All digits are kept.
//
//   1.50  ─▶  1.50        +01.5  ─▶  1.5        1.5e-3  ─▶  0.0015 on writing

enum MappedDecimal {
  private static let maximumZeros = 400

  /// Parses a number; nil if it has an exponent or is invalid.
  static func value(_ text: ByteView) -> MappedScalar? {
    for index in 0..<text.count where text[index] | 0x20 == ASCII.lowerE { return nil }
    var digits = text
    if digits.byte(at: 0) == ASCII.plusSign { digits = digits.suffix(from: 1) }
    let sign = digits.byte(at: 0)
    if digits.count < text.count, sign == ASCII.plusSign || sign == ASCII.hyphen { return nil }
    while digits.count > 1, digits[0] == ASCII.digit0, digits[1].isDigit { digits = digits.suffix(from: 1) }
    switch MappedNumber.real(digits) {
    case .real(let value)? where !value.isFinite: return nil
    case .number(let text, _)? where NumberScanner(text).whole.upperBound == text.count && !(text == "-0"):
      return .number(text, .integer)
    case let value: return value
    }
  }

  /// Appends a number in JSON's grammar without its exponent; false if that needs too many zeros.
  static func append(_ text: ByteView, to output: inout OutputBuffer) -> Bool {
    guard let mark = (0..<text.count).first(where: { text[$0] | 0x20 == ASCII.lowerE }) else {
      output.append(text)
      return true
    }
    guard let exponent = Int(text.suffix(from: mark + 1).string), abs(exponent) <= maximumZeros else {
      return false
    }
    let isNegative = text.byte(at: 0) == ASCII.hyphen
    if isNegative { output.append(ASCII.hyphen) }
    var digits = text[(isNegative ? 1 : 0)..<mark].array
    let point = (digits.firstIndex(of: ASCII.fullStop) ?? digits.count) + exponent
    digits.removeAll { $0 == ASCII.fullStop }
    if point <= 0 { digits.insert(contentsOf: repeatElement(ASCII.digit0, count: 1 - point), at: 0) }
    let whole = max(point, 1)
    if digits.count < whole { digits += repeatElement(ASCII.digit0, count: whole - digits.count) }
    let start = digits[..<(whole - 1)].firstIndex { $0 != ASCII.digit0 } ?? whole - 1
    for digit in digits[start..<whole] { output.append(digit) }
    guard digits.count > whole else { return true }
    output.append(ASCII.fullStop)
    for digit in digits[whole...] { output.append(digit) }
    return true
  }
}
