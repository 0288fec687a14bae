// From reader to writer without a document between them, for output that is hidden until complete.
//
//   bytes → format → text → reader → DirectSink → writer → bytes
//
// Abandoned as soon as the whole document is needed: for a duplicate key, a shared container, or any failure,
// whose position only the document has. The conversion is then repeated in the usual way.

extension Route {
  /// Sends an opened input from its reader to the writer; does nothing and returns false if it needs the document.
  func runEvents(_ opened: OpenedSource, _ job: any ConversionJob) throws(Diagnostic) -> Bool {
    if let mapping = opened.source.mapping { return try mapping.sendEvents(opened, self, job) }
    var losses = writing.makeLossReport()
    var digest = job.replacesSource ? UInt64(0) : nil
    let output = try job.openOutput()
    guard let written = writeEvents(opened, to: output, losses: &losses, digest: &digest) else {
      job.abandon()
      return false
    }
    writing.place(&losses, in: opened.source)
    try finish(
      RouteEnd(written, losses, of: opened.source, proof: digest.map { writing.proof(of: $0) }), job)
    return true
  }

  /// Writes a source if `canStream`; nil, with incomplete `output`, if it needs the whole document.
  ///
  /// Sets `digest`, unless nil, to the digest of the values under the target's equality.
  package func writeEvents(
    _ opened: OpenedSource, to output: consuming OutputBuffer, losses: inout LossReport, digest: inout UInt64?
  ) -> OutputBuffer? {
    let equality = digest.map { _ in ValueEquality(writing) }
    defer { withExtendedLifetime(opened.owner) {} }
    let source = opened.source
    var ledger = ReadLosses()
    do throws(Failure) {
      var written: OutputBuffer
      if writing.target == .json {
        let writer = try DirectConversion.send(
          source.formattedText, into: JSONWriter(to: output, style: writing.jsonStyle, losses: losses),
          equality: equality, digest: &digest, ledger: &ledger)
        losses = writer.losses
        written = writer.finish()
      } else {
        let writer = try DirectConversion.send(
          source.formattedText, into: XMLPropertyListWriter(to: output, losses: losses), equality: equality,
          digest: &digest, ledger: &ledger)
        losses = writer.losses
        written = writer.finish()
      }
      source.record(in: &ledger)
      writing.endLine(&written)
      guard settles(ledger, in: source, &losses) else { return nil }
      return written
    } catch { return nil }
  }

  /// Records the losses of reading; false if they are refused or need the document's messages.
  private func settles(_ ledger: ReadLosses, in source: DocumentSource, _ losses: inout LossReport) -> Bool {
    // The document's road keeps the escapes of surrogates.
    let keepsSurrogates = writing.target == .json && ledger[.loneSurrogates] != nil
    guard ledger.notes.isEmpty, !keepsSurrogates else { return false }
    do throws(Diagnostic) {
      try losses.enforce(ledger, in: source)
      return true
    } catch { return false }
  }
}
