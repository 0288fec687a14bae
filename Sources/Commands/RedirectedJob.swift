/// A job whose output goes to a descriptor or to memory instead of its planned destination.
final class RedirectedJob: ConversionJob {
  /// Text around the output in a pipe, which cannot be truncated: the reader can undo what it got.
  struct Brackets {
    let start: String
    let end: String
    let undo: String
  }

  private let job: FileJob
  /// Nil to collect the output.
  private let descriptor: Int32?
  private let brackets: Brackets?
  private var start: Int?
  private var isOpen = false
  private(set) var collected = CollectedBytes()

  init(_ job: FileJob, to descriptor: Int32? = nil, brackets: Brackets? = nil) {
    self.job = job
    self.descriptor = descriptor
    self.brackets = brackets
  }

  func openInput() throws(Diagnostic) -> InputFile { try job.openInput() }
  func openWindow() throws(Diagnostic) -> InputWindow { try job.openWindow() }
  var canReopenInput: Bool { job.canReopenInput }
  var replacesSource: Bool { false }

  func openOutput() throws(Diagnostic) -> OutputBuffer {
    collected = CollectedBytes()
    guard let descriptor else { return OutputBuffer(to: .collector(collected)) }
    start = Platform.position(descriptor)
    isOpen = true
    var output = OutputBuffer(to: .descriptor(descriptor))
    if let brackets { output.append(brackets.start) }
    do throws(Failure) { try output.drain() } catch { throw Diagnostic(error) }
    return output
  }

  func openHiddenOutput() -> OutputBuffer? {
    do throws(Diagnostic) { return try openOutput() } catch { return nil }
  }

  func finish(_ output: consuming OutputBuffer, proof: OutputProof?) throws(Diagnostic) {
    if let brackets { output.append(brackets.end) }
    do throws(Failure) { try output.drain() } catch { throw Diagnostic(error) }
    isOpen = false
  }

  func abandon() {
    guard isOpen, let descriptor else { return }
    isOpen = false
    if let brackets {
      // A reader that is gone has nothing to undo.
      try? Array(brackets.undo.utf8).withByteView { (bytes: ByteView) throws(Failure) in
        try Platform.writeAll(descriptor, bytes)
      }
    } else if let start {
      Platform.truncate(descriptor, to: start)
    }
  }

  func report(_ diagnostic: Diagnostic) { job.report(diagnostic) }
}
