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
  }

  /// What was found in a text.
  package struct Result: Sendable {
    package let sequences: [Sequence]
  }

  /// Sequences that are kept.
  private static let limit = 100_000
  private static let windows = SingleByteEncodingTable(.windows1252)
  private static let mac = SingleByteEncodingTable(.macRoman)

  /// The doubly encoded characters of valid UTF-8, or nil where there are none or they may well be meant.
  ///
  /// They must be most of what the text has above ASCII, or three at least.
  package static func find(in text: ByteView) -> Result? {
    for table in [windows, mac] {
      var found: [Sequence] = []
      var others = 0
      var at = UTF8Validation.endOfASCII(in: text, from: 0)
      while at < text.count, found.count < limit {
        if let sequence = sequence(in: text, at: at, table, isWindows: table.isWindows) {
          found.append(sequence)
          at = sequence.range.upperBound
        } else {
          others += 1
          at += max(UTF8Validation.sequenceLength(in: text, at: at), 1)
        }
        at = UTF8Validation.endOfASCII(in: text, from: at)
      }
      if !found.isEmpty, found.count >= others, found.count >= 2 || others == 0 {
        return Result(sequences: found)
      }
    }
    return nil
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
    return isValid ? Sequence(range: start..<at, bytes: bytes) : nil
  }

  private static func byte(for value: UInt32, _ table: SingleByteEncodingTable, isWindows: Bool) -> UInt8? {
    if let byte = table.byte(for: value) { return byte }
    return isWindows && value >= 0x80 && value < 0xA0 ? UInt8(value) : nil
  }
}
