// The containers that a type asks its decoder for.

import PliantCore

struct KeyedTapeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TapeDecoder
  let dictionary: Int

  var codingPath: [any CodingKey] { decoder.path(to: dictionary) }
  var allKeys: [Key] {
    DocumentValue(decoder.document, at: dictionary).entries.compactMap { Key(stringValue: $0.key.string) }
  }

  func contains(_ key: Key) -> Bool { decoder.find(key, in: dictionary) != nil }

  private func place(of key: Key) throws -> Int {
    guard let place = decoder.find(key, in: dictionary) else { throw decoder.missing(key, in: dictionary) }
    return place
  }

  /// The place of a value that is not null, or nil.
  private func presentPlace(of key: Key) -> Int? {
    guard let place = decoder.find(key, in: dictionary), !decoder.isNil(at: place) else { return nil }
    return place
  }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.isNil(at: try place(of: key)) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.value(type, at: try place(of: key))
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try presentPlace(of: key).map { place throws in try decoder.value(type, at: place) }
  }
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
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.integer(at: try place(of: key)) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder.integer(at: try place(of: key))
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
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
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try presentPlace(of: key).map { place throws in try decoder.integer(at: place) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(try decoder.keyedContainer(at: try place(of: key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer(at: try place(of: key))
  }

  func superDecoder() throws -> any Decoder {
    guard let place = decoder.find(PlaceKey("super"), in: dictionary) else {
      throw decoder.missing(PlaceKey("super"), in: dictionary)
    }
    return decoder.decoder(at: place)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder.decoder(at: try place(of: key)) }
}

struct UnkeyedTapeContainer: UnkeyedDecodingContainer {
  let decoder: TapeDecoder
  private let container: Int
  private var next: Int
  /// The bytes of data, which are taken as integers.
  private let bytes: ByteView?
  let count: Int?
  private(set) var currentIndex = 0

  init(_ decoder: TapeDecoder, elementsOf array: Int) {
    self.decoder = decoder
    container = array
    next = array + 2
    bytes = nil
    count = decoder.document.count(at: array)
  }

  init(_ decoder: TapeDecoder, bytesOf data: Int) {
    self.decoder = decoder
    container = data
    next = data
    bytes = decoder.document.text(at: data)
    count = bytes?.count
  }

  /// A value as the only element of an array.
  init(_ decoder: TapeDecoder, only value: Int) {
    self.decoder = decoder
    container = value
    next = value
    bytes = nil
    count = 1
  }

  var codingPath: [any CodingKey] { decoder.path(to: container) }
  var isAtEnd: Bool { currentIndex == count }

  /// Decodes the next element by `body`; it counts as decoded only then.
  private mutating func element<T>(_ type: T.Type, _ body: (TapeDecoder, Int) throws -> T) throws -> T {
    guard currentIndex != count, bytes == nil else { throw pastEnd(type) }
    let value = try body(decoder, next)
    next = decoder.document.next(after: next)
    currentIndex += 1
    return value
  }

  private func pastEnd(_ type: Any.Type) -> DecodingError {
    let sentence = bytes == nil ? "expected another element, found the array's end" : "expected integers"
    return .valueNotFound(type, decoder.context(Failure(.decodedType, sentence), at: container))
  }

  private mutating func integer<I: FixedWidthInteger>() throws -> I {
    guard let bytes, currentIndex < bytes.count else {
      return try element(I.self) { decoder, place throws in try decoder.integer(at: place) }
    }
    guard let value = I(exactly: bytes[currentIndex]) else { throw decoder.misfit(I.self, at: container) }
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard currentIndex != count, bytes == nil, decoder.isNil(at: next) else { return false }
    return try element(Bool.self) { _, _ in true }
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if bytes != nil, type == UInt8.self, let byte = try (integer() as UInt8) as? T { return byte }
    return try element(type) { decoder, place throws in try decoder.value(type, at: place) }
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
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

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
    try element(TapeDecoder.self) { $0.decoder(at: $0.document.resolved($1)) }
  }
}

struct SingleTapeContainer: SingleValueDecodingContainer {
  let decoder: TapeDecoder
  let index: Int

  var codingPath: [any CodingKey] { decoder.path(to: index) }

  func decodeNil() -> Bool { decoder.isNil(at: index) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(type, at: index) }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.boolean(at: index) }
  func decode(_ type: String.Type) throws -> String { try decoder.string(at: index) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.double(at: index) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.float(at: index) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(at: index) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(at: index) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(at: index) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(at: index) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(at: index) }
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.integer(at: index) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(at: index) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(at: index) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(at: index) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(at: index) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(at: index) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.integer(at: index) }
}
