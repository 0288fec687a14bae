// Detection of texts whose parts are in different encodings.
//
//   <b>Größe</b>   C3 B6, C3 9F   UTF-8           ┐
//   <c>Größe</c>   F6, DF         windows-1252    ┴─ far likelier in two encodings than in any one
//
// Each part is scored in every candidate encoding; a second encoding must explain parts that the first does
// not.

/// The parts of a text with non-ASCII bytes: the text between line ends, tags, and quotation marks of keys
/// and values, bytes that no encoding has inside a character.
struct TextParts: Sequence, IteratorProtocol {
  private let text: ByteView
  private var at = 0

  init(_ text: ByteView) { self.text = text }

  mutating func next() -> Range<Int>? {
    let high = UTF8Validation.endOfASCII(in: text, from: at)
    guard high < text.count else { return nil }
    var start = high
    while start > at, !isBorder(start &- 1) { start &-= 1 }
    var end = high
    while end < text.count, !isBorder(end) { end &+= 1 }
    at = end
    return start..<end
  }

  @inline(__always)
  private func isBorder(_ at: Int) -> Bool {
    switch text[at] {
    case ASCII.lineFeed, ASCII.lessThan, ASCII.greaterThan, ASCII.carriageReturn: true
    case ASCII.quotationMark: isBorderOfValue(at)
    default: false
    }
  }

  /// Whether a quotation mark begins or ends a key or a value, and is not one in prose.
  private func isBorderOfValue(_ at: Int) -> Bool {
    switch (at > 0 ? text[at &- 1] : ASCII.lineFeed, text.byte(at: at &+ 1) ?? ASCII.lineFeed) {
    case (ASCII.colon, _), (ASCII.comma, _), (ASCII.leftBracket, _), (ASCII.leftBrace, _),
      (ASCII.equalsSign, _),
      (_, ASCII.colon), (_, ASCII.comma), (_, ASCII.rightBracket), (_, ASCII.rightBrace):
      true
    default: false
    }
  }
}

/// The encodings of a text's parts.
struct EncodingMixture {
  /// The encodings, the commonest first, if the text is mixed; otherwise empty.
  private(set) var encodings: [TextEncoding] = []
  /// Whether every part is plausible in the encoding of the whole.
  private(set) var isUniform = true
  /// For encodings that some part is hardly in, the likeliest one of it.
  private(set) var foreign: [TextEncoding: TextEncoding] = [:]

  /// The maximum number of parts of each kind to score in all encodings, and of those that are certain.
  private static let sampled = 128
  private static let sampledCertain = 16
  /// The maximum size of a text whose parts are all examined, unless exhaustively.
  private static let wholeBytes = 4 << 20
  private static let blockBytes = 64 * 1024
  /// The maximum number of bytes of a part to score in all encodings.
  private static let scoredBytes = 8 * 1024
  private static let contextBytes = 8
  /// The maximum number of encodings in one text.
  private static let mostEncodings = 6
  // In tenths of a unit of log-likelihood:
  /// The minimum score of a part, and per byte, from which 1 in 2,000 is likelier in another encoding.
  private static let leastCertain: Float = 100
  private static let leastCertainOfByte: Float = 2
  /// The minimum gain of a part in another encoding to count.
  private static let leastOfPart: Float = 25
  /// The minimum gain of a second encoding over all parts, and of one that is not UTF-8.
  private static let leastOfUTF8: Float = 60
  private static let leastOfOther: Float = 120
  /// The maximum gain of a part per different byte: a repeated abbreviation proves little.
  private static let mostOfByte: Float = 50
  /// The minimum gain of a part that is hardly in an encoding.
  private static let leastOfForeign: Float = 100
  /// The maximum gain of a part in another encoding for the text to be certain.
  private static let tolerance: Float = 0
  /// The maximum lag of letters in another encoding behind rare signs.
  private static let nearly: Float = 10
  /// 0x82 ‚, 0x83 ƒ, 0x84 „, 0x86 †, 0x87 ‡, 0x88 ˆ, 0x89 ‰, 0x8B ‹, 0x98 ˜, 0x9B ›, one bit each.
  private static let rareSigns = HighByteSet(low: 0x0900_0BDC)

