// The environment of a conversion: the source of an input's bytes, the destination of its output, and of reports.

/// The conversion of one input, with the program's files and streams, or a library's memory.
package protocol ConversionJob: AnyObject {
  func openInput() throws(Diagnostic) -> InputFile
  /// The format that the user requested, or that only the input's name reveals.
  var namedFormat: Format? { get }
  /// Opens the input for incremental reading.
  func openWindow() throws(Diagnostic) -> InputWindow
  /// Whether the input can be opened again after a window was opened on it.
  var canReopenInput: Bool { get }
  var replacesSource: Bool { get }

  var threadCount: Int { get }

  func openOutput() throws(Diagnostic) -> OutputBuffer
  /// Whether the output does not appear before `finish`; `abandon` discards it, and it may be opened again.
  var hidesOutput: Bool { get }
  /// Flushes the buffer and moves the output into place; if that replaces the source, it must pass the proof.
  /// Without a proof it must not replace its source.
  func finish(_ output: consuming OutputBuffer, proof: OutputProof?) throws(Diagnostic)
  func abandon()

  func report(_ diagnostic: Diagnostic)
}

extension ConversionJob {
  package var threadCount: Int { 1 }

  /// Finishes an output that never replaces its source.
  package func finish(_ output: consuming OutputBuffer) throws(Diagnostic) { try finish(output, proof: nil) }

  /// Opens the output, lets `body` write it, and moves it into place if it passes the proof.
  package func writeOutput(
    proof: OutputProof? = nil, _ body: (inout OutputBuffer) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    var output = try openOutput()
    try body(&output)
    try finish(output, proof: proof)
  }

  /// Writes complete output: the file must contain these bytes, and pass `proof`.
  package func writeOutput(_ bytes: ByteView, proof: OutputProof? = nil) throws(Diagnostic) {
    let holds: OutputProof = { written throws(Failure) in
      guard written == bytes else { return false }
      return try proof?(written) ?? true
    }
    try writeOutput(proof: holds) { (output: inout OutputBuffer) throws(Diagnostic) in
      do throws(Failure) { try output.drain(bytes) } catch { throw Diagnostic(error) }
    }
  }

  package func note(_ message: String, at place: Place = .wholeFile, rule: DiagnosticRule) {
    report(Diagnostic(.note, at: place, message, rule: rule))
  }

  package func report(_ losses: LossReport) { for note in losses.diagnostics { report(note) } }
}
