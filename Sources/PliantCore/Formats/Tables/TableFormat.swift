// The formats `csv` and `tsv`: rows of records, for spreadsheets and databases.

/// Comma-separated values (RFC 4180).
package enum CSVFormat: CellTableFormat {
  package static var format: Format { .csv }
  package static let traits = FormatTraits(
    summary: "comma-separated values (RFC 4180)", fileExtension: "csv", values: .json, text: .table,
    hasOnlyText: true, decisiveExtensions: ["csv"], isTable: true, output: .standardOutput(joins: false))
}

/// Tab-separated values (IANA, text/tab-separated-values).
package enum TSVFormat: CellTableFormat {
  package static var format: Format { .tsv }
  package static let traits = FormatTraits(
    summary: "tab-separated values", fileExtension: "tsv", values: .json, text: .table, hasOnlyText: true,
    decisiveExtensions: ["tsv"], isTable: true,
    output: .standardOutput(joins: false))
}

protocol CellTableFormat: ReadableFormat {}

extension CellTableFormat {
  private static var dialect: TableDialect { TableDialect(format) ?? .csv }

  package static func read(
    _ source: DocumentSource, into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    try TableReader.read(source.text, dialect, source.reading.table, into: &sink, ledger: &ledger)
  }

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let document = try pass.changedDocument()
    let root = DocumentValue(document)
    if root.isDictionary, let mapping = pass.source.mapping {
      throw Failure(.tableOfDocument, advice: "name them with --records \(mapping.mainRecords ?? "PLACE")")
    }
    let columns = try TableColumns(
      of: root, index: &pass.index, sortsKeys: pass.writing.sortsKeys || pass.writing.isCanonical)
    let style = pass.writing.tableStyle(from: pass.source.format)
    var writer = TableWriter(to: output, dialect, style, columns, losses: pass.losses)
    var options = pass.writing.replayOptions(from: pass.source.format)
    // The document has already been converted.
    options.decodesTags = nil
    options.null = .keep
    var replay = Replay(document, options: options)
    defer { pass.index = replay.index }
    try replay.run(into: &writer)
    pass.losses = writer.losses
    return writer.finish()
  }
}

/// The separators of cells and rows.
enum TableDialect: String, Sendable {
  /// Commas, CR LF, quotation marks.
  case csv
  /// Tabs, LF, and `\t`, `\n`, `\r` and `\\` for characters that a cell cannot contain.
  case tsv

  init?(_ format: Format) { self.init(rawValue: format.rawValue) }
}

extension Writing {
  /// The style of a table made from this format; the options for tables are those of the input if it is one.
  func tableStyle(from format: Format) -> TableStyle { format.traits.isTable ? TableStyle() : table }
}

extension Format {
  package static var csv: Format { Format("csv") }
  package static var tsv: Format { Format("tsv") }

  /// Whether it is one of these two.
  var isCellTable: Bool { TableDialect(self) != nil }
}
