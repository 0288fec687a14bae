// A set of hashes, which need no further hashing.

struct DistinctHashes {
  private(set) var count = 0
  /// At most three quarters full; 0 is a free slot.
  private var slots: [UInt64] = []

  /// Adds a hash; false if it is already present.
  mutating func insert(_ hash: UInt64) -> Bool {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    let at = index(of: hash)
    guard slots[at] == 0 else { return false }
    slots[at] = Self.value(hash)
    count += 1
    return true
  }

  func contains(_ hash: UInt64) -> Bool { count > 0 && slots[index(of: hash)] != 0 }

  func isSubset(of other: DistinctHashes) -> Bool {
    count <= other.count && slots.allSatisfy { $0 == 0 || other.contains($0) }
  }

  mutating func formUnion(_ other: DistinctHashes) {
    if count == 0 { return self = other }
    for hash in other.slots where hash != 0 { _ = insert(hash) }
  }

  private static func value(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }

  /// The slot of the hash, or the free slot for it.
  private func index(of hash: UInt64) -> Int {
    let (wanted, mask) = (Self.value(hash), slots.count &- 1)
    var at = Int(truncatingIfNeeded: wanted) & mask
    while slots[at] != wanted, slots[at] != 0 { at = (at &+ 1) & mask }
    return at
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(old.count * 2, 16))
    for hash in old where hash != 0 { slots[index(of: hash)] = hash }
  }
}
