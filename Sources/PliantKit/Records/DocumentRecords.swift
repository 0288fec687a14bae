import PliantCoding
import PliantCore

import struct PliantCoding.Document
import enum PliantCoding.Format

/// The records of a file, a pipe or bytes: the lines of JSON Lines, or the elements of a top-level array.
///
///     for try await record in DocumentRecords(contentsOf: "log.jsonl") { … }
///
/// JSON Lines and JSON arrays in UTF-8, and application XML with a mapping, are read incrementally, so the
/// longest record bounds memory; a document of another format or encoding is read whole. A record keeps only
/// its own text alive.
public struct DocumentRecords: AsyncSequence, Sendable {
  /// A record, in a separate document.
  public typealias Element = Document.Node

  /// The progress of reading.
  public struct Progress: Equatable, Sendable {
    /// The number of records read.
    public var records = 0
    /// Bytes up to the last record; nil if the format cannot tell.
    public var bytes: Int?
    /// The length of the input; nil for a pipe.
    public var length: Int?
  }

  enum Input: Sendable {
    case path(String)
    case bytes(InputFile)
    case descriptor(Int32)

    var name: String? { if case .path(let path) = self { path } else { nil } }

    func window(_ interrupt: InputInterrupt?) throws(PliantCodecs.Failure) -> InputWindow {
      var window: InputWindow
      switch self {
      case .path(let path): window = try InputWindow(path: path)
      // The input lives as long as its records' iterator.
      case .bytes(let file): window = InputWindow(held: file.withBytes { $0 })
      case .descriptor(let number): window = InputWindow(descriptor: number)
      }
      if case .bytes = self { return window }
      window.interrupt = interrupt
      return window
    }
  }

  enum Source: Sendable {
    case document(Format?)
    case mapped(mapping: String, records: String)
  }

  private let input: Input
  private let source: Source
  private let onProgress: (@Sendable (Progress) -> Void)?

  /// Creates the sequence of a file's records without reading it.
  ///
  /// Without a format, it is detected from content (`.jsonl` and `.ndjson` names are JSON Lines). The reader
  /// calls `onProgress` every 1,000 records and after the last one.
  public init(
    contentsOf path: String, format: Format? = nil, onProgress: (@Sendable (Progress) -> Void)? = nil
  ) {
    let isLines = path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson")
    self.init(.path(path), .document(format ?? (isLines ? .jsonLines : nil)), onProgress)
  }

  /// Creates the sequence of the records in bytes, which it copies.
  public init(bytes: [UInt8], format: Format? = nil, onProgress: (@Sendable (Progress) -> Void)? = nil) {
    self.init(.bytes(InputFile(bytes: bytes, name: "-")), .document(format), onProgress)
  }

  /// Creates the sequence of the records in a pipe or another open file, which is read once and not closed; 0
  /// is standard input.
  public init(descriptor: Int32, format: Format? = nil, onProgress: (@Sendable (Progress) -> Void)? = nil) {
    self.init(.descriptor(descriptor), .document(format), onProgress)
  }

  /// Creates the sequence of the records of application XML at a place such as `sites/site`, read with a
  /// mapping, without reading the file.
  ///
  /// The mapping is the path of a mapping file or the name of a built-in one.
  public init(
    contentsOf path: String, mapping: String, records: String,
    onProgress: (@Sendable (Progress) -> Void)? = nil
  ) {
    self.init(.path(path), .mapped(mapping: mapping, records: records), onProgress)
  }

  /// Creates the sequence of the records of application XML in bytes, which it copies, read with a mapping.
  public init(
    bytes: [UInt8], mapping: String, records: String, onProgress: (@Sendable (Progress) -> Void)? = nil
  ) {
    self.init(
      .bytes(InputFile(bytes: bytes, name: "-")), .mapped(mapping: mapping, records: records), onProgress)
  }

  /// Creates the sequence of the records of application XML from a pipe or another open file, read with a mapping.
  public init(
    descriptor: Int32, mapping: String, records: String, onProgress: (@Sendable (Progress) -> Void)? = nil
  ) {
    self.init(.descriptor(descriptor), .mapped(mapping: mapping, records: records), onProgress)
  }

  private init(_ input: Input, _ source: Source, _ onProgress: (@Sendable (Progress) -> Void)?) {
    self.input = input
    self.source = source
    self.onProgress = onProgress
  }

