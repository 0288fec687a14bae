// Text of Mac OS Roman or of Cyrillic and Greek misread as windows-1252 or ISO-8859-1, or Western text misread as
// Mac OS Roman, and stored as UTF-8:
//
//   grün = 67 72 9F 6E   misread as  grŸn          für = 66 FC 72   taken for   f¸r
//
// It is converted back to the original bytes, whose encoding is then detected like that of any text.

/// Finds text decoded with the wrong single-byte encoding.
package enum MisreadText {
  package struct Result: Sendable {
    /// The original encoding.
    package let actual: TextEncoding
    /// The encoding used by mistake.
    package let assumed: TextEncoding
    /// The intended characters, in place of the wrong ones.
    package let sequences: [DoubleEncoding.Sequence]
  }

  /// The minimum number of different wrong characters; a single one may be an example.
  private static let fewest = 2
  /// The minimum gain in likelihood, in tenths of a unit of log-likelihood.
  private static let leastGain: Float = 50
  /// The maximum size of a text to examine.
  private static let largest = 4 << 20
  /// The number of bytes to compare before and after the correction.
  private static let scoredBytes = 64 * 1024

  private static let pairs: [(assumed: SingleByteEncoding, actual: [SingleByteEncoding])] = [
    (.windows1252, [.macRoman, .windows1251, .koi8r, .windows1253]), (.macRoman, [.windows1252, .iso8859_1]),
  ]

  /// Returns the original of misread UTF-8 with these signs, or nil if it is probably intended.
  package static func find(in text: ByteView, _ signs: NotableCharacters) -> Result? {
    guard signs.hasOddLetter, text.count <= largest else { return nil }
    var best: Result?
    // Most texts match no such encoding and need no score.
    lazy var bestScore = score(of: text) + leastGain
    for (assumed, actual) in pairs {
      guard let found = encoding(of: text, takenFor: assumed, among: actual) else { continue }
      let sequences = sequences(in: text, from: SingleByteEncodingTable(assumed), to: found)
      guard Set(sequences.lazy.map(\.shown)).count >= fewest else { continue }
      let score = undone(sequences, in: text).withByteView { Self.score(of: $0) }
      if score > bestScore {
        bestScore = score
        best = Result(actual: .singleByte(found), assumed: .singleByte(assumed), sequences: sequences)
      }
    }
    return best
  }

  /// The encoding of the original bytes if it is certain and one of `actual`.
  private static func encoding(
    of text: ByteView, takenFor assumed: SingleByteEncoding, among actual: [SingleByteEncoding]
  ) -> SingleByteEncoding? {
    bytes(of: text, in: assumed)?.withByteView { view -> SingleByteEncoding? in
      guard HighByteSet(of: view).count >= fewest else { return nil }
      let verdict = EncodingDetector.judge(view)
      guard verdict.evidence == .letters,
        case .singleByte(let table) = EncodingCertainty.encoding(of: verdict, in: view),
        actual.contains(table)
      else { return nil }
      return table
    }
  }

  /// The beginning of the corrected text.
  private static func undone(_ sequences: [DoubleEncoding.Sequence], in text: ByteView) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    for sequence in sequences where sequence.range.upperBound <= scoredBytes {
      result += text[at..<sequence.range.lowerBound].array + sequence.bytes
      at = sequence.range.upperBound
    }
    return result + text[at..<max(at, min(text.count, scoredBytes))].array
  }

  /// Whether a non-ASCII character rarely follows a lower-case letter.
  static func isOdd(_ value: UInt32) -> Bool {
    switch value {
    case 0xDF...0xF6, 0xF8...0x17F: value == 0x153 || value == 0x161 || value == 0x17E || value == 0x131
    case 0xA0, 0xAB, 0xBB, 0xAE, 0xA9, 0xB0, 0xB2, 0xB3: false
    case 0x2013, 0x2014, 0x2018...0x201D, 0x2026, 0x2122: false
    default: value < 0x2300 || value >= 0xF800
    }
  }

  private static func score(of text: ByteView) -> Float {
    let part = text[0..<min(text.count, scoredBytes)]
    // Whole characters only.
    let whole = part[0..<UTF8Validation.validEnd(of: part)]
    return MultibyteDetection.score(of: whole, language: EncodingModel.noLanguage)
  }

  /// The original bytes of the text; nil if the encoding lacks a character.
  private static func bytes(of text: ByteView, in encoding: SingleByteEncoding) -> [UInt8]? {
    let table = SingleByteEncodingTable(encoding)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      if text[at] < 0x80 {
        bytes.append(text[at])
        at += 1
        continue
      }
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      guard length > 0, let byte = table.byte(forMisread: value) else { return nil }
      bytes.append(byte)
      at += length
    }
    return bytes
  }

  private static func sequences(
    in text: ByteView, from assumed: SingleByteEncodingTable, to actual: SingleByteEncoding
  ) -> [DoubleEncoding.Sequence] {
    var found: [DoubleEncoding.Sequence] = []
    var at = UTF8Validation.endOfASCII(in: text, from: 0)
    while at < text.count {
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      let end = at + max(length, 1)
      if let byte = assumed.byte(forMisread: value), let unit = actual.scalar(of: byte),
        unit != value
      {
        found.append(
          DoubleEncoding.Sequence(
            range: at..<end, bytes: PackedUTF8(UInt32(unit)).array, shown: text[at..<end].string))
      }
      at = UTF8Validation.endOfASCII(in: text, from: end)
    }
    return found
  }
}
