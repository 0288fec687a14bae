// The containers that a type requests from its decoder. A generic method covers all integer types without a
// default implementation in the protocols.

import PliantCodecs

struct KeyedTapeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// The decoder of the dictionary.
  let decoder: TapeDecoder
  /// The values by converted key, if a strategy converts them.
  var converted: ConvertedKeys?

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] {
    if let converted { return converted.names.compactMap { Key(stringValue: $0) } }
    return DocumentValue(decoder.tape, at: decoder.index).entries.compactMap {
      Key(stringValue: $0.key.string)
    }
  }

  private func find(_ key: some CodingKey) -> Int? {
    if let converted { return converted[key.stringValue] }
    return decoder.find(key)
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  private func place(of key: some CodingKey) throws -> Int {
    if let place = find(key) { return place }
    // An element without text, whose text is then empty.
    if decoder.state.isXML, key.stringValue == PathKey.text { return decoder.index }
    throw decoder.missing(key)
  }

  /// Reads the scalar of a key.
  @inline(__always)
  private func scalar<T>(_ key: Key, _ read: (Int) throws -> T) throws -> T {
    let place = try place(of: key)
    do { return try read(decoder.textPlace(of: place) ?? place) } catch let problem as ValueProblem {
      throw decoder.error(problem, at: key)
    }
  }

  /// Reads the scalar of a key; nil if it is missing or null.
  @inline(__always)
  private func scalarIfPresent<T>(_ key: Key, _ read: (Int) throws -> T) throws -> T? {
    guard let place = find(key), !decoder.isNil(at: place) else { return nil }
    do { return try read(decoder.textPlace(of: place) ?? place) } catch let problem as ValueProblem {
      throw decoder.error(problem, at: key)
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.isNil(at: try place(of: key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try scalar(key) { try decoder.boolean(at: $0) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try scalar(key) { try decoder.text(at: $0) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try scalar(key) { try decoder.double(at: $0) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try scalar(key) { try decoder.float(at: $0) }
  }
  func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws -> I {
    try scalar(key) { try decoder.integer(at: $0) }
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if let place = find(key) { return try decoder.value(type, at: place, key) }
    guard decoder.state.isXML, let empty = type as? any EmptyDecodable.Type, let value = empty.empty as? T
    else { throw decoder.missing(key) }
    return value
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try scalar(key) { try decoder.integer(at: $0) }
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try scalar(key) { try decoder.integer(at: $0) }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try scalarIfPresent(key) { try decoder.boolean(at: $0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try scalarIfPresent(key) { try decoder.text(at: $0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try scalarIfPresent(key) { try decoder.double(at: $0) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try scalarIfPresent(key) { try decoder.float(at: $0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try scalarIfPresent(key) { try decoder.integer(at: $0) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let place = find(key), !decoder.isNil(at: place) else { return nil }
    return try decoder.value(type, at: place, key)
  }

  private func nested(_ key: some CodingKey) throws -> TapeDecoder {
    decoder.decoder(at: try place(of: key), key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(try nested(key).keyedContainer())
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    if decoder.state.isXML, find(key) == nil {
      return UnkeyedTapeContainer(decoder: try decoder.decoder(ofMissing: key), next: 0, count: 0)
    }
    return try nested(key).elements()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(at: PathKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(at: key) }

  private func superDecoder(at key: some CodingKey) throws -> any Decoder {
    try find(key).map { decoder.decoder(at: $0, key) } ?? decoder.decoder(ofMissing: key)
  }
}

struct UnkeyedTapeContainer: UnkeyedDecodingContainer {
  /// The decoder of the array, the data or the only element.
  let decoder: TapeDecoder
  /// The next element.
  var next: Int
  /// The bytes of data, which decode as integers.
  var bytes: ByteView?
  let count: Int?
  var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { currentIndex == count }

  /// Decodes the next element with `body`; advances only on success.
  private mutating func element<T>(_ type: Any.Type, _ body: (TapeDecoder, Int) throws -> T) throws -> T {
    guard currentIndex != count, bytes == nil else { throw pastEnd(type) }
    let value: T
    do { value = try body(decoder, next) } catch let problem as ValueProblem {
      throw decoder.error(problem, at: PathKey.index(currentIndex))
    }
    next = decoder.tape.next(after: next)
    currentIndex += 1
    return value
  }

  private mutating func scalar<T>(_ type: Any.Type, _ read: (TapeDecoder, Int) throws -> T) throws -> T {
    try element(type) { try read($0, $0.textPlace(of: $1) ?? $1) }
  }

  private func pastEnd(_ type: Any.Type) -> DecodingError {
    let sentence = bytes == nil ? "expected another element, found the array's end" : "expected integers"
    let key = PathKey.index(currentIndex)
    return .valueNotFound(
      type, decoder.context(Failure(.decodedType, sentence), at: decoder.index, path: codingPath + [key]))
  }

  mutating func decodeNil() throws -> Bool {
    guard currentIndex != count else { throw pastEnd(Any?.self) }
    guard bytes == nil, decoder.isNil(at: next) else { return false }
    return try element(Any?.self) { _, _ in true }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) { try $0.boolean(at: $1) } }
  mutating func decode(_ type: String.Type) throws -> String { try element(type) { try $0.text(at: $1) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try scalar(type) { try $0.double(at: $1) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try scalar(type) { try $0.float(at: $1) } }
  mutating func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
    guard let bytes, currentIndex < bytes.count else { return try scalar(type) { try $0.integer(at: $1) } }
    guard let value = I(exactly: bytes[currentIndex]) else {
      throw decoder.error(decoder.misfit(type, at: decoder.index))
    }
    currentIndex += 1
    return value
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) { try $0.integer(at: $1) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try scalar(type) { try $0.integer(at: $1) }
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if bytes != nil, type == UInt8.self, let byte = try decode(UInt8.self) as? T { return byte }
    let key = PathKey.index(currentIndex)
    return try element(type) { try $0.value(type, at: $1, key) }
  }

  private mutating func nested<T>(_ type: Any.Type, _ body: (TapeDecoder) throws -> T) throws -> T {
    let key = PathKey.index(currentIndex)
    return try element(type) { try body($0.decoder(at: $1, key)) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(KeyedDecodingContainer<NestedKey>.self) { KeyedDecodingContainer(try $0.keyedContainer()) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested(UnkeyedTapeContainer.self) { try $0.elements() }
  }

  mutating func superDecoder() throws -> any Decoder { try nested(TapeDecoder.self) { $0 } }
}

struct SingleTapeContainer: SingleValueDecodingContainer {
  let decoder: TapeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  @inline(__always)
  private func scalar<T>(_ read: (TapeDecoder, Int) throws -> T) throws -> T {
    let text = decoder.isText ? decoder.textPlace(of: decoder.index) : nil
    do { return try read(decoder, text ?? decoder.index) } catch let problem as ValueProblem {
      throw decoder.error(problem)
    }
  }

  func decodeNil() -> Bool { decoder.isNil(at: decoder.index) }
  func decode(_ type: Bool.Type) throws -> Bool { try scalar { try $0.boolean(at: $1) } }
  func decode(_ type: String.Type) throws -> String {
    try scalar { decoder, place in
      try decoder.isText ? decoder.text(at: decoder.index) : decoder.string(at: place)
    }
  }
  func decode(_ type: Double.Type) throws -> Double { try scalar { try $0.double(at: $1) } }
  func decode(_ type: Float.Type) throws -> Float { try scalar { try $0.float(at: $1) } }
  func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
    try scalar { try $0.integer(at: $1) }
  }
  func decode(_ type: Int128.Type) throws -> Int128 { try scalar { try $0.integer(at: $1) } }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar { try $0.integer(at: $1) } }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(type, at: decoder.index, nil) }
}
