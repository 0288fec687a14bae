import PliantCodecs

extension Document {
  /// Creates a document with this value.
  ///
  /// Throws a `DocumentError` if it is nested more than 512 levels deep or a `number` is invalid in RFC 8259.
  public init(_ value: Value) throws(DocumentError) { self.init(try Self.made(value)) }

  /// Returns the document with another value at the path, or with a new key there.
  ///
  /// The path is a key path or a JSON Pointer, as in `value(at:)`; the limits that the document was read with apply. Takes
  /// time proportional to the document's size. Throws a
  /// `DocumentError` of the rule `edit/path` if the path does not fit the document.
  public func setting(_ value: Value, at path: String) throws(DocumentError) -> Document {
    try changed(at: path) { () throws(DocumentError) in .replace(try Self.made(value)) }
  }

  /// Returns the document with a value inserted at the path: under a new key, or before the element at that
  /// index.
  ///
  /// The index after the last one, or `-` in a JSON Pointer, appends. Takes time proportional to the document's size. Throws
  /// a `DocumentError` of the rule `edit/path` if the value exists or the path does not fit the document.
  public func inserting(_ value: Value, at path: String) throws(DocumentError) -> Document {
    try changed(at: path) { () throws(DocumentError) in .insert(try Self.made(value), isAppending: false) }
  }

  /// Returns the document without the value at the path and its key.
  ///
  /// Takes time proportional to the document's size. Throws a `DocumentError` of the rule `edit/path` if there is no value.
  public func removing(at path: String) throws(DocumentError) -> Document {
    try changed(at: path) { .remove }
  }

  /// Sets the value at the path, or adds a key there.
  ///
  /// Throws as `setting(_:at:)`; takes time proportional to the document's size, so change many values in a `Value`.
  public mutating func set(_ value: Value, at path: String) throws(DocumentError) {
    self = try setting(value, at: path)
  }

  /// Inserts a value at the path, as `inserting(_:at:)` does.
  public mutating func insert(_ value: Value, at path: String) throws(DocumentError) {
    self = try inserting(value, at: path)
  }

  /// Removes the value at the path and its key, as `removing(at:)` does.
  public mutating func remove(at path: String) throws(DocumentError) { self = try removing(at: path) }

  private func changed(
    at path: String, _ operation: () throws(DocumentError) -> EditRequest.Operation
  ) throws(DocumentError) -> Document {
    try Limits.with(tape.origin.limits) { () throws(DocumentError) in
      let operation = try operation()
      return try DocumentError.of { () throws(Failure) in
        guard let keyPath = KeyPath(path) else { throw Failure(.editNotFound, path) }
        let request = EditRequest(operation, path: keyPath, shownPath: path)
        let (resolved, edit) = try request.resolve(in: tape)
        // Not over this document's source: the changed document must not keep it alive.
        var builder = DocumentBuilder(source: .empty)
        try tape.send(editing: resolved, edit, into: &builder)
        return Document(try builder.finish(origin: tape.origin))
      }
    }
  }

  package static func made(_ value: Value) throws(DocumentError) -> PliantCodecs.Document {
    MemoryBudget.limitHost()
    return try DocumentError.of { () throws(Failure) in
      var builder = DocumentBuilder(source: .empty)
      var sender = ValueSender()
      try sender.send(value, depth: 0, into: &builder)
      return try builder.finish()
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
      try read.send(into: &sink)
    }
  }
}

/// Sends values to a document that is being built.
struct ValueSender {
  /// The number of values to send before containers that occur repeatedly are shared instead, so that values which share
  /// containers many times over take no more than their own size.
  private var plainValues = 100_000

  mutating func send(
    _ value: Document.Value, depth: Int, into sink: inout DocumentBuilder
  ) throws(Failure) {
    guard depth <= Limits.depth else { throw Failure(.valueTooDeep, String(Limits.depth)) }
    plainValues -= 1
    switch value {
    case .null: sink.null()
    case .boolean(let value): sink.boolean(value)
    case .integer(let value): sink.integer(wide: value)
    case .real(let value): sink.real(value)
    case .number(let text): try Document.sendNumber(text, into: &sink)
    case .date(let date): sink.date(date.secondsSinceReferenceDate)
    case .data(let bytes): bytes.withByteView { sink.data($0) }
    case .uid(let uid): sink.uid(uid.rawValue)
    case .string(let text): sink.string(text)
    case .array(let elements), .set(let elements):
      if isSent(elements.address, to: &sink) { return }
      let kind: ContainerKind = value.kind == .set ? .set : .array
      sink.begin(kind, count: elements.count)
      for element in elements { try send(element, depth: depth + 1, into: &sink) }
      sink.end(kind)
      try MemoryBudget.check()
    case .dictionary(let entries):
      if isSent(entries.address, to: &sink) { return }
      sink.begin(.dictionary, count: entries.count)
      for entry in entries {
        sink.key(entry.key)
        try send(entry.value, depth: depth + 1, into: &sink)
      }
      sink.end(.dictionary)
      try MemoryBudget.check()
    }
  }

  private func isSent(_ address: Int?, to sink: inout DocumentBuilder) -> Bool {
    guard plainValues < 0, let address else { return false }
    return sink.reuse(address)
  }
}
