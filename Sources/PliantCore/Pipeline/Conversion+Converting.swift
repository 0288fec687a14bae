// A whole conversion, from a job's input to its output, in the fastest way with the same checks and messages.

extension Conversion {
  /// Converts the job's input.
  ///
  /// Throws the first problem with its position, without any output.
  package func convert(_ job: any ConversionJob) throws(Diagnostic) {
    if readsRecords || streamsTable && !job.replacesSource { return try convertRecords(job) }
    guard let input = try inputUnlessLines(job) else { return }
    try input.withBytes { bytes throws(Diagnostic) in try convert(bytes, job) }
  }

  /// Whether rows of a table become lines, rows or elements one at a time.
  private var streamsTable: Bool {
    source?.isCellTable == true && (target.isCellTable || target == .json || target == .jsonl)
  }

  package func convert(_ bytes: ByteView, _ job: any ConversionJob) throws(Diagnostic) {
    let opened = try open(bytes)
    if target.isCellTable, opened.source.format == .xml, opened.source.mapping == nil {
      throw opened.source.diagnostic(missingPlace(in: opened.source.text))
    }
    if try convertDirectly(opened, job) { return }
    if let mapping = opened.source.mapping, try mapping.convertDirectly(opened, self, job) { return }
    try write(try load(opened, job), job)
  }

  /// Converts bytes to bytes in memory, with the job's notes and a proof for a file that replaces its source.
  package func converted(
    _ bytes: ByteView, _ job: any ConversionJob
  ) throws(Diagnostic) -> (output: [UInt8], proof: OutputProof?) {
    let loaded = try load(try open(bytes), job)
    var losses = makeLossReport()
    let output = try write(loaded, to: OutputBuffer(), losses: &losses)
    job.report(losses)
    return (output.bytes, try proof(of: loaded, for: job))
  }

  /// The proof of the output of a document; nil unless it replaces its source.
  private func proof(
    of loaded: LoadedDocument, for job: any ConversionJob
  ) throws(Diagnostic) -> OutputProof? {
    guard job.replacesSource, target.isReadable else { return nil }
    return try Diagnostic.of { () throws(Failure) in
      try proof(of: loaded.document, from: loaded.source.format)
    }
  }

  package func load(_ opened: OpenedSource, _ job: any ConversionJob) throws(Diagnostic) -> LoadedDocument {
    let loaded = try unarchived(
      LoadedDocument(opened.source, owner: opened.owner, resolvesReals: target == .binary1))
    for note in loaded.notes { job.report(note) }
    return loaded
  }

  /// Reads a document from the bytes of the job's input, with notes about it.
  package func load(
    _ bytes: ByteView, _ job: any ConversionJob, owner: AnyObject? = nil
  ) throws(Diagnostic) -> LoadedDocument {
    try load(try open(bytes, owner: owner), job)
  }

  /// Reads a document for a command that shows parts of it, with notes about it and about losses of reading.
  package func read(
    _ bytes: ByteView, _ job: any ConversionJob, owner: AnyObject? = nil
  ) throws(Diagnostic) -> LoadedDocument {
    let loaded = try load(bytes, job, owner: owner)
    noteLosses(ofReading: loaded, job)
    return loaded
  }

  /// Notes the losses of reading for a document that is not written.
  package func noteLosses(ofReading loaded: LoadedDocument, _ job: any ConversionJob) {
    for note in loaded.ledger.lossNotes { job.report(note) }
  }

  /// The value at a key path as a document, with notes about the input, or nil.
  ///
  /// Reads all of the input, but stores nothing else. Throws the first problem with its position.
  package func find(_ path: KeyPath, in bytes: ByteView, _ job: any ConversionJob) throws(Diagnostic)
    -> LoadedDocument?
  {
    if archives != .asStored { return try find(path, in: load(bytes, job)) }
    let opened = try open(bytes)
    let source = opened.source
    let finder = PathFinder(path, source: source.text)
    var ledger = ReadLosses()
    do throws(Failure) {
      try source.read(visitor: finder, ledger: &ledger)
      let found = finder.duplicateKeys
      let document = try finder.finish(owner: opened.owner)
      for note in source.notes(on: found + (document?.duplicateKeys ?? [])) + ledger.notes {
        job.report(note)
      }
      guard let document else { return nil }
      return LoadedDocument(source, document: document, ledger: ledger)
    } catch { throw source.diagnostic(error) }
  }

  private func find(_ path: KeyPath, in loaded: LoadedDocument) throws(Diagnostic) -> LoadedDocument? {
    guard let index = loaded.document.index(at: path) else { return nil }
    do throws(Failure) {
      let found = try loaded.document.copy(of: loaded.document.resolved(index))
      return LoadedDocument(loaded.source, document: found, ledger: loaded.ledger)
    } catch { throw Diagnostic(error) }
  }

  /// Writes a document to the job's output, with notes about what changed.
  package func write(_ loaded: LoadedDocument, _ job: any ConversionJob) throws(Diagnostic) {
    var losses = makeLossReport()
    WorkProgress.begin(.writing)
    if target == .xml, mapping != nil || xmlStyle != .attributes, job.replacesSource {
      try replaceByMarkup(loaded, job, &losses)
    } else {
      // Opened late: an unreadable input must not touch the output.
      let output = try write(loaded, to: try job.openOutput(), losses: &losses)
      try job.finish(output, proof: try proof(of: loaded, for: job))
    }
    job.report(losses)
  }

  /// Replaces a document with the application XML that a mapping or a tree's style makes of it.
  private func replaceByMarkup(
    _ loaded: LoadedDocument, _ job: any ConversionJob, _ losses: inout LossReport
  ) throws(Diagnostic) {
    let output = try write(loaded, to: OutputBuffer(), losses: &losses)
    try output.withHeldBytes { bytes throws(Diagnostic) in
      try job.writeOutput(bytes) { written throws(Failure) in
        var reading = self
        reading.source = .xml
        reading.loss = .note
        do throws(Diagnostic) {
          var again = reading.makeLossReport()
          let output = try reading.write(try reading.load(written), to: OutputBuffer(), losses: &again)
          return output.withHeldBytes { $0 == written }
        } catch { return false }
      }
    }
  }

  /// Converts a large input to an output that is hidden until complete, without a document; does nothing and
  /// returns false if it needs the document.
  private func convertDirectly(_ opened: OpenedSource, _ job: any ConversionJob) throws(Diagnostic) -> Bool {
    guard opened.source.text.count >= Self.directSize, canStream(opened.source),
      let output = job.openHiddenOutput()
    else { return false }
    var losses = makeLossReport()
    var digest = job.replacesSource ? UInt64(0) : nil
    guard let written = writeDirect(opened, to: output, losses: &losses, digest: &digest) else {
      job.abandon()
      return false
    }
    try job.finish(written, proof: digest.map { proof(of: $0) })
    job.report(losses)
    return true
  }
}
