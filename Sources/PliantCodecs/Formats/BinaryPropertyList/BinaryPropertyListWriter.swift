// Document → binary property list, in two passes: the first numbers the objects, the second writes them in order.

/// Writes a document as a binary property list, version 00, as CoreFoundation does.
///
/// Objects are in pre-order, a dictionary's keys before its values; strings, numbers, dates and data are
/// uniqued, booleans, UIDs and containers not; shared containers of the document remain shared; all widths
/// are the smallest.
package enum BinaryPropertyListWriter {
  package struct Options: Sendable {
    /// Write dictionaries `{CF$UID: n}` as UIDs; for documents that do not come from a binary property list.
    package var convertsUIDDictionaries = false
    /// Write null objects, which only binary property lists have; otherwise a null is refused.
    package var keepsNulls = false
    /// Store object numbers in 64 bits for any document, for tests.
    package var usesWideNumbers = false

    package init() {}

    /// The options for a document of this format.
    package init(from source: Format?) {
      convertsUIDDictionaries = source != .binary1
      keepsNulls = source == .binary1
    }
  }

  /// Appends the property list; numbers the whole document before writing anything.
  ///
  /// Throws `conversion.loss` if the policy refuses losses, `conversion.null` for a null, and errors of the
  /// output; `index` is then the tape index of the value.
  package static func write(
    _ document: Document, options: Options = Options(), losses: inout LossReport, index: inout Int,
    to output: inout OutputBuffer
  ) throws(Failure) {
    if options.usesWideNumbers || document.wordCount >= Int(UInt32.max) {
      try write(document, as: UInt64.self, options, losses: &losses, index: &index, to: &output)
    } else {
      try write(document, as: UInt32.self, options, losses: &losses, index: &index, to: &output)
    }
  }

  private static func write<Index: ObjectIndex>(
    _ document: Document, as type: Index.Type, _ options: Options, losses: inout LossReport,
    index: inout Int, to output: inout OutputBuffer
  ) throws(Failure) {
    var numbering = ObjectNumbering<Index>(document, options: options)
    do throws(Failure) {
      try numbering.run(losses: &losses)
    } catch {
      index = numbering.currentIndex
      throw error
    }
    var writer = ObjectWriter<Index>(document, numbering, options: options, startingAt: output.totalCount)
    try writer.run(to: &output)
  }
}
