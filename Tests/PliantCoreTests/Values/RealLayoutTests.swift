// Doubles as text, against Swift's and the C library's and by table.

import Foundation
import PliantCore
import PliantFormats
import TestSupport
import Testing

@Suite struct RealLayoutTests {
  private func text(_ append: (inout OutputBuffer) -> Void) -> String {
    var output = OutputBuffer()
    append(&output)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func expectAgreement(_ value: Double) {
    #expect(text { $0.appendShortest(value) } == value.description)
    guard value.isFinite, value != 0 else { return }
    #expect(text { $0.appendSeventeenDigits(value) } == String(format: "%.17g", value))
    let positional = text { $0.appendPositional(value) }
    #expect(Double(positional) == value && !positional.contains("e"))
    let six = text { $0.appendSixDecimals(value) }
    let fixed = String(format: "%f", value)
    #expect(six == (Double(fixed) == value ? fixed : value.description))
  }

  @Test func namedNumbers() async throws {
    try await forEachRow(of: [
      0, -0.0, 1, -1, 0.1, 100, 123_456, 1e15, 9_007_199_254_740_991, 9_007_199_254_740_992,
      9_007_199_254_740_994, 1e16, 1e17, 123_456_789_012_345_680, 1e21, 1e22, 1e23, 9.5e-5, 0.0001, 0.00099,
      1e-6, 1e-7, .leastNonzeroMagnitude, .leastNonzeroMagnitude * 2, .leastNormalMagnitude,
      .greatestFiniteMagnitude, 562_949_953_421_312.25, 562_949_953_421_312.75, 0x1p-44, 0x1p-25, -12.5e-200,
      999_999_999.999999, 1_000_000_000.5, 0.30000000000000004, .infinity, -.infinity, .nan,
    ]) { (value: Double) in
      expectAgreement(value)
    }
  }

  @Test func randomNumbers() {
    var generator = SystemRandomNumberGenerator()
    for round in 0..<3_000 {
      let bits = UInt64.random(in: 0...UInt64.max, using: &generator)
      switch round % 4 {
      case 0: expectAgreement(Double(bitPattern: bits))
      case 1: expectAgreement(Double(bitPattern: bits >> 12))
      case 2: expectAgreement(Double(bits >> 11) / Double(1 << Int.random(in: 0...60, using: &generator)))
      default:
        expectAgreement(
          Double(bits % 100_000_000) / pow(10, Double(Int.random(in: 0...8, using: &generator))))
      }
    }
  }

  @Test func powersOfTwoAndTheirNeighbours() {
    for exponent in stride(from: 0, through: 2046, by: 5) {
      for step in [-1, 0, 1] {
        expectAgreement(Double(bitPattern: UInt64(exponent) << 52 &+ UInt64(bitPattern: Int64(step))))
      }
    }
  }

  /// RFC 8785, appendix B.
  @Test func ecmaScript() async throws {
    try await forEachRow(
      of: [
        (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
        (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
        (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
        (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
        (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
        (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
        (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
        (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
      ] as [(UInt64, String)]
    ) { (bits: UInt64, expected: String) in
      #expect(text { $0.appendECMAScript(Double(bitPattern: bits)) } == expected)
    }
  }

  @Test func integers() async throws {
    try await forEachRow(
      of: [
        0, 9, 10, 99, 100, 12_345_678, 123_456_789, 9_999_999_999_999_999, 10_000_000_000_000_000, .max, .min,
        -1, -10,
      ] as [Int64]
    ) { (value: Int64) in
      #expect(text { $0.appendDecimal(value) } == String(value))
      for wide in [Int128(value), Int128(value) * 10_000_000_000_000_000_000, Int128(value) << 64] {
        #expect(text { $0.appendDecimal(wide: wide) } == String(wide))
      }
    }
  }

  @Test func integersOfEveryLength() {
    for value in sequence(first: Int128(1), next: { $0 < Int128.max / 10 ? $0 * 10 : nil }) {
      for wide in [value - 1, value, -value, value / 5 * 7] {
        #expect(text { $0.appendDecimal(wide: wide) } == String(wide))
        if let short = Int64(exactly: wide) { #expect(text { $0.appendDecimal(short) } == String(short)) }
      }
    }
    #expect(text { $0.appendDecimal(wide: .min) } == String(Int128.min))
    #expect(text { $0.appendDecimal(wide: .max) } == String(Int128.max))
  }
}
