// The format `sql`, written with a mapping (see `AppliedMapping`).

/// SQLite upserts of a mapping's records.
enum SQLFormat: FormatDefinition {
  package static var format: Format { .sql }
  package static let traits = FormatTraits(
    summary: "SQLite upserts of a mapping's records", fileExtension: "sql", values: .json, needsMapping: true,
    isTable: true, output: .standardOutput(joins: true))

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    guard let mapping: any DocumentMapping = pass.source.mapping ?? pass.writing.mapping else {
      throw Failure(.sqlNeedsMapping)
    }
    let document = try pass.changedDocument()
    return try mapping.writeSQL(document, losses: &pass.losses, index: &pass.index, to: output)
  }
}

extension Format {
  package static var sql: Format { Format("sql") }
}
