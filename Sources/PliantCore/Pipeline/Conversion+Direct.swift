// From reader to writer without a document between them, for output that is hidden until complete.
//
//   bytes → format → text → reader → DirectSink → writer → bytes
//
// Abandoned as soon as the whole document is needed: for a duplicate key, a shared container, or any failure,
// whose position only the document has. The conversion is then repeated in the usual way.

extension Conversion {
  /// Smaller inputs are converted in the usual way.
  package static let directSize = 1024 * 1024

  /// Whether the source can be written in the order of its text, with every value unchanged.
  package func canStream(_ source: DocumentSource) -> Bool {
    guard !sortsKeys, !isCanonical, loss != .tag, null != .drop, null != .string, archives == .asStored
    else { return false }
    switch (source.format, target) {
    case (.binary1, .xml1), (.binary1, .json), (.xml1, .xml1), (.xml1, .json), (.json, .xml1), (.json, .json):
      return true
    default: return false
    }
  }

  /// Writes a source if `canStream`; nil, with incomplete `output`, if it needs the whole document.
  ///
  /// Sets `digest`, unless nil, to the digest of the values under the target's equality.
  package func writeDirect(
    _ opened: OpenedSource, to output: consuming OutputBuffer, losses: inout LossReport, digest: inout UInt64?
  ) -> OutputBuffer? {
    let equality = digest.map { _ in ValueEquality(self) }
    defer { withExtendedLifetime(opened.owner) {} }
    let source = opened.source
    var ledger = ReadLosses()
    do throws(Failure) {
      if target == .json {
        var writer = try DirectConversion.send(
          source.formattedText, into: JSONWriter(to: output, style: jsonStyle, losses: losses),
          equality: equality, digest: &digest, ledger: &ledger)
        source.record(in: &ledger)
        if endsLine { try writer.endLine() }
        losses = writer.losses
        return settles(ledger, in: source, &losses) ? writer.finish() : nil
      }
      let writer = try DirectConversion.send(
        source.formattedText, into: XMLPropertyListWriter(to: output, losses: losses), equality: equality,
        digest: &digest, ledger: &ledger)
      source.record(in: &ledger)
      losses = writer.losses
      return settles(ledger, in: source, &losses) ? writer.finish() : nil
    } catch { return nil }
  }

  /// Records the losses of reading; false if they are refused or need the document's messages.
  private func settles(_ ledger: ReadLosses, in source: DocumentSource, _ losses: inout LossReport) -> Bool {
    guard ledger.notes.isEmpty else { return false }
    do throws(Diagnostic) {
      try losses.enforce(ledger, in: source)
      return true
    } catch { return false }
  }
}
