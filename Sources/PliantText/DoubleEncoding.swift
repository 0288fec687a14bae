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
    /// Whether no other sequence decodes to an implausible character.
    package let isWhole: Bool
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
  /// The same if it stands between lower-case letters, of which capitals and signs are no part.
  private static let gainInsideWord: Float = 5
  private static let encodings: [SingleByteEncoding] = [
    .windows1252, .macRoman, .windows1251, .windows1250, .ibm437, .ibm850,
  ]
  private static let tables = encodings.map { SingleByteEncodingTable($0) }

  /// Whether adjacent characters may be one that was encoded twice, or its beginning: a lead byte and others.
  ///
  /// `third` is 0 if missing.
  static func mayBegin(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Bool {
    // Excludes other scripts without a table lookup.
    switch first {
    case 0..<0x200, 0x393, 0x2010..<0x2600, 0xF8FF...: break
    // Russian words often end in ё, followed by quotation marks and dashes.
    case 0x400..<0x460: if [0xA0, 0xAB, 0xBB, 0x451].contains(second) || second >= 0x2000 { return false }
    default: return false
    }
    if beginnings(first, second) == 0 { return false }
    return tables.contains { table in
      guard let lead = table.byte(forMisread: first), (0xC2...0xF4).contains(lead),
        let next = table.byte(forMisread: second), next & 0xC0 == 0x80
      else { return false }
      if lead >= 0xE0 { return table.byte(forMisread: third).map { $0 & 0xC0 == 0x80 } ?? false }
      let value = UInt32(lead & 0x1F) << 6 | UInt32(next & 0x3F)
      // A triply encoded character again yields a lead byte.
      return UTF8Plausibility.isPlausible(value, isInRun: true)
        || tables.contains { $0.byte(forMisread: value).map { $0 >= 0xC2 } ?? false }
    }
  }

  /// The role of each character's byte in each encoding: a bit for a lead byte, one 8 higher for a continuation byte.
  private static let roles: [UInt16] = {
    var roles = [UInt16](repeating: 0, count: 0x10000)
    for (index, encoding) in encodings.enumerated() {
      for byte in UInt8(0x80)...0xFF {
        let value = encoding.scalar(of: byte).map { Int($0) } ?? 0
        if (0xC2...0xF4).contains(byte) { roles[value] |= 1 << index }
        if byte < 0xC0 { roles[value] |= 0x100 << index }
      }
      for value in 0x80..<0xA0 where tables[index].isWindows { roles[value] |= 0x100 << index }
    }
    roles[0] = 0
    return roles
  }()

  /// The encodings, one bit each, in which two characters are a lead byte and a continuation byte.
  @inline(__always)
  private static func beginnings(_ first: UInt32, _ second: UInt32) -> UInt16 {
    guard first | second < 0x10000 else { return 0 }
    return roles[Int(first)] & roles[Int(second)] >> 8
  }

  /// Finds doubly encoded characters in a streamed text of valid UTF-8.
  ///
  /// Judges each line or element separately; it must become likelier without them. They must be inside words:
  /// a text about them, `Ã© means é`, is intended.
  package struct Search {
    /// The matches of one encoding in a part of the text.
    private struct Tally {
      var sequences: [Sequence] = []
      var found = 0
      /// Those next to a letter or one another.
      var inWords = 0
      /// Those between lower-case letters.
      var insideWords = 0
      var others = 0
      /// Those of the others that are not punctuation.
      var otherLetters = 0
      /// Whether another one would decode to an implausible character.
      var hasRejected = false
      /// The gain in likelihood without the sequences, in tenths of a unit of log-likelihood.
      var gain: Float = 0

      /// Whether the sequences are clearly unintended, whatever other parts contain.
      var isCertain: Bool {
        guard found > 0, inWords * 2 >= found else { return false }
        if insideWords == found, otherLetters == 0, gain > gainInsideWord { return true }
        if others == 0 { return gain > (found > 1 ? 0 : gainOfOne) }
        return found > 1 && inWords == found && gain > gainBesideOthers
      }

      /// Whether they are sequences if other parts contain certain ones of the same encoding.
      var isPossible: Bool { others == 0 && gain > 0 }

      /// Whether they may be sequences if nothing else in the text is correct.
      var isLikely: Bool {
        found > 1 ? found > others && gain > 0 : found == 1 && others == 0 && gain > gainOfOne
      }
    }

    private var tallies = [Tally](repeating: Tally(), count: tables.count)
    /// The offset at which the search continues for each encoding, and the character before it.
    private var next = [Int](repeating: 0, count: tables.count)
    private var last = [[UInt8]](repeating: [], count: tables.count)
    private var offset = 0
    private let kept: Int
    private var certain: [Sequence] = []
    private var likely: [(table: Int, tally: Tally)] = []
    private var certainTables: Set<Int> = []
    /// The number of parts with correct non-ASCII characters.
    private var rightParts = 0
    private var hasRejected = false

    /// Creates a search that keeps only the first character unless all are requested.
    package init(keepsSequences: Bool) { kept = keepsSequences ? limit : 1 }

    /// Searches the next chunk of the text, whole characters, and returns the number of processed bytes.
    package mutating func advance(over text: ByteView, isLast: Bool) -> Int {
      let end = isLast ? text.count : max(text.count - longest, 0)
      var at = asciiEnd(text, from: 0)
      while at < end {
        let following = at + max(UTF8Validation.sequenceLength(in: text, at: at), 1)
        // A doubly encoded character has at least two characters above ASCII.
        let mayBegin = following < text.count && text[following] >= 0x80
        let beginnings =
          mayBegin
          ? DoubleEncoding.beginnings(
            UTF8Validation.scalar(in: text, at: at).value,
            UTF8Validation.scalar(in: text, at: following).value)
          : 0
        let isPunctuation = text[at] == 0xE2 && following < text.count && text[at + 1] == 0x80
        for index in tallies.indices where next[index] <= offset + at {
          if beginnings >> index & 1 == 0 || !take(text, at: at, index) {
            tallies[index].others += 1
            if !isPunctuation { tallies[index].otherLetters += 1 }
            next[index] = offset + following
            last[index] = []
          }
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
      guard tallies[0].found + tallies[0].others > 0 else { return end }
      for at in start..<end {
        let byte = text[at]
        if byte == ASCII.lineFeed || byte == ASCII.lessThan || byte == ASCII.greaterThan {
          endPart()
          break
        }
      }
      return end
    }

    /// Judges the text between two line ends or tags with the encoding that explains most characters; of
    /// several, the likeliest.
    private mutating func endPart() {
      guard tallies[0].found + tallies[0].others > 0 else { return }
      let explaining = tallies.indices.filter { tallies[$0].found > 0 }
      let best = explaining.min {
        (tallies[$0].others, -tallies[$0].gain) < (tallies[$1].others, -tallies[$1].gain)
      }
      judgePart(best)
      for index in tallies.indices { tallies[index] = Tally() }
    }

    private mutating func judgePart(_ table: Int?) {
      guard let table, tallies[table].isCertain || tallies[table].isLikely || tallies[table].isPossible else {
        rightParts += 1
        return
      }
      let tally = tallies[table]
      if tally.isCertain {
        hasRejected = hasRejected || tally.hasRejected
        certain += tally.sequences.prefix(max(kept - certain.count, 0))
        certainTables.insert(table)
        if tally.others > 0 { rightParts += 1 }
      } else if likely.count < kept {
        likely.append((table, tally))
      }
    }

    /// Consumes the character at `at` if one of the encodings explains it.
    private mutating func take(_ text: ByteView, at: Int, _ index: Int) -> Bool {
      let reader = Reader(text: text, table: tables[index])
      let (sequence, isRejected) = reader.undone(at: at)
      if isRejected { tallies[index].hasRejected = true }
      guard let found = sequence else { return false }
      let isAdjacent = next[index] == offset + at && !last[index].isEmpty
      tallies[index].gain += reader.gain(of: found, after: isAdjacent ? last[index] : [])
      tallies[index].found += 1
      if reader.isInWord(found.range, isAdjacent: isAdjacent) { tallies[index].inWords += 1 }
      if reader.isInsideWord(found.range) { tallies[index].insideWords += 1 }
      if tallies[index].sequences.count < kept {
        tallies[index].sequences.append(
          Sequence(range: found.range.shifted(by: offset), bytes: found.bytes, shown: found.shown))
      }
      next[index] = offset + found.range.upperBound
      last[index] = found.bytes
      return true
    }

    /// The characters, or nil if there are none or they are probably intended.
    package var result: Result? {
      let taken = likely.filter {
        $0.tally.isPossible && certainTables.contains($0.table) || $0.tally.isLikely && rightParts == 0
      }
      let sequences = certain + taken.flatMap(\.tally.sequences)
      let isWhole = !hasRejected && !taken.contains { $0.tally.hasRejected }
      return sequences.isEmpty
        ? nil
        : Result(sequences: sequences.sorted { $0.range.lowerBound < $1.range.lowerBound }, isWhole: isWhole)
    }
  }

  /// Decodes characters misread as one encoding.
  private struct Reader {
    let text: ByteView
    let table: SingleByteEncodingTable

    /// The sequence at `start`, decoded as often as possible, and whether it might decode to an implausible
    /// character.
    func undone(at start: Int) -> (sequence: Sequence?, isRejected: Bool) {
      guard let first = unit(at: start, level: 0), let lead = byte(of: first.value), lead >= 0xC2 else {
        return (nil, false)
      }
      var isRejected = false
      var isRareLetter = false
      for level in stride(from: levels, to: 0, by: -1) {
        // One step too many yields letters of unlikely scripts: ’é of Mac OS Roman is an Armenian one.
        guard let found = unit(at: start, level: level) else { continue }
        guard UTF8Plausibility.isPlausible(found.value.value, isInRun: true) else {
          isRejected = true
          // Letters after » in Mac OS Roman, which are rare in text.
          if (0x200..<0x240).contains(found.value.value) { isRareLetter = true }
          continue
        }
        let bytes = PackedUTF8(found.value.value).array
        return (
          Sequence(range: start..<found.end, bytes: bytes, shown: text[start..<found.end].string),
          isRareLetter
        )
      }
      return (nil, isRejected)
    }

    /// The character at `start` after decoding `level` times, at most three, and its end.
    private func unit(at start: Int, level: Int) -> (value: Unicode.Scalar, end: Int)? {
      guard level > 0 else {
        guard start < text.count, text[start] >= 0x80 else { return nil }
        let (value, length) = UTF8Validation.scalar(in: text, at: start)
        return Unicode.Scalar(value).map { ($0, start + length) }
      }
      var bytes: [UInt8] = []
      var at = start
      var needed = 1
      while bytes.count < needed {
        guard let next = unit(at: at, level: level - 1), let byte = byte(of: next.value) else { return nil }
        if bytes.isEmpty {
          guard byte >= 0xC2, byte <= 0xF4 else { return nil }
          needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        }
        bytes.append(byte)
        at = next.end
      }
      return bytes.withByteView { view in
        guard UTF8Validation.sequenceLength(in: view, at: 0) == view.count else { return nil }
        return Unicode.Scalar(UTF8Validation.scalar(in: view, at: 0).value).map { ($0, at) }
      }
    }

    private func byte(of value: Unicode.Scalar) -> UInt8? { table.byte(forMisread: value.value) }

    /// Whether a sequence is next to a letter or another sequence; `isAdjacent` says whether one precedes it;
    /// lines and blocks alone are a drawing.
    func isInWord(_ range: Range<Int>, isAdjacent: Bool) -> Bool {
      if range.lowerBound > 0, text[range.lowerBound - 1].isLetter { return true }
      let next = text.byte(at: range.upperBound)
      if next?.isLetter == true { return true }
      if text[range].string.unicodeScalars.allSatisfy({ 0x2500..<0x25A0 ~= $0.value }) { return false }
      return isAdjacent || next ?? 0 >= 0x80 && undone(at: range.upperBound).sequence != nil
    }

    /// Whether a sequence that begins with a capital or a sign is between lower-case letters.
    func isInsideWord(_ range: Range<Int>) -> Bool {
      guard range.lowerBound > 0, let next = text.byte(at: range.upperBound) else { return false }
      let first = UTF8Validation.scalar(in: text, at: range.lowerBound).value
      let isLowerCase = Unicode.Scalar(first)?.properties.isLowercase ?? true
      return !isLowerCase
        && [text[range.lowerBound - 1], next].allSatisfy { $0.isLetter && $0 >= ASCII.lowerA }
    }

    /// How much likelier a character is among its neighbours than its sequence.
    ///
    /// `previous` is the character of the preceding sequence, if adjacent.
    func gain(of found: Sequence, after previous: [UInt8]) -> Float {
      var before = found.range.lowerBound
      for _ in 0..<2 {
        while before > 0, text[before - 1] & 0xC0 == 0x80 { before -= 1 }
        before = max(before - 1, 0)
      }
      let prefix = previous.isEmpty ? text[before..<found.range.lowerBound].array : previous
      var suffix = undone(at: found.range.upperBound).sequence?.bytes ?? []
      var after = found.range.upperBound
      for _ in 0..<2 where suffix.isEmpty && after < text.count {
        after += max(UTF8Validation.sequenceLength(in: text, at: after), 1)
      }
      if suffix.isEmpty { suffix = text[found.range.upperBound..<min(after, text.count)].array }
      func score(_ middle: [UInt8]) -> Float {
        (prefix + middle + suffix).withByteView {
          MultibyteDetection.score(of: $0, language: EncodingModel.noLanguage)
        }
      }
      return score(found.bytes) - score(text[found.range].array)
    }
  }
}
