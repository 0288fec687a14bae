// The conversion to rows of tables without a document.

extension MappingUse {
  /// Writes records as SQL while they are read; false if they are to be read whole first.
  func convertToTables(
    _ opened: OpenedSource, _ route: Route, _ job: any ConversionJob
  ) throws(Diagnostic) -> Bool {
    let source = opened.source
    guard route.loss == .note, !route.isCanonical, !options.keepsUnmapped,
      source.text.count >= Route.directSize
    else { return false }
    defer { withExtendedLifetime(opened.owner) {} }
    var report = MappingReport()
    var losses = route.makeLossReport()
    let hidden = job.openHiddenOutput()
    let isHidden = hidden != nil
    let output: OutputBuffer
    if let hidden { output = hidden } else { output = try job.openOutput() }
    let written: OutputBuffer?
    do throws(Failure) {
      written = try tables.writeDirectly(
        source.text, by: mapping, options: options, isHidden: isHidden, report: &report, losses: &losses,
        to: output)
    } catch { throw Diagnostic(error) }
    guard let written else {
      job.abandon()
      return false
    }
    try finish(written, isOpened: true, completeLedger(report, of: source), source, losses, job)
    return true
  }
}
