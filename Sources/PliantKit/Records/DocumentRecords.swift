// Records one after another, in memory that one record bounds.

import PliantCore

/// The records of a file: the lines of JSON lines, or the elements of a top-level array.
///
/// JSON lines and JSON arrays in UTF-8, and application XML by a mapping, are read piece by piece, so that memory is bounded
/// by the longest record; a document of another format or encoding is read whole. A record keeps its own text alive and
/// nothing else.
///
///     for try await record in DocumentRecords(contentsOf: "log.jsonl") { … }
public struct DocumentRecords: AsyncSequence, Sendable {
  /// A record in a document of its own.
  public typealias Element = Document.Node

  fileprivate enum Source {
    case document(Format?)
    case mapped(mapping: String, records: String)
  }

  private let path: String
  private let source: Source

  /// The records of the file at a path, of which nothing is read yet.
  ///
  /// Without a format it is recognised by content, JSON lines by a name that ends in `.jsonl` or `.ndjson`.
  public init(contentsOf path: String, format: Format? = nil) {
    self.path = path
    source = .document(format)
  }

  /// The records of application XML at a place such as `sites/site`, by a mapping, of which nothing is read yet.
  ///
  /// The mapping is the path of a mapping file or the name of a built-in one.
  public init(contentsOf path: String, mapping: String, records: String) {
    self.path = path
    source = .mapped(mapping: mapping, records: records)
  }

  /// An iterator for code that is not asynchronous: call `next()` until it gives nil.
  public func makeIterator() -> Iterator { Iterator(path, source) }

  /// The iterator of `for try await`; it reads when it is asked for a record, on the caller's thread.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: makeIterator()) }

  /// Gives one record after another.
  public struct Iterator {
    private enum State {
      case unopened(Source)
      case stream(JSONDocumentStream)
      case mapped(MappedRecords)
      case elements(Document.Node.Elements)
      case done
    }

    private var state: State
    private let path: String

    fileprivate init(_ path: String, _ source: Source) {
      self.path = path
      state = .unopened(source)
    }

    /// The next record, or nil at the end.
    ///
    /// Throws a `DocumentError` with the place of the first problem; after it there are no more records.
    public mutating func next() throws(DocumentError) -> Document.Node? {
      if case .unopened(let source) = state {
        state = .done
        state = try Self.open(path, source)
      }
      switch state {
      case .unopened, .done: return nil
      case .elements(var elements):
        let next = elements.next()
        state = .elements(elements)
        return next
      case .stream(let stream):
        do throws(Diagnostic) {
          let document = try stream.next()
          if document == nil { state = .done }
          guard stream.isArray else { throw Diagnostic(PliantCore.Failure(.recordsNotArray)) }
          return document?.root
        } catch {
          state = .done
          throw DocumentError(error, file: path)
        }
      case .mapped(let records):
        do throws(Diagnostic) {
          let document = try records.next()
          if document == nil { state = .done }
          return document?.root
        } catch {
          state = .done
          throw DocumentError(error, file: path)
        }
      }
    }

    private static func open(_ path: String, _ source: Source) throws(DocumentError) -> State {
      switch source {
      case .document(let format): try open(path, format)
      case .mapped(let mapping, let records):
        .mapped(try MappedRecords(path, mapping: mapping, records: records))
      }
    }

    private static func open(_ path: String, _ format: Format?) throws(DocumentError) -> State {
      let route = try Route(reading: path, ReadingOptions(format: format))
      do throws(PliantCore.Failure) {
        var window = try InputWindow(path: path)
        _ = try window.refill()
        let format = route.source ?? FormatDetector.detect(window.bytes)
        if format == .json || format == .jsonl, Route.isUTF8(window.bytes) {
          return .stream(
            JSONDocumentStream(window, framing: format == .jsonl ? .lines : .elements, name: path))
        }
      } catch {
        throw DocumentError(error, file: path)
      }
      let root = try Document.read(contentsOf: path, format: format).root
      guard root.kind == .array || root.kind == .set else {
        throw DocumentError(PliantCore.Failure(.recordsNotArray), file: path)
      }
      return .elements(root.elements)
    }
  }

  /// Gives one record after another to `for try await`.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: Iterator

    /// The next record, or nil at the end or when the task was cancelled.
    ///
    /// Throws a `DocumentError` as `Iterator.next()`.
    public mutating func next() async throws(DocumentError) -> Document.Node? {
      Task.isCancelled ? nil : try base.next()
    }

    /// The next record, or nil at the end or when the task was cancelled.
    ///
    /// Throws a `DocumentError` as `Iterator.next()`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(DocumentError) -> Document.Node? {
      Task.isCancelled ? nil : try base.next()
    }
  }
}

extension DiagnosticCode {
  static var recordsNotArray: DiagnosticCode {
    DiagnosticCode("records.not-array", rule: "format/records", "the document is not an array of records")
  }
}
