// Judges which encoding a text is really in, by all of its bytes and whatever it declares.
//
//   mark? → zero bytes of UTF-16 and UTF-32? → ASCII? → UTF-8? → the likeliest of the encodings of one byte

/// What was found out about a text's encoding.
package struct EncodingVerdict: Sendable {
  /// Why the encoding was chosen.
  package enum Evidence: String, Sendable {
    case byteOrderMark = "byte order mark"
    case zeroBytes = "zero bytes in every unit"
    case ascii = "only ASCII"
    case utf8 = "valid UTF-8"
    /// Mostly UTF-8, with bytes between that are not.
    case mixed = "UTF-8 mixed with other bytes"
    case escapes = "escape sequences"
    case letters = "letters in context"
    case empty = "empty"
    case binary = "not text"
  }

  /// A possible encoding with its probability.
  package struct Candidate: Sendable {
    package let encoding: TextEncoding
    package let probability: Double
  }

  package let encoding: TextEncoding
  package let evidence: Evidence
  /// From 0 to 1; 1 is certain.
  package let confidence: Double
  /// The likeliest first, where there was a choice.
  let ranked: [Candidate]
  package let byteOrderMark: ByteOrderMark?
  /// The first byte that does not belong to the encoding found, in the whole input.
  package let firstStray: Int?
  /// Whether the text has bytes from 0x80 to 0x9F, which ISO-8859-1 has only controls for.
  package let hasControlBytes: Bool
  /// Bytes above 0x7F; in UTF-8 no more of them than decide.
  package let highCount: Int
  /// Which bytes above 0x7F there are, where the text is in an encoding of one byte a character.
  var highBytes = HighByteSet()

  /// The likeliest first.
  package var candidates: [Candidate] {
    ranked.isEmpty ? [Candidate(encoding: encoding, probability: confidence)] : ranked
  }

  /// Whether a text declared to be in `declared` may be in this encoding: the declared one, one that it includes, or
  /// one that decodes these bytes to the same text.
  package func satisfies(_ declared: TextEncoding) -> Bool {
    if declared == encoding { return true }
    switch (declared, encoding) {
    case (_, .ascii): return declared.isASCIISuperset
    case (.utf16(nil), .utf16), (.utf32(nil), .utf32): return true
    // The pages differ in a few signs by which they are not always told.
    case (.ebcdic, .ebcdic): return true
    case (.singleByte(let one), .singleByte(let other)): return highBytes.meanTheSame(one, other)
    case (.multibyte(.gb18030), .multibyte(let found)), (.multibyte(.gbk), .multibyte(let found)):
      return found == .gb18030 || found == .gbk || found == .gb2312
    case (.multibyte(.gb2312), .multibyte(let found)): return found == .gb18030
    case (.multibyte(.windows31J), .multibyte(let found)): return found == .shiftJIS
    case (.multibyte(.cp949), .multibyte(let found)): return found == .eucKR
    default: return false
    }
  }
}

