// Threads, and a lock with waiting.

import CLibrary

/// State shared by several threads, which can wait for its changes.
package final class SharedState<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  package init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with exclusive access to the state.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Runs `body` with exclusive access to the state and wakes waiting threads.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    defer { pthread_cond_broadcast(changed) }
    return withLock(body)
  }

  /// Waits until `body` returns a value, calling it after each change.
  package func wait<Result>(until body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Waits for at most this time, or until `isEnough` after a change.
  package func waitForChange(seconds: Double, until isEnough: (State) -> Bool) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    let nanoseconds = until.tv_nsec + Int(seconds * 1e9)
    until.tv_sec += time_t(nanoseconds / 1_000_000_000)
    until.tv_nsec = nanoseconds % 1_000_000_000
    while !isEnough(state), pthread_cond_timedwait(changed, mutex, &until) == 0 {}
  }
}

extension SharedState {
  /// The value for a key, from `make` at the first request; two threads may make it at once.
  package func value<Key, Value>(for key: Key, _ make: () -> Value) -> Value where State == [Key: Value] {
    if let known = withLock({ $0[key] }) { return known }
    let value = make()
    withLock { $0[key] = value }
    return value
  }
}

/// A running thread, to be joined.
package struct WorkerThread: @unchecked Sendable {
  private let thread: pthread_t

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts `body` on a thread with a stack as large as a main thread's; nil if the system has no more
  /// threads.
  package static func start(_ body: @escaping @Sendable () -> Void) -> WorkerThread? {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    guard let thread = launch(work) else {
      Unmanaged<Work>.fromOpaque(work).release()
      return nil
    }
    return WorkerThread(thread: thread)
  }

  private static func launch(_ work: UnsafeMutableRawPointer) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 8 * 1024 * 1024)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let problem = pthread_create(&thread, &attributes, threadMain, work)
    pthread_attr_destroy(&attributes)
    return problem == 0 ? thread : nil
  }

  fileprivate static func run(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }

  /// Waits until the thread ends.
  package func join() { pthread_join(thread, nil) }

  /// Lets the thread end without `join`.
  package func detach() { pthread_detach(thread) }
}

#if canImport(Darwin)
  private func threadMain(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    WorkerThread.run(work)
    return nil
  }
#else
  private func threadMain(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { WorkerThread.run(work) }
    return nil
  }
#endif