  /// Returns an iterator for code that is not asynchronous: call `next()` until it returns nil.
  public func makeIterator() -> Iterator { Iterator(input, source, onProgress) }

  /// Returns the iterator of `for try await`; it reads on a thread of its own, which ends with the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(RecordReader { Iterator(input, source, onProgress, $0) })
  }

  /// Returns one record after another.
  public struct Iterator {
    private enum State {
      case unopened(Source)
      case stream(JSONDocumentStream)
      case mapped(MappedRecords)
      case elements(Document.Node.Elements)
      case done
    }

    private var state: State
    private let input: Input
    private let onProgress: (@Sendable (Progress) -> Void)?
    private let interrupt: InputInterrupt?
    var isMapped: Bool { if case .mapped = source { true } else { false } }
    private let source: Source
    /// The progress of reading.
    public private(set) var progress = Progress()

    fileprivate init(
      _ input: Input, _ source: Source, _ onProgress: (@Sendable (Progress) -> Void)?,
      _ interrupt: InputInterrupt? = nil
    ) {
      self.interrupt = interrupt
      self.input = input
      self.onProgress = onProgress
      self.source = source
      state = .unopened(source)
    }

    /// Returns the next record, or nil at the end.
    ///
    /// Throws a `DocumentError` with the place of the first problem; no more records follow it.
    public mutating func next() throws(DocumentError) -> Document.Node? {
      do throws(Diagnostic) {
        if case .unopened(let source) = state {
          state = .done
          state = try open(source)
        }
        let record = try nextRecord()
        if record != nil { progress.records += 1 }
        if record == nil || progress.records % 1000 == 0 { onProgress?(progress) }
        return record
      } catch {
        state = .done
        throw DocumentError(error, file: input.name)
      }
    }

    private mutating func nextRecord() throws(Diagnostic) -> Document.Node? {
      switch state {
      case .unopened, .done: return nil
      case .elements(var elements):
        let next = elements.next()
        state = .elements(elements)
        return next
      case .stream(let stream):
        let document = try stream.next()
        if document == nil { state = .done }
        guard stream.isArray else { throw Diagnostic(PliantCodecs.Failure(.recordsNotArray)) }
        (progress.bytes, progress.length) = (stream.offset, stream.length)
        return document.map { Document.Node($0) }
      case .mapped(let records):
        let document = try records.next()
        if document == nil { state = .done }
        return document.map { Document.Node($0) }
      }
    }

    private func open(_ source: Source) throws(Diagnostic) -> State {
      switch source {
      case .document(let format): try open(format)
      case .mapped(let mapping, let records):
        .mapped(try MappedRecords(input, mapping: mapping, records: records, interrupt))
      }
    }

    private func open(_ format: Format?) throws(Diagnostic) -> State {
      let whole: InputFile
      do throws(PliantCodecs.Failure) {
        var window = try input.window(interrupt)
        _ = try window.refill()
        let detected = format?.core ?? FormatDetector.detect(window.bytes)
        if detected == .json || detected == .jsonl, Route.isUTF8(window.bytes) {
          return .stream(
            JSONDocumentStream(window, framing: detected == .jsonl ? .lines : .elements, name: input.name))
        }
        switch input {
        case .path(let path) where window.inputLength != nil: whole = try InputFile(path: path, maps: false)
        case .bytes(let file): whole = file
        default:
          while try window.refill() {}
          whole = InputFile(bytes: window.bytes.array, name: input.name ?? "-")
        }
      } catch { throw Diagnostic(error) }
      let root = Document.Node(
        try Format.json.pipeline.load(whole, path: input.name, format: format, ReadingOptions()))
      guard root.kind == .array || root.kind == .set else {
        throw Diagnostic(PliantCodecs.Failure(.recordsNotArray))
      }
      return .elements(root.elements)
    }
  }

  /// Returns one record after another to `for try await`.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let reader: RecordReader
    private var ready: [Document.Node] = []

    fileprivate init(_ reader: RecordReader) { self.reader = reader }

    /// Returns the next record, or nil at the end.
    ///
    /// Throws a `DocumentError` as `Iterator.next()`, and `CancellationError` as soon as the task is cancelled, also while a
    /// pipe has no input.
    public mutating func next() async throws -> Document.Node? {
      try Task.checkCancellation()
      if ready.isEmpty { ready = try await reader.batch().reversed() }
      return ready.popLast()
    }
  }
}
