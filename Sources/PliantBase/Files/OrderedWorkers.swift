// Work shared by several threads, with results in the order of submission.
//
//   submit a, b, c ─▶ [thread: b][thread: a][thread: c] ─▶ next: a, b, c

/// Threads for one kind of work.
///
/// One thread submits work and takes results. It must bound its lead by `waiting`.
package final class OrderedWorkers<Task: Sendable, Result: Sendable>: Sendable {
  private struct State: Sendable {
    var tasks: [Int: Task] = [:]
    var results: [Int: Result] = [:]
    /// The numbers of tasks submitted, started and taken.
    var submitted = 0
    var begun = 0
    var taken = 0
    var isClosed = false
  }

  private let state = SharedState(State())
  private let threads: [WorkerThread]
  private let work: @Sendable (Task) -> Result

  /// Starts `count` threads; fewer if the system has no more, and without any, work is done on request.
  package init(threads count: Int, work: @escaping @Sendable (Task) -> Result) {
    self.work = work
    let state = state
    threads = (0..<count).compactMap { _ in
      WorkerThread.start {
        while let (number, task) = state.wait(until: Self.take) {
          let result = work(task)
          state.change { $0.results[number] = result }
        }
      }
    }
  }

  /// The next task, nil inside at the end, nil outside while waiting.
  private static func take(_ state: inout State) -> (Int, Task)?? {
    if let task = state.tasks.removeValue(forKey: state.begun) {
      state.begun += 1
      return (state.begun - 1, task)
    }
    return state.isClosed ? .some(nil) : nil
  }

  /// The number of submitted tasks whose results have not been taken.
  package var waiting: Int { state.withLock { $0.submitted - $0.taken } }

  package func submit(_ task: Task) {
    state.change {
      $0.tasks[$0.submitted] = task
      $0.submitted += 1
    }
  }

  /// Returns the result of the earliest task not yet taken, or nil if all were.
  ///
  /// Blocks until it is available.
  package func next() -> Result? {
    guard waiting > 0 else { return nil }
    if threads.isEmpty, let (_, task) = state.withLock(Self.take) ?? nil {
      state.change { $0.taken += 1 }
      return work(task)
    }
    return state.wait { state in
      guard let result = state.results.removeValue(forKey: state.taken) else { return nil }
      state.taken += 1
      return result
    }
  }

  /// Runs the tasks from `next` on several threads, or with 0 on the caller's, and takes the results in order.
  ///
  /// `next` returns nil after the last task. Throws errors of `take` immediately, and those of `next` after
  /// taking the results of earlier tasks.
  package static func run<State: ~Copyable, Problem: Error>(
    threads: Int, on state: inout State, next: (inout State) throws(Problem) -> Task?,
    work: @escaping @Sendable (Task) -> Result, take: (inout State, Result) throws(Problem) -> Void
  ) throws(Problem) {
    let workers = OrderedWorkers(threads: threads, work: work)
    defer { workers.close() }
    var (isAtEnd, problem) = (false, nil as Problem?)
    while true {
      // Far enough ahead that no thread waits while a result is taken.
      while !isAtEnd, workers.waiting < max(threads, 1) * 2 {
        do throws(Problem) {
          if let task = try next(&state) { workers.submit(task) } else { isAtEnd = true }
        } catch {
          (problem, isAtEnd) = (error, true)
        }
      }
      guard let result = workers.next() else { break }
      try take(&state, result)
    }
    if let problem { throw problem }
  }

  /// Drops tasks that have not started and waits for the threads to end; nothing may be submitted afterwards.
  package func close() {
    state.change {
      $0.tasks.removeAll()
      $0.isClosed = true
    }
    for thread in threads { thread.join() }
  }
}
