// What a route needs of the world: where one input's bytes come from, where its output goes, who hears of it.

/// One input on its way through a route; the program's files and streams, or a library's memory.
package protocol ConversionJob: AnyObject {
  /// Reads the whole input.
  func openInput() throws(Diagnostic) -> InputFile
  /// Opens the input for reading piece by piece.
  func openWindow() throws(Diagnostic) -> InputWindow
  /// Whether the input can be opened again after a window was opened on it.
  var canReopenInput: Bool { get }
  /// Whether the output takes the input's place.
  var replacesSource: Bool { get }

  /// How many threads may work on this input.
  var threadCount: Int { get }

  /// Opens the output.
  func openOutput() throws(Diagnostic) -> OutputBuffer
  /// Opens the output if nobody sees anything of it before `finish`; nil if it is seen, or cannot be opened.
  ///
  /// `abandon` takes it back; it may be opened again then.
  func openHiddenOutput() -> OutputBuffer?
  /// Writes what the buffer still holds and puts the output in its place, if it passes the proof if that is its
  /// source's; without a proof it must not replace its source.
  func finish(_ output: consuming OutputBuffer, proof: OutputProof?) throws(Diagnostic)
  /// Forgets an output that was not finished.
  func abandon()

  /// Shows a note about the input.
  func report(_ diagnostic: Diagnostic)
}

extension ConversionJob {
  package var threadCount: Int { 1 }

  /// Puts an output in its place that never is its source's.
  package func finish(_ output: consuming OutputBuffer) throws(Diagnostic) { try finish(output, proof: nil) }

  /// Opens the output, lets `body` write it, and puts it in its place if `body` did not throw and it passes the proof.
  package func writeOutput(
    proof: OutputProof? = nil, _ body: (inout OutputBuffer) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    var output = try openOutput()
    try body(&output)
    try finish(output, proof: proof)
  }

  /// Puts an output in its place that is there as a whole, and proved: the file must hold these bytes, and pass `proof`.
  package func writeOutput(_ bytes: ByteView, proof: OutputProof? = nil) throws(Diagnostic) {
    let holds: OutputProof = { written throws(Failure) in
      guard written == bytes else { return false }
      return try proof?(written) ?? true
    }
    try writeOutput(proof: holds) { (output: inout OutputBuffer) throws(Diagnostic) in
      var at = 0
      while at < bytes.count {
        let end = min(at + OutputBuffer.drainSize, bytes.count)
        output.append(bytes[at..<end])
        at = end
        do throws(Failure) { try output.drainIfFull() } catch { throw Diagnostic(error) }
      }
    }
  }

  /// Shows a note about the input.
  package func note(_ message: String, at place: Place = .wholeFile, rule: String) {
    report(Diagnostic(.note, at: place, message, rule: rule))
  }

  /// Reports what a conversion changed.
  package func report(_ losses: LossReport) {
    for note in losses.diagnostics { report(note) }
  }
}
