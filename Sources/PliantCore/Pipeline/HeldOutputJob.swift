// A stream shows nothing before all losses are known, if they are refused.

/// A job whose output goes to an unnamed file, and from there to the job's own output once complete.
///
/// Output of up to `OutputBuffer.drainSize` bytes remains in memory.
final class HeldOutputJob: ConversionJob {
  private let job: any ConversionJob
  private var file: AnonymousFile?

  init(_ job: any ConversionJob) { self.job = job }

  func openInput() throws(Diagnostic) -> InputFile { try job.openInput() }
  func openWindow() throws(Diagnostic) -> InputWindow { try job.openWindow() }
  var namedFormat: Format? { job.namedFormat }
  var canReopenInput: Bool { job.canReopenInput }
  var replacesSource: Bool { false }
  var threadCount: Int { job.threadCount }
  var hidesOutput: Bool { true }
  func report(_ diagnostic: Diagnostic) { job.report(diagnostic) }

  func openOutput() throws(Diagnostic) -> OutputBuffer {
    let file = try AnonymousFile()
    self.file = file
    return OutputBuffer(to: .descriptor(file.descriptor))
  }

  func finish(_ output: consuming OutputBuffer, proof: OutputProof?) throws(Diagnostic) {
    var shown = try job.openOutput()
    do throws(Failure) {
      if let file, output.drainedCount > 0 {
        var window = InputWindow(descriptor: file.descriptor, isPlaced: true)
        while try window.refill() {
          try shown.drain(window.bytes)
          window.consume(window.bytes.count)
        }
      }
      try output.withHeldBytes { rest throws(Failure) in try shown.drain(rest) }
    } catch { throw Diagnostic(error) }
    file = nil
    try job.finish(shown, proof: proof)
  }

  func abandon() { file = nil }
}

extension Route {
  /// The job, whose output waits until it is complete if a loss found late is refused.
  func holdingOutput(of job: any ConversionJob) -> any ConversionJob {
    writing.losses.policy == .refuse && !job.hidesOutput ? HeldOutputJob(job) : job
  }
}
