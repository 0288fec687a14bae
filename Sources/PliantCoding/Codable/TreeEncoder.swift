// The encoder that types see.

import PliantCodecs

/// State shared by all encoders of a value.
final class EncodingState {
  let rules: DocumentEncoder
  /// Whether each type encountered has a representation.
  private var representations: [ObjectIdentifier: Bool] = [:]

  init(_ rules: DocumentEncoder) { self.rules = rules }

  /// The representation of a value whose type does not encode itself, or nil.
  func representation<T>(of value: T) -> Document.Value? {
    let identifier = ObjectIdentifier(T.self)
    if representations[identifier] == false { return nil }
    let found: Document.Value? =
      switch value {
      case let date as any DateRepresentable: .date(date.documentDate)
      case let data as any DataRepresentable: .data(data.documentBytes)
      case let other as any DocumentRepresentable where rules.manner != .propertyListCoder:
        other.documentValue
      default: nil
      }
    representations[identifier] = found != nil
    return found
  }
}

final class TreeEncoder: Encoder {
  /// The output so far.
  private(set) var tree: EncodedTree?
  private let state: EncodingState
  /// The encoder of the enclosing value, and the key in it.
  private let outer: TreeEncoder?
  private let key: (any CodingKey)?
  private let depth: Int

  init(_ state: EncodingState) {
    self.state = state
    depth = 0
    outer = nil
    key = nil
  }

  private init(in outer: TreeEncoder, at key: any CodingKey) {
    state = outer.state
    depth = outer.depth + 1
    self.outer = outer
    self.key = key
  }

  var userInfo: [CodingUserInfoKey: Any] { state.rules.userInfo }

  /// Computed on demand.
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var encoder: TreeEncoder? = self
    while let current = encoder {
      if let key = current.key { path.append(key) }
      encoder = current.outer
    }
    return path.reversed()
  }

  func inner(_ key: any CodingKey) -> TreeEncoder { TreeEncoder(in: self, at: key) }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedTreeContainer<Key>(encoder: self, container: container(.dictionary)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedTreeContainer(encoder: self, container: container(.array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleTreeContainer(encoder: self) }

  /// The container already begun, or a new one.
  private func container(_ kind: ContainerKind) -> EncodedContainer {
    if case .container(let container)? = tree, container.kind == kind { return container }
    let container = EncodedContainer(kind)
    tree = .container(container)
    return container
  }

  func set(_ value: EncodedTree) { tree = value }

  /// The key in the output.
  func written(_ key: some CodingKey) -> String {
    switch state.rules.keyEncodingStrategy {
    case .useDefaultKeys: key.stringValue
    case .convertToSnakeCase: SnakeCase.converted(to: key.stringValue)
    case .custom(let convert): convert(codingPath + [key]).stringValue
    }
  }

  // MARK: Values

  /// Encodes a value as this encoder's own; nil if it encodes nothing.
  func tree<T: Encodable>(of value: T) throws -> EncodedTree? {
    if let own = try ownTree(of: value, at: nil) { return own }
    guard depth <= Limits.depth else {
      throw invalid(value, Failure(.valueTooDeep, String(Limits.depth)).sentence)
    }
    if case .useDefaultKeys = state.rules.keyEncodingStrategy {
      try value.encode(to: self)
    } else if let dictionary = value as? any EncodableDictionary {
      try dictionary.encode(into: container(.dictionary), of: self)
    } else {
      try value.encode(to: self)
    }
    return tree
  }

  /// Encodes a value below a key; an empty dictionary if it encodes nothing.
  func tree<T: Encodable>(of value: T, at key: any CodingKey) throws -> EncodedTree {
    if let own = try ownTree(of: value, at: key) { return own }
    return try inner(key).tree(of: value) ?? .container(EncodedContainer(.dictionary))
  }

  /// The tree of a value whose type must not encode itself, or nil; a nil key means this encoder's own value.
  func ownTree<T>(of value: T, at key: (any CodingKey)?) throws -> EncodedTree? {
    if T.self == String.self, let text = value as? String { return .string(text) }
    if T.self == Int.self, let integer = value as? Int { return .integer(integer) }
    if T.self == Double.self, let real = value as? Double { return try self.real(real, at: key) }
    if T.self == Document.Date.self, let date = value as? Document.Date { return try dateTree(date, at: key) }
    // A fast path: these arrays are frequent.
    if T.self == [String].self, let texts = value as? [String] { return .array(texts) { .string($0) } }
    if T.self == [Int].self, let numbers = value as? [Int] { return .array(numbers) { .integer($0) } }
    if state.rules.manner == .document {
      if T.self == [UInt8].self, let bytes = value as? [UInt8] { return try dataTree(bytes, at: key) }
      if T.self == Document.UID.self, let uid = value as? Document.UID { return .value(.uid(uid)) }
      if T.self == Document.Value.self, let value = value as? Document.Value { return .value(value) }
    }
    switch state.representation(of: value) {
    case .date(let date)?: return try dateTree(date, at: key)
    case .data(let bytes)?: return try dataTree(bytes, at: key)
    case let other?: return .value(other)
    case nil: return nil
    }
  }

  private func dateTree(_ date: Document.Date, at key: (any CodingKey)?) throws -> EncodedTree? {
    let seconds = date.secondsSinceReferenceDate
    switch state.rules.dateEncodingStrategy {
    case .automatic: return .value(.date(date))
    case .deferredToDate: return try real(seconds, at: key)
    case .secondsSince1970: return try real(seconds + Document.Date.unixEpoch, at: key)
    case .millisecondsSince1970: return try real(1000 * (seconds + Document.Date.unixEpoch), at: key)
    case .iso8601:
      // Foundation's strategy drops the fraction.
      let isWhole = state.rules.manner != .document
      let whole = isWhole ? Document.Date(secondsSinceReferenceDate: seconds.rounded(.down)) : date
      guard let text = whole.iso8601 else { throw invalid(date, Failure(.dateOutOfRange).sentence) }
      return .string(text)
    case .custom(let encode): return try custom(at: key) { try encode(date, $0) }
    }
  }

  private func dataTree(_ bytes: [UInt8], at key: (any CodingKey)?) throws -> EncodedTree? {
    switch state.rules.dataEncodingStrategy {
    case .automatic: return .value(.data(bytes))
    case .deferredToData: return .array(bytes) { .integer($0) }
    case .base64: return .string(String(decoding: bytes.withByteView { Base64.encode($0) }, as: UTF8.self))
    case .custom(let encode): return try custom(at: key) { try encode(bytes, $0) }
    }
  }

  /// The output of a strategy's closure; an empty dictionary if it encodes nothing.
  private func custom(
    at key: (any CodingKey)?, _ encode: (TreeEncoder) throws -> Void
  ) throws -> EncodedTree {
    let encoder = key.map { inner($0) } ?? self
    try encode(encoder)
    return encoder.tree ?? .container(EncodedContainer(.dictionary))
  }

  func real(_ value: Double, at key: (any CodingKey)?) throws -> EncodedTree {
    if value.isFinite { return .real(value) }
    switch state.rules.nonConformingFloatEncodingStrategy {
    case .convertToString(let positive, let negative, let nan):
      return .string(value.isNaN ? nan : value > 0 ? positive : negative)
    case .throw where state.rules.manner == .jsonCoder:
      throw invalid(value, "Unable to encode \(value) directly in JSON.", at: key)
    case .throw: return .real(value)
    }
  }

  /// A float's shortest digits, which differ from those of the nearest double.
  func float(_ value: Float, at key: (any CodingKey)?) throws -> EncodedTree {
    guard value.isFinite, state.rules.manner != .propertyListCoder else {
      return try real(Double(value), at: key)
    }
    let digits = "\(value)"
    return .number(
      state.rules.manner == .jsonCoder && digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
  }

  private func invalid(_ value: Any, _ text: String, at key: (any CodingKey)? = nil) -> EncodingError {
    let path = codingPath + (key.map { [$0] } ?? [])
    return .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: text))
  }
}

