// Encoding a type into a document of any format.

import PliantCore

/// Encodes `Encodable` types as documents of every format.
///
/// Keys are written in the order in which the type encodes them. `Document.Date`, `Document.UID`, `[UInt8]`, sets and
/// integers of 128 bits (with PliantFoundation also `Date`, `Data`, `URL` and `Decimal`) are what a property list has for
/// them; in a format that lacks them dates are ISO 8601 strings, data Base64 strings, UIDs dictionaries, sets arrays, and
/// where a format has only text also numbers and booleans strings, from all of which `DocumentDecoder` reads them back.
/// What cannot be read back, such as the fraction of a second in `xml1`, is refused unless `options.loss` says otherwise.
public struct DocumentEncoder: Sendable {
  /// What the types that are encoded find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// How the document is written.
  public var options = WritingOptions()

  /// An encoder that loses nothing and keeps the order of keys.
  public init() {}

  /// Encodes a value as a document, with all that the type tells of it.
  ///
  /// Throws an `EncodingError` where the value encodes nothing or is nested more than 512 levels deep, and whatever the type
  /// throws.
  public func encode(_ value: some Encodable) throws -> Document {
    let root = TreeEncoder(EncodingState(userInfo: userInfo))
    let tree = try root.tree(of: value)
    guard let tree else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: "the value encoded nothing"))
    }
    do throws(Failure) {
      var builder = DocumentBuilder(source: .empty)
      try EncodedTree.send(tree, into: &builder)
      return try builder.finish()
    } catch {
      throw DocumentError(error)
    }
  }

  /// Encodes a value as the bytes of a document.
  ///
  /// Throws as `encode(_:)`, and a `DocumentError` of the rule `conversion/loss` for what the format cannot hold.
  public func encode(_ value: some Encodable, as format: Format) throws -> [UInt8] {
    try encode(value).encodedBytes(as: format, options)
  }

  /// Encodes a value as the text of a document.
  ///
  /// Throws as `encode(_:as:)`.
  public func text(of value: some Encodable, as format: Format) throws -> String {
    String(decoding: try encode(value, as: format), as: UTF8.self)
  }

  /// Encodes a value and writes it to a path, in one step: after any failure the file there is the old one, whole.
  ///
  /// Throws as `encode(_:as:)`, and a `DocumentError` of the rule `file/…` where the file cannot be written.
  public func encode(_ value: some Encodable, as format: Format, to path: String) throws {
    try Document.write(try encode(value, as: format), to: path)
  }
}
