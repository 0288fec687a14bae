// Powers of five as 128 bits, for conversions between doubles and decimal digits.
//
// 5^q is the product of entries of two tables that fit in the cache: q = 28·j + r, 5^q = large[j + 13] ×
// small[r].
//
//   5^-3   = 0.008           →  0x83126E978D4FDF3B_645A1CAC083126E9 × 2^-134
//   5^0    = 1               →  0x8000000000000000_0000000000000000 × 2^-127

/// A power of five by its first 128 bits: `high` and `low` are the integer part of 5^q shifted to 2^127 ≤ n < 2^128.
package struct PowerOfFive {
  package let high: UInt64
  package let low: UInt64

  /// One entry of `large`, from the highest word down.
  struct Large {
    let high, middle, low: UInt64

    init(_ high: UInt64, _ middle: UInt64, _ low: UInt64) {
      self.high = high
      self.middle = middle
      self.low = low
    }
  }

  private static let step = 28
  private static let lowestStep = 13

  /// The exponents that the tables cover; more than doubles need.
  package static let range = -364...363
  /// The exponents of powers that are exact in 128 bits.
  static let exactRange = 0...55

  /// The power with an exponent in `range`.
  ///
  /// All 128 bits are correct for every exponent: a test compares them with exact arithmetic.
  @inline(__always)
  package init(_ exponent: Int) {
    let place = UInt(bitPattern: exponent &+ Self.step &* Self.lowestStep)
    let factor = Self.small[Int(bitPattern: place % UInt(Self.step))]
    let large = Self.large[Int(bitPattern: place / UInt(Self.step))]
    let top = large.high.multipliedFullWidth(by: factor)
    let middle = large.middle.multipliedFullWidth(by: factor)
    let bottom = large.low.multipliedFullWidth(by: factor)
    let (third, firstCarry) = middle.low.addingReportingOverflow(bottom.high)
    let (second, secondCarry) = top.low.addingReportingOverflow(middle.high &+ (firstCarry ? 1 : 0))
    let first = top.high &+ (secondCarry ? 1 : 0)
    // The highest bit of the product of two normalized numbers may be 0.
    let shift = first.leadingZeroBitCount
    high = shift == 0 ? first : first &<< 1 | second &>> 63
    low = shift == 0 ? second : second &<< 1 | third &>> 63
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The next 128 bits, so that products are too large instead of too small.
  @inline(__always)
  var roundedUp: PowerOfFive {
    let (sum, carry) = low.addingReportingOverflow(1)
    return PowerOfFive(high: high &+ (carry ? 1 : 0), low: sum)
  }

  /// The product with `factor`, 192 bits from the highest word down.
  @inline(__always)
  func times(_ factor: UInt64) -> (high: UInt64, middle: UInt64, low: UInt64) {
    let top = high.multipliedFullWidth(by: factor)
    let bottom = low.multipliedFullWidth(by: factor)
    let (middle, carry) = top.low.addingReportingOverflow(bottom.high)
    return (top.high &+ (carry ? 1 : 0), middle, bottom.low)
  }

  /// The exponent of the highest bit of 10^`exponent`, for exponents from -400 to 400.
  static func binaryExponent(ofTenTo exponent: Int) -> Int { (exponent &* 217_706) &>> 16 }
}
