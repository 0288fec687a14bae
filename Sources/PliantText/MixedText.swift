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
    package fileprivate(set) var isCertain: Bool
  }

  package private(set) var parts: [Part] = []
  /// Whether there are more than `Limits.mixedParts`.
  package private(set) var isCutOff = false

  // In tenths of a unit of log-likelihood:
  /// The minimum lead of a part's encoding over the text's other encodings.
  private static let margin: Float = 40
  /// The maximum lead of any other encoding.
  private static let tolerance: Float = 20

  private let scores: PartScores
  private let language: UInt32

  package init(_ text: ByteView, _ verdict: EncodingDetection) {
    let candidates = EncodingCandidates(text, ByteStatistics(text))
    language = candidates.language
    scores = candidates.parts
    let ranges = Array(TextParts(text).prefix(Limits.mixedParts + 1))
    isCutOff = ranges.count > Limits.mixedParts
    let found = verdict.parts.isEmpty ? [verdict.encoding] : verdict.parts
    let guesses = ranges.prefix(Limits.mixedParts).map { nearest(to: text[$0], $0, of: found, proven: [:]) }
    let pools = Dictionary(uniqueKeysWithValues: found.map { ($0, Self.pool(of: $0, guesses, in: text)) })
    let known = Self.characters(ofUTF8: guesses, in: text)
    let proven = EncodingMixture.proven(pools, known: known, language: language)
    parts = guesses.map { nearest(to: text[$0.range], $0.range, of: found, proven: proven) }
    leaveStrangeReadings(in: text, of: found)
    leaveSignsForLetters(in: text)
    leaveDoubtfulLines(in: text)
  }

  /// Makes parts uncertain whose characters occur in no other part if another of the text's encodings decodes them to
  /// characters that do.
  private mutating func leaveStrangeReadings(in text: ByteView, of found: [TextEncoding]) {
    let own = parts.map { part in
      part.isCertain ? self.text(of: part, in: text)?.withByteView { Self.characters(of: $0) } ?? [] : []
    }
    let counts = own.joined().reduce(into: [UInt32: Int]()) { $0[$1, default: 0] += 1 }
    for index in parts.indices where own[index].contains(where: { counts[$0] == 1 }) {
      guard parts[index].encoding != .utf8 else { continue }
      let bytes = text[parts[index].range]
      let isStrange = found.contains { encoding in
        guard encoding != parts[index].encoding,
          let other = Self.decoded(bytes, encoding, stray: encoding)?.withByteView({ Self.characters(of: $0) }
          )
        else { return false }
        return other.allSatisfy { counts[$0, default: 0] > (own[index].contains($0) ? 1 : 0) }
      }
      if isStrange { parts[index].isCertain = false }
    }
  }

  /// Makes parts uncertain whose characters above ASCII are all signs if a plausible reading has letters of other parts
  /// instead: `Verr…` may be `Verrà`.
  private mutating func leaveSignsForLetters(in text: ByteView) {
    let known = parts.reduce(into: Set<UInt32>()) { known, part in
      guard part.isCertain, let text = self.text(of: part, in: text) else { return }
      known.formUnion(text.withByteView { Self.characters(of: $0) })
    }
    for index in parts.indices {
      let bytes = text[parts[index].range]
      guard parts[index].isCertain, let own = parts[index].encoding, Self.areSigns(bytes, in: own) else {
        continue
      }
      parts[index].isCertain = !scores.scorers.contains { scorer in
        guard scorer.isSingleByte, scorer.encoding != own, !Self.areSigns(bytes, in: scorer.encoding),
          scorer.score(bytes, language: language) > 0,
          let other = Self.decoded(bytes, scorer.encoding, stray: scorer.encoding)
        else { return false }
        return other.withByteView { Self.characters(of: $0).isSubset(of: known) }
      }
    }
  }

  /// Makes all parts between two line ends or tags uncertain if one of them is neither certain nor plausible UTF-8: the
  /// quotation marks that separate them may belong to prose.
  private mutating func leaveDoubtfulLines(in text: ByteView) {
    var start = 0
    while start < parts.count {
      var end = start + 1
      while end < parts.count,
        !Self.hasBorder(text[parts[end - 1].range.upperBound..<parts[end].range.lowerBound])
      {
        end += 1
      }
      if end > start + 1, parts[start..<end].contains(where: { isDoubtful($0, text[$0.range]) }) {
        for index in start..<end { parts[index].isCertain = false }
      }
      start = end
    }
  }

  /// Whether bytes between two parts end a line or are markup.
  package static func hasBorder(_ bytes: ByteView) -> Bool {
    let borders = [ASCII.lineFeed, ASCII.carriageReturn, ASCII.lessThan, ASCII.greaterThan]
    return (0..<bytes.count).contains { borders.contains(bytes[$0]) }
  }

  private func isDoubtful(_ part: Part, _ bytes: ByteView) -> Bool {
    guard !part.isCertain else { return false }
    return UTF8Validation.validEnd(of: bytes) < bytes.count || !UTF8Plausibility(bytes).isPlausible
  }

  /// The characters above ASCII of the parts in UTF-8, in lower case.
  private static func characters(ofUTF8 parts: [Part], in text: ByteView) -> Set<UInt32> {
    parts.reduce(into: []) { known, part in
      let bytes = text[part.range]
      if part.encoding == .utf8, UTF8Validation.validEnd(of: bytes) == bytes.count {
        known.formUnion(characters(of: bytes))
      }
    }
  }

  static func characters(of text: ByteView) -> Set<UInt32> {
    var found: Set<UInt32> = []
    var at = UTF8Validation.endOfASCII(in: text, from: 0)
    while at < text.count {
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      let likened = value < 0x10000 ? SegmentScorer.likened[UInt16(value)] ?? value : value
      found.insert(EncodingModel.meaning(of: likened).folded)
      at = UTF8Validation.endOfASCII(in: text, from: at + max(length, 1))
    }
    return found
  }

  /// The text of a part, in UTF-8; nil if it is undecodable.
  package func text(of part: Part, in text: ByteView) -> [UInt8]? {
    Self.decoded(text[part.range], part.encoding, stray: part.stray)
  }

  static func decoded(_ bytes: ByteView, _ encoding: TextEncoding?, stray: TextEncoding) -> [UInt8]? {
    guard let encoding else {
      guard case .singleByte(let table) = stray else { return nil }
      return HybridText(bytes, table)?.text
    }
    return encoding.decoded(bytes)?.bytes
  }

  /// The bytes of all parts with words that are assigned to one encoding.
  private static func pool(of encoding: TextEncoding, _ parts: [Part], in text: ByteView) -> [UInt8] {
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
    return pool
  }

  /// The part with its likeliest encoding, certain if that is proved and no other comes near.
  private func nearest(
    to bytes: ByteView, _ range: Range<Int>, of found: [TextEncoding],
    proven: [TextEncoding: TextEncoding]
  ) -> Part {
    var choices: [(score: Float, encoding: TextEncoding?, stray: TextEncoding, isProven: Bool)] = []
    for encoding in found {
      let actual = proven[encoding]
      let own = actual ?? encoding
      let scorer = scores.scorers.first { $0.encoding == own } ?? SegmentScorer(own, prior: 0)
      choices.append((scorer.score(bytes, language: language), own, own, actual != nil))
      if found.contains(.utf8), case .singleByte(let table) = own, let text = HybridText(bytes, table) {
        let isProven = actual != nil && proven[.utf8] != nil
        choices.append((text.score(language: language), nil, own, isProven))
      }
    }
    choices.sort { $0.score > $1.score }
    let best = choices[0]
    let isCertain = best.isProven && isAlone(choices, bytes) && !isBorrowed(best.encoding, bytes)
    return Part(range: range, encoding: best.encoding, stray: best.stray, isCertain: isCertain)
  }

  /// Whether the encoding is that of other parts, and this one's own language or letters speak for another.
  private func isBorrowed(_ encoding: TextEncoding?, _ bytes: ByteView) -> Bool {
    guard let encoding, case .singleByte = encoding else { return false }
    if EncodingRefutation.refutes(encoding, bytes, in: nil) { return true }
    let (own, probability) = EncodingModel.shared.likeliestLanguage(of: bytes)
    guard own != language, probability >= EncodingModel.languageCertainty else { return false }
    let score = SegmentScorer(encoding, prior: 0).score(bytes, language: own)
    let text = Self.decoded(bytes, encoding, stray: encoding)
    return scores.scorers.contains {
      $0.isSingleByte && $0.score(bytes, language: own) + $0.prior > score - Self.tolerance
        && Self.decoded(bytes, $0.encoding, stray: $0.encoding) != text
    }
  }

  /// Whether all non-ASCII characters of a part are signs.
  private static func areSigns(_ bytes: ByteView, in encoding: TextEncoding) -> Bool {
    guard case .singleByte(let table) = encoding else { return false }
    return HighByteSet(of: bytes).bytes.allSatisfy { byte in
      table.scalar(of: byte).map { EncodingModel.meaning(of: UInt32($0)).kind == 5 } ?? false
    }
  }

  /// Whether the first choice is far better than others that read a part differently, twice as far if in one byte only.
  private func isAlone(
    _ choices: [(score: Float, encoding: TextEncoding?, stray: TextEncoding, isProven: Bool)],
    _ bytes: ByteView
  ) -> Bool {
    let best = choices[0]
    guard let text = Self.decoded(bytes, best.encoding, stray: best.stray),
      EncodingMixture.hasWords(bytes, in: best.encoding ?? .utf8)
    else { return false }
    let isFarBetter = choices.dropFirst().allSatisfy {
      let times: Float = differingBytes(bytes, best.encoding, $0.encoding) == 1 ? 2 : 1
      if $0.score + Self.margin * times <= best.score { return true }
      return Self.decoded(bytes, $0.encoding, stray: $0.stray) == text
    }
    // Signs may be letters of an encoding that is not among those found.
    let lead = best.encoding.map { Self.areSigns(bytes, in: $0) } ?? false ? Self.margin : -Self.tolerance
    return isFarBetter
      && zip(scores.scorers, scores.scores(of: bytes)).allSatisfy {
        $0.encoding == best.encoding || $1 + $0.prior + lead <= best.score
          || Self.decoded(bytes, $0.encoding, stray: $0.encoding) == text
      }
  }

  /// The number of different bytes with different meanings in two single-byte encodings; nil for others.
  private func differingBytes(_ bytes: ByteView, _ one: TextEncoding?, _ other: TextEncoding?) -> Int? {
    guard case .singleByte(let one) = one, case .singleByte(let other) = other else { return nil }
    return HighByteSet(of: bytes).bytes.count { one.scalar(of: $0) != other.scalar(of: $0) }
  }
}
