// Decimal digits, two per step, and hexadecimal ones.

extension OutputBuffer {
  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// The number of decimal digits of a number; 1 for zero.
  @inline(__always)
  package static func decimalDigitCount(_ value: UInt64) -> Int {
    // 1233/4096 is a little more than log10(2).
    let guess = ((64 &- (value | 1).leadingZeroBitCount) &* 1233) &>> 12
    return guess &+ (value >= powersOfTen[guess] ? 1 : 0) &+ (value == 0 ? 1 : 0)
  }

  /// Appends two hexadecimal digits for each byte.
  package mutating func appendHexadecimal(_ bytes: ByteView, uppercase: Bool = false) {
    let digits = ByteView(uppercase ? "0123456789ABCDEF" : "0123456789abcdef")
    appendUninitialized(2 * bytes.count) { target in
      for index in 0..<bytes.count {
        target[2 &* index] = digits[Int(bytes[index] >> 4)]
        target[2 &* index &+ 1] = digits[Int(bytes[index] & 15)]
      }
      return 2 * bytes.count
    }
  }

  package mutating func appendDecimal(_ value: Int64) {
    if value < 0 { append(ASCII.hyphen) }
    let magnitude = value.magnitude
    if magnitude < 10 { return append(ASCII.digit0 &+ UInt8(truncatingIfNeeded: magnitude)) }
    appendDigits(magnitude, count: Self.decimalDigitCount(magnitude))
  }

  /// Appends an integer of up to 128 bits in decimal.
  package mutating func appendDecimal(wide value: Int128) {
    if let short = Int64(exactly: value) { return appendDecimal(short) }
    if value < 0 { append(ASCII.hyphen) }
    let (high, low) = value.magnitude.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
    if high > 0 { appendDecimal(wide: Int128(high)) }
    let rest = UInt64(truncatingIfNeeded: low)
    appendDigits(rest, count: high > 0 ? 19 : Self.decimalDigitCount(rest))
  }

  /// Appends the last `count` decimal digits of a number, with zeros before it if it has fewer.
  @inline(__always)
  package mutating func appendDigits(_ value: UInt64, count: Int) {
    appendUninitialized(count &+ Self.wordSize) { start in
      Self.write(value, count: count, to: start)
      return count
    }
  }

  /// Appends `count` decimal digits with a point after the first `whole` of them, which must be less than
  /// `count`.
  @inline(__always)
  package mutating func appendDigits(_ value: UInt64, count: Int, point whole: Int) {
    appendUninitialized(count &+ 1 &+ Self.wordSize) { start in
      Self.write(value, count: count, to: start + 1)
      for index in 0..<whole { start[index] = start[index &+ 1] }
      start[whole] = ASCII.fullStop
      return count &+ 1
    }
  }

  private static let wordSize = 8

  /// Writes `count` digits, 1 to 20; up to seven bytes after them may be overwritten.
  @inline(__always)
  private static func write(_ value: UInt64, count: Int, to start: UnsafeMutablePointer<UInt8>) {
    if count <= wordSize { return writeFirst(value, count: count, to: start) }
    let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
    let rest = count &- wordSize
    if rest <= wordSize {
      writeFirst(high, count: rest, to: start)
    } else {
      let (first, second) = high.quotientAndRemainder(dividingBy: 100_000_000)
      writeFirst(first, count: rest &- wordSize, to: start)
      store(digits(of: second), at: start + (rest &- wordSize))
    }
    store(digits(of: low), at: start + rest)
  }

  /// Writes the last 1 to 8 digits of a number below 10^8, and zero bytes up to eight after them.
  @inline(__always)
  private static func writeFirst(_ value: UInt64, count: Int, to start: UnsafeMutablePointer<UInt8>) {
    store(digits(of: value) &>> UInt64(truncatingIfNeeded: (wordSize &- count) &* 8), at: start)
  }

  @inline(__always)
  private static func store(_ word: UInt64, at start: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(start).storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// The eight digits of a number below 10^8, the first in the lowest byte: halves, quarters and digits at once.
  ///
  /// The products with 5243 and 103 are the quotients by 100 and by 10, exact for numbers below 10^4 and
  /// below 100.
  @inline(__always)
  private static func digits(of value: UInt64) -> UInt64 {
    let high = value / 10_000
    let halves = high | (value &- high &* 10_000) &<< 32
    let hundreds = ((halves &* 5243) &>> 19) & 0x0000_007F_0000_007F
    let quarters = hundreds | (halves &- hundreds &* 100) &<< 16
    let tens = ((quarters &* 103) &>> 10) & 0x000F_000F_000F_000F
    return tens | (quarters &- tens &* 10) &<< 8 | 0x3030_3030_3030_3030
  }
}
