// The progress on the current input, for display; updated without locks.

import Synchronization

/// The progress on the current input; meaningful for one input at a time.
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

  /// The phases of work on the current input, each over all of its bytes.
  package enum Phase: Int, Sendable {
    case reading
    case writing
    /// Reading the output back, or measuring it.
    case checking
    case loading
  }

  /// Begins a phase of `size` bytes; 0 means unknown.
  package static func begin(_ phase: Phase, of size: Int = 0) {
    guard isWatchedNow.load(ordering: .relaxed) else { return }
    readOffset.store(0, ordering: .relaxed)
    currentSize.store(size, ordering: .relaxed)
    currentPhase.store(phase.rawValue, ordering: .relaxed)
  }

  package static var phase: Phase { Phase(rawValue: currentPhase.load(ordering: .relaxed)) ?? .reading }
  /// The size of the phase in bytes, or 0.
  package static var size: Int { currentSize.load(ordering: .relaxed) }

  /// Calls `body` before each write to the descriptor; nil stops that.
  package static func yield(before descriptor: Int32, _ body: (@Sendable () -> Void)?) {
    yielding.withLock { $0 = body }
    guardedDescriptor.store(body == nil ? -1 : Int(descriptor), ordering: .relaxed)
  }

  /// Announces a write to the descriptor.
  static func willWrite(to descriptor: Int32) {
    guard Int(descriptor) == guardedDescriptor.load(ordering: .relaxed) else { return }
    yielding.withLock { $0 }?()
  }

  /// Reports that reading has reached the offset.
  @inlinable @inline(__always)
  package static func reached(_ offset: Int) {
    // Threads that work on many files would otherwise contend for one cache line.
    if isWatchedNow.load(ordering: .relaxed) { readOffset.store(offset, ordering: .relaxed) }
  }

  /// Starts or stops watching the reading of one input from its beginning.
  package static func watch(_ isWatched: Bool) {
    isWatchedNow.store(isWatched, ordering: .relaxed)
    begin(.reading)
  }

  /// Reports `count` more bytes written.
  package static func wrote(_ count: Int) { writtenCount.add(count, ordering: .relaxed) }

  /// The number of bytes read in the current phase.
  package static var offset: Int { readOffset.load(ordering: .relaxed) }
  /// The number of bytes written by the process.
  package static var written: Int { writtenCount.load(ordering: .relaxed) }

  /// Whether the terminal shows a progress line, to be cleared if a signal ends the program.
  package static var isShown: Bool {
    get { isLineShown.load(ordering: .relaxed) }
    set {
      if newValue { Platform.handleSignals() }
      isLineShown.store(newValue, ordering: .relaxed)
    }
  }

  /// Initialises the variables, because a signal handler must not.
  package static func prepare() { _ = (offset, written, isShown, clearing) }

  /// Clears the line; allowed inside a signal handler.
  static func clearInHandler() { if isShown { Platform.writeErrorInHandler(clearing) } }

  /// Carriage return, erase to the end of the line, as a C string that exists before any signal.
  nonisolated(unsafe) private static let clearing: UnsafePointer<CChar> = {
    let text: StaticString = "\r\u{1B}[K"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }()
}
