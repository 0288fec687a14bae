// The double nearest to a decimal number, after Clinger (1990), and Eisel and Lemire (2021).
//
// significand × 5^exponent is known to 128 bits, which decide on which side of the midpoint of two doubles
// the number is, unless it is closer to it than the last of these bits: then all its digits are compared.

extension DecimalText {
  private static let signBit: UInt64 = 1 << 63
  private static let infinity: UInt64 = 0x7FF << 52
  /// Bits of a word below a significand of 53 bits.
  private static let spareBits = 11
  /// Powers of ten below and above which every significand of 64 bits is nearest to zero and to infinity.
  private static let lowestExponent = -342
  private static let highestExponent = 308

  /// The powers of ten that are exact in a double.
  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]

  /// The double nearest to the number, ties to even; infinite beyond the range of doubles.
  @inline(__always)
  var nearestDouble: Double {
    if significand <= 1 << 53, !isTruncated, exponent.magnitude < UInt(Self.exactPowers.count) {
      // Both operands are exact, so that the operation rounds once.
      let value = Double(Int64(bitPattern: significand))
      let magnitude =
        exponent < 0 ? value / Self.exactPowers[0 &- exponent] : value * Self.exactPowers[exponent]
      return isNegative ? -magnitude : magnitude
    }
    return Double(bitPattern: nearestBits | (isNegative ? Self.signBit : 0))
  }

  /// The bit pattern of the double nearest to the number's magnitude.
  @inline(never)
  private var nearestBits: UInt64 {
    guard significand > 0, exponent >= Self.lowestExponent else { return 0 }
    guard exponent <= Self.highestExponent else { return Self.infinity }
    let shift = significand.leadingZeroBitCount
    var product = PowerOfFive(exponent).times(significand &<< UInt64(shift))
    var biasedExponent = 64 + 1023 + PowerOfFive.binaryExponent(ofTenTo: exponent) &- shift
    if product.high &>> 63 == 0 {
      product.high = product.high &<< 1 | product.middle &>> 63
      product.middle = product.middle &<< 1 | product.low &>> 63
      product.low &<<= 1
      biasedExponent &-= 1
    }
    guard biasedExponent < 0x7FF else { return Self.infinity }
    // A subnormal's significand has one bit less for each step of its exponent below the lowest.
    let dropped = Self.spareBits &+ max(0, 1 &- biasedExponent)
    guard dropped <= Self.spareBits + 54 else { return 0 }
    let mantissa = product.high >> UInt64(dropped)
    // Below half the least double this wraps to 0, and so does the difference to it.
    let half: UInt64 = 1 << UInt64(dropped &- 1)
    let rest = product.high & (half &<< 1 &- 1)
    // The maximum error of the product, in units of its highest word; it is never too large.
    let margin: UInt64 = isTruncated ? (2 &<< UInt64(shift)) &+ 1 : 1
    let roundsUp =
      half &- rest > margin
      ? rest > half && half > 0
      : isNearerToNext(mantissa, biasedExponent, below: half &- rest, product.middle, product.low)
    return UInt64(max(0, biasedExponent &- 1)) &<< 52 &+ mantissa &+ (roundsUp ? 1 : 0)
  }

  /// Whether the double after `mantissa` is nearer; the product's high word is `below` under the midpoint.
  @inline(never)
  private func isNearerToNext(
    _ mantissa: UInt64, _ biasedExponent: Int, below: UInt64, _ middle: UInt64, _ low: UInt64
  ) -> Bool {
    if !isTruncated {
      if PowerOfFive.exactRange.contains(exponent) {
        if below > 0 { return false }
        return middle > 0 || low > 0 || mantissa & 1 == 1
      }
      // Less than 2 is missing in the middle word.
      if below == 0 && middle > 0 { return true }
      if below == 1 && middle < .max - 1 { return false }
    }
    let power = max(1, biasedExponent) - 1023 - 52
    // Compares twice the number with twice the midpoint.
    let order = WideNatural.order(exponent: lastExponent, against: 2 * mantissa + 1, power: power) { number in
      loadDigits(into: &number)
      number.multiply(by: 2, adding: 0)
    }
    return order == 0 ? mantissa & 1 == 1 : order > 0
  }
}

// MARK: All digits

extension DecimalText {
  /// The most significant digits of any midpoint of two doubles.
  private static let midpointDigits = 768

  /// The power of ten of the last digit of `loadDigits`.
  var lastExponent: Int {
    exponent - max(0, min(longDigitCount, Self.midpointDigits + 1) - Self.significandDigits)
  }

  /// Loads all digits into a number that is zero.
  ///
  /// Digits beyond those of every midpoint are replaced with a 1, which is on the same side of all midpoints.
  func loadDigits(into number: inout WideNatural) {
    guard isTruncated else { return number.multiply(by: 0, adding: significand) }
    var digits = DigitCursor(text)
    var left = min(longDigitCount, Self.midpointDigits)
    while left > 0 {
      // As many digits at once as fit in a word.
      let step = min(left, Self.significandDigits)
      var (factor, chunk): (UInt64, UInt64) = (1, 0)
      for _ in 0..<step {
        factor &*= 10
        chunk = chunk &* 10 &+ UInt64(digits.next() ?? 0)
      }
      number.multiply(by: factor, adding: chunk)
      left -= step
    }
    if longDigitCount > Self.midpointDigits { number.multiply(by: 10, adding: 1) }
  }
}
