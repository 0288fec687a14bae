// The temporary files that exist now, in a form that a signal handler may read: fixed slots of C strings.
//
// A path is put into its slot before the file is opened. While a slot is filled and the file opened, the thread's
// signals are held back and `openings` is not 0; a handler in another thread waits for it, so that no file can
// appear after the clean-up.

import Synchronization

/// The code with which a handler ends the process where there is no signal to die of.
package enum ProcessEnd {
  package static let troubleCode = Atomic<Int32>(1)
}

enum TemporaryFiles {
  /// As many as the parts of a document that is split, and some for other work.
  private static let slotCount = Limits.splitParts + 240
  private static let slotBytes = 4096 + 64
  private static let free: UInt8 = 0
  private static let filling: UInt8 = 1
  private static let active: UInt8 = 2

  nonisolated(unsafe) private static let paths: UnsafeMutablePointer<CChar> =
    Platform.reallocate(nil, byteCount: slotCount * slotBytes).assumingMemoryBound(to: CChar.self)
  nonisolated(unsafe) private static let states: UnsafeMutablePointer<Atomic<UInt8>> = {
    let states = UnsafeMutablePointer<Atomic<UInt8>>.allocate(capacity: slotCount)
    for index in 0..<slotCount { (states + index).initialize(to: Atomic(free)) }
    return states
  }()
  private static let openings = Atomic<Int>(0)
  private static let isEnding = Atomic<Bool>(false)

  /// Sets up the tables, since a handler must not.
  static func prepare() {
    _ = paths
    _ = states
    _ = openings.load(ordering: .relaxed)
    _ = isEnding.load(ordering: .relaxed)
    _ = ProcessEnd.troubleCode.load(ordering: .relaxed)
  }

  /// Registers the path, then runs `open`; returns the slot and what `open` gave.
  ///
  /// Without a free slot (or with a path longer than the system allows) the file is opened unregistered.
  static func register<Result>(_ path: String, opening open: () -> Result) -> (slot: Int?, Result) {
    Platform.withoutSignals {
      openings.add(1, ordering: .sequentiallyConsistent)
      if isEnding.load(ordering: .sequentiallyConsistent) {
        openings.subtract(1, ordering: .sequentiallyConsistent)
        Platform.waitForever()
      }
      let slot = fillFreeSlot(path)
      let result = open()
      openings.subtract(1, ordering: .sequentiallyConsistent)
      return (slot, result)
    }
  }

  static func forget(_ slot: Int?) {
    guard let slot, slot < slotCount else { return }
    states[slot].store(free, ordering: .sequentiallyConsistent)
  }

  private static func fillFreeSlot(_ path: String) -> Int? {
    let bytes = Platform.pathBytes(path)
    guard bytes.count <= slotBytes else { return nil }
    for slot in 0..<slotCount
    where states[slot].compareExchange(
      expected: free, desired: filling, ordering: .sequentiallyConsistent
    ).exchanged {
      for (index, byte) in bytes.enumerated() {
        paths[slot * slotBytes + index] = CChar(bitPattern: byte)
      }
      states[slot].store(active, ordering: .sequentiallyConsistent)
      return slot
    }
    return nil
  }

  /// Unlinks every registered file; only for handlers of signals that end the process.
  static func removeAllInHandler() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    var patience = 2000
    while openings.load(ordering: .sequentiallyConsistent) > 0 && patience > 0 {
      Platform.napInHandler()
      patience -= 1
    }
    for slot in 0..<slotCount where states[slot].load(ordering: .sequentiallyConsistent) == active {
      Platform.unlinkInHandler(paths + slot * slotBytes)
    }
  }
}
