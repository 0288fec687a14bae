// A text whose bytes contradict what it declares, in a verb that shows or changes it as text.

extension Route {
  /// Notes what the bytes of a text say against its declaration.
  ///
  /// Throws it, with its place in `text`, where the policy is to refuse.
  package func settle(
    _ contradiction: Failure?, in text: ByteView, _ job: any ConversionJob
  ) throws(Diagnostic) {
    for note in try notes(on: contradiction, in: text) { job.report(note) }
  }

  /// What is to be noted of the bytes of a text that contradict its declaration.
  ///
  /// Throws it, with its place in `text`, where the policy is to refuse.
  package func notes(on contradiction: Failure?, in text: ByteView) throws(Diagnostic) -> [Diagnostic] {
    guard let contradiction else { return [] }
    var source = DocumentSource(format: .xml, text: text)
    source.contradiction = contradiction
    var ledger = ReadingLedger()
    source.record(in: &ledger)
    var losses = makeLossReport()
    try losses.settle(ledger, in: source)
    return ledger.notes
  }
}
