/// The value of a number, in any spelling or representation: 1, 1.0 and 1e0 are equal.
package enum DocumentNumber: Sendable {
  case integer(Int128)
  case real(Double)
  /// An integer of more than 128 bits, as digits.
  case huge(DecimalNumber)

  /// The number at a tape index, or nil for another value.
  package init?(_ document: Document, at index: Int) {
    switch document.tag(at: index) {
    case .smallInteger: self = .integer(Int128(document.word(at: index).smallInteger))
    case .integer: self = .integer(Int128(Int64(bitPattern: document.bits(at: index))))
    case .wideInteger: self = .integer(document.wideInteger(at: index))
    case .real: self = .real(Double(bitPattern: document.bits(at: index)))
    case .realText: self = .real(NumberText.real(document.text(at: index)))
    case .integerText:
      let text = document.text(at: index)
      self = NumberText.wideInteger(text).map { .integer($0) } ?? .huge(DecimalNumber(text))
    default: return nil
    }
  }

  /// The nearest double.
  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .huge(let value): value.isNegative ? -.infinity : .infinity
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
    case (.huge(let left), .huge(let right)): left.precedes(right)
    default: left.double < right.double
    }
  }
}

extension DecimalNumber {
  /// Whether an integer is less than another.
  fileprivate func precedes(_ other: DecimalNumber) -> Bool {
    if isNegative != other.isNegative { return isNegative }
    let (small, large) = isNegative ? (other, self) : (self, other)
    let (left, right) = (small.digits.count + small.exponent, large.digits.count + large.exponent)
    return left == right ? small.digits.lexicographicallyPrecedes(large.digits) : left < right
  }
}
