import Synchronization

final class SQLTables: MappingTables {
  /// The options for loading into an existing database; nil for a document by itself.
  private let load: SQLLoadOptions?
  /// The tables of the mapping, made once for all its documents.
  private let made = Mutex<SQLSchema?>(nil)

  init(load: SQLLoadOptions?) { self.load = load }

  private func schema(of mapping: Mapping) throws(Failure) -> SQLSchema {
    try made.withLock { made throws(Failure) in
      let schema = if let made { made } else { try SQLSchema(mapping, load: load) }
      made = schema
      return schema
    }
  }

  func write(
    _ document: Document, by mapping: Mapping, losses: inout LossReport, index: inout Int,
    to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    try SQLWriter.write(document, by: try schema(of: mapping), losses: &losses, index: &index, to: output)
  }

  func writeParts(
    by mapping: CompiledMapping, comparesKeys: Bool, isHidden: Bool, losses: inout LossReport,
    to output: consuming OutputBuffer, _ read: (any MappedPartReceiver) -> Document?
  ) throws(Failure) -> OutputBuffer? {
    guard let schema = try? schema(of: mapping.mapping) else { return nil }
    if !isHidden {
      // Written output cannot be withdrawn, so a first pass checks everything.
      let trial = SQLWriter(schema, comparesKeys: comparesKeys, to: OutputBuffer(to: .nowhere))
      guard trial.canWriteParts, (try? SQLPartWriter(trial).finish(read)) != nil else { return nil }
    }
    let writer = SQLWriter(schema, comparesKeys: comparesKeys && isHidden, to: output)
    guard writer.canWriteParts else { return nil }
    do throws(Failure) {
      guard let whole = try SQLPartWriter(writer).finish(read) else { return nil }
      try whole.record(in: &losses)
      return whole.finish()
    } catch {
      if isHidden { return nil }
      throw error
    }
  }

  func repeatsKeys(_ document: Document, by mapping: Mapping) throws(Failure) -> Bool {
    var writer = SQLWriter(try schema(of: mapping), comparesKeys: true, to: OutputBuffer(to: .nowhere))
    do throws(Failure) {
      try writer.write(document)
      return false
    } catch { return error.code == .mappingDuplicateKey }
  }

  func records(
    ofRows document: Document, by mapping: Mapping, index: inout Int
  ) throws(Failure) -> Document? {
    guard DocumentValue(document).isArray else { return nil }
    return try SQLRows.document(document, by: mapping, index: &index)
  }

  func joinedRows(_ text: ByteView) -> [UInt8]? { SQLRows.joined(text) }
}

extension AppliedMapping {
  package init(_ mapping: CompiledMapping, isChosen: Bool = false, load: SQLLoadOptions? = nil) {
    self.init(mapping, isChosen: isChosen, tables: SQLTables(load: load))
  }
}

/// Writes parts of a document as SQL while they are read, in constant memory.
private final class SQLPartWriter: MappedPartReceiver {
  private var writer: SQLWriter?
  private(set) var failure: Failure?

  init(_ writer: consuming SQLWriter) {
    writer.begin()
    self.writer = consume writer
  }

  func take(_ part: MappedPart) throws(Failure) {
    do throws(Failure) { try writer?.write(part) } catch {
      failure = error
      throw error
    }
  }

  /// Returns the writer, once all records are written; nil if they cannot be written in parts.
  func finish(_ read: (any MappedPartReceiver) -> Document?) throws(Failure) -> SQLWriter? {
    guard let rest = read(self), var whole = writer.take() else {
      if let failure { throw failure }
      return nil
    }
    try whole.end(with: rest)
    return whole
  }
}
