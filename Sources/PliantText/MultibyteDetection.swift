// Detection of East Asian encodings, in which most characters have two bytes.

enum MultibyteDetection {
  /// Whether every ASCII letter, of at least one, is the second byte of a pair, as in text of East Asia but in no words
  /// of Latin.
  static func isInPairs(_ bytes: ByteView) -> Bool {
    var hasLetters = false
    var at = 0
    while at < bytes.count {
      if bytes[at] < 0x80 {
        if bytes[at].isLetter { return false }
        at += 1
      } else {
        guard let next = bytes.byte(at: at + 1), next >= 0x40, next != 0x7F else { return false }
        hasLetters = hasLetters || next.isLetter
        at += 2
      }
    }
    return hasLetters
  }

  /// The maximum number of bytes to decode.
  private static let sampleBytes = 32 * 1024
  /// The number of characters per invalid byte that is tolerated.
  private static let charactersForStray = 100

  static let encodings: [(TextEncoding, decoder: TextEncoding)] = [
    (.multibyte(.shiftJIS), .multibyte(.windows31J)), (.multibyte(.eucJP), .multibyte(.eucJP)),
    (.multibyte(.gb18030), .multibyte(.gb18030)), (.multibyte(.big5), .multibyte(.big5HKSCS)),
    (.multibyte(.eucKR), .multibyte(.cp949)), (.multibyte(.johab), .multibyte(.johab)),
  ]

  /// Encodings that are tried if those of the same language cannot decode a text.
  static let rarer: [(TextEncoding, instead: TextEncoding?)] = [
    (.multibyte(.shiftJIS2004), .multibyte(.shiftJIS)), (.multibyte(.eucJIS2004), .multibyte(.eucJP)),
    (.multibyte(.eucTW), nil),
  ]

  /// The encodings that can decode `bytes`, with the score per byte above 0x7F in tenths.
  package static func scores(of bytes: ByteView, language: UInt32) -> [(TextEncoding, Float)] {
    // The first byte above 0x7F begins a character.
    let start = UTF8Validation.endOfASCII(in: bytes, from: 0)
    let sample = bytes[start..<min(bytes.count, start + sampleBytes)]
    let highCount = ByteStatistics.highCount(of: sample)
    guard highCount >= 2 else { return [] }
    func average(_ encoding: TextEncoding, _ decoder: TextEncoding) -> (TextEncoding, Float)? {
      guard let text = decode(sample, decoder) else { return nil }
      let score = text.withHeldBytes { Self.score(of: $0, in: encoding, language: language) }
      return (encoding, score / Float(highCount))
    }
    let usual = encodings.compactMap { average($0, $1) }
    // EUC has no other bytes from 0x80 to 0xA0 than 8E and 8F.
    let mayBeEUC = !(UInt8(0x80)...0xA0).contains {
      $0 != 0x8E && $0 != 0x8F && sample.firstIndex(of: $0) != nil
    }
    return usual
      + rarer.compactMap { encoding, usualOne in
        if encoding != .multibyte(.shiftJIS2004), !mayBeEUC { return nil }
        return usual.contains { $0.0 == usualOne } ? nil : average(encoding, encoding)
      }
  }

  /// The text, with a replacement character for a few invalid bytes; nil if there are more.
  private static func decode(_ bytes: ByteView, _ encoding: TextEncoding) -> OutputBuffer? {
    var decoder = TextDecoder(encoding)
    var output = OutputBuffer()
    var at = 0
    var strays = 0
    while at < bytes.count {
      let (consumed, isCutOff) = decoder.read(bytes.suffix(from: at), isLast: false, into: &output)
      at += consumed + 1
      if at > bytes.count || isCutOff { break }
      output.append("\u{FFFD}")
      strays += 1
      if strays * charactersForStray > max(at, 2 * charactersForStray) { return nil }
    }
    return output
  }

  static func charactersAboveASCII(in text: ByteView) -> Int {
    (0..<text.count).count { text[$0] >= 0xC0 }
  }

  /// The penalty for kana in an encoding of another language than Japanese.
  private static let foreignKana: Float = 5

  /// The sum of the scores of all non-ASCII characters of a text decoded with an encoding.
  static func score(of text: ByteView, in encoding: TextEncoding, language: UInt32) -> Float {
    let score = score(of: text, language: language)
    switch encoding {
    case .multibyte(.shiftJIS), .multibyte(.windows31J), .multibyte(.eucJP), .utf8,
      .multibyte(.shiftJIS2004), .multibyte(.eucJIS2004):
      return score
    default: break
    }
    var kana = 0
    var at = 0
    while let place = text.firstIndex(of: 0xE3, from: at) {
      if let second = text.byte(at: place + 1), second >= 0x81, second <= 0x83 { kana += 1 }
      at = place + 1
    }
    return score - Float(kana) * foreignKana
  }

  /// The sum of the scores of all characters above ASCII in a text.
  package static func score(of text: ByteView, language: UInt32) -> Float {
    let model = EncodingModel.shared
    let space = model.ascii[Int(ASCII.lineFeed)]
    var window = (space, space, space, space, space)
    var values: (UInt32, UInt32) = (0x0A, 0x0A)
    var sum: Int64 = 0
    var at = 0
    var padding = 2
    while at < text.count || padding > 0 {
      var value = UInt32(ASCII.lineFeed)
      if at < text.count {
        // Of a run of ASCII only its ends are neighbours.
        if values.0 < 0x80, values.1 < 0x80, text[at] < 0x80 {
          at = max(at, UTF8Validation.endOfASCII(in: text, from: at) &- 2)
        }
        let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
        value = scalar
        at += length
      } else {
        padding -= 1
      }
      window = (window.1, window.2, window.3, window.4, EncodingModel.meaning(of: value))
      // The middle of the window is two characters back.
      if values.0 >= 0x80 {
        let score = model.score(window.2, window.0, window.1, window.3, window.4, language: language)
        sum += Int64(score)
      }
      values = (values.1, value)
    }
    return Float(sum)
  }
}
