import PliantCodecs

extension Document {
  /// Creates a document with this value.
  ///
  /// Throws a `DocumentError` if it is nested more than 512 levels deep or a `number` is invalid in RFC 8259.
  public init(_ value: Value) throws(DocumentError) { self.init(try Self.made(value)) }

  /// Returns the document with another value at the path, or with a new key there.
  ///
  /// The path is a key path or a JSON Pointer, as in `value(at:)`. Throws a `DocumentError` of the rule
  /// `edit/path` if the path does not fit the document.
  public func setting(_ value: Value, at path: String) throws(DocumentError) -> Document {
    try changed(.replace(try Self.made(value)), at: path)
  }

  /// Returns the document with a value inserted at the path: under a new key, or before the element at that
  /// index.
  ///
  /// The index after the last one, or `-` in a JSON Pointer, appends. Throws a `DocumentError` of the rule
  /// `edit/path` if the value exists or the path does not fit the document.
  public func inserting(_ value: Value, at path: String) throws(DocumentError) -> Document {
    try changed(.insert(try Self.made(value), isAppending: false), at: path)
  }

  /// Returns the document without the value at the path and its key.
  ///
  /// Throws a `DocumentError` of the rule `edit/path` if there is no value.
  public func removing(at path: String) throws(DocumentError) -> Document { try changed(.remove, at: path) }

  private func changed(_ operation: EditRequest.Operation, at path: String) throws(DocumentError) -> Document
  {
    do throws(Failure) {
      guard let keyPath = KeyPath(path) else { throw Failure(.editNotFound, path) }
      let request = EditRequest(operation, path: keyPath, shownPath: path)
      let (resolved, edit) = try request.resolve(in: tape)
      // Not over this document's source: the changed document must not keep it alive.
      var builder = DocumentBuilder(source: .empty)
      try tape.send(editing: resolved, edit, into: &builder)
      return Document(try builder.finish(origin: tape.origin))
    } catch {
      throw DocumentError(error)
    }
  }

  /// The tape of a value.
  package static func made(_ value: Value) throws(DocumentError) -> PliantCodecs.Document {
    do throws(Failure) {
      var builder = DocumentBuilder(source: .empty)
      try send(value, depth: 0, into: &builder)
      return try builder.finish()
    } catch {
      throw DocumentError(error)
    }
  }

  static func send(_ value: Value, depth: Int, into sink: inout DocumentBuilder) throws(Failure) {
    guard depth <= Limits.depth else { throw Failure(.valueTooDeep, String(Limits.depth)) }
    switch value {
    case .null: sink.null()
    case .boolean(let value): sink.boolean(value)
    case .integer(let value):
      if let small = Int64(exactly: value) { sink.integer(small) } else { sink.wideInteger(value) }
    case .real(let value): sink.real(value)
    case .number(let text): try sendNumber(text, into: &sink)
    case .date(let date): sink.date(date.secondsSinceReferenceDate)
    case .data(let bytes): bytes.withByteView { sink.data($0) }
    case .uid(let uid): sink.uid(uid.rawValue)
    case .string(let text): Array(text.utf8).withByteView { sink.string($0) }
    case .array(let elements):
      sink.beginArray(count: elements.count)
      for element in elements { try send(element, depth: depth + 1, into: &sink) }
      sink.endArray()
    case .set(let elements):
      sink.beginSet(count: elements.count)
      for element in elements { try send(element, depth: depth + 1, into: &sink) }
      sink.endSet()
    case .dictionary(let entries):
      sink.beginDictionary(count: entries.count)
      for entry in entries {
        Array(entry.key.utf8).withByteView { sink.key($0) }
        try send(entry.value, depth: depth + 1, into: &sink)
      }
      sink.endDictionary()
    }
  }

  static func sendNumber(_ text: String, into sink: inout DocumentBuilder) throws(Failure) {
    try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in
      var builder = DocumentBuilder(source: view)
      do throws(Failure) { try JSONReader.read(view, into: &builder) } catch {
        throw Failure(.valueNoNumber, text)
      }
      let read = try builder.finish()
      guard read.tag(at: 0) != .container, DocumentValue(read).double != nil else {
        throw Failure(.valueNoNumber, text)
      }
      var replay = Replay(read)
      try replay.run(into: &sink)
    }
  }
}
