// Decoding a document of any format into a type.

import PliantCore

/// Decodes `Decodable` types from documents of every format.
///
/// Dates, data and UIDs of property lists are `Document.Date`, `[UInt8]` and `Document.UID` (with PliantFoundation also
/// `Date`, `Data`, `URL` and `Decimal`); in a format that has none of them they are read from ISO 8601 and Base64 strings.
/// Integers have up to 128 bits. Where a format has only text (`openstep`, `strings`, `xml`), numbers and booleans are read
/// from it. In application XML a key is an element or an attribute, and a value that is wanted as an array and occurs once is
/// an array of one. Objects of a keyed archive are not put together: decode the archive's own dictionaries.
public struct DocumentDecoder: Sendable {
  /// What the types that are decoded find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// A decoder with nothing in its `userInfo`.
  public init() {}

  /// Decodes a value from a document.
  ///
  /// Throws a `DecodingError` whose description begins with the file, line and column of the value, and whose underlying
  /// error is the `DocumentError` of that place; and whatever the type throws.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from document: Document) throws -> T {
    try decode(type, from: document.root)
  }

  /// Decodes a value from a part of a document.
  ///
  /// Throws as `decode(_:from:)` of a document.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from node: Document.Node) throws -> T {
    try TapeDecoder(node, userInfo: userInfo).value(type, at: node.index)
  }

  /// Reads a document from bytes in memory and decodes a value from it; without a format it is recognised by content.
  ///
  /// Throws a `DocumentError` for what cannot be read, and as `decode(_:from:)` of a document.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from bytes: [UInt8], format: Format? = nil
  ) throws -> T {
    try decode(type, from: try Document.read(bytes, format: format))
  }

  /// Reads the document at a path and decodes a value from it; without a format it is recognised by content.
  ///
  /// Throws a `DocumentError` for what cannot be read, and as `decode(_:from:)` of a document.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, contentsOf path: String, format: Format? = nil
  ) throws -> T {
    try decode(type, from: try Document.read(contentsOf: path, format: format))
  }
}

/// A type that a document holds as one value, whatever its `Codable` conformance does.
///
/// PliantFoundation lets Foundation's `Date`, `Data`, `URL` and `Decimal` conform.
public protocol DocumentRepresentable {
  /// The value that a node stands for; nil where it stands for none.
  init?(documentNode node: Document.Node)
  /// The value as a document holds it.
  var documentValue: Document.Value { get }
}
