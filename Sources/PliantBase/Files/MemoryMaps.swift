// The files mapped now, to report a fault on a page that has disappeared.

import Synchronization

enum MemoryMaps {
  private struct Slot: ~Copyable {
    let start = Atomic<UInt>(0)
    let byteCount = Atomic<UInt>(0)
    let message = Atomic<UInt>(0)
  }
  private static let slotCount = 256
  /// Slots; zeros mean free.
  nonisolated(unsafe) private static let slots =
    Platform.allocateZeros(byteCount: slotCount * MemoryLayout<Slot>.stride)
    .bindMemory(to: Slot.self, capacity: slotCount)

  /// Creates the table, because a handler must not.
  package static func prepare() { _ = slots }

  /// Registers the mapping and its error message; returns its slot.
  package static func register(_ start: UnsafeRawPointer, byteCount: Int, name: String) -> Int? {
    Platform.handleSignals()
    let text = Diagnostic(Failure(.changedWhileRead)).text(file: Platform.displayPath(name)) + "\n"
    let bytes = Array(text.utf8CString)
    let copy = Platform.reallocate(nil, byteCount: bytes.count).assumingMemoryBound(to: CChar.self)
    copy.update(from: bytes, count: bytes.count)
    for slot in 0..<slotCount
    where slots[slot].message.compareExchange(
      expected: 0, desired: UInt(bitPattern: copy), ordering: .sequentiallyConsistent
    ).exchanged {
      slots[slot].byteCount.store(UInt(bitPattern: byteCount), ordering: .sequentiallyConsistent)
      slots[slot].start.store(UInt(bitPattern: start), ordering: .sequentiallyConsistent)
      return slot
    }
    Platform.deallocate(copy)
    return nil
  }

  package static func forget(_ slot: Int?) {
    guard let slot, slot < slotCount else { return }
    slots[slot].start.store(0, ordering: .sequentiallyConsistent)
    let message = slots[slot].message.exchange(0, ordering: .sequentiallyConsistent)
    Platform.deallocate(UnsafeMutableRawPointer(bitPattern: message))
  }

  /// Reports the mapped file that contains the address; false if there is none.
  ///
  /// For the fault handler only.
  static func reportChangeInHandler(at address: UInt) -> Bool {
    for slot in 0..<slotCount {
      let start = slots[slot].start.load(ordering: .sequentiallyConsistent)
      guard start != 0, address &- start < slots[slot].byteCount.load(ordering: .sequentiallyConsistent)
      else { continue }
      let message = slots[slot].message.load(ordering: .sequentiallyConsistent)
      if let text = UnsafePointer<CChar>(bitPattern: message) { Platform.writeErrorInHandler(text) }
      return true
    }
    return false
  }
}
