// Application XML as records, as the pipeline sees it. PliantMapping implements it, above this module: a route is given a
// mapping, or something that chooses one, and never asks how it works. Each requirement is called once a document.

/// A mapping of application XML to records, together with what is asked of it.
package protocol RecordMapping: Sendable {
  /// Reads a document's text; `ledger` gets what the mapping left out and what is said of it.
  ///
  /// Throws `xml.…` and `mapping.…` with the place.
  func read(_ source: DocumentSource, ledger: inout ReadingLedger) throws(Failure) -> DocumentBuilder
  /// Sends a document's values to a visitor.
  func read(_ source: DocumentSource, into sink: inout VisitorSink) throws(Failure)

  /// Converts a large document without a tape in between; false, with nothing done, where values have to be moved about.
  func convertDirectly(_ opened: OpenedSource, _ route: Route, _ job: any ConversionJob) throws(Diagnostic)
    -> Bool
  /// Converts records, or the beginning of a document, through a window that slides over it.
  func convertRecords(
    of window: consuming TextWindow, _ route: Route, _ job: any ConversionJob
  ) throws(Diagnostic)

  /// Writes records as application XML; `index` is the value that was being written when a failure is thrown.
  func write(
    _ document: Document, index: inout Int, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer
  /// Writes records as SQL.
  func writeSQL(
    _ document: Document, losses: inout LossReport, index: inout Int, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer
  /// Several JSON arrays of rows one after another as one array, place for place; nil where the text is anything else.
  func joinedRows(_ text: ByteView) -> [UInt8]?
}

/// Chooses the mapping that a document asks for by its root element.
package protocol RecordMappingChooser: Sendable {
  /// The mapping for a text, or nil where none fits.
  func mapping(for text: ByteView) throws(Diagnostic) -> (any RecordMapping)?
}
