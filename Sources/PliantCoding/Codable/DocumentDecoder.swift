import PliantCodecs

/// Decodes `Decodable` types from documents of every format.
///
/// Dates, data and UIDs of property lists are `Document.Date`, `[UInt8]` and `Document.UID` (with
/// PliantFoundation also `Date`, `Data`, `URL` and `Decimal`); in a format without them, they come from ISO
/// 8601 and Base64 strings. Integers have up to 128 bits. In a format that has only text (`openStep`,
/// `strings`, `xml`, tables), numbers and booleans come from text. In application XML a key is an element or
/// an attribute, an array is any number of elements of its name, even none, and an element with attributes is a scalar if
/// the type is one. `$null`, which
/// Foundation writes for nil in a property list, is nil. A keyed archive decodes as the dictionaries that
/// store it.
public struct DocumentDecoder: Sendable {
  /// The coders whose behaviour it follows.
  package var manner = CodingManner.document
  /// Values that decoded types find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The strategy for dates.
  public var dateDecodingStrategy = DateDecodingStrategy.automatic
  /// The strategy for data.
  public var dataDecodingStrategy = DataDecodingStrategy.automatic
  /// The strategy for keys.
  public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
  /// The strategy for infinite numbers and NaN.
  public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
  /// Whether numbers and booleans are decoded from strings.
  public var textDecodingStrategy = TextDecodingStrategy.automatic

  /// Creates a decoder with the default strategies.
  public init() {}

  /// Decodes a value from a document.
  ///
  /// Throws a `DecodingError` whose description begins with the file, line and column of the value, and whose
  /// underlying error is the `DocumentError` of that place; and any error that the type throws. After some ten errors in
  /// one document only the underlying error computes the place, on access.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from document: Document) throws -> T {
    try decode(type, from: document.root)
  }

  /// Decodes a value from a part of a document.
  ///
  /// Throws as `decode(_:from:)` of a document.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from node: Document.Node) throws -> T {
    do { return try TapeDecoder(node, self).value(type, at: node.index, nil) } catch let error
      as DecodingError
    {
      throw error.placed
    }
  }

  /// Reads a document from bytes in memory and decodes a value from it; without a format, detects it from
  /// content.
  ///
  /// Throws as `decode(_:from:)` of a document; a document that cannot be read is `DecodingError.dataCorrupted`, with the
  /// `DocumentError` as its underlying error.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from bytes: [UInt8], format: Format? = nil
  ) throws -> T {
    try decode(type) { () throws(DocumentError) in try Document(bytes: bytes, format: format) }
  }

  /// Reads a document from a text and decodes a value from it; without a format, detects it from content.
  ///
  /// Throws as `decode(_:from:format:)` of bytes.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: String, format: Format? = nil
  ) throws -> T {
    try decode(type) { () throws(DocumentError) in try Document(text, format: format) }
  }

  /// Reads the document at a path and decodes a value from it; without a format, detects it from content.
  ///
  /// Throws as `decode(_:from:format:)` of bytes, and the `DocumentError` of a rule `file/…` if the file cannot be read.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, contentsOf path: String, format: Format? = nil
  ) throws -> T {
    try decode(type) { () throws(DocumentError) in try Document(contentsOf: path, format: format) }
  }

  /// Decodes what `body` makes of the decoder of a node.
  package func decode<T>(from node: Document.Node, _ body: (any Decoder) throws -> T) throws -> T {
    do { return try body(TapeDecoder(node, self)) } catch let error as DecodingError { throw error.placed }
  }

  package func decode<T: Decodable>(
    _ type: T.Type, _ read: () throws(DocumentError) -> Document
  ) throws -> T {
    try decode(type, from: try document(read))
  }

  /// Reads a document; an error in it is a `DecodingError`.
  package func document(_ read: () throws(DocumentError) -> Document) throws -> Document {
    do throws(DocumentError) {
      return try read()
    } catch {
      if error.rule.family == "file" { throw error }
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "\(error)", underlyingError: error))
    }
  }
}

extension Document {
  /// Decodes a value from the document with a decoder's default strategies.
  ///
  /// Throws as `DocumentDecoder.decode(_:from:)`.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try root.decode(type) }

  /// Creates a document that contains what a value encodes, with an encoder's default strategies.
  ///
  /// Throws as `DocumentEncoder.encode(_:)`.
  public init(encoding value: some Encodable) throws { self = try DocumentEncoder().encode(value) }
}

extension Document.Node {
  /// Decodes a value from this part of the document with a decoder's default strategies.
  ///
  /// Throws as `DocumentDecoder.decode(_:from:)`.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try DocumentDecoder().decode(type, from: self)
  }
}
