// Records of application XML, read with a mapping. The mapping reader pushes records, an iterator pulls them:
// the reader has a thread that stays a few records ahead.
//
//   MappingReader ─▶ queue of at most 64 documents ─▶ DocumentRecords.Iterator

import PliantCoding
import PliantCore
import PliantMapping

/// Reads the records of a file on a thread; releasing it ends the thread.
final class MappedRecords {
  private struct Queue {
    var documents: [PliantCodecs.Document] = []
    var problem: Diagnostic?
    var isFinished = false
    var isCancelled = false
  }

  private final class Receiver: ElementReceiver {
    /// The read-ahead, in records.
    private static let capacity = 64
    private let queue: SharedState<Queue>

    init(_ queue: SharedState<Queue>) { self.queue = queue }

    func take(_ element: PliantCodecs.Document) throws(Failure) {
      let isWanted = queue.wait { state -> Bool? in
        if state.isCancelled { return false }
        return state.documents.count < Self.capacity ? true : nil
      }
      guard isWanted else { throw Failure(.recordsCancelled) }
      queue.change { $0.documents.append(element) }
    }
  }

  private let queue = SharedState(Queue())
  private let thread: WorkerThread
  private let interrupt: InputInterrupt?
  /// Records taken from the queue, the next one last.
  private var taken: [PliantCodecs.Document] = []

  /// Starts reading.
  ///
  /// Throws errors of the mapping and of opening the file.
  init(
    _ input: DocumentRecords.Input, mapping name: String, records place: String, _ interrupt: InputInterrupt?
  ) throws(Diagnostic) {
    let interrupt = interrupt ?? InputInterrupt()
    self.interrupt = interrupt
    let use = try Self.mapping(name, records: place)
    // Opened here as well, so that a missing file is an error at once.
    if case .path(let path) = input {
      try Diagnostic.of { () throws(Failure) in _ = try InputWindow(path: path) }
    }
    let queue = queue
    let thread = WorkerThread.start {
      let problem = Self.read(input, use, interrupt, into: queue)
      queue.change {
        $0.problem = problem
        $0.isFinished = true
      }
    }
    guard let thread else { throw Diagnostic(Failure(.cannotRead, "no thread is left")) }
    self.thread = thread
  }

  /// Ends the reader at the next record, or its wait for input.
  deinit {
    queue.change { $0.isCancelled = true }
    interrupt?.interrupt()
    thread.join()
  }

  private static func mapping(_ name: String, records place: String) throws(Diagnostic) -> AppliedMapping {
    // Only the program reads the environment.
    let library = MappingLibrary(environment: { _ in nil })
    let use: AppliedMapping
    do throws(MappingLibrary.Problem) { use = AppliedMapping(try library.compiledMapping(name)) } catch {
      throw error.diagnostic
    }
    var selection = MappingSelection(library)
    selection.records = place
    return try selection.applied(to: use)
  }

  private static func read(
    _ input: DocumentRecords.Input, _ use: AppliedMapping, _ interrupt: InputInterrupt?,
    into queue: SharedState<Queue>
  ) -> Diagnostic? {
    var report = MappingReport()
    do throws(Diagnostic) {
      let window: InputWindow
      do throws(Failure) { window = try input.window(interrupt) } catch { throw Diagnostic(error) }
      try MappingReader.stream(
        TextWindow(window, kind: .xml), by: use.mapping, options: use.options, report: &report,
        to: Receiver(queue))
      return nil
    } catch { return error }
  }

  func next() throws(Diagnostic) -> PliantCodecs.Document? {
    if let document = taken.popLast() { return document }
    let (documents, problem) = queue.wait { state -> ([PliantCodecs.Document], Diagnostic?)? in
      guard state.documents.isEmpty else { return (state.documents, nil) }
      return state.isFinished ? ([], state.problem) : nil
    }
    if documents.isEmpty {
      if let problem { throw problem }
      return nil
    }
    queue.change { $0.documents.removeFirst(documents.count) }
    taken = documents.reversed()
    return taken.popLast()
  }
}
