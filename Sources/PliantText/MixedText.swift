// The parts of a mixed text, each with its encoding.
//
//   parts ─▶ nearest of the encodings ─▶ all parts of one encoding, judged as one text ─▶ parts that are certain

package struct MixedText {
  /// A part between line ends, tags and quotation marks with non-ASCII bytes.
  package struct Part {
    package let range: Range<Int>
    /// The encoding; nil if some of its bytes are UTF-8 and others `stray`.
    package let encoding: TextEncoding?
    fileprivate let stray: TextEncoding
    /// Whether the encoding is certain.
    package let isCertain: Bool
  }

  /// The parts in the order of the text.
  package private(set) var parts: [Part] = []
  /// Whether there are more than `Limits.mixedParts`.
  package private(set) var isCutOff = false

  // In tenths of a unit of log-likelihood:
  /// The minimum lead of a part's encoding over the text's other encodings.
  private static let margin: Float = 40
  /// The maximum lead of any other encoding.
  private static let tolerance: Float = 20

  private let scorers: [SegmentScorer]
  private let language: UInt32

  /// Examines the parts of a text with a mixed verdict.
  package init(_ text: ByteView, _ verdict: EncodingVerdict) {
    let candidates = EncodingCandidates(text, EncodingCensus(text))
    language = candidates.language
    scorers = candidates.scorers + [SegmentScorer(.utf8, prior: 0)]
    let ranges = Array(TextParts(text).prefix(Limits.mixedParts + 1))
    isCutOff = ranges.count > Limits.mixedParts
    let found = verdict.parts.isEmpty ? [verdict.encoding] : verdict.parts
    let guesses = ranges.prefix(Limits.mixedParts).map { nearest(to: text[$0], $0, of: found, proven: []) }
    let proven = found.compactMap { Self.proven($0, guesses, in: text, language: candidates.language) }
    parts = guesses.map { nearest(to: text[$0.range], $0.range, of: found, proven: proven) }
  }

  /// The text of a part, in UTF-8; nil if it is undecodable.
  package func text(of part: Part, in text: ByteView) -> [UInt8]? {
    Self.decoded(text[part.range], part.encoding, stray: part.stray)
  }

  private static func decoded(_ bytes: ByteView, _ encoding: TextEncoding?, stray: TextEncoding) -> [UInt8]? {
    guard let encoding else {
      guard case .singleByte(let table) = stray else { return nil }
      return HybridText(bytes, table)?.text
    }
    var decoder = TextDecoder(encoding)
    var output = OutputBuffer()
    guard (try? decoder.decode(bytes, isLast: true, into: &output)) != nil else { return nil }
    return output.bytes
  }

  /// The certain encoding of all parts assigned to one encoding together, or nil.
  private static func proven(
    _ encoding: TextEncoding, _ parts: [Part], in text: ByteView, language: UInt32
  ) -> (guess: TextEncoding, actual: TextEncoding)? {
    var pool: [UInt8] = []
    for part in parts {
      let isHybrid = part.encoding == nil && (part.stray == encoding || encoding == .utf8)
      guard isHybrid || part.encoding == encoding,
        EncodingMixture.hasWords(text[part.range], in: encoding)
      else { continue }
      var at = part.range.lowerBound
      while at < part.range.upperBound {
        // Examines only the characters of this encoding in a part with two.
        let length = isHybrid ? UTF8Validation.sequenceLength(in: text, at: at) : 1
        let isOther = isHybrid && text[at] >= 0x80 && (length > 0) != (encoding == .utf8)
        for place in at..<at + max(length, 1) { pool.append(isOther ? ASCII.space : text[place]) }
        at += max(length, 1)
      }
      pool.append(ASCII.lineFeed)
    }
    return pool.withByteView { EncodingMixture.certainEncoding(of: $0, language: language) }.map {
      (encoding, $0)
    }
  }

  /// The part with its likeliest encoding, certain if that is proved and no other comes near.
  private func nearest(
    to bytes: ByteView, _ range: Range<Int>, of found: [TextEncoding],
    proven: [(guess: TextEncoding, actual: TextEncoding)]
  ) -> Part {
    var choices: [(score: Float, encoding: TextEncoding?, stray: TextEncoding, isProven: Bool)] = []
    for encoding in found {
      let actual = proven.first { $0.guess == encoding }?.actual
      let own = actual ?? encoding
      let scorer = scorers.first { $0.encoding == own } ?? SegmentScorer(own, prior: 0)
      choices.append((scorer.score(bytes, language: language), own, own, actual != nil))
      if found.contains(.utf8), case .singleByte(let table) = own, let text = HybridText(bytes, table) {
        let isProven = actual != nil && proven.contains { $0.guess == .utf8 }
        choices.append((text.score(language: language), nil, own, isProven))
      }
    }
    choices.sort { $0.score > $1.score }
    let best = choices[0]
    let isCertain =
      best.isProven && isAlone(choices, bytes)
      && EncodingMixture.hasWords(bytes, in: best.encoding ?? .utf8)
      && scorers.allSatisfy { $0.score(bytes, language: language) + $0.prior <= best.score + Self.tolerance }
    return Part(range: range, encoding: best.encoding, stray: best.stray, isCertain: isCertain)
  }

  /// Whether the first choice is far better than all that decode a part differently.
  private func isAlone(
    _ choices: [(score: Float, encoding: TextEncoding?, stray: TextEncoding, isProven: Bool)],
    _ bytes: ByteView
  ) -> Bool {
    guard let text = Self.decoded(bytes, choices[0].encoding, stray: choices[0].stray) else { return false }
    return choices.dropFirst().allSatisfy {
      $0.score + Self.margin <= choices[0].score || Self.decoded(bytes, $0.encoding, stray: $0.stray) == text
    }
  }
}
