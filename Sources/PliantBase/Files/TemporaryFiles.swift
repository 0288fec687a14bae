// The temporary files that exist now, and the files that are put back if the process is interrupted, in a form that a
// signal handler may read: fixed slots of C strings.
//
// A path is put into its slot before the file is opened. While a slot is filled and the file opened, the thread's
// signals are held back and `openings` is not 0; a handler in another thread waits for it, so that no file can
// appear after the clean-up.

import Synchronization

/// The code with which a handler ends the process if there is no signal to die of.
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
  /// A saved file, which goes back to the path that lies in the next slot.
  private static let saved: UInt8 = 3
  /// The second path of a saved file.
  private static let second: UInt8 = 4

  /// The slots' strings, each made when its slot is first filled and never freed, since a handler may be reading it.
  nonisolated(unsafe) private static let paths =
    Platform.allocateZeros(byteCount: slotCount * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)
    .bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: slotCount)
  /// A byte of zero is the state `free`.
  nonisolated(unsafe) private static let states =
    Platform.allocateZeros(byteCount: slotCount).bindMemory(to: Atomic<UInt8>.self, capacity: slotCount)
  private static let openings = Atomic<Int>(0)
  private static let isEnding = Atomic<Bool>(false)
  /// Whether the tables are there, so that looking at them takes no lock.
  private static let isPrepared = Atomic<Bool>(false)

  /// Sets up the tables, since a handler must not.
  package static func prepare() {
    _ = paths
    _ = states
    _ = openings.load(ordering: .relaxed)
    _ = isEnding.load(ordering: .relaxed)
    _ = ProcessEnd.troubleCode.load(ordering: .relaxed)
    isPrepared.store(true, ordering: .sequentiallyConsistent)
  }

  /// Registers the path, then runs `open`; returns the slot and what `open` gave.
  ///
  /// Without a free slot (or with a path longer than the system allows) the file is opened unregistered.
  package static func register<Result>(_ path: String, opening open: () -> Result) -> (slot: Int?, Result) {
    prepare()
    Platform.handleSignals()
    return Platform.withoutSignals {
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

  package static func forget(_ slot: Int?) {
    guard let slot, slot < slotCount else { return }
    if states[slot].load(ordering: .sequentiallyConsistent) == saved {
      states[slot].store(filling, ordering: .sequentiallyConsistent)
      states[slot + 1].store(free, ordering: .sequentiallyConsistent)
    }
    states[slot].store(free, ordering: .sequentiallyConsistent)
  }

  /// Has `path` removed if the process is interrupted, or renamed to `target`, which is thereby as it was; returns the
  /// slot.
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

  /// Two free slots side by side, filled.
  private static func fillFreeSlots(_ both: [String]) -> Int? {
    for slot in stride(from: 0, to: slotCount - 1, by: 2) {
      guard take(slot) else { continue }
      guard take(slot + 1) else {
        forget(slot)
        continue
      }
      for (offset, path) in both.enumerated() {
        guard put(Platform.pathBytes(path), slot + offset) else {
          forget(slot)
          forget(slot + 1)
          return nil
        }
      }
      return slot
    }
    return nil
  }

  private static func take(_ slot: Int) -> Bool {
    states[slot].compareExchange(expected: free, desired: filling, ordering: .sequentiallyConsistent)
      .exchanged
  }

  private static func put(_ bytes: [UInt8], _ slot: Int) -> Bool {
    guard bytes.count <= slotBytes else { return false }
    let path =
      paths[slot] ?? Platform.reallocate(nil, byteCount: slotBytes).assumingMemoryBound(to: CChar.self)
    for (index, byte) in bytes.enumerated() { path[index] = CChar(bitPattern: byte) }
    paths[slot] = path
    return true
  }

  private static func fillFreeSlot(_ path: String) -> Int? {
    let bytes = Platform.pathBytes(path)
    guard bytes.count <= slotBytes else { return nil }
    for slot in 0..<slotCount where take(slot) {
      _ = put(bytes, slot)
      states[slot].store(active, ordering: .sequentiallyConsistent)
      return slot
    }
    return nil
  }

  /// Unlinks every registered file and puts back the saved ones; only for handlers of signals that end the process.
  static func removeAllInHandler() {
    guard isPrepared.load(ordering: .sequentiallyConsistent) else { return }
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // The opening may be this thread's own, which an allocation in it has ended.
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

/// A path that is put back as it was if the process is interrupted; nothing is done to it where the process goes on.
package final class InterruptionGuard {
  private let slot: Int?
  private let copy: String?

  /// Has the file at `path`, which does not exist yet, removed.
  package init(removing path: String) {
    copy = nil
    slot = TemporaryFiles.register(path, restoring: nil)
  }

  /// Has the file at `path` replaced by `copy`, a file beside it, which goes with this object.
  package init(replacing path: String, by copy: String) {
    self.copy = copy
    slot = TemporaryFiles.register(copy, restoring: path)
  }

  deinit {
    TemporaryFiles.forget(slot)
    if let copy { Platform.removeFile(copy) }
  }
}
