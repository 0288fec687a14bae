// UTF-8 that was taken for windows-1252 or Mac OS Roman and encoded again:
//
//   ä = C3 A4   taken for   Ã ¤   encoded as   C3 83 C2 A4

/// Finds doubly encoded characters.
package enum DoubleEncoding {
  /// A run of characters that is one character encoded twice.
  package struct Sequence: Sendable {
    package let range: Range<Int>
    /// The character's UTF-8.
    package let bytes: [UInt8]
    /// The run as it stands in the text.
    package let shown: String
  }

  /// What was found in a text.
  package struct Result: Sendable {
    package let sequences: [Sequence]
  }

  /// Sequences that are kept.
  private static let limit = 100_000
  /// The most bytes that a sequence can have: four characters of three bytes.
  private static let longest = 12
  private static let tables = [SingleByteEncodingTable(.windows1252), SingleByteEncodingTable(.macRoman)]

  /// The doubly encoded characters of valid UTF-8, or nil where there are none or they may well be meant.
  ///
  /// They must be most of what the text has above ASCII, or three at least.
  package static func find(in text: ByteView) -> Result? {
    var search = Search(keepsSequences: true)
    _ = search.advance(over: text, isLast: true)
    return search.result
  }

  /// Whether two characters above ASCII stand beside one another, as those of one that was encoded twice do.
  package static func mayOccur(in text: ByteView) -> Bool {
    var at = UTF8Validation.endOfASCII(in: text, from: 0)
    while at < text.count {
      at += max(UTF8Validation.sequenceLength(in: text, at: at), 1)
      if at < text.count, text[at] >= 0x80 { return true }
      at = UTF8Validation.endOfASCII(in: text, from: at)
    }
    return false
  }

  /// Finds doubly encoded characters in a text that goes by piece by piece.
  package struct Search {
    /// What one of the encodings explains.
    private struct Tally {
      var sequences: [Sequence] = []
      var found = 0
      var others = 0
      /// Where in the text the search goes on.
      var next = 0
    }

    private var tallies = [Tally(), Tally()]
    private var offset = 0
    private let kept: Int

    /// A search that keeps only the first of the characters unless all are wanted.
    package init(keepsSequences: Bool) { kept = keepsSequences ? limit : 1 }

    /// Looks through the next piece of the text, whole characters, and returns how many of its bytes are done with.
    package mutating func advance(over text: ByteView, isLast: Bool) -> Int {
      let end = isLast ? text.count : max(text.count - longest, 0)
      var at = UTF8Validation.endOfASCII(in: text, from: 0)
      while at < end {
        let next = at + max(UTF8Validation.sequenceLength(in: text, at: at), 1)
        // A character encoded twice is at least two, both above ASCII.
        let mayBegin = next < text.count && text[next] >= 0x80
        for index in tallies.indices where tallies[index].next <= offset + at {
          if !mayBegin || !take(text, at: at, index) {
            tallies[index].others += 1
            tallies[index].next = offset + next
          }
        }
        at = text.count > next && text[next] >= 0x80 ? next : UTF8Validation.endOfASCII(in: text, from: next)
      }
      let done = min(at, text.count)
      offset += done
      return done
    }

    /// Takes the character at `at` if one of the encodings explains it.
    private mutating func take(_ text: ByteView, at: Int, _ index: Int) -> Bool {
      guard let found = sequence(in: text, at: at, tables[index], isWindows: index == 0) else { return false }
      tallies[index].found += 1
      if tallies[index].sequences.count < kept {
        let range = found.range.lowerBound + offset..<found.range.upperBound + offset
        tallies[index].sequences.append(Sequence(range: range, bytes: found.bytes, shown: found.shown))
      }
      tallies[index].next = offset + found.range.upperBound
      return true
    }

    /// The characters, or nil where there are none or they may well be meant.
    package var result: Result? {
      for tally in tallies where tally.found > 0 && tally.found >= tally.others {
        if tally.found >= 2 || tally.others == 0 { return Result(sequences: tally.sequences) }
      }
      return nil
    }
  }

  private static func sequence(
    in text: ByteView, at start: Int, _ table: SingleByteEncodingTable, isWindows: Bool
  ) -> Sequence? {
    var bytes: [UInt8] = []
    var at = start
    var needed = 1
    while bytes.count < needed {
      guard at < text.count, text[at] >= 0x80 else { return nil }
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      guard let byte = byte(for: value, table, isWindows: isWindows) else { return nil }
      if bytes.isEmpty {
        guard byte >= 0xC3, byte <= 0xF4 || byte == 0xC2 else { return nil }
        needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      }
      bytes.append(byte)
      at += length
    }
    let isValid = bytes.withByteView { UTF8Validation.sequenceLength(in: $0, at: 0) == bytes.count }
    // Capitals may stand beside one another; a letter followed by a control is no accident.
    return isValid ? Sequence(range: start..<at, bytes: bytes, shown: text[start..<at].string) : nil
  }

  private static func byte(for value: UInt32, _ table: SingleByteEncodingTable, isWindows: Bool) -> UInt8? {
    if let byte = table.byte(for: value) { return byte }
    return isWindows && value >= 0x80 && value < 0xA0 ? UInt8(value) : nil
  }
}
