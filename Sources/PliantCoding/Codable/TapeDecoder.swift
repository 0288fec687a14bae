// The decoder that types see: it reads a document's tape in place.
//
// One decoder serves a whole document: while a type decodes itself, `index` is its value. The search for a
// key starts after the last one found, so a type that decodes its keys in document order finds each at once.

import PliantCodecs

/// State shared by all decoders of a document.
final class DecodingState {
  let tape: PliantCodecs.Document
  let rules: DocumentDecoder
  /// Whether numbers and booleans may come from strings.
  let readsText: Bool
  /// Whether the document's format has dates and data.
  let hasTypes: Bool
  /// Whether it is application XML, in which a single value may be an array of one, and a key an attribute.
  let isXML: Bool
  /// The dictionaries whose keys a strategy leaves unchanged.
  var plainDictionaries: Set<Int> = []
  private var valuesLeft: Int
  private var representations: [ObjectIdentifier: Representation] = [:]

  init(_ node: Document.Node, _ rules: DocumentDecoder) {
    tape = node.tape
    self.rules = rules
    let format = node.tape.origin.format
    switch rules.textDecodingStrategy {
    case .automatic: readsText = node.tape.origin.hasOnlyText
    case .never: readsText = false
    case .always: readsText = true
    }
    hasTypes = format == nil || format == .xml1 || format == .binary1
    isXML = format == .xml
    valuesLeft = tape.wordCount * Limits.decodedValuesFactor + Limits.decodedValuesFloor
  }

  /// Charges for this many values, which shared containers repeat; false beyond the limit.
  func allows(_ count: Int) -> Bool {
    valuesLeft -= count
    return valuesLeft >= 0
  }

  /// Representations of types that do not decode themselves.
  enum Representation {
    case date(any DateRepresentable.Type)
    case data(any DataRepresentable.Type)
    case other(any DocumentRepresentable.Type)
    case none
  }

  func representation<T>(of type: T.Type) -> Representation {
    let identifier = ObjectIdentifier(type)
    if let known = representations[identifier] { return known }
    let found: Representation =
      switch type {
      case let date as any DateRepresentable.Type: .date(date)
      case let data as any DataRepresentable.Type: .data(data)
      case let other as any DocumentRepresentable.Type where rules.manner != .propertyListCoder: .other(other)
      default: .none
      }
    representations[identifier] = found
    return found
  }
}

final class TapeDecoder: Decoder {
  let state: DecodingState
  let tape: PliantCodecs.Document
  /// The value being decoded.
  private var index: Int
  /// The dictionary of the last lookup, and the entry after the key found.
  private var lastDictionary = -1
  private var nextEntry = 0
  /// The path of a null in place of a missing value; empty for a document.
  private let start: [any CodingKey]

  init(_ node: Document.Node, _ rules: DocumentDecoder, at start: [any CodingKey] = []) {
    state = DecodingState(node, rules)
    tape = node.tape
    index = node.index
    self.start = start
  }

  /// The decoder for a superclass whose key is missing: that of a null, as in Foundation.
  func decoder(ofMissing key: any CodingKey, in dictionary: Int) throws -> TapeDecoder {
    TapeDecoder(try Document(.null).root, state.rules, at: path(to: dictionary) + [key])
  }

  private init(_ state: DecodingState, at index: Int) {
    self.state = state
    tape = state.tape
    self.index = index
    start = []
  }

  func decoder(at index: Int) -> TapeDecoder { TapeDecoder(state, at: index) }

  var userInfo: [CodingUserInfoKey: Any] { state.rules.userInfo }

  /// Computed on demand from the value's index.
  var codingPath: [any CodingKey] { path(to: index) }

  func path(to index: Int) -> [any CodingKey] {
    var path = start
    var at = 0
    for component in tape.path(to: index).components {
      let container = tape.resolved(at)
      let name = String(decoding: component, as: UTF8.self)
      let isElement = tape.containerKind(at: container) != .dictionary
      let isPlain = state.plainDictionaries.contains(container)
      path.append(
        isElement ? PathKey(index: Int(name) ?? 0) : isPlain ? PathKey(name) : converted(name, in: path))
      at = tape.child(component, of: container) ?? 0
    }
    return path
  }

  /// A key after the strategy's conversion.
  func converted(_ name: String, in path: @autoclosure () -> [any CodingKey]) -> any CodingKey {
    switch state.rules.keyDecodingStrategy {
    case .useDefaultKeys: PathKey(name)
    case .convertFromSnakeCase: PathKey(SnakeCase.converted(from: name))
    case .custom(let convert): convert(path() + [PathKey(name)])
    }
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
    let index = tape.resolved(index)
    guard tape.containerKind(at: index) == .dictionary else {
      throw mismatch([String: Any].self, .dictionary, at: index)
    }
    try count(index)
    var container = KeyedTapeContainer<Key>(decoder: self, dictionary: index)
    if case .useDefaultKeys = state.rules.keyDecodingStrategy { return container }
    let path = path(to: index)
    container.converted = Dictionary(
      DocumentValue(tape, at: index).entries.map {
        (converted($0.key.string, in: path).stringValue, $0.value.index)
      }, uniquingKeysWith: { first, _ in first })
    return container
  }

