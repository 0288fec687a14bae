// Doubles in units of a power of ten, to compute and compare their decimal digits.

extension Double {
  /// The magnitude of a finite double as an integer of at most 53 bits and a power of two.
  @inline(__always)
  var binaryParts: (mantissa: UInt64, power: Int) {
    let field = Int(bitPattern & 0x7FF0_0000_0000_0000) &>> 52
    return field == 0
      ? (significandBitPattern, -1074) : (significandBitPattern | 1 &<< 52, field &- 1023 &- 52)
  }
}

/// The magnitude of a nonzero double divided by a power of ten.
struct ScaledReal {
  let whole: UInt64
  /// 64 bits of the fraction, at most `margin` too small.
  let fraction: UInt64
  static let margin: UInt64 = 3

  private let mantissa: UInt64
  private let power: Int
  private let exponent: Int

  /// `value` / 10^`exponent`, or nil if it is less than a half or has an integer part of more than 64 bits.
  @inline(__always)
  init?(_ value: Double, over exponent: Int) {
    let (mantissa, power) = value.binaryParts
    guard PowerOfFive.range.contains(0 &- exponent) else { return nil }
    let shift = mantissa.leadingZeroBitCount
    let product = PowerOfFive(0 &- exponent).times(mantissa &<< UInt64(shift))
    var wholeBits = 65 &+ PowerOfFive.binaryExponent(ofTenTo: 0 &- exponent) &- shift &+ power
    var (high, middle) = (product.high, product.middle)
    if high &>> 63 == 0 {
      high = high &<< 1 | middle &>> 63
      middle = middle &<< 1 | product.low &>> 63
      wholeBits &-= 1
    }
    guard wholeBits >= 0, wholeBits <= 64 else { return nil }
    whole = high >> UInt64(64 &- wholeBits)
    fraction = high << UInt64(wholeBits) | middle >> UInt64(64 &- wholeBits)
    (self.mantissa, self.power, self.exponent) = (mantissa, power, exponent)
  }

  /// The nearest integer, ties to even.
  @inline(__always)
  var rounded: UInt64 {
    let half: UInt64 = 1 &<< 63
    if half &- fraction <= Self.margin { return roundedExactly }
    return whole &+ fraction &>> 63
  }

  @inline(never)
  private var roundedExactly: UInt64 {
    // Compares twice the midpoint with twice the value.
    let order = WideNatural.order(exponent: exponent, against: mantissa, power: power + 1) { number in
      number.multiply(by: 0, adding: whole)
      number.multiply(by: 2, adding: 1)
    }
    if order == 0 { return whole &+ whole & 1 }
    return order < 0 ? whole &+ 1 : whole
  }
}
