// Natural numbers of many words, for comparisons of decimal and binary numbers that 128 bits do not decide.

/// A natural number below 2^4096, in memory that is valid only in the body of `order`.
///
/// Overflow stops the program; the bounds of its users are far below.
struct WideNatural {
  private static let capacity = 64
  /// 5^27, the highest power of five in a word.
  private static let highestPower: UInt64 = 7_450_580_596_923_828_125
  private static let highestPowerExponent = 27

  /// From the lowest word up.
  private let words: UnsafeMutablePointer<UInt64>
  private var count = 0

  private init(at words: UnsafeMutablePointer<UInt64>) { self.words = words }

  /// Compares n × 10^`exponent` with `mantissa` × 2^`power`, with n from `load`: -1 less, 0 equal, 1 greater.
  static func order(
    exponent: Int, against mantissa: UInt64, power: Int, load: (inout WideNatural) -> Void
  ) -> Int {
    // The standard library puts up to 1,024 bytes on the stack.
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * capacity) { memory in
      guard let start = memory.baseAddress else { return 0 }
      var decimal = WideNatural(at: start)
      var binary = WideNatural(at: start + capacity)
      load(&decimal)
      binary.multiply(by: 0, adding: mantissa)
      if exponent < 0 {
        binary.multiplyByPowerOfFive(-exponent)
      } else {
        decimal.multiplyByPowerOfFive(exponent)
      }
      // The rest of both factors is a power of two on one side.
      let shift = power - exponent
      if shift < 0 { decimal.shiftLeft(-shift) } else { binary.shiftLeft(shift) }
      return decimal.order(against: binary)
    }
  }

  mutating func multiply(by factor: UInt64, adding addend: UInt64) {
    var carry = addend
    for index in 0..<count {
      let product = words[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = product.low.addingReportingOverflow(carry)
      words[index] = sum
      carry = product.high &+ (overflow ? 1 : 0)
    }
    if carry > 0 { append(carry) }
  }

  mutating func decrement() {
    for index in 0..<count {
      words[index] &-= 1
      if words[index] != .max { break }
    }
    dropLeadingZeros()
  }

  private mutating func multiplyByPowerOfFive(_ exponent: Int) {
    for _ in 0..<exponent / Self.highestPowerExponent { multiply(by: Self.highestPower, adding: 0) }
    var factor: UInt64 = 1
    for _ in 0..<exponent % Self.highestPowerExponent { factor &*= 5 }
    multiply(by: factor, adding: 0)
  }

  private mutating func shiftLeft(_ bits: Int) {
    multiply(by: 1 << UInt64(bits % 64), adding: 0)
    let zeros = bits / 64
    guard zeros > 0, count > 0 else { return }
    for _ in 0..<zeros { append(0) }
    for index in (zeros..<count).reversed() { words[index] = words[index - zeros] }
    for index in 0..<zeros { words[index] = 0 }
  }

  private mutating func append(_ word: UInt64) {
    precondition(count < Self.capacity, "number too wide")
    words[count] = word
    count += 1
  }

  private mutating func dropLeadingZeros() { while count > 0, words[count - 1] == 0 { count -= 1 } }

  private func order(against other: WideNatural) -> Int {
    if count != other.count { return count < other.count ? -1 : 1 }
    for index in (0..<count).reversed() where words[index] != other.words[index] {
      return words[index] < other.words[index] ? -1 : 1
    }
    return 0
  }
}
