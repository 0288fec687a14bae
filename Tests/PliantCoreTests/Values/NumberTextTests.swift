// Decimal text as doubles, against the C library and by table.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct NumberTextTests {
  private func real(_ text: String) -> Double { Array(text.utf8).withByteView { NumberText.real($0) } }

  private func losesDigits(_ text: String) -> Bool {
    Array(text.utf8).withByteView { NumberText.losesDigits($0, as: NumberText.real($0)) }
  }

  private func expectAgreement(_ text: String) {
    let expected = strtod(text, nil)
    #expect(real(text).bitPattern == expected.bitPattern, "\(text)")
  }

  /// The numbers that other readers have got wrong, and those at the borders.
  @Test func hardNumbers() async throws {
    try await forEachRow(
      of: [
        ("0", 0), ("-0", 0x8000_0000_0000_0000), ("0.0e999", 0),
        ("-0e-99999999999999999999", 0x8000_0000_0000_0000),
        ("1e-400", 0), ("1e99999999999999999999", 0x7FF0_0000_0000_0000), ("-1e309", 0xFFF0_0000_0000_0000),
        ("2.2250738585072011e-308", 0x000F_FFFF_FFFF_FFFF),
        ("2.2250738585072012e-308", 0x0010_0000_0000_0000),
        ("2.2250738585072014e-308", 0x0010_0000_0000_0000), ("4.9406564584124654e-324", 1), ("3e-324", 1),
        ("2.4703282292062327e-324", 0), ("2.4703282292062328e-324", 1), ("7.4109846876186982e-324", 2),
        ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF), ("1.7976931348623158e308", 0x7FEF_FFFF_FFFF_FFFF),
        ("1.7976931348623159e308", 0x7FF0_0000_0000_0000), ("9007199254740993", 0x4340_0000_0000_0000),
        ("9007199254740993.0000000000000000000000000000001", 0x4340_0000_0000_0001),
        ("9007199254740992.5", 0x4340_0000_0000_0000), ("9007199254740995", 0x4340_0000_0000_0002),
        ("100000000000000016777215", 0x44B5_2D02_C7E1_4AF7),
        ("100000000000000016777216", 0x44B5_2D02_C7E1_4AF8),
        ("1e23", 0x44B5_2D02_C7E1_4AF6), ("6929495644600919.5", 0x4338_9E56_EE5E_7A58),
        ("3.7455744005952583e15", 0x432A_9D28_FF41_2A75), ("18014398509481985", 0x4350_0000_0000_0000),
        ("0.500000000000000166533453693773481063544750213623046875", 0x3FE0_0000_0000_0002),
        ("1.448997445238699", 0x3FF7_2F17_F1F4_9AAD),
      ] as [(String, UInt64)]
    ) { (text: String, bits: UInt64) in
      #expect(real(text).bitPattern == bits, "\(text)")
      expectAgreement(text)
    }
  }

  @Test func midpointOfTheLeastDoubleAndZero() {
    // 2^-1075 exactly, one digit less, and more digits than any midpoint has.
    let half = exactDigits(ofOddTimes: 1, power: -1075)
    #expect(real("\(half)e-1075") == 0)
    #expect(real("\(half.dropLast())4e-1075") == 0)
    #expect(real("\(half.dropLast())6e-1075") == .leastNonzeroMagnitude)
    #expect(real("\(half).\(String(repeating: "0", count: 900))1e-1075") == .leastNonzeroMagnitude)
    #expect(real("0.\(String(repeating: "0", count: 900))\(half)e-174") == 0)
  }

  @Test func midpointsOfNeighbours() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let mantissa = UInt64.random(in: 1 << 52..<1 << 53, using: &generator)
      let power = Int.random(in: -1074..<(-20), using: &generator)
      let digits = exactDigits(ofOddTimes: 2 * mantissa + 1, power: power - 1)
      for text in [
        "\(digits)e\(power - 1)", "\(digits).00001e\(power - 1)", "\(digits.dropLast())4e\(power - 1)",
      ] {
        expectAgreement(text)
      }
    }
  }

  /// The digits of `odd` × 2^`power` × 10^-`power` for a negative power: `odd` × 5^-`power`.
  private func exactDigits(ofOddTimes odd: UInt64, power: Int) -> String {
    var digits = String(odd).utf8.reversed().map { Int($0 - 0x30) }
    for _ in 0..<(-power) {
      var carry = 0
      for index in digits.indices {
        carry += digits[index] * 5
        digits[index] = carry % 10
        carry /= 10
      }
      if carry > 0 { digits.append(carry) }
    }
    return digits.reversed().map(String.init).joined()
  }

  @Test func agreesWithTheCLibraryOnRandomNumbers() {
    var generator = SystemRandomNumberGenerator()
    for round in 0..<4_000 {
      let count = Int.random(in: 1...40, using: &generator)
      var digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      if Bool.random(using: &generator), count > 1 {
        let point = Int.random(in: 1..<count, using: &generator)
        digits.insert(".", at: digits.index(digits.startIndex, offsetBy: point))
      }
      let exponents = round % 4 == 0 ? -360...330 : -30...30
      let exponent = Bool.random(using: &generator) ? "" : "e\(Int.random(in: exponents, using: &generator))"
      expectAgreement((Bool.random(using: &generator) ? "-" : "") + digits + exponent)
    }
  }

  @Test func everyDoubleComesBack() {
    var generator = SystemRandomNumberGenerator()
    for round in 0..<3_000 {
      let bits = UInt64.random(in: 0...UInt64.max, using: &generator)
      let value = Double(bitPattern: round % 3 == 0 ? bits >> 12 : bits)
      guard value.isFinite else { continue }
      #expect(real(value.description) == value)
      #expect(real(String(format: "%.16e", value)) == value)
      #expect(!losesDigits(value.description))
      #expect(!losesDigits(String(format: "%.16e", value)))
    }
  }

  @Test func powersOfTwoAndTheirNeighbours() {
    for exponent in stride(from: 0, through: 2046, by: 3) {
      for step in [-1, 0, 1] {
        let value = Double(bitPattern: UInt64(exponent) << 52 &+ UInt64(bitPattern: Int64(step)))
        guard value.isFinite, value > 0 else { continue }
        expectAgreement(String(format: "%.16e", value))
        #expect(real(value.description) == value)
        #expect(!losesDigits(value.description))
      }
    }
  }

  @Test func lostDigits() async throws {
    try await forEachRow(of: [
      ("0.1", false), ("0.10000000000000001", false), ("0.100000000000000006", false),
      ("0.100000000000000005", true),
      ("0.1000000000000000055511151231257827021181583404541015625", false),
      ("0.1000000000000000055511151231257827021181583404541015626", true),
      ("0.10000000000000000555111512312578270211815834045410156250000", false),
      ("0.10000000000000000000000000000000", false), ("0.10000000000000000000000000000001", true),
      ("9007199254740993", true), ("9007199254740992", false), ("9007199254740993e3", false), ("1e400", true),
      ("0e400", false), ("0.000", false), ("1e-400", true), ("5e-324", false),
      ("4.9406564584124654e-324", false),
      ("4.94e-324", false), ("4.95e-324", true), ("3e-324", true), ("1e-323", false), ("1.1e-323", true),
      ("123456789012345.6", false), ("123456789012345678", true), ("123456789012345680", false),
      // The shortest digits of 2^-44, and the nearest ones.
      ("5.684341886080802e-14", false), ("5.684341886080801e-14", false),
      // Half-way between two decimals of 16 digits: the even one is kept.
      ("562949953421312.2", false), ("562949953421312.3", true), ("562949953421312.25", false),
    ]) { (text: String, isLost: Bool) in
      #expect(losesDigits(text) == isLost, "\(text)")
    }
  }

  @Test func keepsTheDigitsThatTheCLibraryPrints() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1_500 {
      let value = Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &generator))
      let count = Int.random(in: 15...40, using: &generator)
      let text = String(format: "%.*e", count - 1, value)
      // Fifteen digits are what every normal double keeps; other texts may be read as a neighbour.
      guard value.isNormal, real(text) == value else { continue }
      #expect(!losesDigits(text), "\(text)")
    }
  }

  @Test func lenientTexts() async throws {
    try await forEachRow(of: [
      "1.", ".5", "+.5e3", "1e5", "1E+5", "1e", "", ".", "-.", "+-1", " 1", "1 ", "inf", "-Infinity", "nan",
      "0x1p3",
      "1.e5", ".e5", "e5", "-0", "00012", "1_0", "1e0005", "--1", "1e+", "1.5.5",
    ]) { (text: String) in
      let value = Array(text.utf8).withByteView { NumberText.lenientReal($0) }
      let expected = Double(text)
      #expect(value?.bitPattern == expected?.bitPattern, "\(text)")
    }
  }
}

