// Criteria for a certain encoding: only then is a possible declaration reported as false, and a file changed.

/// Distinguishes certain verdicts from likely ones.
package enum EncodingCertainty {
  /// The probability from which letters are decisive; an uncertain verdict has a lower one.
  static let certain = 0.99
  /// The number of non-ASCII bytes that are not valid UTF-8 by chance: four characters.
  static let utf8Bytes = 12
  /// The minimum number of non-ASCII bytes for a rare encoding.
  private static let rareBytes = 24
  /// The minimum number of different characters for an East Asian text.
  private static let distinctCharacters = 4

  /// Returns the encoding if it is certain, or nil; `bytes` are those examined, nil for a sample of many.
  ///
  /// `isExhaustive` examines every part even of a large file, before changing it.
  package static func encoding(
    of verdict: EncodingDetection, in bytes: ByteView?, isExhaustive: Bool = false
  ) -> TextEncoding? {
    switch verdict.evidence {
    case .ascii, .byteOrderMark, .zeroBytes: return verdict.encoding
    // Only ISO 2022's escape sequences are certain.
    case .escapes: return verdict.confidence > 0.9 ? verdict.encoding : nil
    case .mixed, .binary, .empty: return nil
    case .utf8: return isUTF8(verdict, bytes) ? .utf8 : nil
    case .letters:
      guard isLetters(verdict, bytes) else { return nil }
      if isExhaustive, let bytes, !EncodingMixture.isUniform(bytes, in: verdict.encoding) { return nil }
      return verdict.encoding
    }
  }

  private static func isUTF8(_ verdict: EncodingDetection, _ bytes: ByteView?) -> Bool {
    if verdict.highCount >= utf8Bytes { return true }
    return bytes.map { UTF8Plausibility($0).isPlausible } ?? true
  }

  private static func isLetters(_ verdict: EncodingDetection, _ bytes: ByteView?) -> Bool {
    guard probability(of: verdict) >= certain, verdict.isUniform else { return false }
    guard let bytes else { return true }
    if isGeneralizedUTF8(bytes) { return false }
    if case .singleByte(let table) = verdict.encoding {
      return common.contains(table) || verdict.highCount >= rareBytes
    }
    return hasDistinctPairs(bytes)
  }

  /// The probability of the detected encoding, weighted by the frequency of encodings: a word of ISO-8859-1
  /// may also be one of a rare encoding.
  private static func probability(of verdict: EncodingDetection) -> Double {
    guard verdict.encoding == .latin1 else { return verdict.confidence }
    var rareShare = 0.0
    for candidate in verdict.candidates.dropFirst() {
      if case .singleByte(let table) = candidate.encoding, !common.contains(table) {
        rareShare += candidate.probability
      }
    }
    return verdict.confidence / (1 - rareShare * (1 - rareWeight))
  }

  private static let rareWeight = 0.1

  private static let common: Set<SingleByteEncoding> = [
    .iso8859_1, .windows1252, .macRoman, .iso8859_15, .iso8859_2, .windows1250, .windows1251, .koi8r, .koi8u,
    .windows1253, .iso8859_7, .iso8859_9, .windows1254, .iso8859_5, .windows1255, .iso8859_8, .windows1256,
    .tis620,
  ]

  /// Whether bytes are UTF-8 except for paired surrogates (CESU-8) and zero in two bytes.
  private static func isGeneralizedUTF8(_ bytes: ByteView) -> Bool {
    var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
    var strange = 0
    while at < bytes.count {
      let length = UTF8Validation.sequenceLength(in: bytes, at: at)
      if length > 0 {
        at += length
      } else if bytes[at] == 0xED, isContinuation(bytes, at + 1), isContinuation(bytes, at + 2) {
        strange += 1
        at += 3
      } else if bytes[at] == 0xC0, bytes.byte(at: at + 1) == 0x80 {
        strange += 1
        at += 2
      } else {
        return false
      }
      at = UTF8Validation.endOfASCII(in: bytes, from: at)
    }
    return strange > 0
  }

  private static func isContinuation(_ bytes: ByteView, _ at: Int) -> Bool {
    bytes.byte(at: at).map { $0 & 0xC0 == 0x80 } ?? false
  }

  /// Whether there are enough different pairs of bytes; a few may be repeated letters of another script.
  private static func hasDistinctPairs(_ bytes: ByteView) -> Bool {
    var pairs: Set<UInt16> = []
    var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
    while at + 1 < bytes.count {
      pairs.insert(UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1]))
      if pairs.count >= distinctCharacters { return true }
      at = UTF8Validation.endOfASCII(in: bytes, from: at + 2)
    }
    return false
  }
}

/// Whether a few characters of UTF-8 are plausible in text, rather than two letters of another encoding.
///
///     c3 bc   ü, in a word        plausible: in other encodings two signs, or letters of two scripts in one word
///     d5 8f   Տ, in a word        not: è and ’ of Mac OS Roman are likelier
struct UTF8Plausibility {
  private(set) var isPlausible = true

  package init(_ bytes: ByteView) {
    var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
    var runStart = at
    while at < bytes.count, isPlausible {
      // Mixed parts have bytes between them that are not UTF-8.
      guard UTF8Validation.sequenceLength(in: bytes, at: at) > 0 else {
        at = UTF8Validation.endOfASCII(in: bytes, from: at + 1)
        runStart = at
        continue
      }
      let (value, length) = UTF8Validation.scalar(in: bytes, at: at)
      let isInRun = at > runStart || at + length < bytes.count && bytes[at + length] >= 0x80
      let isCombined = 0x300..<0x370 ~= value && at == runStart && at > 0 && bytes[at - 1].isLetter
      isPlausible = isCombined || Self.isPlausible(value, isInRun: isInRun)
      at += length
      let next = UTF8Validation.endOfASCII(in: bytes, from: at)
      if next > at { runStart = next }
      at = next
    }
  }

  static func isPlausible(_ value: UInt32, isInRun: Bool) -> Bool {
    switch value {
    case 0xA0...0x17F, 0x218...0x21B: true
    // Letters that rarely occur alone.
    case 0x386...0x3CE, 0x401...0x45F, 0x490...0x491, 0x5D0...0x5EA, 0x621...0x652: isInRun
    case 0x2010...0x205F, 0x20AC, 0x2100...0x22FF, 0x2500...0x27BF: true
    case 0x900...0x97F, 0xE01...0xE5B, 0x1E00...0x1EFF: true
    case 0x3000...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF00...0xFFEF, 0x1F300...0x1FAFF: true
    case 0xFEFF, 0xFFFD: true
    default: false
    }
  }
}
