// An open-addressing table from hashes to object numbers; the caller compares the objects.

/// Finds candidates by hash; a slot is half hash, half number plus one, and zero if it is free.
struct InterningTable<Index: ObjectIndex>: ~Copyable {
  struct Candidate {
    let number: Int
    /// Whether the stored part of the hash is equal.
    let isLikely: Bool
  }

  private var slots: GrowableBuffer<Index.Slot>
  private var mask: Int
  private var count = 0

  init() {
    slots = GrowableBuffer(capacity: 1024)
    slots.append(repeating: 0, count: 1024)
    mask = 1023
  }

  func firstSlot(of hash: Index) -> Int { Int(truncatingIfNeeded: hash) & mask }

  func slot(after slot: Int) -> Int { (slot &+ 1) & mask }

  /// The object in the slot, or nil if the slot is free.
  @inline(__always)
  func candidate(in slot: Int, hash: Index) -> Candidate? {
    let content = slots[slot]
    guard content != 0 else { return nil }
    return Candidate(
      number: Int(truncatingIfNeeded: Index(truncatingIfNeeded: content)) &- 1,
      isLikely: Index(truncatingIfNeeded: content &>> Index.Slot(Index.bitWidth)) == hash)
  }

  func firstContent(of hash: Index) -> Index.Slot { slots[firstSlot(of: hash)] }

  /// The object in the hash's first slot, if it is a likely match.
  @inline(__always)
  func likelyFirst(of hash: Index) -> Int? {
    guard let candidate = candidate(in: firstSlot(of: hash), hash: hash), candidate.isLikely else {
      return nil
    }
    return candidate.number
  }

  /// Puts a new object into the free slot at the end of the search.
  @inline(__always)
  mutating func insert(_ number: Index, hash: Index, in slot: Int) {
    slots[slot] =
      Index.Slot(truncatingIfNeeded: hash) &<< Index.Slot(Index.bitWidth)
      | Index.Slot(truncatingIfNeeded: number &+ 1)
    count &+= 1
    if count &* 4 > slots.count &* 3 { grow() }
  }

  mutating func discard() {
    slots = GrowableBuffer(capacity: 1)
    slots.append(0)
    mask = 0
    count = 0
  }

  @inline(never)
  private mutating func grow() {
    let size = slots.count * 2
    var grown = GrowableBuffer<Index.Slot>(capacity: size)
    grown.append(repeating: 0, count: size)
    mask = size - 1
    for index in 0..<slots.count where slots[index] != 0 {
      let content = slots[index]
      var slot = Int(truncatingIfNeeded: content &>> Index.Slot(Index.bitWidth)) & mask
      while grown[slot] != 0 { slot = (slot &+ 1) & mask }
      grown[slot] = content
    }
    slots = grown
  }
}
