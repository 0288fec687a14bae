// The decoder that types see: it reads a document's tape in place.
//
//   DocumentDecoder ─▶ TapeDecoder (root) ◀─outer─ TapeDecoder (key `items`) ◀─outer─ TapeDecoder (index 3)
//
// Each value whose type decodes itself has a decoder, with the key of the outer type: the chain is the coding path. A decoder
// that its type does not retain serves the next value. The search for a key starts after the last one found, so a type that
// decodes its keys in document order finds each at once.

import PliantCodecs

/// State shared by all decoders of a document.
final class DecodingState {
  let tape: PliantCodecs.Document
  let rules: DocumentDecoder
  /// Whether numbers and booleans may come from strings.
  let readsText: Bool
  /// Whether the document's format has dates and data.
  let hasTypes: Bool
  /// Whether it is application XML in the style `attributes`, in which a single value may be an array of one, and a key
  /// an attribute.
  let isXML: Bool
  /// The keys that the strategy `convertFromSnakeCase` has converted.
  private var convertedNames: [String: String] = [:]
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
    isXML = format == .xml && tape.origin.reading?.xmlStyle ?? .attributes == .attributes
    valuesLeft = Limits.repeatedValues(ofWords: tape.wordCount)
  }

  func fromSnakeCase(_ name: String) -> String {
    if let known = convertedNames[name] { return known }
    let converted = SnakeCase.converted(from: name)
    if convertedNames.count < 10_000 { convertedNames[name] = converted }
    return converted
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
  @exclusivity(unchecked) private(set) var index: Int
  /// The entry after the key last found in the value.
  @exclusivity(unchecked) private var nextEntry = 0
  /// The decoder of the value that contains this one, and the key in it.
  @exclusivity(unchecked) private var outer: TapeDecoder?
  @exclusivity(unchecked) private var key: (any CodingKey)?
  /// The type that decodes itself, in application XML.
  @exclusivity(unchecked) private(set) var type: Any.Type?
  /// Whether the value is the only element of a requested array, and therefore not an array itself.
  @exclusivity(unchecked) private(set) var isOnlyElement = false
  /// Whether the type requested a dictionary in vain: then it tries several, and a single value is not an array.
  @exclusivity(unchecked) private var isTrying = false
  /// A decoder for a value in this one.
  @exclusivity(unchecked) private var spare: TapeDecoder?

  init(_ node: Document.Node, _ rules: DocumentDecoder) {
    state = DecodingState(node, rules)
    tape = node.tape
    index = node.index
  }

  private init(_ state: DecodingState) {
    self.state = state
    tape = state.tape
    index = 0
  }

  /// The decoder of a value in this one, for containers and superclasses.
  func decoder(at index: Int, _ key: any CodingKey) -> TapeDecoder {
    let decoder = TapeDecoder(state)
    (decoder.index, decoder.outer, decoder.key) = (tape.resolved(index), self, key)
    decoder.isOnlyElement = decoder.index == self.index
    return decoder
  }

  /// The decoder for a superclass whose key is missing: that of a null, as in Foundation.
  func decoder(ofMissing key: any CodingKey) throws -> TapeDecoder {
    let decoder = TapeDecoder(try Document(.null).root, state.rules)
    (decoder.outer, decoder.key) = (self, key)
    return decoder
  }

  var userInfo: [CodingUserInfoKey: Any] { state.rules.userInfo }

  /// The keys of the types that led here; of a part of a document, after those that lead to it.
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    // Also for the keys that an error adds.
    path.reserveCapacity(8)
    var decoder = self
    while let outer = decoder.outer {
      if let key = decoder.key { path.append(key) }
      decoder = outer
    }
    if decoder.index > 0 { path += decoder.pathInDocument.reversed() }
    path.reverse()
    return path
  }

  /// The path of a part of a document.
  private var pathInDocument: [any CodingKey] {
    var path: [any CodingKey] = []
    var at = 0
    for component in tape.path(to: index).components {
      let container = tape.resolved(at)
      let name = String(decoding: component, as: UTF8.self)
      let isElement = tape.containerKind(at: container) != .dictionary
      path.append(isElement ? PathKey.index(Int(name) ?? 0) : converted(name, in: path))
      at = tape.child(component, of: container) ?? 0
    }
    return path
  }

  /// A key after the strategy's conversion.
  private func converted(_ name: String, in path: @autoclosure () -> [any CodingKey]) -> any CodingKey {
    switch state.rules.keyDecodingStrategy {
    case .useDefaultKeys: PathKey.name(name)
    case .convertFromSnakeCase: PathKey.name(state.fromSnakeCase(name))
    case .custom(let convert): convert(path() + [PathKey.name(name)])
    }
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try keyedContainer())
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try elements() }
  func singleValueContainer() -> any SingleValueDecodingContainer { SingleTapeContainer(decoder: self) }

  func keyedContainer<Key: CodingKey>() throws -> KeyedTapeContainer<Key> {
    var container = KeyedTapeContainer<Key>(decoder: self)
    guard tape.containerKind(at: index) == .dictionary else {
      container.converted = keysOfText(Key.self)
      if container.converted != nil { return container }
      isTrying = true
      throw error(mismatch([String: Any].self, .dictionary, at: index))
    }
    try count(index)
    if case .useDefaultKeys = state.rules.keyDecodingStrategy { return container }
    var isCustom = false
    if case .custom = state.rules.keyDecodingStrategy { isCustom = true }
    let path = isCustom ? codingPath : []
    var converted = ConvertedKeys()
    for entry in DocumentValue(tape, at: index).entries {
      converted.add(self.converted(entry.key.string, in: path).stringValue, entry.value.index)
    }
    container.converted = converted
    return container
  }

  /// The keys of an element without attributes and children: `#text`, if a type with fixed keys has it, and none if it is
  /// blank.
  private func keysOfText<Key: CodingKey>(_ type: Key.Type) -> ConvertedKeys? {
    guard state.isXML, tape.tag(at: index) == .null || tape.tag(at: index) == .string else { return nil }
    let isFixed = Key(stringValue: "\u{0}") == nil
    var keys = ConvertedKeys()
    if isFixed, Key(stringValue: PathKey.text) != nil { keys.add(PathKey.text, index) }
    let isBlank = tape.tag(at: index) == .null || tape.text(at: index).trimmed.isEmpty
    let isEmpty = isBlank && (isFixed || self.type is any DecodableDictionary.Type)
    return isEmpty || !keys.names.isEmpty ? keys : nil
  }

  func elements() throws -> UnkeyedTapeContainer {
    switch tape.tag(at: index) {
    case .container where tape.containerKind(at: index) != .dictionary:
      try count(index)
      return UnkeyedTapeContainer(decoder: self, next: index + 2, count: tape.count(at: index))
    case .data where state.rules.manner == .document:
      let bytes = tape.text(at: index)
      return UnkeyedTapeContainer(decoder: self, next: index, bytes: bytes, count: bytes.count)
    case _ where state.isXML && !isOnlyElement && !isTrying:
      return UnkeyedTapeContainer(decoder: self, next: index, count: 1)
    default: throw error(mismatch([Any].self, .array, at: index))
    }
  }

  private func count(_ container: Int) throws {
    guard state.allows(tape.count(at: container)) else {
      throw DecodingError.dataCorrupted(context(Failure(.expansionTooLarge), at: container))
    }
  }

  /// The place of a key's value in the dictionary, or nil.
  func find(_ key: some CodingKey) -> Int? {
    let name = key.stringValue
    if let found = find(name: name) { return found }
    if state.isXML { return find(name: "@" + name) }
    // Foundation's keys are strings, which are equal in every normalization form.
    guard state.rules.manner != .document, !name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return DocumentValue(tape, at: index).entries.first { $0.key.string == name }?.value.index
  }

  private func find(name: String) -> Int? {
    if nextEntry == 0 { nextEntry = index &+ 2 }
    var name = name
    return name.withUTF8 {
      tape.value(forKey: ByteView(UnsafeRawBufferPointer($0)), in: index, after: &nextEntry)
    }
  }

  // MARK: Values

  /// Decodes the value at a place in this one; a nil key means this one itself.
  func value<T: Decodable>(_ type: T.Type, at place: Int, _ key: (any CodingKey)?) throws -> T {
    let place = tape.resolved(place)
    do {
      if let value = try ownValue(type, at: place, key) { return value }
    } catch let problem as ValueProblem { throw error(problem, at: key) }
    if case .useDefaultKeys = state.rules.keyDecodingStrategy {
    } else if let dictionary = type as? any DecodableDictionary.Type {
      return try inside(place, key, type) { try dictionary.decoded(by: $0) as? T ?? type.init(from: $0) }
    }
    if key == nil, !state.isXML { return try type.init(from: self) }
    if place == index, key != nil, isDecoding(type) { throw error(mismatch(type, nil, at: place), at: key) }
    return try inside(place, key, type) { try type.init(from: $0) }
  }

  /// Whether a type that is decoding this value would begin again with it.
  private func isDecoding(_ type: Any.Type) -> Bool {
    var decoder: TapeDecoder? = self
    while let current = decoder, current.index == index {
      if current.type == type { return true }
      decoder = current.outer
    }
    return false
  }

  /// Runs `body` with the decoder of the value at a place.
  func inside<T>(
    _ place: Int, _ key: (any CodingKey)?, _ type: Any.Type, _ body: (TapeDecoder) throws -> T
  ) rethrows -> T {
    var inner = spare ?? TapeDecoder(state)
    spare = nil
    inner.index = place
    inner.nextEntry = 0
    inner.isTrying = false
    inner.outer = self
    inner.key = key
    if state.isXML {
      inner.type = type
      inner.isOnlyElement = place == index && (isOnlyElement || key != nil)
    }
    defer {
      // A decoder that its type retains must not change.
      if isKnownUniquelyReferenced(&inner) {
        inner.outer = nil
        spare = inner
      }
    }
    return try body(inner)
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
  private func ownValue<T>(_ type: T.Type, at element: Int, _ key: (any CodingKey)?) throws -> T? {
    let hasText = key != nil || isText
    if type == String.self { return try (hasText ? text(at: element) : string(at: element)) as? T }
    let place = hasText ? textPlace(of: element) ?? element : element
    if type == Int.self { return try (integer(at: place) as Int) as? T }
    if type == Double.self { return try double(at: place) as? T }
    if type == Document.Date.self { return try date(at: place, as: type, key) as? T }
    // A fast path: these arrays are frequent.
    if type == [String].self { return try array(at: element, key) { try text(at: $0) } as? T }
    if type == [Int].self {
      return try array(at: element, key) { try integer(at: textPlace(of: $0) ?? $0) as Int } as? T
    }
    if type == [Double].self {
      return try array(at: element, key) { try double(at: textPlace(of: $0) ?? $0) } as? T
    }
    if state.rules.manner == .document {
      if type == [UInt8].self { return try bytes(at: place, as: type, key) as? T }
      if type == Document.UID.self { return try uid(at: place) as? T }
      if type == Document.Value.self { return Document.Value(DocumentValue(tape, at: element)) as? T }
    }
    switch state.representation(of: type) {
    case .date(let representable): return representable.init(try date(at: place, as: type, key)) as? T
    case .data(let representable):
      return representable.init(documentBytes: try bytes(at: place, as: type, key)) as? T
    case .other(let representable):
      if isNil(at: place) { throw mismatch(type, nil, at: place) }
      if let value = representable.init(documentNode: Document.Node(tape, at: place)) as? T { return value }
      throw unfit(type, at: place)
    case .none: return nil
    }
  }

  /// The elements of an array; nil for another value, which may decode as an array of one.
  func array<Element>(
    at place: Int, _ key: (any CodingKey)?, _ element: (Int) throws -> Element
  ) throws -> [Element]? {
    let value = DocumentValue(tape, at: place)
    guard value.isArray else { return nil }
    try count(place)
    var elements: [Element] = []
    elements.reserveCapacity(tape.count(at: place))
    for next in value.elements {
      do { elements.append(try element(next.index)) } catch let problem as ValueProblem {
        throw error(problem, at: key, PathKey.index(elements.count))
      }
    }
    return elements
  }
}

