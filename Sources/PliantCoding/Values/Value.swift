import PliantCodecs

extension Document {
  /// A value that is independent of a document, to create and change.
  ///
  ///     var value: Document.Value = ["version": "2.0", "tags": [1, 2.5, true]]
  ///     value["version"] = "2.1"
  ///
  /// Equal values have equal scalars, by code unit and by number and type, in the same order. A value that occurs in several
  /// places of a binary property list is stored once; no function repeats it more than `DocumentLimits` allow.
  @nonexhaustive
  public indirect enum Value: Sendable {
    /// JSON's null.
    case null
    case boolean(Bool)
    case integer(Int128)
    case real(Double)
    /// A number that neither a 128-bit integer nor a double represents, as text (RFC 8259).
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
  public struct Entry: Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: Value

    /// Creates an entry.
    public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }
}

extension Document.Node: CustomStringConvertible {
  /// The value as a Swift literal; data as its number of bytes.
  public var description: String { "\(value)" }
}

extension Document.Value {
  /// The value at a place and everything in it.
  package init(_ place: DocumentValue) {
    var known: [Int: Document.Value] = [:]
    self.init(place, &known)
  }

  /// The value at a place; `known` are those of shared containers, by their index.
  ///
  /// Readers bound the depth of this recursion.
  private init(_ place: DocumentValue, _ known: inout [Int: Document.Value]) {
    let tape = place.document
    switch place.tag {
    case .null: self = .null
    case .true: self = .boolean(true)
    case .false: self = .boolean(false)
    case .smallInteger, .integer: self = .integer(Int128(place.integer ?? 0))
    case .wideInteger: self = .integer(tape.wideInteger(at: place.index))
    case .real: self = .real(place.double ?? 0)
    case .integerText, .realText: self = Self.number(tape.text(at: place.index), tag: place.tag)
    case .date: self = .date(Document.Date(secondsSinceReferenceDate: place.date ?? 0))
    case .uid: self = .uid(Document.UID(tape.bits(at: place.index)))
    case .data: self = .data(tape.text(at: place.index).array)
    case .string, .key: self = .string(tape.text(at: place.index).string)
    case .container, .shared:
      // Only a list that shares containers must remember them.
      let shares = tape.tags.contains(.tag(.shared))
      if shares, let value = known[place.index] {
        self = value
        return
      }
      self = Self.container(place, &known)
      if shares { known[place.index] = self }
    }
  }

  private static func container(_ place: DocumentValue, _ known: inout [Int: Document.Value]) -> Self {
    switch place.container {
    case .dictionary:
      .dictionary(place.entries.map { Document.Entry(key: $0.key.string, value: Self($0.value, &known)) })
    case .set: .set(place.elements.map { Self($0, &known) })
    case .array, nil: .array(place.elements.map { Self($0, &known) })
    }
  }

  private static func number(_ text: ByteView, tag: TapeTag) -> Self {
    if tag == .integerText, let integer = NumberText.wideInteger(text) { return .integer(integer) }
    let real = NumberText.real(text)
    return NumberText.losesDigits(text, as: real) ? .number(text.string) : .real(real)
  }

  /// The type of the value.
  public var kind: Document.Kind {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .integer: .integer
    case .real, .number: .real
    case .date: .date
    case .data: .data
    case .uid: .uid
    case .string: .string
    case .array: .array
    case .set: .set
    case .dictionary: .dictionary
    }
  }

  /// The number of elements or entries; 0 for anything else.
  public var count: Int {
    switch self {
    case .array(let elements), .set(let elements): elements.count
    case .dictionary(let entries): entries.count
    default: 0
    }
  }

  /// The elements of an array or set; empty for anything else.
  public var elements: [Document.Value] {
    switch self {
    case .array(let elements), .set(let elements): elements
    default: []
    }
  }

  /// The entries of a dictionary, in order; empty for anything else.
  public var entries: [Document.Entry] { if case .dictionary(let entries) = self { entries } else { [] } }

  /// The keys of a dictionary, in order, in an array made for each access; empty for anything else.
  public var keys: [String] { entries.map(\.key) }

  /// The value of a dictionary's key, or nil; in time proportional to the number of entries.
  ///
  /// Assigning changes or adds the key's entry, and nil removes it; a value that is not a dictionary becomes one. Keys are
  /// compared by their code units: é precomposed and decomposed are two keys.
  public subscript(key: String) -> Document.Value? {
    get {
      guard case .dictionary(let entries) = self else { return nil }
      return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
    _modify {
      guard kind == .dictionary else {
        var value: Document.Value?
        defer { if let value { self = .dictionary([Document.Entry(key: key, value: value)]) } }
        yield &value
        return
      }
      var entries = entries
      self = .null  // avoids a copy of the entries
      let place = entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
      var value = place.map { entries[$0].value }
      if let place { entries[place].value = .null }
      defer {
        if let place {
          if let value { entries[place].value = value } else { entries.remove(at: place) }
        } else if let value {
          entries.append(Document.Entry(key: key, value: value))
        }
        self = .dictionary(entries)
      }
      yield &value
    }
  }

  /// The element of an array or set, or nil.
  ///
  /// Assigning changes the element, and nil removes it, in time proportional to the number of later ones; at the index after the last one it is appended, and beyond that
  /// nothing changes.
  public subscript(index: Int) -> Document.Value? {
    get {
      switch self {
      case .array(let elements), .set(let elements):
        elements.indices.contains(index) ? elements[index] : nil
      default: nil
      }
    }
    _modify {
      let kind = kind
      guard kind == .array || kind == .set else {
        var value: Document.Value?
        yield &value
        return
      }
      var elements = elements
      self = .null  // avoids a copy of the elements
      var value: Document.Value?
      let exists = elements.indices.contains(index)
      if exists {
        value = elements[index]
        elements[index] = .null
      }
      defer {
        if exists {
          if let value { elements[index] = value } else { elements.remove(at: index) }
        } else if index == elements.count, let value {
          elements.append(value)
        }
        self = kind == .set ? .set(elements) : .array(elements)
      }
      yield &value
    }
  }

  /// Whether it is JSON's null.
  public var isNull: Bool { self == .null }

  /// The string, or nil.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The boolean, or nil.
  public var bool: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The integer, or nil if it is not one or does not fit.
  public var int: Int? { int128.flatMap { Int(exactly: $0) } }

  /// The integer, or nil if it is not one.
  public var int128: Int128? { if case .integer(let value) = self { value } else { nil } }

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
