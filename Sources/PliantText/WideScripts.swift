// Detection of UTF-16 without a mark in a short text, or of a script whose units contain no zeros:
//
//   04 1F 04 40 04 38 00 20   При␠     every unit is a letter of one script, a space or a sign; in the other order none is

enum WideScripts {
  /// The maximum number of bytes to examine.
  private static let longest = 64 * 1024
  /// The minimum number of units of one alphabet in a text without zeros.
  private static let fewestLetters = 4
  /// The minimum average score of an East Asian character, in tenths of a unit of log-likelihood.
  private static let leastScore: Float = 0

  /// The units of a text by kind.
  private struct Units {
    var count = 0
    /// Letters of scripts with spaces and ASCII punctuation.
    var letters = 0
    /// Ideographs, kana and syllables of Hangul.
    var eastAsian = 0
    /// Quotation marks, dashes and the like.
    var signs = 0
    var strange = 0
    /// The blocks of 256 that contain the letters.
    var blocks: Set<UInt16> = []

    init(_ bytes: ByteView, isLittleEndian: Bool) {
      let end = min(bytes.count, longest) & ~1
      for at in stride(from: 0, to: end, by: 2) {
        add(bytes.unit16(at: at, isLittleEndian: isLittleEndian))
      }
    }

    private mutating func add(_ unit: UInt16) {
      count += 1
      switch unit {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E: break
      case 0xA0...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x5D0...0x5EA, 0x600...0x6FF, 0xE01...0xE5B,
        0x1E00...0x1EFF:
        letters += 1
        blocks.insert(unit >> 8)
      case 0x2010...0x203A, 0x20AC, 0x2116, 0x2122, 0x2190...0x2193, 0x2200...0x22FF, 0x2500...0x27BF:
        signs += 1
      case 0x3000...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9F: eastAsian += 1
      default: strange += 1
      }
    }

    /// Whether the text is in one script of letters; with at most a few Latin ones.
    var isAlphabetic: Bool { strange == 0 && eastAsian == 0 && letters + signs > 0 && blocks.count <= 3 }
    var isEastAsian: Bool { strange == 0 && eastAsian > 0 && letters * 8 <= count }
  }

  /// Whether the text may be UTF-16 of East Asia without a mark and without ASCII: in one order each unit is one of its
  /// characters, and the bytes are not mainly those of words.
  static func mayBeEastAsian(_ bytes: ByteView) -> Bool {
    guard bytes.count % 2 == 0, bytes.count >= 2 * fewestLetters else { return false }
    let looked = min(bytes.count, longest)
    let words = (0..<looked).count {
      bytes[$0] == ASCII.space || bytes[$0] >= ASCII.lowerA && bytes[$0].isLetter
    }
    if words * 2 >= looked { return false }
    return [true, false].contains { isLittleEndian in
      let units = Units(bytes, isLittleEndian: isLittleEndian)
      return units.isEastAsian && units.letters == 0
    }
  }

  /// The order of UTF-16 in which `bytes` are text, if they are not text in the other.
  package static func encoding(of bytes: ByteView, hasZeros: Bool) -> TextEncoding? {
    // Nearly every text fails this at once, without examining its units. XML in UTF-16 has a zero in each
    // bracket.
    guard hasZeros || !bytes.starts(with: "<?xml") && hasControls(bytes) else { return nil }
    let (little, big) = (Units(bytes, isLittleEndian: true), Units(bytes, isLittleEndian: false))
    if little.isAlphabetic != big.isAlphabetic {
      let units = little.isAlphabetic ? little : big
      if hasZeros || units.letters >= fewestLetters {
        return .utf16(little.isAlphabetic ? .littleEndian : .bigEndian)
      }
    }
    // Any two bytes are an ideograph in many encodings, but none contains a zero.
    guard hasZeros else { return nil }
    let orders: [(ByteOrder, Units)] = [(.littleEndian, little), (.bigEndian, big)]
    let scored = orders.filter { $0.1.isEastAsian }.map { (order: $0.0, score: score(of: bytes, $0.0)) }
    guard let best = scored.max(by: { $0.score < $1.score }), best.score > leastScore else { return nil }
    return .utf16(best.order)
  }

  /// Whether a text has controls that single-byte text lacks: the upper bytes of Greek, Cyrillic and Hebrew
  /// letters.
  private static func hasControls(_ bytes: ByteView) -> Bool {
    let looked = bytes[0..<min(bytes.count, longest)]
    var count = 0
    var at = 0
    while at < looked.count {
      let block = looked.paddedBlock(at: at)
      let isControl =
        (block &- ByteBlock(repeating: 1)) .< ByteBlock(repeating: 6)
        .| (block .== ByteBlock(repeating: 0x0E))
      count &+= isControl.nibbles.nonzeroBitCount &>> 2
      at &+= 16
    }
    return count * 4 >= looked.count
  }

  /// The average score of a non-ASCII character.
  private static func score(of bytes: ByteView, _ order: ByteOrder) -> Float {
    let part = bytes[0..<min(bytes.count, longest)]
    guard let text = TextEncoding.utf16(order).decoded(part, isLast: part.count == bytes.count) else {
      return -100
    }
    return text.withHeldBytes { view in
      let count = MultibyteDetection.charactersAboveASCII(in: view)
      guard count > 0 else { return -100 }
      return MultibyteDetection.score(of: view, language: EncodingModel.noLanguage) / Float(count)
    }
  }
}
