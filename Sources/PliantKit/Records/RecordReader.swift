// Reading on a thread of its own: input that never arrives occupies no thread of the caller's tasks.
//
//   thread: Iterator.next() ─▶ at most 64 records ─▶ AsyncIterator.next()
//
// The consumer wakes for a full batch, or when the thread has to wait for more input.

import PliantCoding
import PliantCore
import Synchronization

import struct PliantCoding.Document

/// Reads records ahead of their consumer; releasing it ends the thread.
final class RecordReader: Sendable {
  private typealias Consumer = CheckedContinuation<[Document.Node], any Error>

  private struct State {
    var records: [Document.Node] = []
    var byteCount = 0
    var problem: (any Error)?
    var isFinished = false
    var isCancelled = false
    /// Who waits for records.
    var consumer: Consumer?

    /// The read-ahead.
    var isFull: Bool { records.count >= 64 || byteCount >= 64 * 1024 }

    /// The records so far, or the problem after them; nil if the consumer has to wait.
    mutating func take() -> Result<[Document.Node], any Error>? {
      if isCancelled { return .failure(CancellationError()) }
      if !records.isEmpty {
        defer { (records, byteCount) = ([], 0) }
        return .success(records)
      }
      if let problem {
        self.problem = nil
        return .failure(problem)
      }
      return isFinished ? .success([]) : nil
    }
  }

  private let state: SharedState<State>
  private let interrupt: InputInterrupt?
  private let makeIterator: @Sendable (InputInterrupt?) -> DocumentRecords.Iterator
  private let isStarted = Atomic<Bool>(false)

  init(_ makeIterator: @escaping @Sendable (InputInterrupt?) -> DocumentRecords.Iterator) {
    self.makeIterator = makeIterator
    let state = SharedState(State())
    self.state = state
    interrupt = InputInterrupt { Self.deliver(state) }
  }

  deinit { cancel() }

  /// The next records; empty at the end.
  func batch() async throws -> [Document.Node] {
    if !isStarted.exchange(true, ordering: .relaxed) { try start() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = state.change { state in
          let ready = state.take()
          if ready == nil { state.consumer = continuation }
          return ready
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    state.change { $0.isCancelled = true }
    interrupt?.interrupt()
    Self.deliver(state)
  }

  /// Wakes the consumer, if there is something for it.
  private static func deliver(_ state: SharedState<State>) {
    let (consumer, ready) = state.change { state -> (Consumer?, Result<[Document.Node], any Error>?) in
      guard let consumer = state.consumer, let ready = state.take() else { return (nil, nil) }
      state.consumer = nil
      return (consumer, ready)
    }
    if let consumer, let ready { consumer.resume(with: ready) }
  }

  private func start() throws(DocumentError) {
    let (state, interrupt, makeIterator) = (state, interrupt, makeIterator)
    let thread = WorkerThread.start {
      var iterator = makeIterator(interrupt)
      // Records of a mapping come from another thread, which does not wait on this one's behalf.
      let isDelivering = iterator.isMapped
      while state.wait(until: { $0.isCancelled ? false : $0.isFull ? nil : true }) {
        let isReady: Bool
        do throws(DocumentError) {
          let record = try iterator.next()
          isReady = state.withLock { state in
            if let record {
              state.records.append(record)
              state.byteCount += record.tape.source.count
            } else {
              state.isFinished = true
            }
            return isDelivering || state.isFinished || state.isFull
          }
        } catch {
          state.withLock { ($0.problem, $0.isFinished) = (error, true) }
          isReady = true
        }
        if isReady { Self.deliver(state) }
        if state.withLock({ $0.isFinished }) { return }
      }
    }
    guard let thread else { throw DocumentError(Failure(.cannotRead, "no thread is left")) }
    thread.detach()
  }
}