  private let scores: PartScores
  private let language: UInt32

  private var scorers: [SegmentScorer] { scores.scorers }
  private var utf8: Int { scorers.count - 1 }

  /// Looks for a mixture in a text detected as `best`, examining all of it if `isExhaustive`.
  init(_ text: ByteView, _ candidates: EncodingCandidates, best: TextEncoding, isExhaustive: Bool = false) {
    language = candidates.language
    scores = candidates.parts
    guard let own = scorers.firstIndex(where: { $0.encoding == best }) else { return }
    let selection = selected(in: text, own: own, isExhaustive: isExhaustive)
    let parts = selection.map(\.0)
    let rows = parts.map { row(of: text[$0]) }
    let weights = zip(selection, newShares(of: parts, in: text)).map { $0.1 * $1 }
    if findMixture(rows, parts, weights, in: text) {
      if hasUTF8(parts, in: text) || isProven(rows, parts, in: text) { return }
      // Likelier in several encodings, but none is certain: lists of letters are likely in any.
      encodings = []
    } else {
      isUniform = rows.indices.allSatisfy { isPlausible(rows[$0], own, text[parts[$0]]) }
    }
    if !isUniform { findForeignParts(rows, parts, in: text) }
  }

  private mutating func findForeignParts(_ rows: [[Float]], _ parts: [Range<Int>], in text: ByteView) {
    for (row, part) in zip(rows, parts) {
      let most = Float(HighByteSet(of: text[part]).count) * Self.mostOfByte
      guard
        let best = scores.lanes.max(by: { row[$0] + scorers[$0].prior < row[$1] + scorers[$1].prior }),
        row[best] > 0, most >= Self.leastOfForeign, Self.hasWords(text[part], in: scorers[best].encoding)
      else { continue }
      for index in scores.lanes
      where row[index] < -Self.leastOfForeign / 2
        && row[best] + scorers[best].prior - row[index] >= Self.leastOfForeign
      {
        foreign[scorers[index].encoding] = scorers[best].encoding
      }
    }
  }

  /// Whether every part of a text of any size is plausible in an encoding; a small one was examined whole.
  static func isUniform(_ text: ByteView, in encoding: TextEncoding) -> Bool {
    guard text.count > wholeBytes else { return true }
    let candidates = EncodingCandidates(text, ByteStatistics(text))
    let best = encoding.largestSuperset
    let encodings = candidates.parts.scorers.dropLast().map(\.encoding)
    let own = encodings.first { $0 == encoding || $0.largestSuperset == best }
    return own.map { EncodingMixture(text, candidates, best: $0, isExhaustive: true).isUniform } ?? false
  }

  /// Selects implausible parts, and others from the whole text, with the number of parts that each represents.
  private func selected(in text: ByteView, own: Int, isExhaustive: Bool) -> [(Range<Int>, Float)] {
    var (suspects, others) = (PartSample(Self.sampled), PartSample(Self.sampled))
    var certain = PartSample(Self.sampledCertain)
    let skips = isExhaustive ? 1 : 1 + text.count / Self.wholeBytes
    for part in TextParts(text) where skips == 1 || part.lowerBound / Self.blockBytes % skips == 0 {
      let bytes = text[part]
      let score = scorers[own].score(bytes, language: language)
      if score < 0 || UTF8Validation.validEnd(of: bytes) == bytes.count {
        suspects.add(part)
      } else if score >= Self.leastCertain,
        score >= Self.leastCertainOfByte * Float(ByteStatistics.highCount(of: bytes))
      {
        certain.add(part)
      } else {
        others.add(part)
      }
    }
    let count = Float(min(certain.seen, Self.sampled))
    return (suspects.parts + others.parts).map { ($0, 1) }
      + certain.parts.map { ($0, count / Float(certain.parts.count)) }
  }

