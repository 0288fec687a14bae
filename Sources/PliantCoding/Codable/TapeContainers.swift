// The containers that a type requests from its decoder. A generic method covers all integer types without a
// default implementation in the protocols.

import PliantCodecs

struct KeyedTapeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TapeDecoder
  let dictionary: Int
  /// The values by converted key, if a strategy converts them.
  var converted: [String: Int]?

  var codingPath: [any CodingKey] { decoder.path(to: dictionary) }
  var allKeys: [Key] {
    if let converted { return converted.keys.compactMap { Key(stringValue: $0) } }
    return DocumentValue(decoder.tape, at: dictionary).entries.compactMap { Key(stringValue: $0.key.string) }
  }

  private func find(_ key: some CodingKey) -> Int? {
    if let converted { return converted[key.stringValue] }
    return decoder.find(key, in: dictionary)
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  private func place(of key: some CodingKey) throws -> Int {
    guard let place = find(key) else { throw decoder.missing(key, in: dictionary) }
    return place
  }

  /// The index of a value that is not null, or nil.
  private func presentPlace(of key: Key) -> Int? {
    guard let place = find(key), !decoder.isNil(at: place) else { return nil }
    return place
  }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.isNil(at: try place(of: key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.boolean(at: try place(of: key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.string(at: try place(of: key))
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.double(at: try place(of: key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoder.float(at: try place(of: key))
  }
  func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws -> I {
    try decoder.integer(at: try place(of: key))
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.value(type, at: try place(of: key))
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decoder.integer(at: try place(of: key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try presentPlace(of: key).map { place throws in try decoder.boolean(at: place) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try presentPlace(of: key).map { place throws in try decoder.string(at: place) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try presentPlace(of: key).map { place throws in try decoder.double(at: place) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try presentPlace(of: key).map { place throws in try decoder.float(at: place) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try presentPlace(of: key).map { place throws in try decoder.value(type, at: place) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(try decoder.keyedContainer(at: try place(of: key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer(at: try place(of: key))
  }

  func superDecoder() throws -> any Decoder { try superDecoder(at: PathKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(at: key) }

  private func superDecoder(at key: some CodingKey) throws -> any Decoder {
    try find(key).map { decoder.decoder(at: decoder.tape.resolved($0)) }
      ?? decoder.decoder(ofMissing: key, in: dictionary)
  }
}

struct UnkeyedTapeContainer: UnkeyedDecodingContainer {
  let decoder: TapeDecoder
  /// The array, the data or the only element.
  let container: Int
  /// The next element.
  var next: Int
  /// The bytes of data, which decode as integers.
  var bytes: ByteView?
  let count: Int?
  var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.path(to: container) }
  var isAtEnd: Bool { currentIndex == count }

  /// Decodes the next element with `body`; advances only on success.
  private mutating func element<T>(_ type: Any.Type, _ body: (TapeDecoder, Int) throws -> T) throws -> T {
    guard currentIndex != count, bytes == nil else { throw pastEnd(type) }
    let value = try body(decoder, next)
    next = decoder.tape.next(after: next)
    currentIndex += 1
    return value
  }

  private func pastEnd(_ type: Any.Type) -> DecodingError {
    let sentence = bytes == nil ? "expected another element, found the array's end" : "expected integers"
    let path = codingPath + [PathKey(index: currentIndex)]
    return .valueNotFound(type, decoder.context(Failure(.decodedType, sentence), at: container, path: path))
  }

  mutating func decodeNil() throws -> Bool {
    guard currentIndex != count else { throw pastEnd(Any?.self) }
    guard bytes == nil, decoder.isNil(at: next) else { return false }
    return try element(Any?.self) { _, _ in true }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try element(type) { decoder, place throws in try decoder.boolean(at: place) }
  }
  mutating func decode(_ type: String.Type) throws -> String {
    try element(type) { decoder, place throws in try decoder.string(at: place) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try element(type) { decoder, place throws in try decoder.double(at: place) }
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    try element(type) { decoder, place throws in try decoder.float(at: place) }
  }
  mutating func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
    guard let bytes, currentIndex < bytes.count else {
      return try element(type) { decoder, place throws in try decoder.integer(at: place) }
    }
    guard let value = I(exactly: bytes[currentIndex]) else { throw decoder.misfit(type, at: container) }
    currentIndex += 1
    return value
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try element(type) { decoder, place throws in try decoder.integer(at: place) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try element(type) { decoder, place throws in try decoder.integer(at: place) }
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if bytes != nil, type == UInt8.self, let byte = try decode(UInt8.self) as? T { return byte }
    return try element(type) { decoder, place throws in try decoder.value(type, at: place) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try element(KeyedDecodingContainer<NestedKey>.self) { decoder, place throws in
      KeyedDecodingContainer(try decoder.keyedContainer(at: place))
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try element(UnkeyedTapeContainer.self) { decoder, place throws in try decoder.unkeyedContainer(at: place)
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try element(TapeDecoder.self) { $0.decoder(at: $0.tape.resolved($1)) }
  }
}

struct SingleTapeContainer: SingleValueDecodingContainer {
  let decoder: TapeDecoder
  let index: Int

  var codingPath: [any CodingKey] { decoder.path(to: index) }

  func decodeNil() -> Bool { decoder.isNil(at: index) }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.boolean(at: index) }
  func decode(_ type: String.Type) throws -> String { try decoder.string(at: index) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.double(at: index) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.float(at: index) }
  func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I { try decoder.integer(at: index) }
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.integer(at: index) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.integer(at: index) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(type, at: index) }
}
