// Documents from and to Foundation's data and URLs.

import Foundation
import PliantCore
import PliantKit

extension Document {
  /// Reads a document from data, which is copied.
  ///
  /// Without a format it is recognised by content. Throws a `DocumentError` with the place of the first problem.
  public static func read(_ data: Data, format: Format? = nil) throws(DocumentError) -> Document {
    try read([UInt8](data), format: format)
  }

  /// Reads the document at the URL of a file.
  ///
  /// Throws a `DocumentError` with the place of the first problem.
  public static func read(contentsOf url: URL, format: Format? = nil) throws(DocumentError) -> Document {
    try read(contentsOf: url.path, format: format)
  }

  /// The document's bytes in a format.
  ///
  /// Throws as `bytes(as:options:note:)`.
  public func data(
    as format: Format, options: WritingOptions = WritingOptions(), note: (String) -> Void = { _ in }
  ) throws(DocumentError) -> Data {
    Data(try bytes(as: format, options: options, note: note))
  }

  /// Writes the document to the URL of a file, in one step.
  ///
  /// Throws as `write(to:as:options:note:)` of a path.
  public func write(
    to url: URL, as format: Format, options: WritingOptions = WritingOptions(),
    note: (String) -> Void = { _ in }
  ) throws(DocumentError) {
    try write(to: url.path, as: format, options: options, note: note)
  }
}

extension DocumentDecoder {
  /// Reads a document from data and decodes a value from it; without a format it is recognised by content.
  ///
  /// Throws a `DocumentError` for what cannot be read, and as `decode(_:from:)` of a document.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from data: Data, format: Format? = nil) throws
    -> T
  {
    try decode(type, from: try Document.read(data, format: format))
  }
}
