// Finds keys that one dictionary has twice, by their bytes: in pairs while it is small, by a table when it is not.

/// The tape indices of a key and of the same key met again later in the same dictionary.
struct DuplicatePair: Equatable {
  let first: Int
  let later: Int
}

/// Checks dictionaries of a tape as they close.
struct DuplicateKeyFinder: ~Copyable {
  /// Up to this many keys are compared in pairs.
  private static let pairwiseLimit = 8

  private(set) var duplicates: [DuplicatePair] = []
  private var keys = GrowableBuffer<Int>()
  private var table = GrowableBuffer<Int>()
  private let seed = ByteHash.seed

  /// Looks through the closed dictionary that begins at the index `dictionary` of the tape.
  @inline(__always)
  mutating func check(
    _ words: borrowing GrowableBuffer<UInt64>, arena: ByteView, source: ByteView, dictionary: Int
  ) {
    let count = Int(truncatingIfNeeded: words[dictionary &+ 1])
    guard count > 1 else { return }
    collectKeys(words, dictionary: dictionary)
    let tape = TapeText(arena: arena, source: source)
    if count <= Self.pairwiseLimit {
      comparePairs(words, tape)
    } else {
      compareByTable(words, tape)
    }
  }

  @inline(__always)
  private mutating func collectKeys(_ words: borrowing GrowableBuffer<UInt64>, dictionary: Int) {
    keys.truncate(to: 0)
    let end = TapeWord(bits: words[dictionary]).end
    var at = dictionary &+ 2
    while at < end {
      keys.append(at)
      at = TapeText.next(words, after: at)
      at = TapeText.next(words, after: at)
    }
  }

  @inline(__always)
  private mutating func comparePairs(_ words: borrowing GrowableBuffer<UInt64>, _ tape: TapeText) {
    var later = 1
    while later < keys.count {
      let wanted = words[keys[later]]
      var earlier = 0
      while earlier < later {
        let word = words[keys[earlier]]
        // Keys of different lengths differ; the length stands in the word.
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

  private mutating func compareByTable(_ words: borrowing GrowableBuffer<UInt64>, _ tape: TapeText) {
    var size = 32
    while size < keys.count * 2 { size *= 2 }
    table.truncate(to: 0)
    table.append(repeating: -1, count: size)
    for index in 0..<keys.count {
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

/// Reads text and lengths from a tape that is still being built.
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
