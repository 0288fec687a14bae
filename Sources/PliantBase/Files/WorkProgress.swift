// How far the work on the present input has come, for those who show it; written without locks where the work is done.

import Synchronization

/// The progress of the input that is worked on; meaningful where one is worked on at a time.
@usableFromInline
package enum WorkProgress {
  @usableFromInline static let readOffset = Atomic<Int>(0)
  private static let writtenCount = Atomic<Int>(0)
  @usableFromInline static let isWatchedNow = Atomic<Bool>(false)
  private static let currentPhase = Atomic<Int>(0)
  private static let currentSize = Atomic<Int>(0)
  private static let guardedDescriptor = Atomic<Int>(-1)
  private static let yielding = Mutex<(@Sendable () -> Void)?>(nil)
  private static let isLineShown = Atomic<Bool>(false)

  /// What is done with the present input, each phase from the beginning to the end of its bytes.
  package enum Phase: Int, Sendable {
    case reading
    case writing
    /// Reading the output back, or measuring it.
    case checking
    case loading
  }

  /// Begins a phase over so many bytes; 0 means an unknown number.
  package static func begin(_ phase: Phase, of size: Int = 0) {
    guard isWatchedNow.load(ordering: .relaxed) else { return }
    readOffset.store(0, ordering: .relaxed)
    currentSize.store(size, ordering: .relaxed)
    currentPhase.store(phase.rawValue, ordering: .relaxed)
  }

  package static var phase: Phase { Phase(rawValue: currentPhase.load(ordering: .relaxed)) ?? .reading }
  /// Bytes of the phase, or 0.
  package static var size: Int { currentSize.load(ordering: .relaxed) }

  /// Calls `body` before each write to the descriptor; nil ends that.
  package static func yield(before descriptor: Int32, _ body: (@Sendable () -> Void)?) {
    yielding.withLock { $0 = body }
    guardedDescriptor.store(body == nil ? -1 : Int(descriptor), ordering: .relaxed)
  }

  /// Reports that bytes are about to be written to the descriptor.
  static func willWrite(to descriptor: Int32) {
    guard Int(descriptor) == guardedDescriptor.load(ordering: .relaxed) else { return }
    yielding.withLock { $0 }?()
  }

  /// Reports that everything before the offset was read.
  @inlinable @inline(__always)
  package static func reached(_ offset: Int) {
    // Threads that work on many files would otherwise fight for one cache line.
    if isWatchedNow.load(ordering: .relaxed) { readOffset.store(offset, ordering: .relaxed) }
  }

  /// Watches the reading of one input from its beginning, or watches no more.
  package static func watch(_ isWatched: Bool) {
    isWatchedNow.store(isWatched, ordering: .relaxed)
    begin(.reading)
  }

  /// Reports that so many more bytes were written.
  package static func wrote(_ count: Int) { writtenCount.add(count, ordering: .relaxed) }

  /// Bytes read in the present phase.
  package static var offset: Int { readOffset.load(ordering: .relaxed) }
  /// Bytes written by the process.
  package static var written: Int { writtenCount.load(ordering: .relaxed) }

  /// Whether a line on the terminal shows the progress, which must go when a signal ends the program.
  package static var isShown: Bool {
    get { isLineShown.load(ordering: .relaxed) }
    set {
      if newValue { Platform.handleSignals() }
      isLineShown.store(newValue, ordering: .relaxed)
    }
  }

  /// Sets up the variables, since a signal handler must not.
  package static func prepare() { _ = (offset, written, isShown, clearing) }

  /// Clears the line; allowed inside a signal handler.
  static func clearInHandler() {
    if isShown { Platform.writeErrorInHandler(clearing) }
  }

  /// Carriage return, erase to the end of the line, as a C string that exists before any signal.
  nonisolated(unsafe) private static let clearing: UnsafePointer<CChar> = {
    let text: StaticString = "\r\u{1B}[K"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }()
}
