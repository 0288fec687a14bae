// Finds duplicate keys of a dictionary by their bytes: in pairs if it is small, with a table if it is large;
// and not at all if an earlier dictionary without duplicates has the same keys in the same order, as records
// do.

/// The tape indices of a key and of its later repetition in the same dictionary.
struct DuplicatePair: Equatable {
  let first: Int
  let later: Int
}

/// Checks dictionaries on a tape when they end.
struct DuplicateKeyFinder: ~Copyable {
  /// The maximum number of keys to compare in pairs.
  private static let pairwiseLimit = 8
  /// The maximum number of keys of a model.
  private static let longestModel = 512
  private static let modelCount = 64
  private static let modelKeyCount = 4096

  private(set) var duplicates: [DuplicatePair] = []
  /// The tape indices of the keys of all open dictionaries, the innermost one's last.
  private var keys = GrowableBuffer<Int>(capacity: 64)
  private var table = GrowableBuffer<Int>()
  /// The start of the keys of a dictionary without duplicates in `modelKeys`, by a few bits of their count
  /// and first key; -1 if there is none.
  private var models = GrowableBuffer<Int>(capacity: Self.modelCount)
  /// For each model its count, then its keys' tape indices.
  private var modelKeys = GrowableBuffer<Int>()
  private let seed = ByteHash.seed

  init() { models.append(repeating: -1, count: Self.modelCount) }

  /// Records a key of the innermost open dictionary.
  @inline(__always)
  mutating func add(keyAt index: Int) { keys.append(index) }

  /// Discards the `count` keys of the innermost dictionary, which ends, without a check.
  mutating func abandon(count: Int) { keys.truncate(to: keys.count &- count) }

  /// Checks the innermost dictionary, which ends with `count` keys.
  ///
  /// Returns whether its keys' words must remain, because later dictionaries are compared with them.
  @inline(__always) @discardableResult
  mutating func close(
    _ words: borrowing GrowableBuffer<UInt64>, arena: ByteView, source: ByteView, count: Int
  ) -> Bool {
    let first = keys.count &- count
    var isModel = false
    if count > 1 {
      let tape = TapeText(arena: arena, source: source)
      let slot = (count &* 7 &+ tape.text(words, at: keys[first]).count) & (Self.modelCount &- 1)
      if !hasSameKeys(words, tape, first: first, count: count, as: models[slot]) {
        isModel = findDuplicates(words, tape, first: first, count: count, slot: slot)
      }
    }
    keys.truncate(to: first)
    return isModel
  }

  /// Whether the model has the same keys in the same order.
  @inline(__always)
  private func hasSameKeys(
    _ words: borrowing GrowableBuffer<UInt64>, _ tape: TapeText, first: Int, count: Int, as model: Int
  ) -> Bool {
    guard model >= 0, modelKeys[model] == count else { return false }
    var index = 0
    while index < count {
      let key = keys[first &+ index]
      let other = modelKeys[model &+ 1 &+ index]
      index &+= 1
      let difference = words[key] ^ words[other]
      // The same offset in the input, as with a binary property list's objects.
      if difference == 0 && !TapeWord(bits: words[key]).hasLongLength { continue }
      // Keys of different lengths differ; the length is in the word.
      if difference &>> TapeWord.offsetBits & TapeWord.longLength != 0 { return false }
      guard tape.text(words, at: key).isEqual(tape.text(words, at: other)) else { return false }
    }
    return true
  }

  /// Returns whether the dictionary is a model for later ones.
  @inline(never)
  private mutating func findDuplicates(
    _ words: borrowing GrowableBuffer<UInt64>, _ tape: TapeText, first: Int, count: Int, slot: Int
  ) -> Bool {
    let found = duplicates.count
    if count <= Self.pairwiseLimit {
      comparePairs(words, tape, first: first)
    } else {
      compareByTable(words, tape, first: first)
    }
    guard duplicates.count == found && count <= Self.longestModel else { return false }
    keepModel(first: first, count: count, slot)
    return true
  }

  private mutating func keepModel(first: Int, count: Int, _ slot: Int) {
    if modelKeys.count + count >= Self.modelKeyCount {
      modelKeys.truncate(to: 0)
      models.fill(with: -1)
    }
    models[slot] = modelKeys.count
    modelKeys.append(count)
    for index in first..<keys.count { modelKeys.append(keys[index]) }
  }

  @inline(__always)
  private mutating func comparePairs(
    _ words: borrowing GrowableBuffer<UInt64>, _ tape: TapeText, first: Int
  ) {
    var later = first &+ 1
    while later < keys.count {
      let wanted = words[keys[later]]
      var earlier = first
      while earlier < later {
        let word = words[keys[earlier]]
        // Keys of different lengths differ; the length is in the word.
        if (word ^ wanted) &>> TapeWord.offsetBits & TapeWord.longLength == 0,
          tape.text(words, at: keys[earlier]) == tape.text(words, at: keys[later])
        {
          duplicates.append(DuplicatePair(first: keys[earlier], later: keys[later]))
          break
        }
        earlier &+= 1
      }
      later &+= 1
    }
  }

  private mutating func compareByTable(
    _ words: borrowing GrowableBuffer<UInt64>, _ tape: TapeText, first: Int
  ) {
    var size = 32
    while size < (keys.count - first) * 2 { size *= 2 }
    table.truncate(to: 0)
    table.append(repeating: -1, count: size)
    for index in first..<keys.count {
      let key = keys[index]
      let text = tape.text(words, at: key)
      var slot = Int(truncatingIfNeeded: ByteHash.hash(text, seed: seed)) & (size - 1)
      while table[slot] >= 0 && !(tape.text(words, at: table[slot]) == text) {
        slot = (slot &+ 1) & (size - 1)
      }
      if table[slot] >= 0 {
        duplicates.append(DuplicatePair(first: table[slot], later: key))
      } else {
        table[slot] = key
      }
    }
  }
}

/// Reads text and lengths from a tape under construction.
struct TapeText {
  let arena: ByteView
  let source: ByteView

  @inline(__always)
  func text(_ words: borrowing GrowableBuffer<UInt64>, at index: Int) -> ByteView {
    let word = TapeWord(bits: words[index])
    let offset = Int(truncatingIfNeeded: word.bits & (1 &<< TapeWord.offsetBits &- 1))
    let short = word.bits &>> TapeWord.offsetBits & TapeWord.longLength
    let length = Int(truncatingIfNeeded: short == TapeWord.longLength ? words[index &+ 1] : short)
    return (word.bits & TapeWord.arenaFlag != 0 ? arena : source)[offset..<offset &+ length]
  }

  @inline(__always)
  static func next(_ words: borrowing GrowableBuffer<UInt64>, after index: Int) -> Int {
    let word = TapeWord(bits: words[index])
    switch word.tag {
    case .null, .false, .true, .smallInteger, .shared: return index &+ 1
    case .integer, .real, .date, .uid: return index &+ 2
    case .wideInteger: return index &+ 3
    case .string, .key, .data, .integerText, .realText: return index &+ (word.hasLongLength ? 2 : 1)
    case .container: return word.end
    }
  }
}
