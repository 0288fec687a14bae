// Parses decimal numbers.

/// A decimal number's value as `significand` × 10^`exponent`; of more than 19 digits, `significand` has only
/// the first 19.
///
/// The text is an optional sign, digits with at most one point, and an optional exponent. The value of any
/// other text is unspecified, but safe.
struct DecimalText {
  /// Digits that always fit in 64 bits.
  static let significandDigits = 19

  let text: ByteView
  let isNegative: Bool
  let significand: UInt64
  let exponent: Int
  /// The count of digits from the first to the last that is not zero if that is more than 19, otherwise 0.
  let longDigitCount: Int

  /// Whether digits other than zeros follow those of `significand`.
  var isTruncated: Bool { longDigitCount > 0 }

  @inline(__always)
  init(_ text: ByteView) {
    let sign = text.byte(at: 0)
    var at = sign == ASCII.hyphen || sign == ASCII.plusSign ? 1 : 0
    // The significand overflows if there are too many digits, and is then recomputed.
    var significand: UInt64 = 0
    // Zeros before the first other digit do not count.
    Self.skipZeros(text, &at)
    var first = at
    Self.takeDigits(text, &at, into: &significand)
    var digitCount = at &- first
    var exponent = 0
    if text.byte(at: at) == ASCII.fullStop {
      at &+= 1
      exponent = at
      if digitCount == 0 { Self.skipZeros(text, &at) }
      first = at
      Self.takeDigits(text, &at, into: &significand)
      digitCount &+= at &- first
      exponent &-= at
    }
    if at < text.count { exponent &+= Self.power(text.suffix(from: at &+ 1)) }
    self.text = text
    isNegative = sign == ASCII.hyphen
    if digitCount <= Self.significandDigits {
      (self.significand, self.exponent, longDigitCount) = (significand, exponent, 0)
    } else {
      (self.significand, self.exponent, longDigitCount) = Self.long(text, significand, exponent)
    }
  }

  @inline(__always)
  private static func skipZeros(_ text: ByteView, _ at: inout Int) {
    while text.byte(at: at) == ASCII.digit0 { at &+= 1 }
  }

  /// Appends the digits from `at` on to the significand.
  @inline(__always)
  private static func takeDigits(_ text: ByteView, _ at: inout Int, into significand: inout UInt64) {
    while let byte = text.byte(at: at), byte.isDigit {
      significand = significand &* 10 &+ UInt64(truncatingIfNeeded: byte &- ASCII.digit0)
      at &+= 1
    }
  }

  /// The value of an exponent after its letter; clamped far beyond all doubles.
  private static func power(_ text: ByteView) -> Int {
    let sign = text.byte(at: 0)
    var at = sign == ASCII.hyphen || sign == ASCII.plusSign ? 1 : 0
    var value = 0
    while let byte = text.byte(at: at), byte.isDigit, value < 1_000_000_000 {
      value = value &* 10 &+ Int(truncatingIfNeeded: byte &- ASCII.digit0)
      at &+= 1
    }
    return sign == ASCII.hyphen ? 0 &- value : value
  }

  /// The first 19 digits of a longer number, the power of ten of the last of them, and the count of all
  /// digits without zeros at both ends.
  ///
  /// `significand` and `exponent` are as for at most 19 digits.
  @inline(never)
  private static func long(_ text: ByteView, _ significand: UInt64, _ exponent: Int) -> (UInt64, Int, Int) {
    var digits = DigitCursor(text)
    var (digitCount, zeros) = (0, 0)
    var first: UInt64 = 0
    while let digit = digits.next() {
      zeros = digit == 0 ? zeros &+ 1 : 0
      digitCount &+= 1
      if digitCount <= significandDigits { first = first &* 10 &+ UInt64(digit) }
    }
    // Zeros before the first digit have not made the significand overflow.
    guard digitCount > significandDigits else { return (significand, exponent, 0) }
    let longCount = digitCount &- zeros > significandDigits ? digitCount &- zeros : 0
    return (first, exponent &+ digitCount &- significandDigits, longCount)
  }
}

/// Iterates over a decimal number's digits from the first nonzero one to the exponent or the end.
struct DigitCursor {
  private let text: ByteView
  private var at: Int

  init(_ text: ByteView) {
    self.text = text
    at = 0
    while let byte = text.byte(at: at), !byte.isDigit || byte == ASCII.digit0, byte | 0x20 != ASCII.lowerE {
      at &+= 1
    }
  }

  mutating func next() -> UInt8? {
    if text.byte(at: at) == ASCII.fullStop { at &+= 1 }
    guard let byte = text.byte(at: at), byte.isDigit else { return nil }
    at &+= 1
    return byte &- ASCII.digit0
  }
}
