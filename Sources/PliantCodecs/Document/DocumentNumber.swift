/// The value of a number, in any spelling or representation: 1, 1.0 and 1e0 are equal.
package enum DocumentNumber: Sendable {
  case integer(Int128)
  case real(Double)
  /// An integer of more than 128 bits, as text.
  case huge([UInt8])

  package init?(_ document: Document, at index: Int) {
    switch document.event(at: index) {
    case .integer(let value): self = .integer(Int128(value))
    case .wideInteger(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .number(let text, .real): self = .real(NumberText.real(text))
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
    }
  }

  /// Converts an integral real to an integer, so that equal numbers have one form.
  package var normalized: DocumentNumber {
    guard case .real(let value) = self, let whole = Int128(exactly: value) else { return self }
    return .integer(whole)
  }

  package static func == (left: DocumentNumber, right: DocumentNumber) -> Bool {
    switch (left.normalized, right.normalized) {
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.huge(let left), .huge(let right)): left == right
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
