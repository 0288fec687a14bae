// The format `sql`, written with a mapping (see `MappingUse`).

/// SQLite upserts of a mapping's records.
enum SQLFormat: FormatDefinition {
  package static let traits = FormatTraits(
    summary: "SQLite upserts of a mapping's records", fileExtension: "sql", values: .json, isReadable: false,
    isTable: true, output: .standardOutput(joins: true))

  package static func write(
    _ pass: inout WritingPass, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    guard let mapping = pass.source.mapping ?? pass.route.mapping else { throw Failure(.sqlNeedsMapping) }
    let document = try pass.changedDocument()
    return try mapping.writeSQL(document, losses: &pass.losses, index: &pass.index, to: output)
  }
}

extension DiagnosticCode {
  static var sqlNeedsMapping: DiagnosticCode {
    DiagnosticCode(
      "sql.mapping", rule: "format/unwritable",
      "SQL needs a mapping for its tables", advice: "use --mapping NAME")
  }
}
