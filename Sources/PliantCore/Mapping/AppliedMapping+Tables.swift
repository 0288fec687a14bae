// The conversion to rows of tables without a document.

extension AppliedMapping {
  /// Writes records as SQL while reading; false if they must be read whole first.
  func writeTables(
    _ opened: OpenedSource, _ route: Route, _ job: any ConversionJob
  ) throws(Diagnostic) -> Bool {
    let source = opened.source
    defer { withExtendedLifetime(opened.owner) {} }
    return try writeTables(from: source, route, job, comparesKeys: false) { receiver in
      var report = MappingReport()
      let rest = try? MappingReader.readParts(
        source.text, by: mapping, options: options, report: &report, to: receiver)
      return rest.map { ($0, completeLedger(report, of: source)) }
    }
  }

  /// Writes records of a document other than XML as SQL through a window; false if it must be read whole.
  ///
  /// With `comparesKeys`, duplicate keys require that.
  package func writeTables(
    of input: RepeatedInput, _ format: Format, named name: String, _ route: Route, _ job: any ConversionJob,
    comparesKeys: Bool
  ) throws(Diagnostic) -> Bool {
    guard route.writing.replayOptions(from: format).changesNothing, !mapping.resolvesRepeatedKeys else {
      return false
    }
    let source = DocumentSource(format: format, text: .empty)
    return try writeTables(from: source, route, job, comparesKeys: comparesKeys) { receiver in
      try? route.reading.readParts(
        try input.open(), format, named: name, lists: mapping.recordLists, to: receiver, job)
    }
  }

  private func writeTables(
    from source: DocumentSource, _ route: Route, _ job: any ConversionJob, comparesKeys: Bool,
    _ read: (any MappedPartReceiver) -> (rest: Document, ledger: ReadLosses)?
  ) throws(Diagnostic) -> Bool {
    guard route.writing.losses.policy == .note, !route.writing.isCanonical else { return false }
    var ledger = ReadLosses()
    var losses = route.writing.makeLossReport()
    let isHidden = job.hidesOutput
    let output = try job.openOutput()
    let written: OutputBuffer?
    /// Outside the records, whose own are reported with them.
    var duplicate: String?
    do throws(Failure) {
      written = try tables.writeParts(
        by: mapping, comparesKeys: comparesKeys, isHidden: isHidden, losses: &losses, to: output
      ) { receiver in
        let found = read(receiver)
        if let found { ledger = found.ledger }
        duplicate = found?.rest.duplicateKeys.first?.key
        return found?.rest
      }
    } catch { throw Diagnostic(error) }
    guard let written else {
      job.abandon()
      return false
    }
    if let duplicate {
      job.note(Failure(.duplicateKey, duplicate).message, rule: source.format.traits.duplicateKeyRule)
    }
    try route.finish(RouteEnd(written, losses, ledger: ledger, of: source), job)
    return true
  }
}