  func unkeyedContainer(at index: Int) throws -> UnkeyedTapeContainer {
    let index = tape.resolved(index)
    switch tape.tag(at: index) {
    case .container where tape.containerKind(at: index) != .dictionary:
      try count(index)
      return UnkeyedTapeContainer(
        decoder: self, container: index, next: index + 2, count: tape.count(at: index))
    case .data where state.rules.manner == .document:
      let bytes = tape.text(at: index)
      return UnkeyedTapeContainer(
        decoder: self, container: index, next: index, bytes: bytes, count: bytes.count)
    case _ where state.isXML:
      return UnkeyedTapeContainer(decoder: self, container: index, next: index, count: 1)
    default: throw mismatch([Any].self, .array, at: index)
    }
  }

  private func count(_ container: Int) throws {
    guard state.allows(tape.count(at: container)) else {
      throw DecodingError.dataCorrupted(context(Failure(.expansionTooLarge), at: container))
    }
  }

  func find(_ key: some CodingKey, in dictionary: Int) -> Int? {
    let name = key.stringValue
    if let found = find(name: name, in: dictionary) { return found }
    return state.isXML ? find(name: "@" + name, in: dictionary) : nil
  }

  private func find(name: String, in dictionary: Int) -> Int? {
    var entry = lastDictionary == dictionary ? nextEntry : dictionary &+ 2
    var name = name
    let found = name.withUTF8 {
      tape.value(forKey: ByteView(UnsafeRawBufferPointer($0)), in: dictionary, after: &entry)
    }
    lastDictionary = dictionary
    nextEntry = entry
    return found
  }

  // MARK: Values

  func value<T: Decodable>(_ type: T.Type, at place: Int) throws -> T {
    let place = tape.resolved(place)
    if let value = try ownValue(type, at: place) { return value }
    if case .useDefaultKeys = state.rules.keyDecodingStrategy {
    } else if let dictionary = type as? any DecodableDictionary.Type,
      let value = try dictionary.decoded(by: self, at: place) as? T
    {
      return value
    }
    return try inside(place) { try T(from: $0) }
  }

  /// Runs `body` with the value at a place as the current one.
  func inside<T>(_ place: Int, _ body: (TapeDecoder) throws -> T) rethrows -> T {
    let outer = (index, lastDictionary, nextEntry)
    index = place
    defer { (index, lastDictionary, nextEntry) = outer }
    return try body(self)
  }

  /// Whether the value is null, or the string that PropertyListEncoder writes for it.
  func isNil(at place: Int) -> Bool {
    let place = tape.resolved(place)
    switch tape.tag(at: place) {
    case .null: return true
    case .string: return state.hasTypes && tape.text(at: place) == "$null"
    default: return false
    }
  }

  /// The value of a type that must not decode itself, or nil.
  private func ownValue<T>(_ type: T.Type, at place: Int) throws -> T? {
    if type == String.self { return try string(at: place) as? T }
    if type == Int.self { return try (integer(at: place) as Int) as? T }
    if type == Double.self { return try double(at: place) as? T }
    if type == Document.Date.self { return try date(at: place, as: type) as? T }
    // A fast path: these arrays are frequent.
    if type == [String].self { return try array(at: place) { try string(at: $0) } as? T }
    if type == [Int].self { return try array(at: place) { try integer(at: $0) as Int } as? T }
    if type == [Double].self { return try array(at: place) { try double(at: $0) } as? T }
    if state.rules.manner == .document {
      if type == [UInt8].self { return try bytes(at: place, as: type) as? T }
      if type == Document.UID.self { return try uid(at: place) as? T }
      if type == Document.Value.self { return Document.Value(DocumentValue(tape, at: place)) as? T }
    }
    switch state.representation(of: type) {
    case .date(let representable): return representable.init(try date(at: place, as: type)) as? T
    case .data(let representable):
      return representable.init(documentBytes: try bytes(at: place, as: type)) as? T
    case .other(let representable):
      if isNil(at: place) { throw mismatch(type, nil, at: place) }
      if let value = representable.init(documentNode: Document.Node(tape, at: place)) as? T { return value }
      throw unfit(type, at: place)
    case .none: return nil
    }
  }

  /// The elements of an array; nil for another value, which may decode as an array of one.
  private func array<Element>(at place: Int, _ element: (Int) throws -> Element) throws -> [Element]? {
    let value = DocumentValue(tape, at: place)
    guard value.isArray else { return nil }
    try count(place)
    var elements: [Element] = []
    elements.reserveCapacity(tape.count(at: place))
    for next in value.elements { elements.append(try element(next.index)) }
    return elements
  }
}

/// A dictionary whose keys no strategy converts.
private protocol DecodableDictionary {
  static func decoded(by decoder: TapeDecoder, at place: Int) throws -> Self
}

extension Dictionary: DecodableDictionary where Key == String, Value: Decodable {
  fileprivate static func decoded(by decoder: TapeDecoder, at place: Int) throws -> [String: Value] {
    let container: KeyedTapeContainer<PathKey> = try decoder.keyedContainer(at: place)
    var values: [String: Value] = [:]
    decoder.state.plainDictionaries.insert(container.dictionary)
    for entry in DocumentValue(decoder.tape, at: container.dictionary).entries {
      values[entry.key.string] = try decoder.value(Value.self, at: entry.value.index)
    }
    return values
  }
}
