/// Parses and formats numbers of bytes: 4096, 64K, 256MB, 1GiB; powers of 1024 throughout.
package enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [("K", 10), ("M", 20), ("G", 30), ("T", 40)]

  /// Parses a number; nil for an invalid or too large one.
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

  /// Formats a number with the largest unit that keeps three digits, rounded down: `256 MB`.
  package static func text(_ byteCount: Int) -> String {
    let unit = units.last { byteCount >= 1 << $0.shift }
    return unit.map { "\(byteCount >> $0.shift) \($0.letter)B" } ?? "\(byteCount) bytes"
  }
}
