/// A scalar as an object of a binary property list; a number's text is a string if it fits no number.
enum BinaryScalar {
  case null
  case boolean(Bool)
  case integer(Int64)
  case wideInteger(Int128)
  /// The bit pattern.
  case real(UInt64)
  /// The bit pattern of the seconds since 2001.
  case date(UInt64)
  case data(ByteView)
  case string(ByteView)
  case uid(UInt64)

  /// The value or key at `index`, or a UID if that is a container `{CF$UID: n}`.
  @inline(__always)
  init(_ document: Document, at index: Int) {
    let word = document.word(at: index)
    switch word.tag {
    case .string, .key: self = .string(document.text(at: index))
    case .smallInteger: self = .integer(word.smallInteger)
    default: self = Self.rare(document, at: index)
    }
  }

  private static func rare(_ document: Document, at index: Int) -> BinaryScalar {
    switch document.tag(at: index) {
    case .false: .boolean(false)
    case .true: .boolean(true)
    case .integer: .integer(Int64(bitPattern: document.bits(at: index)))
    case .wideInteger: .wideInteger(document.wideInteger(at: index))
    case .real: .real(document.bits(at: index))
    case .date: .date(document.bits(at: index))
    case .data: .data(document.text(at: index))
    case .integerText: integer(document.text(at: index))
    case .realText: real(document.text(at: index))
    case .uid: .uid(document.bits(at: index))
    case .container: .uid(uid(document, at: index) ?? 0)
    case .null, .shared, .string, .key, .smallInteger: .null
    }
  }

  private static func integer(_ text: ByteView) -> BinaryScalar {
    if let value = NumberText.integer(text) { return .integer(value) }
    if let value = NumberText.wideInteger(text) { return .wideInteger(value) }
    return .string(text)
  }

  private static func real(_ text: ByteView) -> BinaryScalar {
    let value = NumberText.real(text)
    return value.isFinite ? .real(value.bitPattern) : .string(text)
  }

  /// The loss in converting the number text at `index`, if any.
  static func loss(_ document: Document, at index: Int) -> Loss? {
    let text = document.text(at: index)
    if document.tag(at: index) == .integerText {
      if case .string = integer(text) { return .wideIntegerAsString }
      return nil
    }
    let number = DecimalText(text)
    let value = number.nearestDouble
    guard value.isFinite else { return .hugeRealAsString }
    return number.losesDigits(as: value) ? .digitsBeyondDouble : nil
  }

  /// The number of a dictionary `{CF$UID: n}` at `index`, or nil if the container is anything else.
  @inline(__always)
  static func uid(_ document: Document, at index: Int) -> UInt64? {
    guard document.count(at: index) == 1, document.word(at: index).containerKind == .dictionary else {
      return nil
    }
    return uidValue(document, key: index &+ 2)
  }

  @inline(never)
  private static func uidValue(_ document: Document, key: Int) -> UInt64? {
    guard document.text(at: key) == "CF$UID",
      case .integer(let number) = DocumentNumber(document, at: document.next(after: key))
    else { return nil }
    return UInt64(exactly: number)
  }

  /// A seeded hash of the value, which depends on the type.
  @inline(__always)
  func hash(seed: UInt64) -> UInt64 {
    switch self {
    case .string(let text): ByteHash.hash(text, seed: seed)
    case .integer(let value): ByteHash.hash(UInt64(bitPattern: value), seed: seed ^ 0x1111)
    case .real(let bits): ByteHash.hash(bits, seed: seed ^ 0x2222)
    case .date(let bits): ByteHash.hash(bits, seed: seed ^ 0x3333)
    case .data(let bytes): ByteHash.hash(bytes, seed: seed ^ 0x4444)
    case .wideInteger(let value):
      ByteHash.hash(UInt64(truncatingIfNeeded: value ^ (value >> 64)), seed: seed ^ 0x5555)
    case .uid, .boolean, .null: 0
    }
  }

  /// Whether both are one object: the same type and the same bytes or bits.
  @inline(__always)
  func isSameObject(as other: BinaryScalar) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)): left.isEqual(right)
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left.isEqual(right)
    case (.wideInteger(let left), .wideInteger(let right)): left == right
    default: false
    }
  }
}
