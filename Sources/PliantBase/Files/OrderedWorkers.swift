// Work that several threads share and whose results come in the order in which it was given.
//
//   submit a, b, c ─▶ [thread: b][thread: a][thread: c] ─▶ next: a, b, c

/// Threads that do one kind of work.
///
/// One thread submits work and takes results. How far submitting runs ahead is for it to bound, by `waiting`.
package final class OrderedWorkers<Task: Sendable, Result: Sendable>: Sendable {
  private struct State: Sendable {
    var tasks: [Int: Task] = [:]
    var results: [Int: Result] = [:]
    /// The number of the next task to be submitted, to be begun and to be taken.
    var submitted = 0
    var begun = 0
    var taken = 0
    var isClosed = false
  }

  private let state = SharedState(State())
  private let threads: [WorkerThread]
  private let work: @Sendable (Task) -> Result

  /// Starts `count` threads; fewer where the system has no more, and with none work is done when it is asked for.
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

  /// The next task to do, nil inside when there will be none, nil outside while one must wait.
  private static func take(_ state: inout State) -> (Int, Task)?? {
    if let task = state.tasks.removeValue(forKey: state.begun) {
      state.begun += 1
      return (state.begun - 1, task)
    }
    return state.isClosed ? .some(nil) : nil
  }

  /// How many tasks were submitted whose results have not been taken.
  package var waiting: Int { state.withLock { $0.submitted - $0.taken } }

  package func submit(_ task: Task) {
    state.change {
      $0.tasks[$0.submitted] = task
      $0.submitted += 1
    }
  }

  /// The result of the earliest task whose result was not taken yet, or nil if all were taken.
  ///
  /// Waits for it.
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

  /// Does the tasks that `next` gives, with several threads, and takes the results in their order.
  ///
  /// `next` gives nil behind the last task. Throws what `take` throws, at once, and what `next` throws once the results of
  /// the tasks before were taken.
  package static func run<State: ~Copyable, Problem: Error>(
    threads: Int, on state: inout State, next: (inout State) throws(Problem) -> Task?,
    work: @escaping @Sendable (Task) -> Result, take: (inout State, Result) throws(Problem) -> Void
  ) throws(Problem) {
    let workers = OrderedWorkers(threads: threads, work: work)
    defer { workers.close() }
    var (isAtEnd, problem) = (false, nil as Problem?)
    while true {
      // So many ahead that no thread waits while a result is taken.
      while !isAtEnd, workers.waiting < threads * 2 {
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

  /// Drops what was not begun and waits for the threads' end; nothing may be submitted any more.
  package func close() {
    state.change {
      $0.tasks.removeAll()
      $0.isClosed = true
    }
    for thread in threads { thread.join() }
  }
}