/// A dictionary whose keys no strategy converts.
private protocol EncodableDictionary {
  func encode(into container: EncodedContainer, of encoder: TreeEncoder) throws
}

extension Dictionary: EncodableDictionary where Key == String, Value: Encodable {
  fileprivate func encode(into container: EncodedContainer, of encoder: TreeEncoder) throws {
    for (key, value) in self {
      container.entries.append((key, try encoder.tree(of: value, at: PathKey.name(key))))
    }
  }
}

struct KeyedTreeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TreeEncoder
  let container: EncodedContainer

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ value: EncodedTree, _ key: some CodingKey) {
    container.entries.append((encoder.written(key), value))
  }

  func encodeNil(forKey key: Key) { put(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { put(.boolean(value), key) }
  func encode(_ value: String, forKey key: Key) { put(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) throws { put(try encoder.real(value, at: key), key) }
  func encode(_ value: Float, forKey key: Key) throws { put(try encoder.float(value, at: key), key) }
  func encode<I: FixedWidthInteger & Encodable>(_ value: I, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: Int128, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: UInt128, forKey key: Key) { put(.integer(value), key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    put(try encoder.tree(of: value, at: key), key)
  }

  /// The encoder of a container below a key, the same one each time.
  private func nested(_ key: some CodingKey) -> TreeEncoder {
    container.nested(encoder.written(key)) { encoder.inner(key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nested(PathKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }
}

struct UnkeyedTreeContainer: UnkeyedEncodingContainer {
  let encoder: TreeEncoder
  let container: EncodedContainer

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { container.entries.count }

  private func put(_ value: EncodedTree) { container.entries.append(("", value)) }
  private var nextKey: any CodingKey { PathKey.index(count) }

  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.boolean(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Double) throws { put(try encoder.real(value, at: nextKey)) }
  func encode(_ value: Float) throws { put(try encoder.float(value, at: nextKey)) }
  func encode<I: FixedWidthInteger & Encodable>(_ value: I) { put(.integer(value)) }
  func encode(_ value: Int128) { put(.integer(value)) }
  func encode(_ value: UInt128) { put(.integer(value)) }
  func encode<T: Encodable>(_ value: T) throws { put(try encoder.tree(of: value, at: nextKey)) }

  private func nested() -> TreeEncoder {
    let inner = encoder.inner(nextKey)
    put(.later(inner))
    return inner
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }
}

struct SingleTreeContainer: SingleValueEncodingContainer {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.set(.null) }
  func encode(_ value: Bool) { encoder.set(.boolean(value)) }
  func encode(_ value: String) { encoder.set(.string(value)) }
  func encode(_ value: Double) throws { encoder.set(try encoder.real(value, at: nil)) }
  func encode(_ value: Float) throws { encoder.set(try encoder.float(value, at: nil)) }
  func encode<I: FixedWidthInteger & Encodable>(_ value: I) { encoder.set(.integer(value)) }
  func encode(_ value: Int128) { encoder.set(.integer(value)) }
  func encode(_ value: UInt128) { encoder.set(.integer(value)) }
  func encode<T: Encodable>(_ value: T) throws {
    encoder.set(try encoder.tree(of: value) ?? .container(EncodedContainer(.dictionary)))
  }
}
