/// A job whose output goes to a descriptor instead of its planned destination.
final class RedirectedJob: ConversionJob {
  /// Text around the output in a pipe, which cannot be truncated: the reader can undo what it got.
  struct Brackets {
    let start: String
    let end: String
    let undo: String
  }

  private let job: FileJob
  private let descriptor: Int32
  private let brackets: Brackets?
  private var start: Int?
  private var isOpen = false
  /// The format that the beginning of the input shows, once it was opened.
  private(set) var detectedFormat: Format?

  init(_ job: FileJob, to descriptor: Int32, brackets: Brackets? = nil) {
    self.job = job
    self.descriptor = descriptor
    self.brackets = brackets
  }

  func openInput() throws(Diagnostic) -> InputFile { try job.openInput() }
  func openWindow() throws(Diagnostic) -> InputWindow {
    var window = try job.openWindow()
    do throws(Failure) { _ = try window.refill() } catch { throw Diagnostic(error) }
    detectedFormat = FormatDetector.detect(window.bytes)
    return window
  }
  var namedFormat: Format? { job.namedFormat }
  var canReopenInput: Bool { job.canReopenInput }
  var replacesSource: Bool { false }

  func openOutput() throws(Diagnostic) -> OutputBuffer {
    start = Platform.position(descriptor)
    isOpen = true
    var output = OutputBuffer(to: .descriptor(descriptor))
    if let brackets { output.append(brackets.start) }
    do throws(Failure) { try output.drain() } catch { throw Diagnostic(error) }
    return output
  }

  var hidesOutput: Bool { true }

  func finish(_ output: consuming OutputBuffer, proof: OutputProof?) throws(Diagnostic) {
    if let brackets { output.append(brackets.end) }
    do throws(Failure) { try output.drain() } catch { throw Diagnostic(error) }
    isOpen = false
  }

  func abandon() {
    guard isOpen else { return }
    isOpen = false
    if let brackets {
      // A reader that is gone has nothing to undo.
      try? Platform.writeAll(descriptor, brackets.undo)
    } else if let start {
      Platform.truncate(descriptor, to: start)
    }
  }

  func report(_ diagnostic: Diagnostic) { job.report(diagnostic) }
}
