// Text whose words are written above ASCII: Cyrillic, Greek and East Asian encodings, told by which letters are common.

/// Judges texts that are not written in Latin letters.
enum ScriptDetection {
  /// The likely encodings of such a text, the likeliest first; empty where it is written in Latin letters.
  static func candidates(_ bytes: ByteView, _ census: EncodingCensus) -> [EncodingVerdict.Candidate] {
    // Western words have at most one letter in three above ASCII; there, runs of such bytes are short.
    guard census.highCount >= 24, hasLongRuns(bytes) else { return [] }
    var found: [(TextEncoding, Double)] = []
    let part = bytes[0..<min(bytes.count, 64 * 1024)]
    for encoding in multibyte {
      if let share = commonShare(
        part, encoding,
        encoding == .system("EUC-JP") || encoding == .system("SHIFT_JIS") ? isJapanese : isAsian)
      {
        found.append((encoding, share))
      }
    }
    if let best = found.max(by: { $0.1 < $1.1 }), best.1 > 0.5 { return ranked(found) }
    found = []
    for encoding in cyrillic {
      if let share = commonShare(part, encoding, isCyrillic) { found.append((encoding, share)) }
    }
    return ranked(found.filter { $0.1 > 0.6 })
  }

  private static let multibyte: [TextEncoding] = [
    .system("EUC-JP"), .system("SHIFT_JIS"), .system("GB18030"), .system("BIG5"), .system("EUC-KR"),
  ]
  private static let cyrillic: [TextEncoding] = [
    .singleByte(.windows1251), .singleByte(.koi8r), .singleByte(.iso8859_5), .singleByte(.macCyrillic),
    .singleByte(.ibm866), .singleByte(.windows1253), .singleByte(.iso8859_7), .singleByte(.windows1255),
  ]

  private static func ranked(_ found: [(TextEncoding, Double)]) -> [EncodingVerdict.Candidate] {
    let sorted = found.sorted { $0.1 > $1.1 }
    guard let best = sorted.first?.1 else { return [] }
    let second = sorted.count > 1 ? sorted[1].1 : 0
    let confidence = min(0.95, 0.5 + 2 * (best - second))
    return sorted.enumerated().map { index, entry in
      .init(encoding: entry.0, probability: index == 0 ? confidence : (1 - confidence) * entry.1 / best)
    }
  }

  /// Whether most bytes above ASCII stand in runs of three or more.
  static func hasLongRuns(_ bytes: ByteView) -> Bool {
    var inRuns = 0
    var all = 0
    var run = 0
    for at in 0..<min(bytes.count, 64 * 1024) {
      if bytes[at] >= 0x80 {
        run += 1
        all += 1
        if run == 3 { inRuns += 3 } else if run > 3 { inRuns += 1 }
      } else if run > 0 {
        run = 0
      }
    }
    return inRuns * 2 > all
  }

  /// How common the characters above ASCII are that the text would have; nil where it cannot be decoded.
  private static func commonShare(
    _ bytes: ByteView, _ encoding: TextEncoding, _ weight: (UInt32, UInt32) -> Double
  ) -> Double? {
    var output = OutputBuffer()
    do throws(Failure) {
      var decoder = try TextDecoder(encoding)
      _ = try decoder.decode(bytes, isLast: false, into: &output)
    } catch {
      return nil
    }
    return output.withHeldBytes { text in
      var at = 0
      var count = 0
      var sum = 0.0
      var last: UInt32 = 0x20
      while at < text.count {
        let (value, length) = UTF8Validation.scalar(in: text, at: at)
        at += length
        if value >= 0x80 {
          count += 1
          sum += weight(value, last)
        }
        last = value
      }
      return count == 0 ? 0 : sum / Double(count)
    }
  }

  /// As `isAsian`, for encodings in which kana stand for a language and not for a foreign word.
  private static func isJapanese(_ value: UInt32, after last: UInt32) -> Double {
    switch value {
    case 0x3040...0x30FF, 0x3000...0x3002: 1
    case 0xFF61...0xFF9F: 0
    default: isAsian(value, after: last)
    }
  }

  /// Common ideographs and syllables count, kana little, half-width kana and rare blocks not at all.
  private static func isAsian(_ value: UInt32, after last: UInt32) -> Double {
    switch value {
    case 0x3000...0x3002: 1
    case 0x3040...0x30FF: 0.3
    case 0xAC00...0xD7A3: 0.95
    case 0x4E00...0x9FFF: 0.8
    case 0xFF01...0xFF5E, 0x3003...0x3020: 0.7
    default: 0
    }
  }

  /// Small letters, and capitals at a word's start or among capitals.
  private static func isCyrillic(_ value: UInt32, after last: UInt32) -> Double {
    switch value {
    case 0x430...0x44F, 0x3B1...0x3C9, 0x5D0...0x5EA: 1
    case 0x410...0x42F, 0x391...0x3A9: last < 0x40 || (0x391...0x42F).contains(last) ? 0.8 : 0
    case 0x451...0x45F, 0x3AC...0x3CE, 0x490, 0x491: 0.9
    case 0xA0, 0xAB, 0xBB, 0x2013...0x2026, 0x2116: 0.7
    default: 0
    }
  }
}
