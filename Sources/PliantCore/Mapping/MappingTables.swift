// What PliantMapping, above this module, does for a mapping that is in use here: rows of tables, and which mapping fits.

/// Records as rows of a database's tables, and back.
///
/// Each requirement is called once a document.
package protocol MappingTables: Sendable {
  /// Writes records as SQL; `index` is the value that was being written when a failure is thrown.
  func write(
    _ document: Document, by mapping: Mapping, losses: inout LossReport, index: inout Int,
    to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer
  /// Writes records as SQL while `read` gives them to a receiver and returns the rest; nil if that cannot be done, or
  /// anything is wrong.
  ///
  /// Throws only what a visible output throws, for which all is read twice: one that is hidden until it is whole is given
  /// up instead.
  func writeParts(
    by mapping: CompiledMapping, comparesKeys: Bool, isHidden: Bool, losses: inout LossReport,
    to output: consuming OutputBuffer, _ read: (any MappedPartReceiver) -> Document?
  ) throws(Failure) -> OutputBuffer?
  /// Whether two records of a document have one key, as none do that reading XML made.
  func repeatsKeys(_ document: Document, by mapping: Mapping) throws(Failure) -> Bool
  /// The document of records that an array of rows makes, or nil if it is none.
  func records(ofRows document: Document, by mapping: Mapping, index: inout Int) throws(Failure) -> Document?
  /// Several JSON arrays of rows one after another as one array, place for place; nil if the text is anything else.
  func joinedRows(_ text: ByteView) -> [UInt8]?
}

/// Chooses the mapping that a document asks for by its root element.
package protocol MappingChooser: Sendable {
  /// The mapping for a text, or nil if none fits.
  func mapping(for text: ByteView) throws(Diagnostic) -> MappingUse?
}