@Suite struct PowerOfFiveTests {
  /// A natural number, 32 bits an element from the lowest up.
  private struct Natural {
    var words: [UInt32] = [1]

    mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
      var carry = UInt64(addend)
      for index in words.indices {
        carry += UInt64(words[index]) * UInt64(factor)
        words[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      if carry > 0 { words.append(UInt32(carry)) }
    }

    func times(_ power: PowerOfFive) -> Natural {
      var sum = Natural(words: [])
      for (place, part) in [power.low, power.low >> 32, power.high, power.high >> 32].enumerated() {
        var product = self
        product.multiply(by: UInt32(truncatingIfNeeded: part))
        sum.add(Natural(words: [UInt32](repeating: 0, count: place) + product.words))
      }
      return sum
    }

    mutating func add(_ other: Natural) {
      words += [UInt32](repeating: 0, count: max(0, other.words.count - words.count))
      var carry: UInt64 = 0
      for index in words.indices {
        carry += UInt64(words[index]) + UInt64(index < other.words.count ? other.words[index] : 0)
        words[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      if carry > 0 { words.append(UInt32(carry)) }
    }

    var bitWidth: Int {
      guard let index = words.lastIndex(where: { $0 > 0 }) else { return 0 }
      return index * 32 + 32 - words[index].leadingZeroBitCount
    }

    /// The bits from `shift` on, which may lie before the lowest, as far as 64 go.
    func bits(from shift: Int) -> UInt64 {
      var result: UInt64 = 0
      for bit in 0..<64 where shift + bit >= 0 && shift + bit < words.count * 32 {
        result |= UInt64(words[(shift + bit) / 32] >> UInt32((shift + bit) % 32) & 1) << UInt64(bit)
      }
      return result
    }
  }

  @Test func all128BitsAreRightForEveryExponent() {
    var power = Natural()
    for exponent in 0...364 {
      let width = power.bitWidth
      if exponent <= PowerOfFive.range.upperBound {
        let entry = PowerOfFive(exponent)
        #expect(entry.high == power.bits(from: width - 64), "5^\(exponent)")
        #expect(entry.low == power.bits(from: width - 128), "5^\(exponent)")
      }
      if exponent > 0 {
        // The entry times 5^exponent is 2^(width + 127) or less, and one more times it is more.
        var product = power.times(PowerOfFive(-exponent))
        #expect(product.bitWidth <= width + 127, "5^-\(exponent)")
        product.add(power)
        #expect(product.bitWidth == width + 128, "5^-\(exponent)")
      }
      power.multiply(by: 5)
    }
  }
}
