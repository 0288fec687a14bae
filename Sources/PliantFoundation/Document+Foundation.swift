// Documents, editors and coders with Foundation's data and URLs.

import Foundation
import PliantCoding
import PliantCore
import PliantKit

import struct PliantCoding.Document
import enum PliantCoding.Format

extension DocumentError: LocalizedError {
  /// The message with its position.
  public var errorDescription: String? { description }
}

extension FoundationBridgeError: LocalizedError {
  /// The message.
  public var errorDescription: String? { description }
}

/// The path of a URL.
///
/// Throws a `DocumentError` of the rule `file/read` for a URL that is not a file's.
private func filePath(of url: URL) throws(DocumentError) -> String {
  guard url.isFileURL else { throw DocumentError(Failure(.fileURLNeeded, url.absoluteString)) }
  return url.path
}

extension Document {
  /// Reads a document from data, which is copied.
  ///
  /// Throws as `init(contentsOf:format:options:)` of a path.
  public init(
    _ data: Data, format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    try self.init(bytes: [UInt8](data), format: format, options: options)
  }

  /// Reads a document from data, as `init(_:format:options:)` does.
  public init(
    data: Data, format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    try self.init(data, format: format, options: options)
  }

  /// Reads the document at the URL of a file.
  ///
  /// Throws as `init(contentsOf:format:options:)` of a path, and for a URL that is not a file's.
  public init(
    contentsOf url: URL, format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    try self.init(contentsOf: try filePath(of: url), format: format, options: options)
  }

  /// Returns the document's bytes in a format.
  ///
  /// Throws as `bytes(as:options:onLoss:)`.
  public func data(
    as format: Format, options: WritingOptions = WritingOptions(), onLoss: (String) -> Void = { _ in }
  ) throws(DocumentError) -> Data {
    Data(try bytes(as: format, options: options, onLoss: onLoss))
  }

  /// Writes the document to the URL of a file, atomically.
  ///
  /// Throws as `write(to:as:options:onLoss:)` of a path, and for a URL that is not a file's.
  public func write(
    to url: URL, as format: Format, options: WritingOptions = WritingOptions(),
    onLoss: (String) -> Void = { _ in }
  ) throws(DocumentError) {
    try write(to: try filePath(of: url), as: format, options: options, onLoss: onLoss)
  }

  /// Detects the encoding of a text from all of its bytes; nil if they are not text.
  public static func detectEncoding(of data: Data) -> DetectedEncoding? { detectEncoding(of: [UInt8](data)) }
}

extension DocumentDecoder {
  /// Reads a document from data and decodes a value from it; without a format, detects it from content.
  ///
  /// Throws as `decode(_:from:format:)` of bytes.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from data: Data, format: Format? = nil
  ) throws -> T {
    try decode(type) { () throws(DocumentError) in try Document(data, format: format) }
  }

  /// Reads the document at the URL of a file and decodes a value from it; without a format, detects it from
  /// content.
  ///
  /// Throws as `decode(_:contentsOf:format:)` of a path, and for a URL that is not a file's.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, contentsOf url: URL, format: Format? = nil
  ) throws -> T {
    try decode(type) { () throws(DocumentError) in try Document(contentsOf: url, format: format) }
  }
}

extension DocumentEncoder {
  /// Encodes a value as the data of a document.
  ///
  /// Throws as `bytes(of:as:)`.
  public func data(of value: some Encodable, as format: Format) throws -> Data {
    Data(try bytes(of: value, as: format))
  }

  /// Encodes a value and writes it to the URL of a file, atomically.
  ///
  /// Throws as `write(_:to:as:)` of a path, and for a URL that is not a file's.
  public func write(_ value: some Encodable, to url: URL, as format: Format) throws {
    try write(value, to: try filePath(of: url), as: format)
  }
}

extension DocumentEditor {
  /// Opens the file at a URL.
  ///
  /// Throws as `init(contentsOf:format:options:)` of a path, and for a URL that is not a file's.
  public init(
    contentsOf url: URL, format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    try self.init(contentsOf: try filePath(of: url), format: format, options: options)
  }

  /// Takes data in memory.
  public init(_ data: Data, format: Format? = nil, options: ReadingOptions = ReadingOptions()) {
    self.init(bytes: [UInt8](data), format: format, options: options)
  }

  /// The bytes with the edits made so far.
  public var data: Data { Data(bytes) }

  /// Writes the edited bytes to the URL of a file, atomically.
  ///
  /// Throws as `write(to:)` of a path, and for a URL that is not a file's.
  public func write(to url: URL) throws(DocumentError) { try write(to: try filePath(of: url)) }
}

extension DocumentRecords {
  /// Creates the sequence of a file's records without reading it.
  ///
  /// Throws a `DocumentError` for a URL that is not a file's.
  public init(
    contentsOf url: URL, format: Format? = nil, onProgress: (@Sendable (Progress) -> Void)? = nil
  ) throws(DocumentError) {
    self.init(contentsOf: try filePath(of: url), format: format, onProgress: onProgress)
  }

  /// Creates the sequence of the records of application XML in a file, read with a mapping.
  ///
  /// Throws a `DocumentError` for a URL that is not a file's.
  public init(
    contentsOf url: URL, mapping: String, records: String, onProgress: (@Sendable (Progress) -> Void)? = nil
  ) throws(DocumentError) {
    self.init(
      contentsOf: try filePath(of: url), mapping: mapping, records: records, onProgress: onProgress)
  }

  /// Creates the sequence of the records of application XML in data, which it copies, read with a mapping.
  public init(
    _ data: Data, mapping: String, records: String, onProgress: (@Sendable (Progress) -> Void)? = nil
  ) {
    self.init(bytes: [UInt8](data), mapping: mapping, records: records, onProgress: onProgress)
  }

  /// Creates the sequence of the records in data, which it copies.
  public init(_ data: Data, format: Format? = nil, onProgress: (@Sendable (Progress) -> Void)? = nil) {
    self.init(bytes: [UInt8](data), format: format, onProgress: onProgress)
  }
}

extension DocumentLinter {
  /// Checks the file at a URL.
  ///
  /// Throws as `lint(contentsOf:)` of a path, and for a URL that is not a file's.
  public func lint(contentsOf url: URL) throws(DocumentError) -> [LintFinding] {
    try lint(contentsOf: try filePath(of: url))
  }

  /// Checks the data of a file; its name selects the grammar if the content does not.
  public func lint(_ data: Data, name: String = "") -> [LintFinding] {
    lint(bytes: [UInt8](data), name: name)
  }
}

extension TextTranscoder {
  /// Returns the text in the other encoding, after decoding it again and comparing it.
  ///
  /// Throws as `transcode(_:)` of bytes.
  public func transcode(_ data: Data) throws(DocumentError) -> Data { Data(try transcode([UInt8](data))) }

  /// Re-encodes the file at a URL, atomically.
  ///
  /// Throws as `transcode(contentsOf:)` of a path, and for a URL that is not a file's.
  public func transcode(contentsOf url: URL) throws(DocumentError) {
    try transcode(contentsOf: try filePath(of: url))
  }
}
