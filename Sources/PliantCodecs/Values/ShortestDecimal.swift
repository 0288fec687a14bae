// The shortest decimal digits that parse as a double, after Giulietti, "The Schubfach way to render doubles"
// (2020).
//
// All numbers from (c - ½) to (c + ½) × 2^q parse as the double c × 2^q, including the ends if c is even.
// With k such that 10^k ≤ 2^q < 10^(k+1) there are one to ten multiples of 10^k among them and at most one of
// 10^(k+1), which is shorter.

/// The magnitude of a nonzero double as `digits` × 10^`exponent`, without trailing zeros.
///
/// The digits are the fewest that parse as the double, and of those the closest to it.
struct ShortestDecimal: Equatable {
  let digits: UInt64
  let exponent: Int

  private init(digits: UInt64, exponent: Int) {
    self.digits = digits
    self.exponent = exponent
  }

  /// The digits of a nonzero `significand`, without trailing zeros.
  @inline(__always)
  init(withoutZeros significand: UInt64, exponent: Int) {
    var (digits, exponent) = (significand, exponent)
    if digits % 100_000_000 == 0 {
      digits /= 100_000_000
      exponent &+= 8
    }
    if digits % 10_000 == 0 {
      digits /= 10_000
      exponent &+= 4
    }
    while digits % 10 == 0 {
      digits /= 10
      exponent &+= 1
    }
    self.init(digits: digits, exponent: exponent)
  }

  @inline(__always)
  init(_ value: Double) { self = Self.withSixDecimals(value) ?? ShortestDecimal(shortening: value) }

  /// The digits of a double with up to six decimals and up to 15 digits, as most are; nil for others.
  ///
  /// The quotient of two exact doubles is rounded once: it is the double only if the digits parse as it. Up
  /// to 15 digits, no two numbers parse as the same double, so that no other is as short.
  @inline(__always)
  private static func withSixDecimals(_ value: Double) -> ShortestDecimal? {
    let magnitude = value.magnitude
    guard magnitude >= 0.001, magnitude < 1_000_000_000 else { return nil }
    let scaled = Int64(magnitude * 1_000_000 + 0.5)
    guard Double(scaled) / 1_000_000 == magnitude else { return nil }
    return ShortestDecimal(withoutZeros: UInt64(bitPattern: scaled), exponent: -6)
  }

  @inline(never)
  private init(shortening value: Double) {
    let (mantissa, power) = value.binaryParts
    // The double below a power of two is half as far as the one above.
    let isUneven = value.significandBitPattern == 0 && value.magnitude > Double.leastNormalMagnitude
    let exponent = Self.decimalExponent(power, isUneven: isUneven)
    let interval = Interval(mantissa, power, exponent, isUneven: isUneven)
    let floor = interval.value &>> 2
    let tenth = floor / 10
    let isLower = interval.contains(tenth &* 40)
    if isLower != interval.contains(tenth &* 40 &+ 40) {
      self.init(withoutZeros: isLower ? tenth : tenth &+ 1, exponent: exponent &+ 1)
      return
    }
    let isFloor = interval.contains(floor &* 4)
    let isCeiling = interval.contains(floor &* 4 &+ 4)
    let middle = floor &* 4 &+ 2
    let isFarther = interval.value > middle || interval.value == middle && floor & 1 == 1
    let roundsUp = isFloor == isCeiling ? isFarther : isCeiling
    self.init(digits: roundsUp ? floor &+ 1 : floor, exponent: exponent)
  }

  /// The exact value of a finite nonzero double, rounded to at most 18 digits, ties to even.
  init(rounding value: Double, toDigits digitCount: Int) {
    let bound = Self.powerOfTen(digitCount)
    let (mantissa, power) = value.binaryParts
    let highestBit = power &+ 63 &- mantissa.leadingZeroBitCount
    // Either this or the next is the power of ten of the last digit.
    let guess = Self.decimalExponent(highestBit, isUneven: false) &+ 1 &- digitCount
    if let rounded = ScaledReal(value, over: guess)?.rounded, rounded < bound {
      self.init(withoutZeros: rounded, exponent: guess)
    } else {
      self.init(withoutZeros: ScaledReal(value, over: guess &+ 1)?.rounded ?? 1, exponent: guess &+ 1)
    }
  }

  private static func powerOfTen(_ exponent: Int) -> UInt64 {
    var power: UInt64 = 1
    for _ in 0..<exponent { power &*= 10 }
    return power
  }

  /// The interval of numbers that parse as a double, four times over 10^k; the lowest bit of each is set if
  /// it was cut off.
  ///
  /// Over all doubles no such number that is not an integer comes closer to one than 2^-65.5, and the products are less
  /// than 2^-68.6 too large, so that comparing with even integers is exact.
  private struct Interval {
    let low, value, high: UInt64
    private let isOpen: Bool

    @inline(__always)
    init(_ mantissa: UInt64, _ power: Int, _ exponent: Int, isUneven: Bool) {
      let tens = PowerOfFive(0 &- exponent)
      let ceiling = tens.roundedUp
      let shift = UInt64(power &+ PowerOfFive.binaryExponent(ofTenTo: 0 &- exponent) &+ 1)
      value = Self.product((mantissa &* 4) &<< shift, ceiling)
      low = Self.product((mantissa &* 4 &- (isUneven ? 1 : 2)) &<< shift, ceiling)
      high = Self.product((mantissa &* 4 &+ 2) &<< shift, ceiling)
      isOpen = mantissa & 1 == 1
    }

    @inline(__always)
    private static func product(_ factor: UInt64, _ power: PowerOfFive) -> UInt64 {
      let product = power.times(factor)
      return product.high | (product.middle > 0 || product.low >= 1 &<< 61 ? 1 : 0)
    }

    @inline(__always)
    func contains(_ number: UInt64) -> Bool {
      let excess: UInt64 = isOpen ? 1 : 0
      return low &+ excess <= number && number &+ excess <= high
    }
  }

  /// The highest k with 10^k not above the width of the interval, 2^`power` or three quarters of it.
  @inline(__always)
  private static func decimalExponent(_ power: Int, isUneven: Bool) -> Int {
    (power &* 315_653 &- (isUneven ? 131_072 : 0)) &>> 20
  }
}
