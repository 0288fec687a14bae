// The decoder that types see: it reads a document's tape where it lies.
//
// One decoder serves a whole document: while a type decodes itself, `index` is its value. Keys are looked for from the one
// found last, so that a type which asks for its keys in the order of the document finds each at once.

import PliantCore

final class TapeDecoder: Decoder {
  let document: Document
  /// Whether the document's format has only text for numbers and booleans.
  let readsText: Bool
  /// Whether the document's format has dates and data.
  let hasTypes: Bool
  /// Whether it is application XML: a value that occurs once may be wanted as an array, and a key may be an attribute.
  let isXML: Bool
  let userInfo: [CodingUserInfoKey: Any]
  /// The value that is decoded.
  private var index: Int
  /// The dictionary in which a key was found last, and the entry after it.
  private var lastDictionary = -1
  private var nextEntry = 0
  private var valuesLeft: Int
  private var representables: [ObjectIdentifier: (any DocumentRepresentable.Type)?] = [:]

  init(_ node: Document.Node, userInfo: [CodingUserInfoKey: any Sendable]) {
    document = node.document
    index = node.index
    self.userInfo = userInfo
    let format = node.document.origin.format
    let values = format?.traits.values ?? .propertyList
    readsText = values == .propertyListText || format == .xml
    hasTypes = values == .propertyList
    isXML = format == .xml
    valuesLeft = document.wordCount * Limits.decodedValuesFactor + Limits.decodedValuesFloor
  }

  private init(_ other: TapeDecoder, at index: Int) {
    document = other.document
    readsText = other.readsText
    hasTypes = other.hasTypes
    isXML = other.isXML
    userInfo = other.userInfo
    self.index = index
    valuesLeft = other.valuesLeft
  }

  /// A decoder of its own for another value.
  func decoder(at index: Int) -> TapeDecoder { TapeDecoder(self, at: index) }

  /// Made when it is asked for, from the place of the value.
  var codingPath: [any CodingKey] { path(to: index) }

  func path(to index: Int) -> [any CodingKey] {
    document.path(to: index).components.map { PlaceKey(String(decoding: $0, as: UTF8.self)) }
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try keyedContainer(at: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try unkeyedContainer(at: index) }
  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleTapeContainer(decoder: self, index: index)
  }

  func keyedContainer<Key: CodingKey>(at index: Int) throws -> KeyedTapeContainer<Key> {
    let index = document.resolved(index)
    guard document.containerKind(at: index) == .dictionary else {
      throw mismatch([String: Any].self, .dictionary, at: index)
    }
    try count(index)
    return KeyedTapeContainer(decoder: self, dictionary: index)
  }

  func unkeyedContainer(at index: Int) throws -> UnkeyedTapeContainer {
    let index = document.resolved(index)
    switch document.tag(at: index) {
    case .container where document.containerKind(at: index) != .dictionary:
      try count(index)
      return UnkeyedTapeContainer(self, elementsOf: index)
    case .data: return UnkeyedTapeContainer(self, bytesOf: index)
    case _ where isXML: return UnkeyedTapeContainer(self, only: index)
    default: throw mismatch([Any].self, .array, at: index)
    }
  }

  /// Counts a container's values, which may be met again and again where containers are shared.
  private func count(_ container: Int) throws {
    valuesLeft -= document.count(at: container)
    guard valuesLeft >= 0 else { throw problem(Failure(.expansionTooLarge), at: container) }
  }

  /// The value of a key, or nil.
  func find(_ key: some CodingKey, in dictionary: Int) -> Int? {
    let name = key.stringValue
    if let found = find(name: name, in: dictionary) { return found }
    return isXML ? find(name: "@" + name, in: dictionary) : nil
  }

  private func find(name: String, in dictionary: Int) -> Int? {
    var entry = lastDictionary == dictionary ? nextEntry : dictionary &+ 2
    var name = name
    let found = name.withUTF8 {
      document.value(forKey: ByteView(UnsafeRawBufferPointer($0)), in: dictionary, after: &entry)
    }
    lastDictionary = dictionary
    nextEntry = entry
    return found
  }

  // MARK: Values

  /// Decodes a value of any type.
  func value<T: Decodable>(_ type: T.Type, at place: Int) throws -> T {
    let place = document.resolved(place)
    if let value = try ownValue(type, at: place) { return value }
    let outer = (index, lastDictionary, nextEntry)
    index = place
    defer { (index, lastDictionary, nextEntry) = outer }
    return try T(from: self)
  }

  /// Whether there is a null, or what PropertyListEncoder writes for one.
  func isNil(at place: Int) -> Bool {
    let place = document.resolved(place)
    switch document.tag(at: place) {
    case .null: return true
    case .string: return hasTypes && document.text(at: place) == "$null"
    default: return false
    }
  }

  /// The value of a type that is not to decode itself, or nil.
  private func ownValue<T>(_ type: T.Type, at place: Int) throws -> T? {
    if type == String.self { return try string(at: place) as? T }
    if type == Int.self { return try (integer(at: place) as Int) as? T }
    if type == Double.self { return try double(at: place) as? T }
    if type == Document.Date.self { return try date(at: place) as? T }
    if type == [UInt8].self { return try bytes(at: place) as? T }
    // Arrays of these are frequent, and each element would ask what is wanted.
    if type == [String].self { return try array(at: place) { try string(at: $0) } as? T }
    if type == [Int].self { return try array(at: place) { try integer(at: $0) as Int } as? T }
    if type == [Double].self { return try array(at: place) { try double(at: $0) } as? T }
    if type == Document.UID.self { return try uid(at: place) as? T }
    if type == Document.Value.self { return document.value(of: DocumentValue(document, at: place)) as? T }
    guard let representable = representable(type) else { return nil }
    guard let value = representable.init(documentNode: Document.Node(document, at: place)) as? T else {
      throw mismatch(type, nil, at: place)
    }
    return value
  }

  /// The elements of an array; nil where there is none, which may all the same be wanted as one.
  private func array<Element>(at place: Int, _ element: (Int) throws -> Element) throws -> [Element]? {
    let value = DocumentValue(document, at: place)
    guard value.isArray else { return nil }
    try count(place)
    var elements: [Element] = []
    elements.reserveCapacity(document.count(at: place))
    for next in value.elements { elements.append(try element(next.index)) }
    return elements
  }

  private func representable<T>(_ type: T.Type) -> (any DocumentRepresentable.Type)? {
    let identifier = ObjectIdentifier(type)
    if let known = representables[identifier] { return known }
    let found = type as? any DocumentRepresentable.Type
    representables[identifier] = .some(found)
    return found
  }
}

/// A step of a path.
struct PlaceKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String) {
    stringValue = text
    intValue = Int(text)
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(String(intValue)) }
}
