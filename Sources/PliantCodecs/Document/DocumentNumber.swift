/// The value of a number, in any spelling or representation: 1, 1.0 and 1e0 are equal.
package enum DocumentNumber: Sendable {
  case integer(Int128)
  case real(Double)
  /// An integer of more than 128 bits, as text.
  case huge([UInt8])
  /// A number with more digits than a double distinguishes, or beyond its range.
  case decimal(DecimalNumber)

  package init?(_ document: Document, at index: Int) {
    switch document.event(at: index) {
    case .integer(let value): self = .integer(Int128(value))
    case .wideInteger(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .number(let text, .real):
      let value = NumberText.real(text)
      self = DecimalNumber(text, unless: value).map { .decimal($0) } ?? .real(value)
    case .number(let text, .integer):
      self = NumberText.wideInteger(text).map { .integer($0) } ?? .huge(text.array)
    default: return nil
    }
  }

  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .huge(let text): text.first == ASCII.hyphen ? -.infinity : .infinity
    case .decimal(let number): number.double
    }
  }

  /// The number with the precision of a double, unless it is an integer.
  package var rounded: DocumentNumber {
    if case .decimal(let number) = self { return .real(number.double) }
    return self
  }

  /// Converts an integral real to an integer, so that equal numbers have one form.
  package var normalized: DocumentNumber {
    switch self {
    case .real(let value): Int128(exactly: value).map { .integer($0) } ?? self
    case .decimal(let number): number.integer.map { .integer($0) } ?? self
    default: self
    }
  }

  package static func == (left: DocumentNumber, right: DocumentNumber) -> Bool {
    switch (left.normalized, right.normalized) {
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.huge(let left), .huge(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left == right
    default: false
    }
  }

  package static func < (left: DocumentNumber, right: DocumentNumber) -> Bool {
    switch (left.normalized, right.normalized) {
    case (.integer(let left), .integer(let right)): left < right
    case (.huge(let left), .huge(let right)): precedes(left, right)
    default: left.double < right.double
    }
  }

  /// Whether an integer's text is less than another's.
  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (isLess, isOther) = (left.first == ASCII.hyphen, right.first == ASCII.hyphen)
    if isLess != isOther { return isLess }
    let (small, large) = isLess ? (right, left) : (left, right)
    if small.count != large.count { return small.count < large.count }
    return small.lexicographicallyPrecedes(large)
  }
}

/// A number with its exact digits.
package struct DecimalNumber: Equatable, Sendable {
  /// Fewer digits always distinguish numbers in a double's normal range.
  private static let certainDigits = 15
  /// The most digits in which a double is written.
  private static let mostDigits = 17

  /// The sign, digits without zeros at the ends, and exponent of the last digit.
  package let text: [UInt8]
  package let double: Double
  /// The value of an integer of at most 128 bits.
  package let integer: Int128?

  /// The number of a JSON or property list text; nil if it is how a double is written, in the fewest digits or in 17.
  init?(_ text: ByteView, unless value: Double) {
    var (significand, count, zeros): (UInt64, Int, Int) = (0, 0, 0)
    var (exponent, hasPoint) = (0, false)
    var at = 0
    while at < text.count, text[at] | 0x20 != 0x65 {
      defer { at += 1 }
      if text[at] == ASCII.fullStop { hasPoint = true }
      guard text[at].isDigit else { continue }
      if hasPoint { exponent -= 1 }
      guard count > 0 || text[at] != ASCII.digit0 else { continue }
      count += 1
      zeros += 1
      guard text[at] != ASCII.digit0 else { continue }
      // Wraps around with too many digits for a spelling.
      for _ in 0..<zeros { significand = significand &* 10 }
      significand &+= UInt64(text[at] & 0xF)
      zeros = 0
    }
    if count == 0 { return nil }
    if count <= Self.certainDigits, value.isNormal { return nil }
    if at < text.count {
      guard let power = Int(text.suffix(from: at + 1).string) else { return nil }
      exponent += max(min(power, Int(Int32.max)), Int(Int32.min))
    }
    exponent += zeros
    if count - zeros <= Self.mostDigits, value.isFinite, value != 0 {
      let shortest = ShortestDecimal(value)
      if (shortest.digits, shortest.exponent) == (significand, exponent) { return nil }
      let longest = ShortestDecimal(rounding: value, toDigits: Self.mostDigits)
      if (longest.digits, longest.exponent) == (significand, exponent) { return nil }
    }
    let digits = Array(text[0..<at].array.filter(\.isDigit).drop { $0 == ASCII.digit0 }.dropLast(zeros))
    let sign = text.byte(at: 0) == ASCII.hyphen ? [ASCII.hyphen] : []
    self.text = sign + digits + [0x65] + Array(String(exponent).utf8)
    double = value
    let padding = [UInt8](repeating: ASCII.digit0, count: max(0, min(exponent, 40)))
    integer = exponent < 0 ? nil : (sign + digits + padding).withByteView { NumberText.wideInteger($0) }
  }
}
