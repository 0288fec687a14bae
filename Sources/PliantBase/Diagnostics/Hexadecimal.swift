// Numbers in hexadecimal digits, for messages and escapes.

extension FixedWidthInteger {
  /// The digits, with zeros in front up to `count` of them.
  package func hexadecimal(_ count: Int, uppercase: Bool = true) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }

  /// The number as a Unicode code point: `U+001F`.
  package var codePoint: String { "U+" + hexadecimal(4) }
}
