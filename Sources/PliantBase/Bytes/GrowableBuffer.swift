// Its accessors are inlinable, so that other modules read and append without a generic call per element.

/// A growable, uniquely owned block of trivial values without reference counting, for tapes, arenas and
/// tables; indices are checked.
///
/// Charges its memory to `MemoryBudget` before it grows. Beyond the budget it still grows, for loops that
/// check the budget themselves, or if bounded, starts again and sets `isExhausted`.
@usableFromInline
package struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity = 0
  @usableFromInline let firstCapacity: Int
  @usableFromInline package internal(set) var count = 0
  /// Whether the budget limits it.
  @usableFromInline let isBounded: Bool
  /// Whether it exceeded the budget and discarded its elements; only if bounded.
  @usableFromInline package internal(set) var isExhausted = false

  /// Creates an empty block; allocates memory for `capacity` elements at the first append.
  ///
  /// A bounded one starts again if it may not grow; its elements are then meaningless.
  @inlinable package init(capacity: Int = 16, isBounded: Bool = false) {
    firstCapacity = max(capacity, 1)
    self.isBounded = isBounded
    // Never accessed without elements; not null, so that views can be created.
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

  @inlinable @inline(__always)
  package var last: Element? { count > 0 ? base[count &- 1] : nil }

  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    base[count] = element
    count &+= 1
  }

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

  /// Removes the elements from `newCount`.
  @inlinable package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// The charge for a block of `capacity` elements.
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
      // One value too large for the budget; the following ones replace it.
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
  /// Appends the bytes and returns their offset.
  @inlinable package mutating func append(_ bytes: ByteView) -> Int {
    let start = count
    if bytes.count > capacity - count { grow(by: bytes.count) }
    (base + count).update(from: bytes.base, count: bytes.count)
    count += bytes.count
    return start
  }

  /// Appends the `bytes` highest bytes of a word, the highest first.
  @inlinable @inline(__always)
  package mutating func append(highest bytes: Int, of word: UInt64) {
    if capacity &- count < 8 { grow(by: 8) }
    UnsafeMutableRawPointer(base + count).storeBytes(of: word.bigEndian, as: UInt64.self)
    count &+= bytes
  }

  /// Replaces all bytes with those that `write` stores in memory for `room` bytes; it returns their number.
  @inlinable @inline(__always)
  package mutating func rewrite(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    count = 0
    if room > capacity { grow(by: room) }
    count = write(base)
  }

  /// All bytes; valid until the next append.
  @inlinable package var view: ByteView { ByteView(base: base, count: count) }
}
