import PliantCoding
import PliantCore

import struct PliantCoding.Document
import enum PliantCoding.LossPolicy

/// Writes records to a file as JSON Lines or as one JSON array, atomically.
///
/// The file appears with `finish()`, and not at all without it. Memory is bounded by one record. An actor can keep a writer in
/// a property.
///
///     var writer = try DocumentRecordWriter(to: "log.jsonl")
///     for entry in entries { try writer.append(entry) }
///     try writer.finish()
public struct DocumentRecordWriter: ~Copyable {
  /// The layout of records.
  public enum Layout: Sendable {
    /// One per line.
    case lines
    /// The elements of one array.
    case array
  }

  private let path: String
  private let file: AtomicFile
  private var isFinished = false
  private var writer: JSONWriter
  private let encoder: DocumentEncoder
  /// The number of records written.
  public private(set) var count = 0

  /// Starts writing to a path; `loss` is for values that JSON cannot represent.
  ///
  /// Throws a `DocumentError` of the rule `file/write` if the file cannot be created.
  public init(
    to path: String, layout: Layout = .lines, loss: LossPolicy = .refuse,
    encoder: DocumentEncoder = DocumentEncoder()
  ) throws(DocumentError) {
    self.path = path
    self.encoder = encoder
    file = try DocumentError.of(file: path) { () throws(Failure) in try Delivery.single.open(path) }
    writer = JSONWriter(
      to: OutputBuffer(to: .descriptor(file.descriptor)), style: layout == .lines ? .lines() : .compact,
      losses: LossReport(LossRule(loss.core, refusesAnnotations: false)))
    writer.beginArray(count: nil)
  }

  deinit { file.discard() }

  /// Appends a value.
  ///
  /// Throws a `DocumentError` of the rule `conversion/loss` for values that JSON cannot represent, and of
  /// `file/write`.
  public mutating func append(_ value: Document.Value) throws(DocumentError) {
    try append(Document(value).root)
  }

  /// Appends a part of a document.
  ///
  /// Throws as `append(_:)` of a value.
  public mutating func append(_ node: Document.Node) throws(DocumentError) {
    do throws(Failure) {
      if isFinished { throw Failure(.cannotWrite, "the file is finished") }
      try Platform.withoutBrokenPipeSignal { () throws(Failure) in
        try node.tape.send(from: node.index, into: &writer)
      }
      count += 1
    } catch { throw DocumentError(error, file: path) }
  }

  /// Encodes a value and appends it.
  ///
  /// Throws as `DocumentEncoder.encode(_:)` and `append(_:)` of a value.
  public mutating func append(_ value: some Encodable) throws { try append(try encoder.encode(value).root) }

  /// Ends the file and moves it into place; further calls do nothing.
  ///
  /// Throws a `DocumentError` of the rule `file/write`; then an existing file is untouched.
  public mutating func finish() throws(DocumentError) {
    if isFinished { return }
    isFinished = true
    do throws(Failure) {
      try Platform.withoutBrokenPipeSignal { () throws(Failure) in
        try writer.endArray()
        try writer.output.drain()
        try Delivery.single.commit(file)
      }
    } catch { throw DocumentError(error, file: path) }
  }
}
