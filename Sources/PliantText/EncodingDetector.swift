// Detects the actual encoding of a text from all of its bytes, ignoring its declaration.
//
//   mark? → zero bytes of UTF-16 and UTF-32? → ASCII? → UTF-8? → the likeliest of the encodings of one byte

/// The result of detecting a text's encoding.
package struct EncodingDetection: Sendable {
  package enum Evidence: String, Sendable {
    case byteOrderMark = "byte order mark"
    case zeroBytes = "zero bytes in every unit"
    case ascii = "only ASCII"
    case utf8 = "valid UTF-8"
    /// Parts of the text are in other encodings.
    case mixed = "mixed with other encodings"
    case escapes = "escape sequences"
    case letters = "letters in context"
    case empty = "empty"
    case binary = "not text"
  }

  package struct Candidate: Sendable {
    package let encoding: TextEncoding
    package let probability: Double
  }

  package internal(set) var encoding: TextEncoding
  package let evidence: Evidence
  /// From 0 to 1; 1 is certain.
  package private(set) var confidence: Double
  /// The likeliest first, if there was a choice.
  private(set) var ranked: [Candidate] = []
  package private(set) var byteOrderMark: ByteOrderMark?
  /// The first byte, in the whole input, that is invalid in the detected encoding.
  package private(set) var firstStray: Int?
  /// Whether the text has bytes from 0x80 to 0x9F, which are only controls in ISO-8859-1.
  package private(set) var hasControlBytes = false
  /// The number of bytes above 0x7F; in UTF-8 counted only as far as needed.
  package private(set) var highCount = 0
  /// The bytes above 0x7F, if the text is in a single-byte encoding.
  var highBytes = HighByteSet()
  /// The encodings of the parts, the commonest first, if `evidence` is `.mixed`.
  package var parts: [TextEncoding] = []
  var isUniform = true
  /// For encodings that some part is hardly in, the likeliest one of it.
  var foreign: [TextEncoding: TextEncoding] = [:]
  /// Whether GB2312 reads every byte, although another encoding is named.
  var isGB2312 = false
  /// The statistics of a text whose letters were judged.
  private(set) var census: ByteStatistics?

  /// The verdict on a text of which only the beginning was examined.
  package static let presumedUTF8 = EncodingDetection(encoding: .utf8, evidence: .utf8, confidence: 1)

  /// Adjusts the confidence to `EncodingCertainty`: 0.99 and more is certain.
  fileprivate func aligned(with bytes: ByteView, in language: TextLanguage?) -> EncodingDetection {
    guard evidence == .letters || evidence == .utf8 else { return self }
    // A table of an encoding's bytes, which is short, is likely in any encoding.
    let isTable =
      evidence == .letters && highCount < 4096
      && (1..<bytes.count).count { bytes[$0] > 0x80 && bytes[$0] == bytes[$0 - 1] &+ 1 } * 2 > highCount
    let isRefuted = evidence == .letters && EncodingRefutation.refutes(encoding, bytes, census, in: language)
    let most = isTable || isRefuted ? Self.undecided : Self.uncertain
    let isCertain = most == Self.uncertain && EncodingCertainty.encoding(of: self, in: bytes) != nil
    let limit = isCertain ? max(confidence, EncodingCertainty.certain) : min(confidence, most)
    guard limit != confidence else { return self }
    var aligned = self
    aligned.confidence = limit
    let others = confidence < 1 ? min(1, (1 - limit) / (1 - confidence)) : 0
    aligned.ranked = ranked.enumerated().map {
      Candidate(encoding: $1.encoding, probability: $0 == 0 ? limit : $1.probability * others)
    }
    return aligned
  }

  /// The verdict on a text with a declaration: mixed if the text is in no single encoding for certain, and a part of it is
  /// hardly in the declared one.
  package func beside(_ declared: TextEncoding?) -> EncodingDetection {
    guard evidence == .letters, case .singleByte(let table) = declared,
      let other = foreign.first(where: { own, _ in
        if case .singleByte(let own) = own { highBytes.meanTheSame(own, table) } else { false }
      })?.value
    else { return self }
    return EncodingDetection(
      encoding: .singleByte(table), evidence: .mixed, confidence: 0.9, byteOrderMark: byteOrderMark,
      firstStray: firstStray, hasControlBytes: hasControlBytes, highCount: highCount,
      parts: [.singleByte(table), other])
  }

  /// The maximum confidence of an uncertain verdict, and of a table of bytes.
  fileprivate static let (uncertain, undecided) = (0.98, 0.5)

  /// The candidates, the likeliest first.
  package var candidates: [Candidate] {
    ranked.isEmpty ? [Candidate(encoding: encoding, probability: confidence)] : ranked
  }

  /// Whether this encoding satisfies a declaration of `declared`: the same encoding, a subset of it, or one
  /// that decodes these bytes to the same text.
  package func satisfies(_ declared: TextEncoding) -> Bool {
    if declared == encoding { return true }
    switch (declared, encoding) {
    case (_, .ascii): return declared.isASCIISuperset
    case (.utf16(nil), .utf16), (.utf32(nil), .utf32): return true
    // The pages differ in a few characters that do not always distinguish them.
    case (.ebcdic, .ebcdic): return true
    case (.multibyte(.gb2312), .multibyte(.gbk)): return isGB2312
    case (.singleByte(let one), .singleByte(let other)): return highBytes.meanTheSame(one, other)
    default: return declared.includes(encoding)
    }
  }
}

