import PliantCodecs

extension Document {
  /// A value inside a document, read on access; accessors for other types return nil.
  public struct Node: Sendable {
    package let tape: PliantCodecs.Document
    /// The value's index on the tape; for a repeated container, that of its first occurrence.
    package let index: Int

    package init(_ tape: PliantCodecs.Document, at index: Int = 0) {
      self.tape = tape
      self.index = tape.resolved(index)
    }

    package init(_ place: DocumentValue) {
      tape = place.document
      index = place.index
    }

    /// The document that contains the value.
    public var document: Document { Document(tape) }

    var place: DocumentValue { DocumentValue(tape, at: index) }
  }

  /// The types of values.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Sendable {
    case null, boolean, integer, real, date, data, uid, string, array, set, dictionary
  }
}

extension Document.Node {
  /// The type of the value.
  public var kind: Document.Kind {
    switch place.tag {
    case .null: .null
    case .true, .false: .boolean
    case .smallInteger, .integer, .wideInteger, .integerText: .integer
    case .real, .realText: .real
    case .date: .date
    case .data: .data
    case .uid: .uid
    case .string, .key: .string
    case .container, .shared:
      switch place.container {
      case .dictionary: .dictionary
      case .set: .set
      case .array, nil: .array
      }
    }
  }

  /// Whether it is JSON's null.
  public var isNull: Bool { place.tag == .null }

  /// The string, or nil.
  public var string: String? { place.string }

  /// The boolean, or nil.
  public var bool: Bool? { place.boolean }

  /// The integer, or nil if it is not one or does not fit.
  public var int: Int? { place.integer.flatMap { Int(exactly: $0) } }

  /// The integer, or nil if it is not one or needs more than 128 bits.
  public var int128: Int128? {
    guard case .integer(let value) = DocumentNumber(tape, at: index) else { return nil }
    return value
  }

  /// The number as the nearest double, or nil.
  public var double: Double? { place.double }

  /// The number's digits as in the document, or the shortest that represent it; nil if it is not a number.
  public var digits: String? {
    switch place.tag {
    case .integerText, .realText: tape.text(at: index).string
    case .real: place.double.map { "\($0)" }
    default: int128.map { "\($0)" }
    }
  }

  /// The date, or nil.
  public var date: Document.Date? { place.date.map { Document.Date(secondsSinceReferenceDate: $0) } }

  /// The bytes of data, or nil.
  public var data: [UInt8]? { place.tag == .data ? tape.text(at: index).array : nil }

  /// A keyed archiver's reference, or nil.
  public var uid: Document.UID? { place.tag == .uid ? Document.UID(tape.bits(at: index)) : nil }

  /// The number of elements or entries; 0 for anything else.
  public var count: Int { place.count }

  /// The value of a key if it is a dictionary that contains it.
  ///
  /// The first search in a large dictionary takes time proportional to its number of keys, later ones constant time. Keys are compared by their code units: é precomposed and decomposed are two keys.
  public subscript(key: String) -> Document.Node? {
    Array(key.utf8).withByteView { place.value(forKey: $0) }.map { Document.Node($0) }
  }

  /// An element if it is an array or a set with that many.
  ///
  /// The first access to a late element takes time proportional to the number of elements.
  public subscript(index: Int) -> Document.Node? {
    guard place.isArray else { return nil }
    return tape.element(index, of: self.index).map { Document.Node(tape, at: $0) }
  }

  /// The elements of an array or set, in order; empty for anything else.
  public var elements: Elements { Elements(base: place.elements) }

  /// The keys and values of a dictionary, in the order of the document; empty for anything else.
  public var entries: Entries { Entries(base: place.entries) }

  /// The keys of a dictionary, in the order of the document, as strings made for each access; empty for anything else.
  public var keys: [String] { entries.map(\.key) }

  /// The value and everything in it, in time proportional to the document's size.
  ///
  /// Containers that a binary property list shares remain shared in memory.
  public var value: Document.Value { Document.Value(place) }

  /// The JSON Pointer (RFC 6901) of the value; for a repeated container, that of its first occurrence.
  ///
  /// The first pointer into a large container takes time proportional to the number of its values, later ones constant time.
  public var pointer: String { tape.path(to: index).pointer }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol {
    var base: DocumentValue.Elements
    /// Returns the next element, or nil.
    public mutating func next() -> Document.Node? { base.next().map { Document.Node($0) } }
  }

  /// The keys and values of a dictionary.
  public struct Entries: Sequence, IteratorProtocol {
    var base: DocumentValue.Entries
    /// Returns the next key and its value, or nil.
    public mutating func next() -> (key: String, value: Document.Node)? {
      base.next().map { ($0.key.string, Document.Node($0.value)) }
    }
  }
}
