// The conversion to rows of tables without a document.

extension AppliedMapping {
  /// Writes records as SQL while reading; false if they must be read whole first.
  func convertToTables(
    _ opened: OpenedSource, _ conversion: Conversion, _ job: any ConversionJob
  ) throws(Diagnostic) -> Bool {
    let source = opened.source
    guard !options.keepsUnmapped, source.text.count >= Conversion.directSize else { return false }
    defer { withExtendedLifetime(opened.owner) {} }
    return try convertToTables(from: source, conversion, job, comparesKeys: false) { receiver in
      var report = MappingReport()
      let rest = try? MappingReader.readParts(
        source.text, by: mapping, options: options, report: &report, to: receiver)
      return rest.map { ($0, completeLedger(report, of: source)) }
    }
  }

  /// Writes records of a document other than XML as SQL through a window; false if it must be read whole.
  ///
  /// With `comparesKeys`, duplicate keys require that.
  package func convertToTables(
    of input: RepeatedInput, _ format: Format, named name: String, _ conversion: Conversion,
    _ job: any ConversionJob,
    comparesKeys: Bool
  ) throws(Diagnostic) -> Bool {
    guard conversion.replayOptions(from: format).changesNothing, !mapping.resolvesRepeatedKeys else {
      return false
    }
    let source = DocumentSource(format: format, text: .empty)
    return try convertToTables(from: source, conversion, job, comparesKeys: comparesKeys) { receiver in
      try? conversion.readParts(
        try input.open(), format, named: name, lists: mapping.recordLists, to: receiver, job)
    }
  }

  private func convertToTables(
    from source: DocumentSource, _ conversion: Conversion, _ job: any ConversionJob, comparesKeys: Bool,
    _ read: (any MappedPartReceiver) -> (rest: Document, ledger: ReadLosses)?
  ) throws(Diagnostic) -> Bool {
    guard conversion.loss == .note, !conversion.isCanonical else { return false }
    var ledger = ReadLosses()
    var losses = conversion.makeLossReport()
    let hidden = job.openHiddenOutput()
    let isHidden = hidden != nil
    let output: OutputBuffer
    if let hidden { output = hidden } else { output = try job.openOutput() }
    let written: OutputBuffer?
    do throws(Failure) {
      written = try tables.writeParts(
        by: mapping, comparesKeys: comparesKeys, isHidden: isHidden, losses: &losses, to: output
      ) { receiver in
        let found = read(receiver)
        if let found { ledger = found.ledger }
        return found?.rest
      }
    } catch { throw Diagnostic(error) }
    guard let written else {
      job.abandon()
      return false
    }
    try job.finish(written, ledger, of: source, losses)
    return true
  }
}
