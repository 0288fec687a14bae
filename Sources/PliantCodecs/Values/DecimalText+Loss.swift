// Whether a double preserves a number's digits.

extension DecimalText {
  /// 10^15: a double preserves the digits of every integer below, times any power of ten in its range.
  private static let safeBound: UInt64 = 1_000_000_000_000_000
  /// The most significant digits of any double's exact value.
  private static let exactDigits = 767

  /// Whether the number has digits that its nearest double, `value`, loses.
  ///
  /// The double preserves them if its exact value rounded to as many digits has the number's digits, or if
  /// they are the shortest that parse as the double. Trailing zeros do not count.
  @inline(__always)
  func losesDigits(as value: Double) -> Bool {
    if significand < Self.safeBound, !isTruncated, value.magnitude >= Double.leastNormalMagnitude {
      return !value.isFinite
    }
    return losesDigitsOfMany(as: value)
  }

  @inline(never)
  private func losesDigitsOfMany(as value: Double) -> Bool {
    guard significand > 0 else { return false }
    guard value.isFinite, value != 0 else { return true }
    if isTruncated { return losesDigitsOfLong(as: value) }
    let number = ShortestDecimal(withoutZeros: significand, exponent: exponent)
    if number.digits < Self.safeBound && value.magnitude >= Double.leastNormalMagnitude { return false }
    if ScaledReal(value, over: number.exponent)?.rounded == number.digits { return false }
    // The shortest digits can differ from the nearest ones only if the doubles below are closer than those
    // above.
    return value.significandBitPattern > 0 || ShortestDecimal(value) != number
  }

  /// Whether the number's digits are the shortest that parse as `value`, its nearest double.
  func hasShortestDigits(of value: Double) -> Bool {
    guard significand > 0, value != 0 else { return significand == 0 && value == 0 }
    guard value.isFinite, !isTruncated else { return false }
    return ShortestDecimal(value) == ShortestDecimal(withoutZeros: significand, exponent: exponent)
  }

  private func losesDigitsOfLong(as value: Double) -> Bool {
    guard longDigitCount <= Self.exactDigits, let scaled = ScaledReal(value, over: exponent),
      scaled.whole &- significand &+ 1 <= 2
    else { return true }
    let (mantissa, power) = value.binaryParts
    // Twice the value is between twice the digits less and plus one; ties go to the even digit.
    let last = lastDigit
    func order(_ change: (inout WideNatural) -> Void) -> Int {
      WideNatural.order(exponent: lastExponent, against: mantissa, power: power + 1) { number in
        loadDigits(into: &number)
        change(&number)
      }
    }
    let low = order { number in
      number.multiply(by: 2, adding: 0)
      number.decrement()
    }
    let high = order { $0.multiply(by: 2, adding: 1) }
    return low > 0 || high < 0 || (low == 0 || high == 0) && last & 1 == 1
  }

  private var lastDigit: UInt8 {
    var digits = DigitCursor(text)
    var last: UInt8 = 0
    for _ in 0..<longDigitCount { last = digits.next() ?? 0 }
    return last
  }
}
