// Numbers of bytes as people write them: 4096, 64K, 256MB, 1GiB; powers of 1024 throughout.

/// Reads and writes numbers of bytes.
package enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [("K", 10), ("M", 20), ("G", 30), ("T", 40)]

  /// The number of a text, or nil if it is none or too large.
  package static func value(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let unit = text.dropFirst(digits.count).uppercased()
    if unit.isEmpty || unit == "B" { return number }
    guard let known = units.first(where: { $0.letter == unit.first }),
      ["", "B", "IB"].contains(unit.dropFirst())
    else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: 1 << known.shift)
    return overflow ? nil : value
  }

  /// The number with the largest unit that keeps three digits, rounded down: `256 MB`.
  package static func text(_ byteCount: Int) -> String {
    let unit = units.last { byteCount >= 1 << $0.shift }
    return unit.map { "\(byteCount >> $0.shift) \($0.letter)B" } ?? "\(byteCount) bytes"
  }
}
