// A text whose bytes contradict what it declares, in a verb that shows or changes it as text.

extension Route {
  /// Notes what the bytes of a text say against its declaration.
  ///
  /// Throws it, with its place in `text`, where the policy is to refuse.
  package func settle(
    _ contradiction: Failure?, in text: ByteView, _ job: any ConversionJob
  ) throws(Diagnostic) {
    guard let contradiction else { return }
    var source = DocumentSource(format: .xml, text: text)
    source.contradiction = contradiction
    var ledger = ReadingLedger()
    source.record(in: &ledger)
    var losses = makeLossReport()
    try losses.settle(ledger, in: source)
    for note in ledger.notes { job.report(note) }
  }
}
