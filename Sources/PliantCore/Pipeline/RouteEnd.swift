// The end of every road: losses under the rule, the proof, the file, and the notes.

/// A written output, with the notes that are still to be reported.
struct RouteEnd: ~Copyable {
  var output: OutputBuffer
  /// Whether the output is the job's; otherwise it is still in memory.
  let isOpened: Bool
  /// The changes that the writer made.
  let losses: LossReport
  /// Losses of reading that `losses` lacks.
  let ledger: ReadLosses
  let source: DocumentSource
  /// The proof of an output that replaces its source.
  let proof: OutputProof?

  init(
    _ output: consuming OutputBuffer, _ losses: LossReport, ledger: ReadLosses = ReadLosses(),
    of source: DocumentSource, isOpened: Bool = true, proof: OutputProof? = nil
  ) {
    self.output = output
    self.losses = losses
    self.ledger = ledger
    self.source = source
    self.isOpened = isOpened
    self.proof = proof
  }
}

extension Route {
  /// Delivers the output of a road, and reports changes.
  ///
  /// Throws losses of reading that the rule refuses, and failures of the output.
  func finish(_ end: consuming RouteEnd, _ job: any ConversionJob) throws(Diagnostic) {
    var losses = end.losses
    let (source, ledger, proof) = (end.source, end.ledger, end.proof)
    try losses.enforce(ledger, in: source)
    if end.isOpened {
      try job.finish(end.output, proof: proof)
    } else {
      try end.output.withHeldBytes { bytes throws(Diagnostic) in try job.writeOutput(bytes, proof: proof) }
    }
    for note in ledger.notes { job.report(note) }
    job.report(losses)
  }

  /// The proof of the output of a document; nil unless it replaces its source.
  func proof(of loaded: LoadedDocument, for job: any ConversionJob) throws(Diagnostic) -> OutputProof? {
    guard job.replacesSource, writing.target.isReadable else { return nil }
    return try Diagnostic.of { () throws(Failure) in
      try writing.proof(of: loaded.document, from: loaded.source.format)
    }
  }

  /// The proof of application XML of a mapping or a tree's style: read back, it is written as the same bytes.
  func proofOfMarkup() -> OutputProof {
    var again = self
    again.reading.format = .xml
    again.writing.losses = LossRule(.note)
    return { [again] written throws(Failure) in
      do throws(Diagnostic) {
        var losses = again.writing.makeLossReport()
        let output = try again.writing.write(
          try again.reading.load(written), to: OutputBuffer(), losses: &losses)
        return output.withHeldBytes { $0 == written }
      } catch { return false }
    }
  }
}
