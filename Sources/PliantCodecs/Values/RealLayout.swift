// Doubles as decimal text, in the layouts of the formats.
//
//                0.0001  1.5e-07     12    9007199254740994       1e21
//   swift        0.0001  1.5e-07     12.0  9.007199254740994e+15  1e+21
//   ecmaScript   0.0001  1.5e-7      12    9007199254740994       1e+21
//   general      0.0001  1.5e-07     12    9007199254740994       1e+21
//   positional   0.0001  0.00000015  12    9007199254740994       1000000000000000000000

/// The numbers with an exponent, and its form.
struct RealLayout {
  /// Places of the decimal point, counted from the first digit, below and above which there is an exponent.
  let lowestPoint, highestPoint: Int
  /// The greatest magnitude without exponent.
  let highest: Double
  /// Whether `.0` follows integers without exponent.
  let marksIntegers: Bool
  /// The least count of digits of an exponent.
  let exponentDigits: Int

  /// A double's `description` in Swift, with or without `.0` after integers.
  @inline(__always)
  static func swift(marksIntegers: Bool) -> RealLayout {
    RealLayout(
      lowestPoint: -3, highestPoint: 16, highest: 0x1p53, marksIntegers: marksIntegers, exponentDigits: 2)
  }

  /// ECMAScript's Number::toString (RFC 8785, section 3.2.2.3).
  @inline(__always)
  static var ecmaScript: RealLayout {
    RealLayout(lowestPoint: -5, highestPoint: 21, highest: .infinity, marksIntegers: false, exponentDigits: 1)
  }

  /// The C library's `%.17g`.
  @inline(__always)
  static var general: RealLayout {
    RealLayout(lowestPoint: -3, highestPoint: 17, highest: .infinity, marksIntegers: false, exponentDigits: 2)
  }

  /// Never an exponent.
  @inline(__always)
  static var positional: RealLayout {
    RealLayout(
      lowestPoint: .min, highestPoint: .max, highest: .infinity, marksIntegers: false, exponentDigits: 0)
  }
}

extension OutputBuffer {
  /// Appends a double as its `description`: the shortest digits that parse as it, or `inf`, `-inf`, `nan`.
  ///
  /// Without `marksIntegers` there is no `.0` after an integer.
  package mutating func appendShortest(_ value: Double, marksIntegers: Bool = true) {
    guard value.isFinite else { return append(value.description) }
    guard value != 0 else {
      append(value.sign == .minus ? "-0" : "0")
      if marksIntegers { append(".0") }
      return
    }
    append(ShortestDecimal(value), of: value, .swift(marksIntegers: marksIntegers))
  }

  /// Appends a finite double as ECMAScript's Number::toString does (RFC 8785, section 3.2.2.3).
  package mutating func appendECMAScript(_ value: Double) {
    guard value != 0 else { return append(ASCII.digit0) }
    append(ShortestDecimal(value), of: value, .ecmaScript)
  }

  /// Appends a finite double as the C library's `%.17g` does.
  package mutating func appendSeventeenDigits(_ value: Double) {
    guard value != 0 else { return append(value.sign == .minus ? "-0" : "0") }
    append(ShortestDecimal(rounding: value, toDigits: 17), of: value, .general)
  }

  /// Appends a finite double with its shortest digits, without exponent.
  package mutating func appendPositional(_ value: Double) {
    guard value != 0 else { return append(ASCII.digit0) }
    append(ShortestDecimal(value), of: value, .positional)
  }

  @inline(__always)
  private mutating func append(_ number: ShortestDecimal, of value: Double, _ layout: RealLayout) {
    if value < 0 { append(ASCII.hyphen) }
    let count = Self.decimalDigitCount(number.digits)
    let point = count &+ number.exponent
    if point < layout.lowestPoint || point > layout.highestPoint || value.magnitude > layout.highest {
      appendExponential(number.digits, count: count, exponent: point &- 1, layout)
    } else if number.exponent >= 0 {
      appendDigits(number.digits, count: count)
      append(repeating: ASCII.digit0, count: number.exponent)
      if layout.marksIntegers { append(".0") }
    } else if point > 0 {
      appendDigits(number.digits, count: count, point: point)
    } else {
      append("0.")
      append(repeating: ASCII.digit0, count: 0 &- point)
      appendDigits(number.digits, count: count)
    }
  }

  @inline(__always)
  private mutating func appendExponential(_ digits: UInt64, count: Int, exponent: Int, _ layout: RealLayout) {
    if count == 1 {
      appendDigits(digits, count: 1)
    } else {
      appendDigits(digits, count: count, point: 1)
    }
    append(exponent < 0 ? "e-" : "e+")
    let magnitude = UInt64(exponent.magnitude)
    appendDigits(magnitude, count: max(layout.exponentDigits, Self.decimalDigitCount(magnitude)))
  }
}