/// Judges encodings by content.
package enum EncodingDetector {
  /// Judges all of `bytes`; what the text declares is not looked at.
  package static func judge(_ bytes: ByteView) -> EncodingVerdict {
    if let mark = ByteOrderMark(bytes) { return judgeMarked(bytes, mark) }
    if bytes.isEmpty { return certain(.ascii, .empty) }
    if bytes.starts(with: "bplist") { return certain(.ascii, .binary, confidence: 0) }
    if let wide = WideDetection.encoding(of: bytes) {
      // Numbers of two bytes each look like it.
      if FileSignature.find(in: bytes, count: bytes.count) != nil {
        return certain(.ascii, .binary, confidence: 0)
      }
      return certain(wide, .zeroBytes, confidence: 0.99)
    }
    let start = UTF8Validation.endOfASCII(in: bytes, from: 0)
    if start == bytes.count {
      guard let found = SevenBitDetection.encoding(of: bytes) else { return certain(.ascii, .ascii) }
      // Escape sequences are rarer in other text than braces behind tildes and plus signs.
      let isISO2022 = found == .multibyte(.iso2022JP) || found == .multibyte(.iso2022KR)
      return certain(found, .escapes, confidence: isISO2022 ? 0.95 : 0.85)
    }
    if UTF8Validation.validEnd(of: bytes, from: start) == bytes.count {
      let count = EncodingCensus.highCount(
        of: bytes.suffix(from: start), atLeast: EncodingCertainty.utf8Bytes)
      return certain(.utf8, .utf8, highCount: count)
    }
    if let page = EBCDICDetection.encoding(of: bytes) {
      return EncodingVerdict(
        encoding: page, evidence: .letters, confidence: 0.95, ranked: [], byteOrderMark: nil, firstStray: nil,
        hasControlBytes: false, highCount: EncodingCensus.highCount(of: bytes))
    }
    if bytes.firstIndex(of: ASCII.null) != nil || hasControls(bytes) {
      return certain(.ascii, .binary, confidence: 0)
    }
    return judgeBytes(bytes, EncodingCensus(bytes))
  }

  private static func judgeMarked(_ bytes: ByteView, _ mark: ByteOrderMark) -> EncodingVerdict {
    let body = bytes.suffix(from: mark.length)
    guard mark.encoding == .utf8 else {
      return EncodingVerdict(
        encoding: mark.encoding, evidence: .byteOrderMark, confidence: 1,
        ranked: [], byteOrderMark: mark, firstStray: nil, hasControlBytes: false, highCount: 0)
    }
    let end = UTF8Validation.validEnd(of: body)
    let isWhole = end == body.count
    return EncodingVerdict(
      encoding: .utf8, evidence: isWhole ? .byteOrderMark : .mixed, confidence: isWhole ? 1 : 0.5,
      ranked: [], byteOrderMark: mark,
      firstStray: isWhole ? nil : end + mark.length, hasControlBytes: false,
      highCount: isWhole ? 0 : EncodingCensus.highCount(of: body))
  }

  private static func certain(
    _ encoding: TextEncoding, _ evidence: EncodingVerdict.Evidence, confidence: Double = 1, highCount: Int = 0
  ) -> EncodingVerdict {
    EncodingVerdict(
      encoding: encoding, evidence: evidence, confidence: confidence, ranked: [], byteOrderMark: nil,
      firstStray: nil, hasControlBytes: false, highCount: highCount)
  }

  private static func judgeBytes(_ bytes: ByteView, _ census: EncodingCensus) -> EncodingVerdict {
    if isMixed(bytes, census) {
      return EncodingVerdict(
        encoding: .utf8, evidence: .mixed, confidence: 0.9, ranked: [],
        byteOrderMark: nil, firstStray: census.firstStray, hasControlBytes: census.controlCount > 0,
        highCount: census.highCount)
    }
    return verdict(EncodingCandidates(bytes, census).ranked, census)
  }

  /// Whether control characters say that this is no text.
  private static func hasControls(_ bytes: ByteView) -> Bool {
    var count = 0
    for at in 0..<min(bytes.count, 4096) {
      let byte = bytes[at]
      if byte < ASCII.space && (byte < ASCII.tab || byte > ASCII.carriageReturn) && byte != ASCII.escape {
        count += 1
      }
    }
    return count > 4 && count * 50 > min(bytes.count, 4096)
  }

  /// Whether parts of a text are UTF-8 and others not: most of what is above ASCII is UTF-8, or some of it is UTF-8 of
  /// Latin letters, which other encodings' texts do not have by chance.
  private static func isMixed(_ bytes: ByteView, _ census: EncodingCensus) -> Bool {
    let isMostlyUTF8 = census.sequenceCount >= 2 * census.strayCount && census.sequenceCount > 1
    guard isMostlyUTF8 || census.latinSequenceCount >= 2 else { return false }
    // Text of another script has some by chance, between its other bytes.
    let isOtherScript = straysAreInRuns(bytes)
    if isMostlyUTF8 { return !isOtherScript || census.highCount >= 24 || census.strayCount == 1 }
    if isOtherScript { return false }
    return census.adjacentCount * 2 <= census.highCount || census.latinSequenceCount * 16 >= census.highCount
  }

  /// Whether most bytes above ASCII that belong to no UTF-8 are in runs of three or more.
  private static func straysAreInRuns(_ bytes: ByteView) -> Bool {
    let end = min(bytes.count, 64 * 1024)
    var inRuns = 0
    var all = 0
    var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
    while at < end {
      let start = at
      var strays = 0
      while at < end, bytes[at] >= 0x80 {
        let length = UTF8Validation.sequenceLength(in: bytes, at: at)
        if length == 0 { strays += 1 }
        at += max(1, length)
      }
      all += strays
      if at - start >= 3 { inRuns += strays }
      at = UTF8Validation.endOfASCII(in: bytes, from: at)
    }
    return inRuns * 2 > all
  }

  private static func verdict(
    _ candidates: [EncodingVerdict.Candidate], _ census: EncodingCensus
  ) -> EncodingVerdict {
    EncodingVerdict(
      encoding: candidates.first?.encoding ?? .latin1, evidence: .letters,
      confidence: candidates.first?.probability ?? 0, ranked: candidates, byteOrderMark: nil,
      firstStray: nil,
      hasControlBytes: census.controlCount > 0, highCount: census.highCount, highBytes: census.highBytes)
  }
}
