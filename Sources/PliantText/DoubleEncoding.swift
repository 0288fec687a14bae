// UTF-8 misread as a single-byte encoding and encoded again, once or several times:
//
//   ä = C3 A4   taken for   Ã ¤   encoded as   C3 83 C2 A4   taken for   Ã ƒ Â ¤   encoded as …
//
// A character is decoded as often as it was misread: its lead byte determines the number of misread
// characters.

package enum DoubleEncoding {
  /// A run of characters that represents one character encoded several times.
  package struct Sequence: Sendable {
    package let range: Range<Int>
    /// The character's UTF-8.
    package let bytes: [UInt8]
    /// The run in the text.
    package let shown: String
  }

  package struct Result: Sendable {
    package let sequences: [Sequence]
    /// Whether the sequences explain all that may be double encoding.
    package private(set) var isWhole: Bool

    /// The result, which is not whole if the text without its sequences is still double-encoded.
    package func proved(in text: ByteView) -> Result {
      guard isWhole else { return self }
      var undone: [UInt8] = []
      var at = 0
      for sequence in sequences {
        undone += text[at..<sequence.range.lowerBound].array + sequence.bytes
        at = sequence.range.upperBound
      }
      undone += text.suffix(from: at).array
      var search = Search(keepsSequences: false)
      _ = undone.withByteView { search.advance(over: $0, isLast: true) }
      var proved = self
      proved.isWhole = search.result == nil
      return proved
    }
  }

  /// The maximum number of sequences to keep.
  private static let limit = 100_000
  /// The maximum number of misreadings of a character.
  private static let levels = 3
  /// The maximum length of a sequence in bytes: 36 characters of three bytes.
  private static let longest = 36 * 3
  /// How much likelier a part of a text must become without its only sequence, and one that also has correct
  /// characters.
  private static let gainOfOne: Float = 25
  private static let gainBesideOthers: Float = 50
  /// The same if it stands between lower-case letters, without capitals and signs.
  private static let gainInsideWord: Float = 5
  /// How much likelier one page must make a file than another that explains it as fully.
  private static let leastLead: Float = 25
  /// At most 32, those in which text is most often misread first.
  private static let encodings: [SingleByteEncoding] = [
    .windows1252, .macRoman, .windows1251, .windows1250, .ibm437, .ibm850, .iso8859_2, .ibm852, .macCyrillic,
    .macCentralEurope, .windows1254, .windows1257, .windows1253, .windows1255, .windows1256, .koi8r, .ibm866,
    .iso8859_15, .iso8859_7, .ibm737, .ibm862, .macGreek, .iso8859_5, .windows1258, .macTurkish, .ibm775,
    .ibm857,
    .ibm865, .ibm861, .ibm860, .ibm855, .iso8859_13,
  ]
  private static let tables = encodings.map { SingleByteEncodingTable($0) }

  /// Whether adjacent characters may be one that was encoded twice, or its beginning: a lead byte and others.
  ///
  /// `third` is 0 if missing.
  static func mayBegin(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Bool {
    // Excludes other scripts without a table lookup.
    switch first {
    case 0..<0x200, 0x386..<0x3CF, 0x5B0..<0x5F5, 0x621..<0x660, 0x2010..<0x2600, 0xF8FF...: break
    // Russian words often end in ё, followed by quotation marks and dashes.
    case 0x400..<0x460:
      if [0xA0, 0xAB, 0xBB, 0x451].contains(second) || 0x2000..<0x2200 ~= second { return false }
    default: return false
    }
    var pages = beginnings(first, second)
    while pages != 0 {
      let table = tables[pages.trailingZeroBitCount]
      pages &= pages &- 1
      guard let lead = table.byte(forMisread: first), let next = table.byte(forMisread: second) else {
        continue
      }
      var value = UInt32(lead & 0x1F) << 6 | UInt32(next & 0x3F)
      if lead >= 0xE0 {
        guard let last = table.byte(forMisread: third), last & 0xC0 == 0x80 else { continue }
        if lead >= 0xF0 { return true }
        value = (value & 0x3FF) << 6 | UInt32(last & 0x3F)
      }
      // A triply encoded character again yields a lead byte.
      if UTF8Plausibility.isPlausible(value, isInRun: true)
        || tables.contains(where: { $0.byte(forMisread: value).map { $0 >= 0xC2 } ?? false })
      {
        return true
      }
    }
    return false
  }

  /// The number of characters with a role that begin the table; the last ones follow them.
  private static let commonRoles = 0x2600

  /// The role of each character's byte in each encoding: a bit for a lead byte, one 32 higher for a continuation byte.
  private static let roles: [UInt64] = {
    var roles = [UInt64](repeating: 0, count: commonRoles + 0x800)
    for (index, encoding) in encodings.enumerated() {
      for byte in UInt8(0x80)...0xFF {
        guard let place = encoding.scalar(of: byte).flatMap({ place(of: UInt32($0)) }) else { continue }
        if (0xC2...0xF4).contains(byte) { roles[place] |= 1 << UInt64(index) }
        if byte < 0xC0 { roles[place] |= 1 << UInt64(32 + index) }
      }
      for value in 0x80..<0xA0 where tables[index].byte(forMisread: UInt32(value)) != nil {
        roles[value] |= 1 << UInt64(32 + index)
      }
    }
    return roles
  }()

  /// The place of a character in the table of roles; nil if it has none.
  @inline(__always)
  private static func place(of value: UInt32) -> Int? {
    if value < UInt32(commonRoles) { return Int(value) }
    return value & 0xFFFF_F800 == 0xF800 ? commonRoles + Int(value & 0x7FF) : nil
  }

  @inline(__always)
  private static func roles(of value: UInt32) -> UInt64 { place(of: value).map { roles[$0] } ?? 0 }

  /// The encodings, one bit each, in which two characters are a lead byte and a continuation byte.
  @inline(__always)
  private static func beginnings(_ first: UInt32, _ second: UInt32) -> UInt64 {
    guard first >= 0x80, second >= 0x80 else { return 0 }
    return roles(of: first) & roles(of: second) >> 32 & 0xFFFF_FFFF
  }

  /// Whether a character may be next to a sequence without being part of one.
  private static func isNeutral(_ value: UInt32) -> Bool {
    switch value {
    case 0xA0, 0xAB, 0xBB, 0x2000..<0x2070, 0x20AC, 0x2122: true
    default: false
    }
  }

  /// Finds doubly encoded characters in a streamed text of valid UTF-8.
  ///
  /// Judges each line or element separately; it must become likelier without them. They must be inside words:
  /// a text about them, `Ã© means é`, is intended. One encoding, misread equally often, must explain all of them.
  package struct Search {
    /// The matches in a part of the text of one encoding that was misread a number of times.
    private struct Tally {
      var sequences: [Sequence] = []
      var found = 0
      /// The characters of the sequences, and those that are not punctuation.
      var covered = 0
      var coveredLetters = 0
      /// Those next to a letter or one another.
      var inWords = 0
      /// Those between lower-case letters.
      var insideWords = 0
      /// Those that are never meant.
      var unmeant = 0
      /// The characters that would decode to implausible ones.
      var rejected = 0
      /// Whether characters of the part remain that only an incomplete sequence explains.
      var isIncomplete = false
      /// The gain in likelihood without the sequences, in tenths of a unit of log-likelihood.
      var gain: Float = 0
      /// The offset at which the search continues, and the character before it.
      var next = 0
      var last: [UInt8] = []
    }

    /// The verdict on a part from the matches of one key.
    private struct Verdict {
      let tally: Tally
      let others: Int
      /// Whether others are not only punctuation.
      let hasOtherLetters: Bool

      /// Whether the sequences are clearly unintended, whatever other parts contain.
      var isCertain: Bool {
        guard tally.found > 0, tally.inWords * 2 >= tally.found else { return false }
        if tally.insideWords == tally.found, !hasOtherLetters, tally.gain > gainInsideWord { return true }
        if others == 0 { return tally.gain > (tally.found > 1 ? 0 : gainOfOne) }
        return tally.found > 1 && tally.inWords == tally.found && tally.gain > gainBesideOthers
      }

      /// Whether they are sequences if other parts contain certain ones of the same key.
      var isPossible: Bool { others == 0 && tally.gain > 0 }

      /// Whether they may be sequences if nothing else in the text is correct.
      var isLikely: Bool {
        tally.found > 1
          ? tally.found > others && tally.gain > 0
          : tally.found == 1 && others == 0 && tally.gain > (tally.unmeant > 0 ? 0 : gainOfOne)
      }
    }

    /// The parts that one key explains as fully as any other.
    private struct Sum {
      var parts = 0
      var gain: Float = 0
      var isWhole = true
      /// Whether nothing else is in the parts.
      var isAll = true
      var sequences: [Sequence] = []
      var digest: UInt64 = 0

      mutating func add(_ verdict: Verdict, _ tally: Tally, _ kept: Int) {
        parts += 1
        isAll = isAll && verdict.isPossible
        gain += tally.gain
        isWhole = isWhole && tally.rejected == 0 && !tally.isIncomplete
        sequences += tally.sequences.prefix(max(kept - sequences.count, 0))
        for sequence in tally.sequences {
          digest = (digest ^ UInt64(sequence.range.lowerBound)) &* 0x100_0000_01B3
          for byte in sequence.bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
      }
    }

    /// For each key, an encoding and the number of times that it was misread.
    private var tallies = [Tally](repeating: Tally(), count: tables.count * levels)
    private var used: [Int] = []
    private var characters: [Character] = []
    private var punctuation = 0
    private var offset = 0
    private let kept: Int
    /// By key: the parts that are certain, likely and only possible.
    private var certain: [Int: Sum] = [:]
    private var likely: [Int: Sum] = [:]
    private var possible: [Int: Sum] = [:]
    private var (certainParts, likelyParts) = (0, 0)
    /// The number of parts with correct non-ASCII characters.
    private var rightParts = 0
    /// The encodings of which a correct part has a lead byte that is a frame next to letters.
    private var strayPages: UInt64 = 0

    /// Creates a search that keeps only the first character unless all are requested.
    package init(keepsSequences: Bool) { kept = keepsSequences ? limit : 1 }

    /// Searches the next chunk of the text, whole characters, and returns the number of processed bytes.
    package mutating func advance(over text: ByteView, isLast: Bool) -> Int {
      let end = isLast ? text.count : max(text.count - longest, 0)
      var at = asciiEnd(text, from: 0)
      while at < end {
        let (value, length) = UTF8Validation.scalar(in: text, at: at)
        let following = at + max(length, 1)
        characters.append(Character(text, at: at, value, length, offset: offset))
        if value >> 6 == 0x2000 >> 6 { punctuation += 1 }
        // A doubly encoded character has at least two characters above ASCII, unless its last byte became a space.
        if let next = text.byte(at: following), next >= 0x80 {
          var pages = DoubleEncoding.beginnings(value, UTF8Validation.scalar(in: text, at: following).value)
          while pages != 0 {
            take(text, at: at, pages.trailingZeroBitCount)
            pages &= pages &- 1
          }
        } else if value == 0xC3, text.byte(at: following) == ASCII.space {
          let key = 0
          touch(key)
          tallies[key].covered += 1
          tallies[key].coveredLetters += 1
          tallies[key].isIncomplete = true
        }
        at = text.count > following && text[following] >= 0x80 ? following : asciiEnd(text, from: following)
      }
      let done = min(at, text.count)
      offset += done
      if isLast { endPart() }
      return done
    }

    /// The end of the ASCII bytes from `start`; judges parts that end there.
    private mutating func asciiEnd(_ text: ByteView, from start: Int) -> Int {
      let end = UTF8Validation.endOfASCII(in: text, from: start)
      // A part without characters above ASCII needs no judgement.
      guard !characters.isEmpty else { return end }
      for at in start..<end {
        let byte = text[at]
        if byte == ASCII.lineFeed || byte == ASCII.lessThan || byte == ASCII.greaterThan {
          endPart()
          break
        }
      }
      return end
    }

    /// Judges the text between two line ends or tags with the key that explains most characters; of several, the
    /// likeliest.
    private mutating func endPart() {
      guard !characters.isEmpty else { return }
      let verdicts = used.filter { tallies[$0].found > 0 }.map { key in
        let tally = tallies[key]
        return (
          key: key,
          verdict: Verdict(
            tally: tally, others: characters.count - tally.covered,
            hasOtherLetters: characters.count - punctuation > tally.coveredLetters)
        )
      }
      // Characters that decode to implausible ones are explained, too.
      func unexplained(_ verdict: Verdict) -> Int { verdict.others - verdict.tally.rejected }
      let fewest = verdicts.map { unexplained($0.verdict) }.min()
      // A single misreading explains text that was misread twice, too.
      let full = verdicts.filter { unexplained($0.verdict) == fewest }
      let best = full.filter { one in
        !full.contains { $0.key > one.key && $0.key / levels == one.key / levels }
      }
      if let first = best.max(by: { $0.verdict.tally.gain < $1.verdict.tally.gain })?.verdict {
        judgePart(first, best)
      } else {
        rightParts += 1
        noteStrays()
      }
      for key in used { tallies[key] = Tally() }
      used.removeAll(keepingCapacity: true)
      characters.removeAll(keepingCapacity: true)
      punctuation = 0
    }

    private mutating func judgePart(_ first: Verdict, _ best: [(key: Int, verdict: Verdict)]) {
      let correct = correctCount(of: first.tally.sequences, among: characters)
      let isCorrect = correct.all * 2 > first.tally.found
      let isCertain = first.isCertain && !isCorrect
      let isLikely = first.isLikely && !isCorrect
      guard isCertain || isLikely || first.isPossible && !(isCorrect && correct.long > 0) else {
        rightParts += 1
        return noteStrays()
      }
      if isCertain {
        certainParts += 1
        if first.others > 0 { rightParts += 1 }
      } else if isLikely {
        likelyParts += 1
      }
      for (key, verdict) in best {
        var tally = verdict.tally
        if !tally.isIncomplete { tally.isIncomplete = isIncomplete(tally, page: key / levels) }
        if isCertain {
          certain[key, default: Sum()].add(verdict, tally, kept)
        } else if isLikely {
          likely[key, default: Sum()].add(verdict, tally, kept)
        } else if verdict.isPossible {
          possible[key, default: Sum()].add(verdict, tally, kept)
        }
      }
    }

    /// Whether the sequences leave characters that belong to others: all but punctuation between words.
    private func isIncomplete(_ tally: Tally, page: Int) -> Bool {
      var number = 0
      func isTaken(_ offset: Int) -> Bool {
        number < tally.sequences.count && tally.sequences[number].range.contains(offset)
      }
      for (index, character) in characters.enumerated() {
        while number < tally.sequences.count, tally.sequences[number].range.upperBound <= character.offset {
          number += 1
        }
        if isTaken(character.offset) { continue }
        if !isNeutral(character.value) || character.isInWord { return true }
        // A lead byte next to others, whose last byte is lost.
        let isLead = roles(of: character.value) >> UInt64(page) & 1 == 1
        if isLead, isAdjacent(index) || index > 0 && isAdjacent(index - 1) { return true }
      }
      return false
    }

    /// Whether a character is directly before the next one.
    private func isAdjacent(_ index: Int) -> Bool {
      index + 1 < characters.count
        && characters[index + 1].offset == characters[index].end
    }

    /// Remembers the pages of which a part that is right has lead bytes as frames or capitals in words, or before others.
    private mutating func noteStrays() {
      for (index, character) in characters.enumerated() where !isNeutral(character.value) {
        let leads = roles(of: character.value) & 0xFFFF_FFFF
        if 0x2500..<0x25A0 ~= character.value && character.isBesideLetter || character.isCapitalInWord {
          strayPages |= leads
        } else if isAdjacent(index), !isNeutral(characters[index + 1].value) {
          strayPages |= leads & roles(of: characters[index + 1].value) >> 32
        }
      }
    }

    private mutating func touch(_ key: Int) {
      if !used.contains(key) { used.append(key) }
    }

    /// Consumes the character at `at` for each number of times that a page explains it.
    private mutating func take(_ text: ByteView, at: Int, _ page: Int) {
      let reader = Reader(text: text, table: tables[page])
      for level in 1...levels {
        let key = page * levels + level - 1
        if tallies[key].next > offset + at { continue }
        guard let found = reader.undone(at: at, level) else { return }
        touch(key)
        let count = reader.characterCount(found.sequence.range)
        guard found.isPlausible, !isSignInWord(found.sequence, text) else {
          tallies[key].rejected += count.all
          continue
        }
        let sequence = found.sequence
        let isAdjacent = tallies[key].next == offset + at && !tallies[key].last.isEmpty
        tallies[key].gain += reader.gain(of: sequence, level, after: isAdjacent ? tallies[key].last : [])
        tallies[key].found += 1
        tallies[key].covered += count.all
        tallies[key].coveredLetters += count.letters
        if reader.isInWord(sequence.range, level, isAdjacent: isAdjacent) { tallies[key].inWords += 1 }
        if reader.isInsideWord(sequence.range) { tallies[key].insideWords += 1 }
        if reader.isUnmeant(sequence.range) { tallies[key].unmeant += 1 }
        if tallies[key].sequences.count < limit {
          tallies[key].sequences.append(
            Sequence(
              range: sequence.range.shifted(by: offset), bytes: sequence.bytes, shown: sequence.shown))
        }
        tallies[key].next = offset + sequence.range.upperBound
        tallies[key].last = sequence.bytes
      }
    }

    /// Whether a character is an arrow, a shape or another sign between letters, as in no word.
    private func isSignInWord(_ sequence: Sequence, _ text: ByteView) -> Bool {
      let range = sequence.range
      guard range.lowerBound > 0, text[range.lowerBound - 1].isLetter,
        text.byte(at: range.upperBound)?.isLetter == true
      else { return false }
      return sequence.bytes.withByteView { 0x2190..<0x2C00 ~= UTF8Validation.scalar(in: $0, at: 0).value }
    }

    /// The characters, or nil if there are none or they are probably intended.
    package var result: Result? {
      let isCertain = certainParts > 0
      guard isCertain || rightParts == 0 && likelyParts > 0 else { return nil }
      let (sums, parts) = isCertain ? (certain, certainParts) : (likely, likelyParts)
      guard
        let (key, sum) = sums.max(by: {
          ($0.value.parts, $0.value.gain, -$0.key) < ($1.value.parts, $1.value.gain, -$1.key)
        })
      else { return nil }
      var isWhole = sum.parts == parts && sum.isWhole && strayPages >> UInt64(key / levels) & 1 == 0
      // Another page that explains as much must be clearly less likely.
      for (other, rival) in sums where other != key && rival.parts == sum.parts && rival.digest != sum.digest
      {
        if rival.gain > sum.gain - leastLead { isWhole = false }
      }
      var sequences = sum.sequences
      let others = isCertain ? likely[key] : nil
      for more in [possible[key], others.flatMap { $0.isAll || rightParts == 0 ? $0 : nil }] {
        guard let more else { continue }
        sequences += more.sequences
        isWhole = isWhole && more.isWhole
      }
      if isCertain, likelyParts > 0, others?.parts != likelyParts || others?.isAll == false {
        isWhole = false
      }
      return Result(
        sequences: sequences.sorted { $0.range.lowerBound < $1.range.lowerBound }, isWhole: isWhole)
    }
  }
}
