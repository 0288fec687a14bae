/// A growable block of bytes, written to its destination as it fills, or kept in memory.
///
/// `append` never fails; `drainIfFull` writes to the destination and throws a `Failure` (`file/write`) on an
/// error, or `limit.memory` if buffered output exceeds `MemoryBudget`. Writers call it after each value, so
/// the longest value or the budget bounds memory.
@usableFromInline
package struct OutputBuffer: ~Copyable {
  @usableFromInline
  package enum Destination: Equatable {
    /// Kept until `takeBytes`.
    case memory
    /// Written to this descriptor, which the caller opens and closes.
    case descriptor(Int32)
    /// Written to this descriptor of a terminal, with control characters in this form.
    case terminal(Int32, TerminalText.Form)
    /// Passed to a collector in written chunks, so that the output before a failure is the same.
    case collector(CollectedBytes)
    /// Counted and discarded.
    case nowhere
  }

  /// The number of bytes to buffer before writing.
  @inlinable package static var drainSize: Int { 256 * 1024 }

  @usableFromInline package let destination: Destination
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// The number of buffered bytes.
  @usableFromInline package internal(set) var count: Int
  /// The number of bytes already written to the destination.
  @usableFromInline package internal(set) var drainedCount: Int
  /// The size from which to write the bytes, or to check the budget if they are kept; never, if they may be
  /// withdrawn.
  @usableFromInline var drainLimit: Int
  /// Records a hash of each written chunk; nil if unused.
  package var record: WrittenBytes?
  /// The number of bytes charged to `MemoryBudget`: the block, once it has grown.
  @usableFromInline var charged = 0

  /// Whether writing is suspended, because the output may be withdrawn.
  @inlinable package var isHeld: Bool {
    get { drainLimit == .max }
    set { drainLimit = newValue ? .max : Self.drainSize }
  }

  @inlinable package init(to destination: Destination = .memory) {
    self.destination = destination
    // Output kept in memory may be as short as a word; other output never grows much beyond this.
    self.capacity = destination == .memory ? 1024 : Self.drainSize + 4096
    self.base = Platform.reallocate(nil, byteCount: capacity).assumingMemoryBound(to: UInt8.self)
    self.count = 0
    self.drainedCount = 0
    self.drainLimit = Self.drainSize
  }

  deinit {
    MemoryBudget.refund(charged)
    Platform.deallocate(base)
  }

  /// All bytes appended so far.
  @inlinable package var totalCount: Int { drainedCount + count }

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    base[count] = byte
    count &+= 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: ByteView) {
    if bytes.count > capacity &- count { grow(by: bytes.count) }
    (base + count).update(from: bytes.base, count: bytes.count)
    count &+= bytes.count
  }

  @inlinable @inline(__always)
  package mutating func append(_ literal: StaticString) { append(ByteView(literal)) }

  /// Appends a string's UTF-8, for cold paths.
  ///
  /// Disfavoured, because a literal would otherwise become a String, which costs eight times as much.
  @_disfavoredOverload
  @inlinable package mutating func append(_ text: String) {
    var copy = text
    copy.withUTF8 { append(ByteView(UnsafeRawBufferPointer($0))) }
  }

  /// Appends a byte `count` times.
  @inlinable package mutating func append(repeating byte: UInt8, count repetitions: Int) {
    if repetitions > capacity &- count { grow(by: repetitions) }
    (base + count).initialize(repeating: byte, count: repetitions)
    count &+= repetitions
  }

  /// Makes room for `byteCount` bytes, lets `fill` write to it, and keeps the number of bytes that it
  /// returns.
  @inlinable @inline(__always)
  package mutating func appendUninitialized(_ byteCount: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
    if byteCount > capacity &- count { grow(by: byteCount) }
    let used = fill(base + count)
    precondition(used >= 0 && used <= byteCount)
    count &+= used
  }

  /// Appends a text between two marks, with each such mark inside doubled.
  package mutating func append(_ text: ByteView, quotedWith mark: UInt8) {
    append(mark)
    var start = 0
    while let inner = text.firstIndex(of: mark, from: start) {
      append(text[start..<inner + 1])
      append(mark)
      start = inner + 1
    }
    append(text.suffix(from: start))
    append(mark)
  }

  /// Writes the buffered bytes to the destination once there are enough.
  @inlinable @inline(__always)
  package mutating func drainIfFull() throws(Failure) { if count >= drainLimit { try drain() } }

  /// Writes all buffered bytes to the destination (a no-op for memory).
  @usableFromInline @inline(never)
  package mutating func drain() throws(Failure) {
    switch destination {
    case .memory: return try checkBudget()
    case .collector(let collected): try collected.append(ByteView(base: base, count: count))
    case .nowhere: break
    case .terminal(let descriptor, let form):
      let held = ByteView(base: base, count: count)
      let shown = held.harmless(form).map { Array($0.utf8) }
      try (shown ?? held.array).withByteView { (bytes: ByteView) throws(Failure) in
        try Platform.writeAll(descriptor, bytes)
      }
    case .descriptor(let descriptor):
      record?.add(ByteView(base: base, count: count))
      try Platform.writeAll(descriptor, ByteView(base: base, count: count))
      WorkProgress.wrote(count)
    }
    drainedCount &+= count
    count = 0
  }

  /// Checks the budget, and sets the size for the next check.
  private mutating func checkBudget() throws(Failure) {
    guard drainLimit != .max else { return }
    try MemoryBudget.check()
    drainLimit = max(Self.drainSize, capacity)
  }

  @inlinable package mutating func removeAll() { count = 0 }

  /// Withdraws buffered bytes.
  @inlinable package mutating func removeLast(_ byteCount: Int) {
    precondition(byteCount >= 0 && byteCount <= count)
    count &-= byteCount
  }

  /// Runs `body` on the buffered bytes.
  @inlinable package func withHeldBytes<Result: ~Copyable, Problem: Error>(
    _ body: (ByteView) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try body(ByteView(base: base, count: count))
  }

  /// A copy of the buffered bytes; for a memory destination, of all output.
  @inlinable package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  @usableFromInline @inline(never)
  mutating func grow(by needed: Int) {
    capacity = max(capacity + capacity / 2, count + needed)
    if capacity >= MemoryBudget.smallestCharge {
      MemoryBudget.charge(capacity - charged)
      charged = capacity
    }
    base = Platform.reallocate(base, byteCount: capacity).assumingMemoryBound(to: UInt8.self)
  }
}

/// A record of the bytes that an output buffer wrote, one hash per chunk.
package final class WrittenBytes {
  private var pieces: [(count: Int, hash: UInt64)] = []

  package init() {}

  fileprivate func add(_ bytes: ByteView) {
    pieces.append((bytes.count, ByteHash.hash(bytes, seed: ByteHash.seed)))
  }

  /// Whether these are the bytes.
  package func areSame(as bytes: ByteView) -> Bool {
    var at = 0
    for (count, hash) in pieces {
      guard bytes.count - at >= count else { return false }
      if ByteHash.hash(bytes[at..<at + count], seed: ByteHash.seed) != hash { return false }
      at += count
    }
    return at == bytes.count
  }
}

/// Output collected from output buffers.
@usableFromInline
package final class CollectedBytes: Equatable {
  package private(set) var bytes: [UInt8] = []
  private let charge = MemoryCharge()

  package init() {}

  /// Throws `limit.memory` if the budget does not allow it.
  fileprivate func append(_ more: ByteView) throws(Failure) {
    try charge.add(more.count)
    bytes += UnsafeBufferPointer(start: more.base, count: more.count)
  }

  @usableFromInline package static func == (left: CollectedBytes, right: CollectedBytes) -> Bool {
    left === right
  }
}