package enum EncodingDetector {
  /// Examines all of `bytes`, ignoring the declaration; a `language` is evidence, too.
  package static func judge(_ bytes: ByteView, in language: TextLanguage? = nil) -> EncodingDetection {
    let found = verdict(on: bytes, in: language).aligned(with: bytes, in: language)
    guard let language, found.evidence == .letters, found.confidence < likely else { return found }
    // A language makes nothing less certain that fits it.
    let plain = judge(bytes)
    return plain.confidence > found.confidence && plain.encoding == found.encoding
      && language.mayBeIn(plain.encoding)
      ? plain : found
  }

  private static let likely = 0.9
  /// The size of a text to decode, and the probability of another candidate that may decode it.
  private static let (mostReadBytes, leastProbability) = (4096, 0.01)
  /// The confidence in a code page of EBCDIC.
  private static let likelyPage = 0.95

  private static func verdict(on bytes: ByteView, in language: TextLanguage?) -> EncodingDetection {
    if let mark = ByteOrderMark(bytes) { return judgeMarked(bytes, mark) }
    if bytes.isEmpty { return certain(.ascii, .empty) }
    if bytes.starts(with: "bplist") { return binary }
    if let wide = WideDetection.encoding(of: bytes) {
      // Two-byte numbers look like it.
      if FileSignature.find(in: bytes, count: bytes.count) != nil { return binary }
      if let mixed = judgeWide(bytes, wide, mark: nil) { return mixed }
      return certain(wide, .zeroBytes, confidence: 0.99)
    }
    let start = UTF8Validation.endOfASCII(in: bytes, from: 0)
    if start == bytes.count {
      if bytes.firstIndex(of: ASCII.null) != nil, hasControls(bytes) { return binary }
      guard let found = SevenBitDetection.encoding(of: bytes) else { return certain(.ascii, .ascii) }
      // Escape sequences are rarer in other text than tildes with braces and plus signs.
      let isISO2022 = found == .multibyte(.iso2022JP) || found == .multibyte(.iso2022KR)
      return certain(found, .escapes, confidence: isISO2022 ? 0.95 : 0.85)
    }
    if UTF8Validation.validEnd(of: bytes, from: start) == bytes.count {
      let count = ByteStatistics.highCount(
        of: bytes.suffix(from: start), atLeast: EncodingCertainty.utf8Bytes)
      return certain(.utf8, .utf8, highCount: count)
    }
    let declared = EncodingFinder.ebcdic(bytes)?.encoding
    let page = declared == nil ? EBCDICDetection.page(of: bytes) : nil
    if let encoding = declared ?? page?.encoding {
      return certain(
        encoding, .letters,
        confidence: declared != nil ? 1 : page?.isClear == true ? likelyPage : EncodingDetection.undecided,
        highCount: ByteStatistics.highCount(of: bytes))
    }
    if bytes.firstIndex(of: ASCII.null) != nil || hasControls(bytes) { return binary }
    return judgeBytes(bytes, ByteStatistics(bytes), in: language)
  }

  private static func judgeMarked(_ bytes: ByteView, _ mark: ByteOrderMark) -> EncodingDetection {
    let body = bytes.suffix(from: mark.length)
    if let mixed = judgeWide(bytes, mark.encoding, mark: mark) { return mixed }
    guard mark.encoding == .utf8 else {
      // A mark proves nothing if the following units are not characters.
      return EncodingDetection(
        encoding: mark.encoding, evidence: .byteOrderMark, confidence: mark.encoding.reads(body) ? 1 : 0.9,
        byteOrderMark: mark)
    }
    let end = UTF8Validation.validEnd(of: body)
    let isWhole = end == body.count
    return EncodingDetection(
      encoding: .utf8, evidence: isWhole ? .byteOrderMark : .mixed, confidence: isWhole ? 1 : 0.5,
      byteOrderMark: mark, firstStray: isWhole ? nil : end + mark.length,
      highCount: isWhole ? 0 : ByteStatistics.highCount(of: body))
  }

  /// The verdict on a text in units of two bytes that contains one-byte text; nil without it.
  private static func judgeWide(
    _ bytes: ByteView, _ encoding: TextEncoding, mark: ByteOrderMark?
  ) -> EncodingDetection? {
    guard case .utf16(let order?) = encoding,
      let stray = WideDetection.foreignOffset(
        in: bytes, from: mark?.length ?? 0, isLittleEndian: order == .littleEndian)
    else { return nil }
    return EncodingDetection(
      encoding: encoding, evidence: .mixed, confidence: 0.5, byteOrderMark: mark, firstStray: stray)
  }

  private static let binary = certain(.ascii, .binary, confidence: 0)

  private static func certain(
    _ encoding: TextEncoding, _ evidence: EncodingDetection.Evidence, confidence: Double = 1,
    highCount: Int = 0
  ) -> EncodingDetection {
    EncodingDetection(encoding: encoding, evidence: evidence, confidence: confidence, highCount: highCount)
  }

  private static func judgeBytes(
    _ bytes: ByteView, _ census: ByteStatistics, in language: TextLanguage?
  ) -> EncodingDetection {
    if FrameDetection.isFramed(bytes, census) {
      return certain(.singleByte(.ibm437), .letters, confidence: 0.99, highCount: census.highCount)
    }
    let candidates = EncodingCandidates(bytes, census, in: language)
    let ranked = candidates.ranked
    let best = ranked.first?.encoding ?? .latin1
    let mixture = EncodingMixture(bytes, candidates, best: best)
    let encodings =
      mixture.encodings.isEmpty ? mixture.foreign[best].map { [best, $0] } ?? [] : mixture.encodings
    if let commonest = encodings.first {
      return EncodingDetection(
        encoding: encodings.contains(.utf8) ? .utf8 : commonest, evidence: .mixed, confidence: 0.9,
        firstStray: census.firstStray, hasControlBytes: census.controlCount > 0,
        highCount: census.highCount, parts: encodings)
    }
    var named = ranked.map { candidate in
      EncodingDetection.Candidate(
        encoding: candidate.encoding.smallest { $0.isMeant(in: bytes) }, probability: candidate.probability)
    }
    // Another likely one may decode a short text that the likeliest cannot.
    if case .multibyte = named.first?.encoding, bytes.count < mostReadBytes,
      !(named[0].encoding.reads(bytes)),
      let other = named.firstIndex(where: { $0.probability > leastProbability && $0.encoding.reads(bytes) })
    {
      let found = EncodingDetection.Candidate(
        encoding: named.remove(at: other).encoding, probability: EncodingDetection.undecided)
      named = [found] + named.map { .init(encoding: $0.encoding, probability: $0.probability / 2) }
    }
    return EncodingDetection(
      encoding: named.first?.encoding ?? .latin1, evidence: .letters,
      confidence: named.first?.probability ?? 0, ranked: named, hasControlBytes: census.controlCount > 0,
      highCount: census.highCount, highBytes: census.highBytes, isUniform: mixture.isUniform,
      foreign: mixture.foreign,
      isGB2312: named.first?.encoding == .multibyte(.gbk) && TextEncoding.multibyte(.gb2312).reads(bytes),
      census: census)
  }

  /// Whether control characters show that this is not text.
  private static func hasControls(_ bytes: ByteView) -> Bool {
    let looked = min(bytes.count, 4096)
    let count = controlCount(in: bytes[0..<looked])
    return count > 4 && count * 50 > looked || count > 2 && count * 16 > looked
  }

  /// The number of control characters that are unusual in text.
  static func controlCount(in bytes: ByteView) -> Int {
    (0..<bytes.count).count { at in
      let byte = bytes[at]
      return byte < ASCII.space && (byte < ASCII.tab || byte > ASCII.carriageReturn) && byte != ASCII.escape
    }
  }
}
