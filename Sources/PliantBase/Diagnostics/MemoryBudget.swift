// The memory that the process may take for its inputs: one budget for all threads.
//
// Buffers that grow with input are charged before they grow (`GrowableBuffer`, `OutputBuffer`, `MemoryCharge`). Growing
// itself does not throw, since hot loops would pay for it: who fills a buffer asks `check` once a value, so that no more
// than one value goes beyond the budget, or has a bounded buffer, which begins anew, and throws at the end.

import Synchronization

/// The bytes that the process may hold, and those that it holds.
///
/// A library has no budget until its program sets one; pliant does at its start.
@usableFromInline
package enum MemoryBudget {
  /// Blocks below this size are not counted: there are few of them, or they belong to a larger whole.
  @inlinable static var smallestCharge: Int { 4096 }

  @usableFromInline static let held = Atomic<Int>(0)
  @usableFromInline static let allowed = Atomic<Int>(.max)
  private static let inputBytes = Atomic<Int>(0)
  /// What the process's own limits leave room for.
  nonisolated(unsafe) private static var ceiling = Int.max
  /// Whether the budget grows with the input.
  nonisolated(unsafe) private static var isAutomatic = false

  /// Sets the budget that a program has unless its user wants another; called once, before there are threads.
  package static func activate() {
    if let limit = Platform.addressSpaceLimit() {
      // The program itself, stacks and what the allocator leaves unused take their part.
      ceiling = max(limit / 4 * 3 - 32 * 1024 * 1024, limit / 4)
    }
    isAutomatic = true
    allowed.store(min(Limits.leastMemory, ceiling), ordering: .relaxed)
  }

  /// Sets the budget to a number of bytes, whatever the input; less where the process's limits leave no room for it.
  package static func fix(_ byteCount: Int) {
    isAutomatic = false
    allowed.store(min(byteCount, ceiling), ordering: .relaxed)
  }

  /// Threads that fit under the process's limits; each reserves addresses for its stack and its allocations.
  package static var threadLimit: Int { ceiling == .max ? .max : max(1, ceiling / (256 * 1024 * 1024)) }

  // MARK: Charging

  /// Counts bytes that are about to be allocated.
  @inlinable package static func charge(_ byteCount: Int) { held.wrappingAdd(byteCount, ordering: .relaxed) }

  /// Counts bytes that were given back.
  @inlinable package static func refund(_ byteCount: Int) {
    held.wrappingSubtract(byteCount, ordering: .relaxed)
  }

  /// Counts bytes of an input that is read into memory.
  static func chargeInput(_ byteCount: Int) {
    charge(byteCount)
    countInput(byteCount)
  }

  /// Gives back the bytes of an input that is closed; a budget that has grown stays.
  static func refundInput(_ byteCount: Int) {
    refund(byteCount)
    discountInput(byteCount)
  }

  /// Counts bytes of an input that is being read, by which the budget grows.
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

  static func discountInput(_ byteCount: Int) {
    inputBytes.wrappingSubtract(byteCount, ordering: .relaxed)
  }

  /// Whether more is held than is allowed.
  @inlinable package static var isExceeded: Bool {
    held.load(ordering: .relaxed) > allowed.load(ordering: .relaxed)
  }

  /// Throws `limit.memory` if more is held than is allowed.
  @inlinable @inline(__always)
  package static func check() throws(Failure) { if isExceeded { throw exhausted() } }

  /// Whether so many more bytes are allowed.
  @usableFromInline package static func allows(adding byteCount: Int) -> Bool {
    let (sum, overflow) = held.load(ordering: .relaxed).addingReportingOverflow(byteCount)
    return !overflow && sum <= allowed.load(ordering: .relaxed)
  }

  /// Throws `limit.memory` if so many more bytes would not be allowed.
  package static func check(adding byteCount: Int) throws(Failure) {
    if !allows(adding: byteCount) { throw exhausted() }
  }

  /// The failure of what was not allowed.
  @usableFromInline package static func exhausted() -> Failure {
    let limit = allowed.load(ordering: .relaxed)
    return Failure(limit == ceiling ? .memoryOfProcess : .memory, ByteCount.text(limit))
  }

  /// Bytes held now, for tests.
  package static var heldBytes: Int { held.load(ordering: .relaxed) }
}

/// A share of the budget for what Swift's own collections hold; given back with the value.
package struct MemoryCharge: ~Copyable {
  private var byteCount = 0

  package init() {}

  deinit { MemoryBudget.refund(byteCount) }

  /// Takes more.
  ///
  /// Throws `limit.memory` if the budget does not allow it.
  package mutating func add(_ more: Int) throws(Failure) {
    try MemoryBudget.check(adding: more)
    MemoryBudget.charge(more)
    byteCount += more
  }

  /// Gives back what was taken.
  package mutating func remove(_ less: Int) {
    precondition(less <= byteCount, "more given back than was taken")
    MemoryBudget.refund(less)
    byteCount -= less
  }
}

/// A share of the budget that copies of a value have in common.
package final class SharedMemoryCharge {
  private var charge = MemoryCharge()

  package init() {}

  /// Takes more.
  ///
  /// Throws `limit.memory` if the budget does not allow it.
  package func add(_ more: Int) throws(Failure) { try charge.add(more) }

  /// Gives back what was taken.
  package func remove(_ less: Int) { charge.remove(less) }
}

extension DiagnosticCode {
  package static var memory: DiagnosticCode {
    DiagnosticCode(
      "limit.memory", rule: "limit/memory",
      "memory budget of % exhausted", advice: "raise it with --limit memory=SIZE")
  }
  package static var memoryOfProcess: DiagnosticCode {
    DiagnosticCode(
      "limit.memory-of-process", rule: "limit/memory",
      "memory budget of % exhausted, which is what the limits of the process (ulimit -v) leave")
  }
}

extension Failure {
  /// Whether the document is not at fault, but what the machine had for it.
  package var isOfSurroundings: Bool {
    [.cannotWrite, .brokenPipe, .memory, .memoryOfProcess].contains(code)
  }
}
