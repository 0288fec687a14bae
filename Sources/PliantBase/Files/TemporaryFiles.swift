// The current temporary files, and files to restore if the process is interrupted, readable by a signal
// handler: fixed slots of C strings.
//
// A path is stored in its slot before the file is opened. During both steps, the thread's signals are blocked
// and `openings` is not 0; a handler in another thread waits for that, so no file can appear after the
// clean-up.

import Synchronization

package enum ProcessEnd {
  /// The exit status of a handler if there is no signal to end the process with.
  package static let troubleCode = Atomic<Int32>(1)
  /// _exit(2) in the program; nil in another one, whose process no module of the library can end.
  nonisolated(unsafe) static var exit: (@convention(c) (Int32) -> Void)?
}

enum TemporaryFiles {
  /// Enough for the parts of a split document and other work.
  private static let slotCount = Limits.splitParts + 240
  private static let slotBytes = 4096 + 64
  private static let free: UInt8 = 0
  private static let filling: UInt8 = 1
  private static let active: UInt8 = 2
  /// A saved file, to be renamed to the path in the next slot.
  private static let saved: UInt8 = 3
  /// The second path of a saved file.
  private static let second: UInt8 = 4

  /// The slots' strings, each allocated when its slot is first used and never freed, because a handler may be
  /// reading it.
  nonisolated(unsafe) private static let paths =
    Platform.allocateZeros(byteCount: slotCount * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)
    .bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: slotCount)
  /// The states of the slots; zero is `free`.
  nonisolated(unsafe) private static let states =
    Platform.allocateZeros(byteCount: slotCount).bindMemory(to: Atomic<UInt8>.self, capacity: slotCount)
  private static let openings = Atomic<Int>(0)
  private static let isEnding = Atomic<Bool>(false)
  /// Whether the tables exist, so that checking takes no lock.
  private static let isPrepared = Atomic<Bool>(false)

  /// Creates the tables, because a handler must not.
  package static func prepare() {
    _ = paths
    _ = states
    _ = openings.load(ordering: .relaxed)
    _ = isEnding.load(ordering: .relaxed)
    _ = ProcessEnd.troubleCode.load(ordering: .relaxed)
    isPrepared.store(true, ordering: .sequentiallyConsistent)
  }

  /// Registers the path, then runs `open`; returns the slot and the result of `open`.
  ///
  /// Without a free slot (or with a path longer than the system allows) the file is not registered.
  package static func register<Result>(_ path: String, opening open: () -> Result) -> (slot: Int?, Result) {
    prepare()
    Platform.handleSignals()
    return Platform.withoutSignals {
      openings.add(1, ordering: .sequentiallyConsistent)
      if isEnding.load(ordering: .sequentiallyConsistent) {
        openings.subtract(1, ordering: .sequentiallyConsistent)
        Platform.waitForever()
      }
      let slot = fillFreeSlots([path])
      if let slot { states[slot].store(active, ordering: .sequentiallyConsistent) }
      let result = open()
      openings.subtract(1, ordering: .sequentiallyConsistent)
      return (slot, result)
    }
  }

  package static func forget(_ slot: Int?) {
    guard let slot, slot < slotCount else { return }
    if states[slot].load(ordering: .sequentiallyConsistent) == saved {
      states[slot].store(filling, ordering: .sequentiallyConsistent)
      states[slot + 1].store(free, ordering: .sequentiallyConsistent)
    }
    states[slot].store(free, ordering: .sequentiallyConsistent)
  }

  /// Registers `path` to be deleted if the process is interrupted, or renamed to `target`, which restores it;
  /// returns the slot.
  package static func register(_ path: String, restoring target: String?) -> Int? {
    guard let target else { return register(path) {}.slot }
    prepare()
    Platform.handleSignals()
    return Platform.withoutSignals {
      guard let slot = fillFreeSlots([path, target]) else { return nil }
      states[slot + 1].store(second, ordering: .sequentiallyConsistent)
      states[slot].store(saved, ordering: .sequentiallyConsistent)
      return slot
    }
  }

  /// Fills as many adjacent free slots as there are paths, and returns the first.
  private static func fillFreeSlots(_ all: [String]) -> Int? {
    let paths = all.map(Platform.pathBytes)
    guard paths.allSatisfy({ $0.count <= slotBytes }) else { return nil }
    for slot in stride(from: 0, through: slotCount - paths.count, by: paths.count) {
      let taken = paths.indices.prefix { take(slot + $0) }
      if taken.count == paths.count {
        for (offset, path) in paths.enumerated() { put(path, slot + offset) }
        return slot
      }
      for offset in taken { forget(slot + offset) }
    }
    return nil
  }

  private static func take(_ slot: Int) -> Bool {
    states[slot].compareExchange(expected: free, desired: filling, ordering: .sequentiallyConsistent)
      .exchanged
  }

  private static func put(_ bytes: [UInt8], _ slot: Int) {
    let path =
      paths[slot] ?? Platform.reallocate(nil, byteCount: slotBytes).assumingMemoryBound(to: CChar.self)
    for (index, byte) in bytes.enumerated() { path[index] = CChar(bitPattern: byte) }
    paths[slot] = path
  }

  /// Deletes every registered file and restores the saved ones; only for handlers of signals that end the
  /// process.
  static func removeAllInHandler() {
    guard isPrepared.load(ordering: .sequentiallyConsistent) else { return }
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // The open call may be this thread's own, interrupted by a failed allocation.
    var patience = 500
    while openings.load(ordering: .sequentiallyConsistent) > 0 && patience > 0 {
      Platform.sleepInHandler()
      patience -= 1
    }
    for slot in 0..<slotCount {
      let state = states[slot].load(ordering: .sequentiallyConsistent)
      guard state == saved || state == active, let path = paths[slot] else { continue }
      if state == saved, let target = paths[slot + 1] { Platform.renameInHandler(path, to: target) }
      Platform.unlinkInHandler(path)
    }
  }
}

/// A path to restore if the process is interrupted; does nothing otherwise.
package final class InterruptionGuard {
  private let slot: Int?
  private let copy: String?

  /// Deletes the file at `path`, which does not exist yet, if interrupted.
  package init(removing path: String) {
    copy = nil
    slot = TemporaryFiles.register(path, restoring: nil)
  }

  /// Replaces the file at `path` with `copy`, a file next to it that is deleted with this object, if
  /// interrupted.
  package init(replacing path: String, by copy: String) {
    self.copy = copy
    slot = TemporaryFiles.register(copy, restoring: path)
  }

  deinit {
    TemporaryFiles.forget(slot)
    if let copy { Platform.removeFile(copy) }
  }
}
