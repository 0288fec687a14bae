// A document's values as Swift values, and the way there by key path.

import PliantCore

extension Document {
  /// A value of a document, for looking at and for putting into another.
  ///
  /// Literals make one: `["version": "2.0", "tags": [1, 2.5, true]]`.
  public indirect enum Value: Equatable, Sendable {
    /// JSON's null.
    case null
    case boolean(Bool)
    case integer(Int128)
    case real(Double)
    /// A number that neither an integer of 128 bits nor a double can hold, by its text (RFC 8259).
    case number(String)
    case date(Date)
    case data([UInt8])
    case uid(UID)
    case string(String)
    case array([Value])
    /// A set of a binary property list, in the order of the file.
    case set([Value])
    /// Entries in the order of the document.
    case dictionary([Entry])
  }

  /// A key and its value.
  public struct Entry: Equatable, Sendable {
    /// The key.
    public var key: String
    /// What it stands for.
    public var value: Value

    /// An entry of a dictionary.
    public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The whole document as one value.
  ///
  /// What a binary property list shares stays shared in memory.
  public var value: Value { value(of: DocumentValue(self)) }

  /// The value at a key path or JSON Pointer as in `node(at:)`, with all that is in it, or nil.
  public func value(at path: String) -> Value? { node(at: path)?.value }

  func value(of place: DocumentValue) -> Value {
    var known: [Int: Value] = [:]
    return value(place, &known)
  }

  /// The value at a place; `known` are those of shared containers, by their index.
  ///
  /// Recursion is as deep as readers let a document be.
  private func value(_ place: DocumentValue, _ known: inout [Int: Value]) -> Value {
    switch place.tag {
    case .null: return .null
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .smallInteger, .integer: return .integer(Int128(place.integer ?? 0))
    case .wideInteger: return .integer(wideInteger(at: place.index))
    case .real: return .real(place.double ?? 0)
    case .integerText, .realText: return Self.number(text(at: place.index), tag: place.tag)
    case .date: return .date(Date(secondsSinceReferenceDate: place.date ?? 0))
    case .uid: return .uid(UID(bits(at: place.index)))
    case .data: return .data(text(at: place.index).array)
    case .string, .key: return .string(text(at: place.index).string)
    case .container, .shared:
      // Only a list that shares containers has to remember them.
      guard tags.contains(.tag(.shared)) else { return container(place, &known) }
      if let value = known[place.index] { return value }
      let value = container(place, &known)
      known[place.index] = value
      return value
    }
  }

  private func container(_ place: DocumentValue, _ known: inout [Int: Value]) -> Value {
    switch place.container {
    case .dictionary:
      return .dictionary(place.entries.map { Entry(key: $0.key.string, value: value($0.value, &known)) })
    case .set: return .set(place.elements.map { value($0, &known) })
    case .array, nil: return .array(place.elements.map { value($0, &known) })
    }
  }

  private static func number(_ text: ByteView, tag: TapeTag) -> Value {
    if tag == .integerText, let integer = NumberText.wideInteger(text) { return .integer(integer) }
    let real = NumberText.real(text)
    return NumberText.losesDigits(text, as: real) ? .number(text.string) : .real(real)
  }
}

extension Document.Value {
  /// The value of a dictionary's key, or nil.
  public subscript(key: String) -> Document.Value? {
    guard case .dictionary(let entries) = self else { return nil }
    // By code units: keys that differ only in their normal form are two keys.
    return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The element of an array or set, or nil.
  public subscript(index: Int) -> Document.Value? {
    switch self {
    case .array(let elements), .set(let elements):
      elements.indices.contains(index) ? elements[index] : nil
    default: nil
    }
  }

  /// Whether it is JSON's null.
  public var isNull: Bool { self == .null }

  /// The string, or nil.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The boolean, or nil.
  public var bool: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The integer, or nil where it is none or does not fit.
  public var int: Int? { integer.flatMap { Int(exactly: $0) } }

  /// The integer, or nil.
  public var integer: Int128? { if case .integer(let value) = self { value } else { nil } }

  /// The number as the nearest double, or nil.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .number(let text): Array(text.utf8).withByteView { NumberText.real($0) }
    default: nil
    }
  }

  /// The date, or nil.
  public var date: Document.Date? { if case .date(let date) = self { date } else { nil } }

  /// The bytes of data, or nil.
  public var data: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }

  /// A keyed archiver's reference, or nil.
  public var uid: Document.UID? { if case .uid(let uid) = self { uid } else { nil } }
}

extension Document.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(Int128(value)) }
  /// A real.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// An array.
  public init(arrayLiteral elements: Document.Value...) { self = .array(elements) }
  /// A dictionary with its entries in the order of the literal.
  public init(dictionaryLiteral elements: (String, Document.Value)...) {
    self = .dictionary(elements.map { Document.Entry(key: $0.0, value: $0.1) })
  }
  /// JSON's null.
  public init(nilLiteral: ()) { self = .null }
}
