import PliantCodecs

/// Encodes `Encodable` types as documents of every format.
///
/// Keys are written in the order in which the type encodes them, a set as an array. `Document.Date`,
/// `Document.UID`, `[UInt8]` and integers of 128 bits (with PliantFoundation also `Date`, `Data`, `URL` and
/// `Decimal`) have a representation in property lists. In formats without them, dates are ISO 8601 strings,
/// data Base64 strings and UIDs dictionaries; in a format that has only text, numbers and booleans are
/// strings. `DocumentDecoder` reads all of them back. The encoder refuses values that it could not read back,
/// such as the fraction of a second in an XML property list, unless `options.loss` allows it.
public struct DocumentEncoder: Sendable {
  /// The coders whose behaviour it follows.
  package var manner = CodingManner.document
  /// The options for writing the document.
  public var options = WritingOptions()
  /// Values that encoded types find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The strategy for dates.
  public var dateEncodingStrategy = DateEncodingStrategy.automatic
  /// The strategy for data.
  public var dataEncodingStrategy = DataEncodingStrategy.automatic
  /// The strategy for keys.
  public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
  /// The strategy for infinite numbers and NaN.
  public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw

  /// Creates an encoder that loses nothing and keeps the order of keys.
  public init() {}

  /// Encodes a value as a document.
  ///
  /// Throws an `EncodingError` if the value encodes nothing or is nested more than 512 levels deep, and any
  /// error that the type throws.
  public func encode(_ value: some Encodable) throws -> Document {
    try encode(value) { try $0.tree(of: value) }
  }

  /// Encodes what `body` writes to an encoder.
  package func encode(_ value: Any, with body: (any Encoder) throws -> Void) throws -> Document {
    try encode(value) { root in
      try body(root)
      return root.tree
    }
  }

  private func encode(_ value: Any, _ body: (TreeEncoder) throws -> EncodedTree?) throws -> Document {
    guard let tree = try body(TreeEncoder(EncodingState(self))) else {
      throw EncodingError.whole(value, "Top-level \(type(of: value)) did not encode any values.")
    }
    do throws(Failure) {
      var builder = DocumentBuilder(source: .empty)
      try EncodedTree.send(tree, into: &builder)
      return Document(try builder.finish())
    } catch { throw EncodingError.whole(value, error.sentence, DocumentError(error)) }
  }

  /// Encodes a value as the bytes of a document.
  ///
  /// Throws as `encode(_:)`, and a `DocumentError` of the rule `conversion/loss` for values that the format cannot represent.
  public func bytes(of value: some Encodable, as format: Format) throws -> [UInt8] {
    try encode(value).encodedBytes(as: format, options)
  }

  /// Encodes a value as the text of a document.
  ///
  /// Throws as `bytes(of:as:)`, and for `binaryPropertyList`.
  public func text(of value: some Encodable, as format: Format) throws -> String {
    guard format != .binaryPropertyList else { throw DocumentError(Failure(.formatWithoutText)) }
    return String(decoding: try bytes(of: value, as: format), as: UTF8.self)
  }

  /// Encodes a value and writes it to a path, atomically: after any failure the old file is untouched.
  ///
  /// Throws as `bytes(of:as:)`, and a `DocumentError` of a rule `file/…` if the file cannot be written.
  public func write(_ value: some Encodable, to path: String, as format: Format) throws {
    try Document.write(try bytes(of: value, as: format), to: path)
  }
}

extension EncodingError {
  package static func whole(_ value: Any, _ text: String, _ cause: (any Error)? = nil) -> EncodingError {
    .invalidValue(value, Context(codingPath: [], debugDescription: text, underlyingError: cause))
  }
}
