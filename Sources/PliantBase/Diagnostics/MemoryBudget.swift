// The memory budget of the process for its inputs, shared by all threads.
//
// Buffers that grow with input are charged before they grow (`GrowableBuffer`, `OutputBuffer`,
// `MemoryCharge`). Growing itself does not throw, because hot loops would pay for that: the code that fills a
// buffer calls `check` once per value, so that at most one value exceeds the budget, or uses a bounded
// buffer, which starts again, and throws at the end.

import Synchronization

/// The memory limit of the process, and its current use, in bytes.
///
/// pliant sets the default budget when it starts; a library takes that of a host with its first input, if its program has
/// set no other.
@usableFromInline
package enum MemoryBudget {
  /// Smaller blocks are not counted: they are few, or belong to a larger whole.
  @inlinable static var smallestCharge: Int { 4096 }

  @usableFromInline static let held = Atomic<Int>(0)
  @usableFromInline static let allowed = Atomic<Int>(.max)
  private static let inputBytes = Atomic<Int>(0)
  /// The memory that the process's own limits allow.
  nonisolated(unsafe) private static var ceiling = Int.max
  /// Whether the budget grows with the input.
  nonisolated(unsafe) private static var isAutomatic = false

  /// Sets the default budget of the program; called once, before threads start.
  package static func activate() {
    if let limit = Platform.addressSpaceLimit() {
      // The program itself, stacks and unused memory of the allocator need a share.
      ceiling = max(limit / 4 * 3 - 32 * 1024 * 1024, limit / 4)
    }
    isAutomatic = true
    allowed.store(min(Limits.leastMemory, ceiling), ordering: .relaxed)
  }

  /// Sets the default budget of a library: three quarters of the memory that the process may use and does not yet.
  ///
  /// Beyond it an input is an error, instead of the end of the process; unless the host itself takes more later.
  package static func limitHost() { _ = hostIsLimited }

  private static let hostIsLimited: Bool = {
    let occupied = Platform.occupied()
    let free = [
      Platform.addressSpaceLimit().map { $0 - occupied.addresses },
      Platform.machineMemory().map { $0 - occupied.memory },
    ].compactMap { $0 }.min()
    if let free { ceiling = min(ceiling, max(free, 0) / 4 * 3) }
    return allowed.compareExchange(expected: .max, desired: ceiling, ordering: .relaxed).exchanged
  }()

  /// Sets the budget to a number of bytes, independent of the input; less if the process's limits require.
  package static func fix(_ byteCount: Int) {
    isAutomatic = false
    allowed.store(min(byteCount, ceiling), ordering: .relaxed)
  }

  /// The maximum number of threads under the process's limits; each reserves addresses for its stack and its
  /// allocations.
  package static var threadLimit: Int { ceiling == .max ? .max : max(1, ceiling / (256 * 1024 * 1024)) }

  // MARK: Charging

  /// Charges bytes about to be allocated.
  @inlinable package static func charge(_ byteCount: Int) { held.wrappingAdd(byteCount, ordering: .relaxed) }

  /// Refunds freed bytes.
  @inlinable package static func refund(_ byteCount: Int) {
    held.wrappingSubtract(byteCount, ordering: .relaxed)
  }

  /// Charges the bytes of an input read into memory.
  static func chargeInput(_ byteCount: Int) {
    charge(byteCount)
    countInput(byteCount)
  }

  /// Refunds the bytes of a closed input; a budget that has grown does not shrink.
  static func refundInput(_ byteCount: Int) {
    refund(byteCount)
    discountInput(byteCount)
  }

  /// Counts bytes of an input, which increase the budget.
  static func countInput(_ byteCount: Int) {
    let total = inputBytes.wrappingAdd(byteCount, ordering: .relaxed).newValue
    guard isAutomatic, total > Limits.leastMemory / Limits.memoryFactor else { return }
    let (wanted, overflow) = total.multipliedReportingOverflow(by: Limits.memoryFactor)
    let target = min(overflow ? Int.max : wanted, ceiling)
    var now = allowed.load(ordering: .relaxed)
    while now < target {
      let (exchanged, original) = allowed.weakCompareExchange(
        expected: now, desired: target, ordering: .relaxed)
      if exchanged { return }
      now = original
    }
  }

  static func discountInput(_ byteCount: Int) { inputBytes.wrappingSubtract(byteCount, ordering: .relaxed) }

  @inlinable package static var isExceeded: Bool {
    held.load(ordering: .relaxed) > allowed.load(ordering: .relaxed)
  }

  /// Throws `limit.memory` if the budget is exceeded.
  @inlinable @inline(__always)
  package static func check() throws(Failure) { if isExceeded { throw exhausted() } }

  /// Whether the budget allows this many more bytes.
  @usableFromInline package static func allows(adding byteCount: Int) -> Bool {
    let (sum, overflow) = held.load(ordering: .relaxed).addingReportingOverflow(byteCount)
    return !overflow && sum <= allowed.load(ordering: .relaxed)
  }

  /// Throws `limit.memory` if the budget does not allow this many more bytes.
  package static func check(adding byteCount: Int) throws(Failure) {
    if !allows(adding: byteCount) { throw exhausted() }
  }

  /// The maximum size of an input without a known size, such as a pipe or a device: a share of the machine's memory.
  static var unsizedLimit: Int {
    let share = (Platform.machineMemory() ?? Limits.leastMemory * 16) / Limits.unsizedShare
    return min(max(share, Limits.leastMemory), ceiling)
  }

  /// Throws `limit.memory` if an input without a known size outgrows its share; with `--limit memory`, that counts.
  static func check(unsizedInput byteCount: Int) throws(Failure) {
    guard isAutomatic, byteCount > unsizedLimit else { return }
    throw Failure(.memory, ByteCount.text(unsizedLimit))
  }

  /// The failure for an exceeded budget.
  @usableFromInline package static func exhausted() -> Failure {
    let limit = allowed.load(ordering: .relaxed)
    return Failure(limit == ceiling ? .memoryOfProcess : .memory, ByteCount.text(limit))
  }

  /// The current charge in bytes, for tests.
  package static var heldBytes: Int { held.load(ordering: .relaxed) }
}

/// A share of the budget for Swift's own collections, which copies of a value may share; refunded with the object.
package final class MemoryCharge {
  private var byteCount = 0

  package init() {}

  deinit { MemoryBudget.refund(byteCount) }

  /// Charges more.
  ///
  /// Throws `limit.memory` if the budget does not allow it.
  package func add(_ more: Int) throws(Failure) {
    try MemoryBudget.check(adding: more)
    MemoryBudget.charge(more)
    byteCount += more
  }

  /// Refunds a part.
  package func remove(_ less: Int) {
    precondition(less <= byteCount, "more given back than was taken")
    MemoryBudget.refund(less)
    byteCount -= less
  }
}

extension Failure {
  /// Whether the cause is the machine's resources rather than the document.
  package var isOfSurroundings: Bool {
    [.cannotWrite, .brokenPipe, .memory, .memoryOfProcess].contains(code)
  }
}
