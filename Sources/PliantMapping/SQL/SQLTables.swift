/// The SQLite tables of an applied mapping.
struct SQLTables: MappingTables {
  /// The options for loading into an existing database; nil for a document by itself.
  var load: SQLLoadOptions?

  func write(
    _ document: Document, by mapping: Mapping, losses: inout LossReport, index: inout Int,
    to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    try SQLWriter.write(document, by: mapping, load: load, losses: &losses, index: &index, to: output)
  }

  func repeatsKeys(_ document: Document, by mapping: Mapping) throws(Failure) -> Bool {
    var writer = SQLWriter(
      try SQLSchema(mapping, load: load), comparesKeys: true, to: OutputBuffer(to: .nowhere))
    do throws(Failure) {
      try writer.write(document)
      return false
    } catch { return error.code == .mappingDuplicateKey }
  }

  func records(
    ofRows document: Document, by mapping: Mapping, index: inout Int
  ) throws(Failure) -> Document? {
    guard SQLRows.areRows(document) else { return nil }
    return try SQLRows.document(document, by: mapping, index: &index)
  }

  func joinedRows(_ text: ByteView) -> [UInt8]? { SQLRows.joined(text) }
}

extension AppliedMapping {
  /// Creates an applied mapping with SQLite's tables.
  package init(_ mapping: CompiledMapping, isChosen: Bool = false) {
    self.init(mapping, isChosen: isChosen, tables: SQLTables())
  }
}
