// A growable block of trivial values: an array without reference counting, for tapes, arenas and tables.
//
// Its accessors are inlinable, so that other modules read and append without a generic call for each element.

/// A growable, uniquely owned block of trivial values; indices are checked.
///
/// Its memory is charged to `MemoryBudget` before it grows. Beyond the budget it grows all the same, for loops that check
/// the budget themselves, or where it is made for that begins anew and says so.
@usableFromInline
package struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity = 0
  @usableFromInline let firstCapacity: Int
  @usableFromInline package internal(set) var count = 0
  /// Whether it keeps to the budget.
  @usableFromInline let isBounded: Bool
  /// Whether it would have exceeded the budget and has forgotten what it held; for bounded ones.
  @usableFromInline package internal(set) var isExhausted = false

  /// An empty block; memory for `capacity` elements is got when the first is appended.
  ///
  /// A bounded one begins anew where it may not grow; its elements are of no use then.
  @inlinable package init(capacity: Int = 16, isBounded: Bool = false) {
    firstCapacity = max(capacity, 1)
    self.isBounded = isBounded
    // Never read or written, since there is no element; no null, so that views can be made of it.
    base = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  @inlinable
  deinit {
    guard capacity > 0 else { return }
    MemoryBudget.refund(Self.charge(for: capacity))
    Platform.deallocate(base)
  }

  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside the buffer")
      return base[index]
    }
    @inline(__always)
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside the buffer")
      base[index] = newValue
    }
  }

  /// The last element; nil if there is none.
  @inlinable @inline(__always)
  package var last: Element? { count > 0 ? base[count &- 1] : nil }

  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    base[count] = element
    count &+= 1
  }

  /// Appends `repetitions` times the same element.
  @inlinable package mutating func append(repeating element: Element, count repetitions: Int) {
    if repetitions > capacity - count { grow(by: repetitions) }
    (base + count).initialize(repeating: element, count: repetitions)
    count += repetitions
  }

  /// Sets every element.
  @inlinable package mutating func fill(with element: Element) {
    base.update(repeating: element, count: count)
  }

  @inlinable @inline(__always)
  package mutating func removeLast() -> Element {
    precondition(count > 0, "empty buffer")
    count &-= 1
    return base[count]
  }

  /// Forgets the elements from `newCount` on.
  @inlinable package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// What a block of so many elements is charged.
  @inlinable static func charge(for capacity: Int) -> Int {
    let byteCount = capacity * MemoryLayout<Element>.stride
    return byteCount < MemoryBudget.smallestCharge ? 0 : byteCount
  }

  @inlinable @inline(never)
  mutating func grow(by needed: Int) {
    var grown = max(capacity + capacity / 2, count + needed, firstCapacity)
    var added = Self.charge(for: grown) - Self.charge(for: capacity)
    if isBounded, added > 0, !MemoryBudget.allows(adding: added) {
      isExhausted = true
      count = 0
      if needed <= capacity { return }
      // One value too large for what there is; the next ones take its place.
      grown = needed
      added = Self.charge(for: grown) - Self.charge(for: capacity)
    }
    let old = capacity > 0 ? base : nil
    MemoryBudget.charge(added)
    capacity = grown
    base = Platform.reallocate(old, byteCount: capacity * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: capacity)
  }
}

extension GrowableBuffer where Element == UInt8 {
  /// Appends the bytes and returns the offset at which they begin.
  @inlinable package mutating func append(_ bytes: ByteView) -> Int {
    let start = count
    if bytes.count > capacity - count { grow(by: bytes.count) }
    (base + count).update(from: bytes.base, count: bytes.count)
    count += bytes.count
    return start
  }

  /// All bytes; valid until the next append.
  @inlinable package var view: ByteView { ByteView(base: base, count: count) }
}
