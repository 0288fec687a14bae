// The proof that a sample round-trips through SQLite: XML → data → SQL → SQLite → rows → data → XML.

extension MappingProof {
  /// Differences after a round trip through SQLite; empty if the conversion to SQL reports or refuses them.
  ///
  /// `store` is the path of sqlite3, run with a database in memory.
  package func problems(with text: ByteView, through store: String) -> [Diagnostic] {
    // Transient fields have no column and cannot round-trip.
    if model.records.contains(where: { $0.fields.contains(where: \.isTransient) }) { return [] }
    var report = MappingReport()
    var losses = LossReport(policy: .note)
    var index = 0
    do throws(Failure) {
      let first = try read(text, MappingReader.Options(), &report)
      let schema = try SQLSchema(model)
      let sql = try SQLWriter.write(first, by: schema, losses: &losses, index: &index, to: OutputBuffer())
      guard losses.notes.isEmpty else { return [] }
      // The statements come from standard input, so nothing is printed before all of it is read.
      let words = ["-batch", "-bail", "-init", "/dev/null", "-json", ":memory:", ".read /dev/stdin"]
      let result = try sql.withHeldBytes { (sql: ByteView) throws(Failure) in
        try Platform.runChild(store, words + [schema.selects], input: [sql])
      }
      guard result.exitCode == 0 else {
        return [throughStore(Diagnostic(Failure(.mappingRoundTrip, "is refused by SQLite")))]
      }
      return try result.output.withByteView { (output: ByteView) throws(Failure) in
        try problems(with: text, first, rows: output)
      }
    } catch {
      // Content that SQL cannot represent is an error of the conversion.
      return []
    }
  }

  private func problems(with text: ByteView, _ first: Document, rows: ByteView) throws(Failure)
    -> [Diagnostic]
  {
    var index = 0
    let joined = SQLRows.joined(rows) ?? rows.array
    return try joined.withByteView { (rows: ByteView) throws(Failure) in
      let stored = try DocumentSource(format: .json, text: rows).document()
      let again = try SQLRows.document(stored, by: model, index: &index)
      let written = try write(again).bytes
      var problems = try compare(first, written)
      if problems.isEmpty { problems = try compare(text, written) }
      return problems.map(throughStore)
    }
  }

  private func throughStore(_ problem: Diagnostic) -> Diagnostic {
    Diagnostic(
      problem.severity, at: problem.place, "through SQL, \(problem.sentence)", advice: problem.advice,
      rule: problem.rule)
  }
}