/// The values of a dictionary by the keys that a strategy makes of its own; of equal ones the first counts.
struct ConvertedKeys {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  mutating func add(_ name: String, _ place: Int) {
    guard places[name] == nil else { return }
    places[name] = place
    names.append(name)
  }

  subscript(name: String) -> Int? { places[name] }
}

/// A dictionary whose keys no strategy converts.
private protocol DecodableDictionary {
  static func decoded(by decoder: TapeDecoder) throws -> Self
}

extension Dictionary: DecodableDictionary where Key == String, Value: Decodable {
  fileprivate static func decoded(by decoder: TapeDecoder) throws -> [String: Value] {
    let container: KeyedTapeContainer<PathKey> = try decoder.keyedContainer()
    var values: [String: Value] = [:]
    for entry in DocumentValue(decoder.tape, at: container.decoder.index).entries {
      let name = entry.key.string
      values[name] = try decoder.value(Value.self, at: entry.value.index, PathKey.name(name))
    }
    return values
  }
}

/// A type that decodes from a missing key of application XML, in which an array without elements has no element.
protocol EmptyDecodable {
  static var empty: Self { get }
}

extension Array: EmptyDecodable where Element: Decodable {
  static var empty: [Element] { [] }
}

extension Set: EmptyDecodable where Element: Decodable {
  static var empty: Set<Element> { [] }
}
