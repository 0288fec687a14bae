// Decimals that a double represents exactly, with few digits and a fixed number of decimal places.
//
//   scale 2:   9.50  ─▶  9.5  ─▶  9.50

enum ScaledDecimal {
  /// The number of digits that every double keeps.
  private static let maximumDigits = 15

  /// The number of decimal places of a decimal that a double keeps; nil for any other text.
  static func scale(of text: ByteView) -> Int? {
    var digits = 0
    var scale = -1
    var isZero = true
    for index in (text.byte(at: 0) == ASCII.hyphen ? 1 : 0)..<max(text.count, 1) {
      guard let byte = text.byte(at: index) else { return nil }
      if byte == ASCII.fullStop, scale < 0, index > 0, text[index - 1].isDigit {
        scale = 0
        continue
      }
      guard byte.isDigit else { return nil }
      if scale >= 0 { scale += 1 }
      if byte != ASCII.digit0 { isZero = false }
      if !isZero { digits += 1 }
    }
    // SQLite does not keep a double's negative zero.
    return scale > 0 && digits <= maximumDigits && !(isZero && text[0] == ASCII.hyphen) ? scale : nil
  }

  /// A number with this many decimal places; nil if it has more, or too many digits before the point.
  static func text(of value: Double, scale: Int) -> [UInt8]? {
    var power = 1.0
    for _ in 0..<scale { power *= 10 }
    let scaled = (value * power).rounded()
    // SQLite before 3.43 rounds some texts to the double next to the nearest.
    guard scaled.magnitude < 1e15, (scaled / power - value).magnitude <= value.ulp else { return nil }
    var digits = Array(String(Int64(scaled.magnitude)).utf8)
    if digits.count <= scale {
      digits.insert(contentsOf: repeatElement(ASCII.digit0, count: scale + 1 - digits.count), at: 0)
    }
    digits.insert(ASCII.fullStop, at: digits.count - scale)
    return scaled < 0 ? [ASCII.hyphen] + digits : digits
  }
}
