// The encoder that types see.

import PliantCore

/// What all encoders of one value share.
final class EncodingState {
  let userInfo: [CodingUserInfoKey: Any]
  /// Whether a type is `DocumentRepresentable`, of the types met so far.
  private var representables: [ObjectIdentifier: Bool] = [:]

  init(userInfo: [CodingUserInfoKey: any Sendable]) { self.userInfo = userInfo }

  func representable<T>(_ value: T) -> (any DocumentRepresentable)? {
    let identifier = ObjectIdentifier(T.self)
    if representables[identifier] == false { return nil }
    let found = value as? any DocumentRepresentable
    representables[identifier] = found != nil
    return found
  }
}

final class TreeEncoder: Encoder {
  /// What was encoded so far.
  private(set) var tree: EncodedTree?
  private let state: EncodingState
  /// The encoder of the value that this one is in, and the key there.
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

  var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

  /// Made when it is asked for.
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var encoder: TreeEncoder? = self
    while let current = encoder {
      if let key = current.key { path.append(key) }
      encoder = current.outer
    }
    return path.reversed()
  }

  func inner(_ key: any CodingKey) -> TreeEncoder {
    TreeEncoder(in: self, at: key)
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedTreeContainer<Key>(encoder: self, container: container(.dictionary)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedTreeContainer(encoder: self, container: container(.array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleTreeContainer(encoder: self) }

  /// The container that was begun, or a new one.
  private func container(_ kind: ContainerKind) -> EncodedContainer {
    if case .container(let container)? = tree, container.kind == kind { return container }
    let container = EncodedContainer(kind)
    tree = .container(container)
    return container
  }

  func set(_ value: EncodedTree) { tree = value }

  // MARK: Values

  /// What a value encodes, as this encoder's own value; nil where it encodes nothing.
  func tree<T: Encodable>(of value: T) throws -> EncodedTree? {
    if let own = ownTree(of: value) { return own }
    guard depth <= Limits.depth else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath, debugDescription: Failure(.valueTooDeep, String(Limits.depth)).sentence))
    }
    try value.encode(to: self)
    if case .container(let container)? = tree, container.kind == .array, value is any UnorderedElements {
      container.kind = .set
      container.sortElements()
    }
    return tree
  }

  /// What a value encodes below a key; an empty dictionary where it encodes nothing.
  func tree<T: Encodable>(of value: T, at key: any CodingKey) throws -> EncodedTree {
    if let own = ownTree(of: value) { return own }
    return try inner(key).tree(of: value) ?? .container(EncodedContainer(.dictionary))
  }

  /// The tree of a type that is not to encode itself, or nil.
  func ownTree<T>(of value: T) -> EncodedTree? {
    if T.self == String.self, let text = value as? String { return .string(text) }
    if T.self == Int.self, let integer = value as? Int { return .integer(integer) }
    if T.self == Double.self, let real = value as? Double { return .real(real) }
    if T.self == Document.Date.self, let date = value as? Document.Date { return .value(.date(date)) }
    if T.self == [UInt8].self, let bytes = value as? [UInt8] { return .value(.data(bytes)) }
    if T.self == Document.UID.self, let uid = value as? Document.UID { return .value(.uid(uid)) }
    if T.self == Document.Value.self, let value = value as? Document.Value { return .value(value) }
    return state.representable(value).map { .value($0.documentValue) }
  }
}

/// Tells sets apart, whatever their elements are.
private protocol UnorderedElements {}
extension Set: UnorderedElements {}

struct KeyedTreeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TreeEncoder
  let container: EncodedContainer

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ value: EncodedTree, _ key: some CodingKey) {
    container.keys.append(key.stringValue)
    container.values.append(value)
  }

  func encodeNil(forKey key: Key) { put(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { put(.boolean(value), key) }
  func encode(_ value: String, forKey key: Key) { put(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) { put(.real(value), key) }
  func encode(_ value: Float, forKey key: Key) { put(.float(value), key) }
  func encode(_ value: Int, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: Int8, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: Int16, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: Int32, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: Int64, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: Int128, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: UInt, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: UInt8, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: UInt16, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: UInt32, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: UInt64, forKey key: Key) { put(.integer(value), key) }
  func encode(_ value: UInt128, forKey key: Key) { put(.integer(value), key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    put(try encoder.tree(of: value, at: key), key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let inner = encoder.inner(key)
    put(.later(inner), key)
    return inner.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let inner = encoder.inner(key)
    put(.later(inner), key)
    return inner.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { superEncoder(at: PlaceKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(at: key) }

  private func superEncoder(at key: some CodingKey) -> any Encoder {
    let inner = encoder.inner(key)
    put(.later(inner), key)
    return inner
  }
}

struct UnkeyedTreeContainer: UnkeyedEncodingContainer {
  let encoder: TreeEncoder
  let container: EncodedContainer

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { container.values.count }

  private func put(_ value: EncodedTree) { container.values.append(value) }
  private var nextKey: PlaceKey { PlaceKey(String(count)) }

  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.boolean(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Double) { put(.real(value)) }
  func encode(_ value: Float) { put(.float(value)) }
  func encode(_ value: Int) { put(.integer(value)) }
  func encode(_ value: Int8) { put(.integer(value)) }
  func encode(_ value: Int16) { put(.integer(value)) }
  func encode(_ value: Int32) { put(.integer(value)) }
  func encode(_ value: Int64) { put(.integer(value)) }
  func encode(_ value: Int128) { put(.integer(value)) }
  func encode(_ value: UInt) { put(.integer(value)) }
  func encode(_ value: UInt8) { put(.integer(value)) }
  func encode(_ value: UInt16) { put(.integer(value)) }
  func encode(_ value: UInt32) { put(.integer(value)) }
  func encode(_ value: UInt64) { put(.integer(value)) }
  func encode(_ value: UInt128) { put(.integer(value)) }
  func encode<T: Encodable>(_ value: T) throws {
    if let own = encoder.ownTree(of: value) { return put(own) }
    put(try encoder.tree(of: value, at: nextKey))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let inner = encoder.inner(nextKey)
    put(.later(inner))
    return inner.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let inner = encoder.inner(nextKey)
    put(.later(inner))
    return inner.unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let inner = encoder.inner(nextKey)
    put(.later(inner))
    return inner
  }
}

struct SingleTreeContainer: SingleValueEncodingContainer {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.set(.null) }
  func encode(_ value: Bool) { encoder.set(.boolean(value)) }
  func encode(_ value: String) { encoder.set(.string(value)) }
  func encode(_ value: Double) { encoder.set(.real(value)) }
  func encode(_ value: Float) { encoder.set(.float(value)) }
  func encode(_ value: Int) { encoder.set(.integer(value)) }
  func encode(_ value: Int8) { encoder.set(.integer(value)) }
  func encode(_ value: Int16) { encoder.set(.integer(value)) }
  func encode(_ value: Int32) { encoder.set(.integer(value)) }
  func encode(_ value: Int64) { encoder.set(.integer(value)) }
  func encode(_ value: Int128) { encoder.set(.integer(value)) }
  func encode(_ value: UInt) { encoder.set(.integer(value)) }
  func encode(_ value: UInt8) { encoder.set(.integer(value)) }
  func encode(_ value: UInt16) { encoder.set(.integer(value)) }
  func encode(_ value: UInt32) { encoder.set(.integer(value)) }
  func encode(_ value: UInt64) { encoder.set(.integer(value)) }
  func encode(_ value: UInt128) { encoder.set(.integer(value)) }
  func encode<T: Encodable>(_ value: T) throws {
    if let tree = try encoder.tree(of: value) { encoder.set(tree) }
  }
}
