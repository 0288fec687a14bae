// Checks that the keys of a dictionary are distinct while reading: records have the keys of an earlier record
// in the same order, so each key is compared with the expected one and nothing is stored. A dictionary with
// other keys is checked when it closes, and becomes a pattern if one like it came before.
//
//   {"id": 1, "name": "a"}   nothing is expected: both keys are recorded and compared
//   {"id": 2, "name": "b"}   the same, but two keys from `id` on came before: they become a pattern
//   {"id": 3, "name": "c"}   `id` begins that pattern, `name` continues it: distinct
//   {"id": 4, "size": 4}     `size` is not what was expected: `id` and `size` are recorded, as in the first

package struct DistinctKeys: ~Copyable {
  /// The maximum number of keys to compare in pairs.
  private static let pairwiseLimit = 8
  /// Limits on patterns: keys of one, keys of all, and bytes of all.
  private static let longestPattern = 512
  private static let patternKeyLimit = 4096
  private static let patternByteLimit = 256 * 1024
  private static let slotCount = 64

  /// A recorded key: its offset in the source, or as a complement, in `texts`.
  struct Key: BitwiseCopyable {
    var offset: Int
    var count: Int
  }

  /// The source of keys recorded as slices; changes only while no dictionary is open.
  var source: ByteView
  /// The recorded keys of all open dictionaries, the innermost one's last.
  private var keys = GrowableBuffer<Key>(capacity: 64)
  /// The keys of patterns, followed by recorded ones that are not slices.
  private var texts = GrowableBuffer<UInt8>(capacity: 1024)
  private var patternBytes = 0
  /// For each pattern the number of its keys, then for each its offset in `texts`, shifted, and length.
  private var patterns = GrowableBuffer<Int>(capacity: 256)
  /// Patterns by first key, and by the first key's length and the number of keys; -1 if there is none.
  private var byFirstKey = GrowableBuffer<Int>(capacity: Self.slotCount)
  private var byCount = GrowableBuffer<Int>(capacity: Self.slotCount)
  /// The hash of the first key and count of the last dictionary in a slot: only if they occur again, its keys
  /// become a pattern.
  private var marks = GrowableBuffer<UInt64>(capacity: Self.slotCount)
  private var table = GrowableBuffer<Int>()
  /// The repeated keys of the last dictionary whose keys were not distinct, as indices of its keys.
  private(set) var repetitions: [(first: Int, later: Int)] = []

  /// The innermost dictionary's pattern so far, or -1; its number of keys; the start of recorded ones.
  private var pattern = -1
  private var count = 0
  private var start = 0
  /// The same for the outer ones.
  private var outer = GrowableBuffer<Int>(capacity: 64)
  /// The number of open dictionaries that follow a pattern.
  private var followers = 0

  package init(source: ByteView) { self.source = source }

  /// Discards all open dictionaries.
  mutating func reset(source: ByteView) {
    self.source = source
    outer.truncate(to: 0)
    keys.truncate(to: 0)
    (pattern, count, start, followers) = (-1, 0, 0, 0)
  }

  @inline(__always)
  package mutating func open() {
    outer.append(pattern)
    outer.append(count)
    outer.append(start)
    (pattern, count, start) = (-1, 0, keys.count)
  }

  @inline(__always)
  package mutating func add(_ key: ByteView) {
    if pattern >= 0 {
      if count < patterns[pattern], isKey(count, of: pattern, key) {
        count &+= 1
        return
      }
      leavePattern()
    } else if count == 0, patterns.count > 0 {
      let guess = byFirstKey[slot(of: key)]
      if guess >= 0, isKey(0, of: guess, key) {
        pattern = guess
        followers &+= 1
        count = 1
        return
      }
    }
    record(key)
  }

  /// Adds the key that begins at `start` and ends before `closing`, if it continues the pattern.
  @inline(__always)
  package mutating func takeExpected(in text: ByteView, at start: Int, before closing: StaticString) -> Int? {
    guard pattern >= 0, count < patterns[pattern], start &+ 16 <= text.count else { return nil }
    let place = patterns[pattern &+ 1 &+ count]
    let length = place & (1 &<< Self.lengthBits &- 1)
    guard length < 16 else { return nil }
    let offset = place &>> Self.lengthBits
    let others = (texts.view.block(at: offset) .!= text.block(at: start)).nibbles
    guard others & (1 &<< UInt64(truncatingIfNeeded: 4 &* length) &- 1) == 0,
      texts[offset &+ length] == Self.plainKey, text.starts(with: closing, at: start &+ length)
    else { return nil }
    count &+= 1
    return start &+ length
  }

  /// Whether the keys of the innermost dictionary, which ends, are distinct.
  @inline(__always)
  package mutating func close() -> Bool {
    var isDistinct = true
    if pattern >= 0 {
      followers &-= 1
    } else if count > 0 {
      isDistinct = count == 1 || areDistinct()
      keys.truncate(to: start)
    }
    start = outer.removeLast()
    count = outer.removeLast()
    pattern = outer.removeLast()
    return isDistinct
  }

  // MARK: Patterns

  private static let lengthBits = 16

  @inline(__always)
  private func isKey(_ index: Int, of pattern: Int, _ key: ByteView) -> Bool {
    let place = patterns[pattern &+ 1 &+ index]
    let length = place & (1 &<< Self.lengthBits &- 1)
    guard length == key.count else { return false }
    let offset = place &>> Self.lengthBits
    return texts.view[offset..<offset &+ length].isEqual(key)
  }

  @inline(__always)
  private func slot(of key: ByteView) -> Int {
    guard let first = key.byte(at: 0), let last = key.byte(at: key.count &- 1) else { return 0 }
    return (key.count &* 7 &+ Int(first) &* 5 &+ Int(last)) & (Self.slotCount &- 1)
  }

  /// Records the keys that the innermost dictionary shares with its pattern.
  @inline(never)
  private mutating func leavePattern() {
    for index in 0..<count {
      let place = patterns[pattern + 1 + index]
      keys.append(Key(offset: ~(place >> Self.lengthBits), count: place & (1 << Self.lengthBits - 1)))
    }
    pattern = -1
    followers -= 1
  }

  @inline(never)
  private mutating func record(_ key: ByteView) {
    count &+= 1
    if let offset = key.offset(in: source) {
      keys.append(Key(offset: offset, count: key.count))
    } else {
      if keys.count == 0 { texts.truncate(to: patternBytes) }
      keys.append(Key(offset: ~texts.append(key), count: key.count))
    }
  }

  @inline(__always)
  private func text(_ index: Int) -> ByteView {
    let key = keys[index]
    return key.offset >= 0
      ? source[key.offset..<key.offset &+ key.count] : texts.view[~key.offset..<(~key.offset &+ key.count)]
  }

  /// Makes a pattern from the recorded keys of the innermost dictionary, which are distinct.
  private mutating func keepPattern(slot: Int) {
    var byteCount = 0
    for index in start..<keys.count { byteCount += keys[index].count + 1 }
    guard count <= Self.longestPattern, byteCount <= 1 << Self.lengthBits - 1 else { return }
    if patterns.count + count >= Self.patternKeyLimit || texts.count + byteCount > Self.patternByteLimit {
      // Patterns in use, and recorded keys of outer dictionaries, must remain.
      guard followers == 0, start == 0 else { return }
      forgetPatterns()
    }
    if patterns.count == 0 {
      byFirstKey.append(repeating: -1, count: Self.slotCount - byFirstKey.count)
      byCount.append(repeating: -1, count: Self.slotCount - byCount.count)
    }
    let pattern = patterns.count
    patterns.append(count)
    for index in start..<keys.count {
      let key = text(index)
      // The text may be in the growing block.
      let copy = key.offset(in: texts.view)
      let offset = texts.count
      if let copy {
        texts.append(repeating: 0, count: key.count)
        for at in 0..<key.count { texts[offset + at] = texts[copy + at] }
      } else {
        _ = texts.append(key)
      }
      let added = texts.view[offset..<offset + key.count]
      texts.append(Self.isPlain(added) ? Self.plainKey : 0)
      patterns.append(offset << Self.lengthBits | key.count)
    }
    // Allows reading every key as a block.
    texts.append(repeating: 0, count: 16)
    patternBytes = texts.count
    byCount[slot] = pattern
    byFirstKey[self.slot(of: text(start))] = pattern
  }

  /// Follows a key that neither JSON nor XML spells in another way.
  private static let plainKey: UInt8 = 1

  private static func isPlain(_ key: ByteView) -> Bool {
    let isMarkup = [ASCII.lessThan, ASCII.greaterThan, ASCII.ampersand].contains {
      key.firstIndex(of: $0) != nil
    }
    return !isMarkup && JSONScanner.endOfPlainText(in: key, from: 0) == key.count
  }

  /// Discards all patterns; moves the recorded keys of the only open dictionary to the beginning.
  private mutating func forgetPatterns() {
    var kept = GrowableBuffer<UInt8>(capacity: 1024)
    for index in 0..<keys.count where keys[index].offset < 0 {
      keys[index] = Key(offset: ~kept.append(text(index)), count: keys[index].count)
    }
    texts = kept
    patterns.truncate(to: 0)
    patternBytes = 0
    byFirstKey.fill(with: -1)
    byCount.fill(with: -1)
  }

  // MARK: Comparing

  /// Compares the recorded keys of the innermost dictionary.
  @inline(never)
  private mutating func areDistinct() -> Bool {
    let slot = (count &* 7 &+ keys[start].count) & (Self.slotCount &- 1)
    if patterns.count > 0, byCount[slot] >= 0, hasKeys(of: byCount[slot]) {
      byFirstKey[self.slot(of: text(start))] = byCount[slot]
      return true
    }
    guard count <= Self.pairwiseLimit && areDistinctInPairs() || areDistinctInTable() else { return false }
    let mark = ByteHash.hash(text(start), seed: UInt64(truncatingIfNeeded: count))
    if marks.count == 0 { marks.append(repeating: 0, count: Self.slotCount) }
    if marks[slot] == mark { keepPattern(slot: slot) }
    marks[slot] = mark
    return true
  }

  private func hasKeys(of pattern: Int) -> Bool {
    guard patterns[pattern] == count else { return false }
    for index in 0..<count where !isKey(index, of: pattern, text(start + index)) { return false }
    return true
  }

  private func areDistinctInPairs() -> Bool {
    for later in start + 1..<keys.count {
      let key = text(later)
      for earlier in start..<later where keys[earlier].count == key.count {
        if text(earlier).isEqual(key) { return false }
      }
    }
    return true
  }

  private mutating func areDistinctInTable() -> Bool {
    repetitions.removeAll()
    var size = 32
    while size < count * 2 { size *= 2 }
    table.truncate(to: 0)
    table.append(repeating: -1, count: size)
    for index in start..<keys.count {
      let key = text(index)
      var slot = Int(truncatingIfNeeded: ByteHash.hash(key, seed: ByteHash.seed)) & (size - 1)
      while table[slot] >= 0 && !text(table[slot]).isEqual(key) { slot = (slot &+ 1) & (size - 1) }
      if table[slot] >= 0 {
        repetitions.append((table[slot] - start, index - start))
      } else {
        table[slot] = index
      }
    }
    return repetitions.isEmpty
  }
}
