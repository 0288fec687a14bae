// A text whose bytes contradict its declaration, in a command that shows or changes it as text.

extension LossRule {
  /// Notes a contradiction between the bytes of a text and its declaration.
  ///
  /// Throws it, with its position in `text`, if the policy refuses.
  package func enforce(
    _ contradiction: Failure?, in text: ByteView, _ job: any ConversionJob
  ) throws(Diagnostic) {
    for note in try notes(on: contradiction, in: text) { job.report(note) }
  }

  /// The notes on a contradiction between the bytes of a text and its declaration.
  ///
  /// Throws it, with its position in `text`, if the policy refuses.
  package func notes(on contradiction: Failure?, in text: ByteView) throws(Diagnostic) -> [Diagnostic] {
    guard let contradiction else { return [] }
    var source = DocumentSource(format: .xml, text: text)
    source.contradiction = contradiction
    var ledger = ReadLosses()
    source.record(in: &ledger)
    var losses = LossReport(self)
    try losses.enforce(ledger, in: source)
    return ledger.notes
  }
}
