// Services of PliantMapping, a dependent module: rows of tables, and the selection of a mapping.

/// Records as rows of a database's tables, and back.
///
/// Each requirement is called once per document.
package protocol MappingTables: Sendable {
  /// Writes records as SQL; `index` is the current value when a failure is thrown.
  func write(
    _ document: Document, by mapping: Mapping, losses: inout LossReport, index: inout Int,
    to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer
  /// Writes records as SQL while `read` passes them on and returns the rest; nil if it is impossible.
  ///
  /// Throws only errors of a visible output, for which all is read twice; a hidden one is discarded.
  func writeParts(
    by mapping: CompiledMapping, comparesKeys: Bool, isHidden: Bool, losses: inout LossReport,
    to output: consuming OutputBuffer, _ read: (any MappedPartReceiver) -> Document?
  ) throws(Failure) -> OutputBuffer?
  /// Whether two records of a document have the same key; never after reading XML.
  func repeatsKeys(_ document: Document, by mapping: Mapping) throws(Failure) -> Bool
  /// The document of records in an array of rows, or nil for any other document.
  func records(ofRows document: Document, by mapping: Mapping, index: inout Int) throws(Failure) -> Document?
  /// Several consecutive JSON arrays of rows as one array, keeping offsets; nil if the text is anything else.
  func joinedRows(_ text: ByteView) -> [UInt8]?
}

/// Selects the mapping for a document's root element.
package protocol MappingChooser: Sendable {
  /// The mapping for a text, or nil if none fits.
  func mapping(for text: ByteView) throws(Diagnostic) -> AppliedMapping?
}
