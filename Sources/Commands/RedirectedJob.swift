import PliantCore

/// A job whose output goes to a descriptor or to memory instead of its planned destination.
final class RedirectedJob: ConversionJob {
  private let job: FileJob
  /// Nil to collect the output.
  private let descriptor: Int32?
  private var start: Int?
  private(set) var collected = CollectedBytes()

  init(_ job: FileJob, to descriptor: Int32? = nil) {
    self.job = job
    self.descriptor = descriptor
  }

  func openInput() throws(Diagnostic) -> InputFile { try job.openInput() }
  func openWindow() throws(Diagnostic) -> InputWindow { try job.openWindow() }
  var canReopenInput: Bool { job.canReopenInput }
  var replacesSource: Bool { false }

  func openOutput() throws(Diagnostic) -> OutputBuffer {
    collected = CollectedBytes()
    guard let descriptor else { return OutputBuffer(to: .collector(collected)) }
    start = Platform.position(descriptor)
    return OutputBuffer(to: .descriptor(descriptor))
  }

  func openHiddenOutput() -> OutputBuffer? {
    do throws(Diagnostic) { return try openOutput() } catch { return nil }
  }

  func finish(_ output: consuming OutputBuffer, proof: OutputProof?) throws(Diagnostic) {
    do throws(Failure) { try output.drain() } catch { throw Diagnostic(error) }
    start = nil
  }

  func abandon() {
    if let start, let descriptor { Platform.truncate(descriptor, to: start) }
    start = nil
  }

  func report(_ diagnostic: Diagnostic) { job.report(diagnostic) }
}
