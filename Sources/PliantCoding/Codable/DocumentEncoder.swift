// Encoding a type into a document of any format.

import PliantCore

/// Encodes `Encodable` types as documents of every format.
///
/// Keys are written in the order in which the type encodes them, a set as an array. `Document.Date`, `Document.UID`, `[UInt8]`
/// and integers of 128 bits (with PliantFoundation also `Date`, `Data`, `URL` and `Decimal`) are what a property list has
/// for them; in a format that lacks them dates are ISO 8601 strings, data Base64 strings, UIDs dictionaries, and in a format
/// that has only text numbers and booleans are strings, from all of which `DocumentDecoder` reads them back. What cannot be
/// read back, such as the fraction of a second in an XML property list, is refused unless `options.loss` says otherwise.
public struct DocumentEncoder: Sendable {
  /// Whose manner it has.
  package var manner = CodingManner.document
  /// How the document is written.
  public var options = WritingOptions()
  /// Values for the types that are encoded, in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// How dates are encoded.
  public var dateEncodingStrategy = DateEncodingStrategy.automatic
  /// How data is encoded.
  public var dataEncodingStrategy = DataEncodingStrategy.automatic
  /// How keys are encoded.
  public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
  /// How numbers that are infinite or not numbers are encoded.
  public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw

  /// An encoder that loses nothing and keeps the order of keys.
  public init() {}

  /// Encodes a value as a document.
  ///
  /// Throws an `EncodingError` if the value encodes nothing or is nested more than 512 levels deep, and whatever the type
  /// throws.
  public func encode(_ value: some Encodable) throws -> Document {
    let root = TreeEncoder(EncodingState(self))
    guard let tree = try root.tree(of: value) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "Top-level \(type(of: value)) did not encode any values."))
    }
    do throws(Failure) {
      var builder = DocumentBuilder(source: .empty)
      try EncodedTree.send(tree, into: &builder)
      return Document(try builder.finish())
    } catch {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: error.sentence, underlyingError: DocumentError(error)))
    }
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
