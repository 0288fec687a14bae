// A value of a document where it is: nothing is copied before it is asked for.
//
//   document["gewinner"]?[0]?["name"]?.string

import PliantCore

extension Document {
  /// A value of a document in its place.
  ///
  /// A node keeps its document alive. Accessors of another type than the value's give nil.
  public struct Node: Sendable {
    /// The document that the value belongs to.
    public let document: Document
    /// Where the value begins on the tape; of a container that occurs again, the first one.
    let index: Int

    init(_ document: Document, at index: Int = 0) {
      self.document = document
      self.index = document.resolved(index)
    }

    init(_ place: DocumentValue) {
      document = place.document
      index = place.index
    }

    var place: DocumentValue { DocumentValue(document, at: index) }
  }

  /// The types of values.
  public enum Kind: Sendable {
    case null, boolean, integer, real, date, data, uid, string, array, set, dictionary
  }

  /// The whole document as a node.
  public var root: Node { Node(self) }

  /// The value of a key, where the document is a dictionary that has it.
  public subscript(key: String) -> Node? { root[key] }

  /// An element, where the document is an array or a set that has so many.
  public subscript(index: Int) -> Node? { root[index] }

  /// The node at a key path such as `a.b.0` (`\.` for a dot in a key) or a JSON Pointer such as `/a/b/0` (RFC 6901);
  /// nil where there is none.
  public func node(at path: String) -> Node? {
    KeyPath(path).flatMap { index(at: $0) }.map { Node(self, at: $0) }
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

  /// The integer, or nil where it is none or does not fit.
  public var int: Int? { place.integer.flatMap { Int(exactly: $0) } }

  /// The integer, or nil where it is none or needs more than 128 bits.
  public var integer: Int128? {
    guard case .integer(let value) = DocumentNumber(document, at: index) else { return nil }
    return value
  }

  /// The number as the nearest double, or nil.
  public var double: Double? { place.double }

  /// The number's digits as the document has them, or the shortest that give it; nil where it is none.
  public var number: String? {
    switch place.tag {
    case .integerText, .realText: document.text(at: index).string
    case .real: place.double.map { "\($0)" }
    default: integer.map { "\($0)" }
    }
  }

  /// The date, or nil.
  public var date: Document.Date? { place.date.map { Document.Date(secondsSinceReferenceDate: $0) } }

  /// The bytes of data, or nil.
  public var data: [UInt8]? { place.tag == .data ? document.text(at: index).array : nil }

  /// A keyed archiver's reference, or nil.
  public var uid: Document.UID? { place.tag == .uid ? Document.UID(document.bits(at: index)) : nil }

  /// The number of elements or entries; 0 for anything else.
  public var count: Int { place.count }

  /// The value of a key, where it is a dictionary that has it.
  ///
  /// Keys are compared by their code units: é precomposed and decomposed are two keys.
  public subscript(key: String) -> Document.Node? {
    Array(key.utf8).withByteView { place.value(forKey: $0) }.map { Document.Node($0) }
  }

  /// An element, where it is an array or a set that has so many; found by going through those before it.
  public subscript(index: Int) -> Document.Node? {
    guard place.isArray else { return nil }
    return document.element(index, of: self.index).map { Document.Node(document, at: $0) }
  }

  /// The elements of an array or set, in order; none for anything else.
  public var elements: Elements { Elements(base: place.elements) }

  /// The keys and values of a dictionary, in the order of the document; none for anything else.
  public var entries: Entries { Entries(base: place.entries) }

  /// The value with all that is in it.
  ///
  /// What a binary property list shares stays shared in memory.
  public var value: Document.Value { document.value(of: place) }

  /// The JSON Pointer (RFC 6901) of the value; of a container that occurs again, the first one's.
  public var pointer: String { document.path(to: index).pointer }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol {
    var base: DocumentValue.Elements
    /// The next element, or nil.
    public mutating func next() -> Document.Node? { base.next().map { Document.Node($0) } }
  }

  /// The keys and values of a dictionary.
  public struct Entries: Sequence, IteratorProtocol {
    var base: DocumentValue.Entries
    /// The next key and its value, or nil.
    public mutating func next() -> (key: String, value: Document.Node)? {
      base.next().map { ($0.key.string, Document.Node($0.value)) }
    }
  }
}

extension Document {
  /// The path from the root to the value at a tape index.
  func path(to target: Int) -> KeyPath {
    var path = KeyPath(components: [])
    var at = 0
    while at < target, tag(at: at) == .container {
      let isDictionary = containerKind(at: at) == .dictionary
      let end = word(at: at).end
      var (child, number, component) = (at + 2, 0, [UInt8]())
      while child < end {
        if isDictionary {
          component = text(at: child).array
          child = next(after: child)
        }
        let after = next(after: child)
        if target < after { break }
        number += 1
        child = after
      }
      path.components.append(isDictionary ? component : Array(String(number).utf8))
      at = child
    }
    return path
  }
}
