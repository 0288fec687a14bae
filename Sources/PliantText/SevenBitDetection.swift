// Detection of encodings that use only ASCII bytes: ISO-2022-JP, ISO-2022-KR, HZ and UTF-7.

enum SevenBitDetection {
  /// The maximum number of bytes to decode.
  private static let sampleBytes = 64 * 1024
  /// The minimum score of all non-ASCII characters, in tenths of a unit of log-likelihood; real text is above
  /// 0.
  private static let leastScore: Float = 0

  /// Returns the encoding whose sequences decode all of `bytes` to plausible text, or nil for plain ASCII.
  package static func encoding(of bytes: ByteView) -> TextEncoding? {
    if let start = bytes.firstIndex(of: ASCII.escape) {
      let isKorean = bytes.starts(with: "\u{1B}$)C", at: start)
      return checked(isKorean ? .iso2022KR : .iso2022JP, bytes.suffix(from: start))
    }
    if let start = bytes.firstIndex(of: "~{"), let found = checked(.hz, bytes.suffix(from: start)) {
      return found
    }
    guard let start = bytes.firstIndex(of: ASCII.plusSign) else { return nil }
    let rest = bytes.suffix(from: start)
    return looksLikeBase64(rest[0..<min(rest.count, sampleBytes)]) ? checked(.utf7, rest) : nil
  }

  /// Whether most runs after plus signs are Base64 rather than sums or words: below U+1000, or letters of
  /// both cases.
  private static func looksLikeBase64(_ text: ByteView) -> Bool {
    var (runs, good) = (0, 0)
    var at = 0
    while let sign = text.firstIndex(of: ASCII.plusSign, from: at) {
      at = sign + 1
      let first = text.byte(at: at) ?? 0
      if first == ASCII.hyphen { continue }
      var (hasUpper, hasLower) = (false, false)
      while let byte = text.byte(at: at), byte.isLetter || byte.isDigit || byte == ASCII.solidus {
        if byte.isLetter && byte & 0x20 == 0 { hasUpper = true }
        if byte.isLetter && byte & 0x20 != 0 { hasLower = true }
        at += 1
      }
      runs += 1
      if hasUpper && (hasLower || first &- ASCII.upperA < 4) { good += 1 }
    }
    return good > 0 && good * 2 >= runs
  }

  /// The candidate if it decodes the text from its first sequence to plausible text.
  private static func checked(_ candidate: MultibyteEncoding, _ bytes: ByteView) -> TextEncoding? {
    let sample = bytes[0..<min(bytes.count, sampleBytes)]
    let isLast = sample.count == bytes.count
    guard let text = TextEncoding.multibyte(candidate).decoded(sample, isLast: isLast) else { return nil }
    let isText = text.withHeldBytes { view in
      let highCount = MultibyteDetection.charactersAboveASCII(in: view)
      guard highCount > 0 else { return false }
      // Escape sequences are conclusive.
      if candidate == .iso2022JP || candidate == .iso2022KR { return true }
      let score = MultibyteDetection.score(of: view, language: EncodingModel.noLanguage)
      return score >= leastScore * Float(highCount)
    }
    return isText ? .multibyte(candidate) : nil
  }
}