  /// The share of each part's non-ASCII bytes whose context is not one that many parts before it had.
  private func newShares(of parts: [Range<Int>], in text: ByteView) -> [Float] {
    var contexts = SurroundingsCounts()
    return parts.map { part in
      let bytes = text[part]
      var (new, all) = (0, 0)
      var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
      while at < bytes.count {
        if contexts.add(.init(of: bytes, at: at)) <= EncodingCandidates.mostRepeated { new += 1 }
        all += 1
        at = UTF8Validation.endOfASCII(in: bytes, from: at + 1)
      }
      return Float(new) / Float(max(all, 1))
    }
  }

  /// A sample of parts from a whole text, which drops every second one as it fills.
  private struct PartSample {
    private let limit: Int
    private(set) var parts: [Range<Int>] = []
    private var stride = 1
    private(set) var seen = 0

    init(_ limit: Int) { self.limit = limit }

    mutating func add(_ part: Range<Int>) {
      if seen % stride == 0 { parts.append(part) }
      seen += 1
      guard parts.count > limit else { return }
      parts = parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }
      stride *= 2
    }
  }

  private func row(of part: ByteView) -> [Float] {
    let start = max(UTF8Validation.endOfASCII(in: part, from: 0) - Self.contextBytes, 0)
    let scored = part[start..<min(part.count, start + Self.scoredBytes)]
    return scores.scores(of: scored)
  }

  /// Whether a part is plausible in the encoding of the whole: no other is much better.
  private func isPlausible(_ row: [Float], _ own: Int, _ part: ByteView) -> Bool {
    let signs = rareSigns(in: part, own)
    for (index, scorer) in scorers.enumerated() where index != own {
      if row[index] + scorer.prior > row[own] + Self.tolerance { return false }
      if let signs, row[index] > row[own] - Self.nearly, areOthers(signs, own, index) { return false }
    }
    return hybridScore(of: part, own) <= row[own] + Self.tolerance
  }

  /// The bytes above ASCII of a part if all are signs of a Windows encoding, some of them rare: they may be letters of
  /// another encoding.
  private func rareSigns(in part: ByteView, _ own: Int) -> HighByteSet? {
    guard [.singleByte(.windows1252), .singleByte(.windows1250)].contains(scorers[own].encoding) else {
      return nil
    }
    let signs = HighByteSet(of: part)
    return signs.bytes.allSatisfy { $0 < 0xA0 } && signs.bytes.contains(where: Self.rareSigns.contains)
      ? signs : nil
  }

  /// Whether bytes have different meanings in two encodings.
  private func areOthers(_ bytes: HighByteSet, _ own: Int, _ other: Int) -> Bool {
    guard case .singleByte(let one) = scorers[own].encoding,
      case .singleByte(let another) = scorers[other].encoding
    else { return true }
    return !bytes.meanTheSame(one, another)
  }

  /// The score of a part that mixes UTF-8 and a single-byte encoding.
  private func hybridScore(of part: ByteView, _ index: Int) -> Float {
    guard case .singleByte(let table) = scorers[index].encoding, let text = HybridText(part, table) else {
      return -.infinity
    }
    return text.score(language: language)
  }

  // MARK: Two encodings

  /// Whether UTF-8 is among the encodings, and not only as the one in which bytes are strays.
  private func hasUTF8(_ parts: [Range<Int>], in text: ByteView) -> Bool {
    encodings.contains(.utf8)
      && parts.contains { part in
        part.contains { UTF8Validation.sequenceLength(in: text, at: $0) > 1 }
      }
  }

  /// Whether two of the encodings are certain, each for the words of the parts that are likeliest in it.
  private func isProven(_ rows: [[Float]], _ parts: [Range<Int>], in text: ByteView) -> Bool {
    let found = scorers.indices.filter { encodings.contains(scorers[$0].encoding) }
    var pools: [Int: [UInt8]] = [:]
    for (number, part) in parts.enumerated() {
      guard let best = found.max(by: { rows[number][$0] < rows[number][$1] }),
        Self.hasWords(text[part], in: scorers[best].encoding)
      else { continue }
      pools[best, default: []] += text[part].array + [ASCII.lineFeed]
    }
    let keyed = Dictionary(uniqueKeysWithValues: pools.map { (scorers[$0].encoding, $1) })
    return Set(Self.proven(keyed, known: [], language: language).values).count > 1
  }

  /// The actual encodings of texts that are likeliest in the encodings of their keys: those that are certain, then those
  /// that decode the others to letters of the certain ones or to `known` ones.
  static func proven(
    _ pools: [TextEncoding: [UInt8]], known: Set<UInt32>, language: UInt32
  ) -> [TextEncoding: TextEncoding] {
    var proven: [TextEncoding: TextEncoding] = [:]
    var known = known
    for (guess, pool) in pools {
      proven[guess] = pool.withByteView { certainEncoding(of: $0, language: language) }
      guard let encoding = proven[guess] else { continue }
      let text = pool.withByteView { MixedText.decoded($0, encoding, stray: encoding) }
      known.formUnion(text?.withByteView { MixedText.characters(of: $0) } ?? [])
    }
    for (guess, pool) in pools where proven[guess] == nil && guess != .utf8 {
      proven[guess] = pool.withByteView { agreeing($0, with: known) }
    }
    return proven
  }

  /// The only likely encoding that decodes a text to characters among `known`, those of other parts.
  private static func agreeing(_ pool: ByteView, with known: Set<UInt32>) -> TextEncoding? {
    let verdict = EncodingDetector.judge(pool)
    guard verdict.evidence == .letters else { return nil }
    var likeliest: [UInt8]?
    for candidate in verdict.candidates where candidate.probability >= leastProbability {
      let text = MixedText.decoded(pool, candidate.encoding, stray: candidate.encoding)
      let agrees = text?.withByteView { MixedText.characters(of: $0).isSubset(of: known) } ?? false
      if likeliest == nil {
        guard agrees else { return nil }
        likeliest = text
      } else if agrees, text != likeliest {
        return nil
      }
    }
    return likeliest == nil ? nil : verdict.encoding
  }

  /// The minimum probability of a likely encoding.
  private static let leastProbability = 0.005

  /// The encoding of the parts that are likeliest in it, if it is certain and yields common letters.
  static func certainEncoding(of pool: ByteView, language: UInt32) -> TextEncoding? {
    guard let encoding = EncodingCertainty.encoding(of: EncodingDetector.judge(pool), in: pool),
      SegmentScorer(encoding, prior: 0).score(pool, language: language) > 0
    else { return nil }
    return encoding
  }

  /// The number of bytes of a run that are all different only in a list of letters.
  private static let mostDistinct = 16

  /// Whether a part has adjacent letters, and not all letters of an alphabet.
  static func hasWords(_ part: ByteView, in encoding: TextEncoding) -> Bool {
    guard case .singleByte = encoding else { return true }
    var hasWord = false
    var at = UTF8Validation.endOfASCII(in: part, from: 0)
    while at < part.count {
      var (start, end) = (at, at)
      while end < part.count, part[end] >= 0x80 { end += 1 }
      if HighByteSet(of: part[at..<end]).count == end - at, end - at >= mostDistinct { return false }
      while start > 0, part[start - 1].isLetter { start -= 1 }
      var last = end
      while last < part.count, part[last].isLetter { last += 1 }
      if last - start > 2 { hasWord = true }
      at = UTF8Validation.endOfASCII(in: part, from: end)
    }
    return hasWord
  }

  private mutating func findMixture(
    _ rows: [[Float]], _ parts: [Range<Int>], _ weights: [Float], in text: ByteView
  ) -> Bool {
    let sums = scorers.indices.map { index in
      zip(rows, weights).reduce(scorers[index].prior) { $0 + $1.0[index] * $1.1 }
    }
    guard let likeliest = sums.indices.max(by: { sums[$0] < sums[$1] }) else { return false }
    let single = sums[likeliest]
    var best: (score: Float, pair: [Int]) = (single, [])
    let hybrids = hybridRows(rows, parts, text)
    // The usual case: no part is likelier in any other encoding.
    let isOne = rows.allSatisfy { ($0.max() ?? 0) <= $0[likeliest] + Self.leastOfPart }
    let share = utf8Share(of: parts, in: text)
    if isOne, likeliest != utf8, share != .nearlyAll, !hybrids.contains(where: { $0 != nil }) { return false }
    let most = parts.map { Float(HighByteSet(of: text[$0]).count) * Self.mostOfByte }
    for first in scorers.indices {
      for second in scorers.indices where second != first {
        // If the first is UTF-8, its stray bytes count in the other order.
        let hybrid = second == utf8 ? hybrids[first] : first == utf8 ? hybrids[second] : nil
        var score = sums[first] + scorers[second].prior
        score -= first == utf8 || second == utf8 ? Self.leastOfUTF8 : Self.leastOfOther
        for (number, row) in rows.enumerated() {
          let other = max(row[second], hybrid?[number] ?? -.infinity)
          let gain = max(0, other - row[first] - Self.leastOfPart)
          score += weights[number] * (second == utf8 ? gain : min(gain, most[number]))
        }
        if score > best.score { best = (score, [first, second]) }
      }
    }
    if best.pair.isEmpty, share == .nearlyAll || share == .most && sums[utf8] == single { best.pair = [utf8] }
    guard !best.pair.isEmpty else { return false }
    var found = best.pair
    while found.count < Self.mostEncodings, let next = further(than: found, rows, hybrids, most, weights) {
      found.append(next)
    }
    encodings = found.map { scorers[$0].encoding }
    isUniform = false
    return true
  }

  private enum Share {
    case little
    /// Two thirds.
    case most
    /// Three quarters, of plausible characters.
    case nearlyAll
  }

  /// The share of the non-ASCII bytes that are UTF-8.
  private func utf8Share(of parts: [Range<Int>], in text: ByteView) -> Share {
    var (sequences, strays) = (0, 0)
    var isPlausible = true
    for part in parts {
      let counts = HybridText.counts(in: text[part])
      sequences += counts.sequences
      strays += counts.strays
      isPlausible = isPlausible && UTF8Plausibility(text[part]).isPlausible
    }
    if sequences > 2, sequences >= 3 * strays, isPlausible { return .nearlyAll }
    return sequences > 1 && sequences >= 2 * strays ? .most : .little
  }

  /// Another encoding that explains parts that the known ones do not, or nil.
  private func further(
    than found: [Int], _ rows: [[Float]], _ hybrids: [[Float]?], _ most: [Float], _ weights: [Float]
  ) -> Int? {
    let known = rows.indices.map { number in
      found.reduce(-Float.infinity) { max($0, rows[number][$1], hybrids[$1]?[number] ?? -.infinity) }
    }
    var best: (gain: Float, index: Int)?
    for index in scorers.indices where !found.contains(index) {
      var gain = scorers[index].prior - Self.leastOfOther
      for (number, row) in rows.enumerated() {
        gain += weights[number] * min(most[number], max(0, row[index] - known[number] - Self.leastOfPart))
      }
      if gain > (best?.gain ?? 0) { best = (gain, index) }
    }
    return best?.index
  }

  /// The scores of parts as UTF-8 mixed with other bytes, by the encoding of the latter; nil for a multibyte
  /// encoding.
  private func hybridRows(_ rows: [[Float]], _ parts: [Range<Int>], _ text: ByteView) -> [[Float]?] {
    let mayBeHybrid = parts.map { HybridText.isPossible(text[$0]) }
    guard mayBeHybrid.contains(true) else { return [[Float]?](repeating: nil, count: scorers.count) }
    return scorers.indices.map { index in
      guard case .singleByte = scorers[index].encoding else { return nil }
      return parts.indices.map { mayBeHybrid[$0] ? hybridScore(of: text[parts[$0]], index) : -.infinity }
    }
  }
}
