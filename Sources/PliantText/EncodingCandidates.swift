// The candidate encodings of a text with bytes above 0x7F, ranked by the likelihood of the text in each.

/// Ranks encodings for one text.
struct EncodingCandidates {
  /// Single-byte encodings for Latin letters.
  ///
  /// The first of those that decode a text equally is reported.
  private static let latin: [SingleByteEncoding] = [
    .iso8859_1, .windows1252, .macRoman, .iso8859_15, .ibm850, .iso8859_2, .windows1250, .macCentralEurope,
    .ibm852, .iso8859_16, .iso8859_9, .windows1254, .windows1257, .iso8859_13, .iso8859_4, .windows1258,
    .iso8859_3,
  ]
  /// For other scripts, whose words are runs of non-ASCII bytes.
  private static let otherScripts: [SingleByteEncoding] = [
    .windows1251, .koi8r, .koi8u, .iso8859_5, .macCyrillic, .ibm866, .ibm855, .windows1253, .iso8859_7,
    .windows1255, .iso8859_8, .windows1256, .iso8859_6, .tis620,
  ]
  static let singleByte = latin + otherScripts
  /// The prior of other than Western encodings, in tenths of a unit of log-likelihood.
  private static let priorOfOthers: Int32 = -15
  private static let priorOfJohab: Int32 = -75
  /// The prior of Western encodings for a text whose only bytes above ASCII are their signs, in the usual places.
  private static let priorOfSigns: Float = 100
  /// Rare encodings have this prior twice.
  private static let rare: Set<SingleByteEncoding> = [
    .macCentralEurope, .iso8859_13, .iso8859_4, .windows1258, .iso8859_3,
  ]
  /// Rare encodings that need no more evidence than others in text that may be Baltic.
  private static let baltic: Set<SingleByteEncoding> = [.iso8859_13, .iso8859_4]
  /// The weight of a difference of scores; less than 1, so that 199 of 200 results at 0.9 are right.
  private static let trust: Float = 0.9
  /// The maximum number of reported candidates, and their minimum probability.
  private static let candidateLimit = 5
  /// The number of contexts to score in all encodings, and the lag that rules one out then and at each doubling.
  private static let firstPlaces = 64
  private static let hopeless: Float = 2_500
  private static let leastShare = 0.0005
  /// The maximum number of distinct contexts to score.
  private static let placeLimit = 16 * 1024
  /// The maximum weight of repeated contexts.
  static let mostRepeated = 4
  /// The number of bytes for detecting the language from ASCII letters.
  private static let languageBytes = 16 * 1024

  private let census: ByteStatistics
  /// The language, for looking up the features of characters.
  let language: UInt32
  /// The candidate encodings with their priors, UTF-8 last, and the scores of parts of the text in them.
  let parts: PartScores
  private let places: [(EncodingModel.Surroundings, Int)]
  /// The number of bytes above 0x7F that are scored.
  private let weight: Float
  private var scored: [(encoding: TextEncoding, score: Float)] = []

  /// Scores all encodings for `bytes`, which are neither UTF-8 nor in wide units, in any language or a given one.
  package init(_ bytes: ByteView, _ census: ByteStatistics, in given: TextLanguage? = nil) {
    self.census = census
    let (likeliest, probability) = EncodingModel.shared.likeliestLanguage(
      of: bytes[0..<min(bytes.count, Self.languageBytes)])
    let isLikely = probability >= EncodingModel.languageCertainty
    language = given?.model ?? (isLikely ? likeliest : EncodingModel.noLanguage)
    let isBaltic = EncodingModel.balticLanguages.contains(likeliest)
    // A word repeated throughout a file counts only a few times.
    places = census.surroundings.prefix(Self.placeLimit).map { ($0, min($1, Self.mostRepeated)) }
    weight = Float(max(1, places.reduce(0) { $0 + $1.1 }))
    let hasRuns = census.adjacentCount * 2 > census.highCount
    let hasSigns = Self.areSigns(places, isEnglish: likeliest == EncodingModel.english && isLikely)
    var uniques: [SingleByteEncoding] = []
    var scorers: [SegmentScorer] = []
    var tables = Self.latin + (hasRuns || given?.isLatin == false ? Self.otherScripts : [])
    if let given { tables = given.ordered(tables) }
    for table in tables
    where uniques.count < PartScores.Row.scalarCount
      && !uniques.contains(where: { census.highBytes.meanTheSame(table, $0) })
    {
      if table == .iso8859_1 && census.controlCount > 0 { continue }
      uniques.append(table)
      let isWestern = table == .iso8859_1 || table == .windows1252 || table == .macRoman
      let isUnlikely = given.map { !$0.fits(table) } ?? Self.rare.contains(table)
      let isRare = isUnlikely && !(isBaltic && Self.baltic.contains(table))
      let times: Float = isWestern ? 0 : isRare ? 2 : 1
      var prior = times * Float(Self.priorOfOthers)
      // Prefers the correct one of two texts that differ only in the diacritic of Romanian letters.
      if table == .iso8859_16 { prior += 1 }
      if hasSigns, table == .iso8859_1 || table == .windows1252 { prior += Self.priorOfSigns }
      if let given {
        prior -= given.penalty(of: .singleByte(table))
        if !Self.singleByte.contains(table) { prior -= given.penalty(ofStrangers: places, in: table) }
      }
      scorers.append(SegmentScorer(.singleByte(table), prior: prior))
    }
    let mayBeMultibyte =
      hasRuns || Self.hasKana(bytes, of: census.highCount) || Self.hasBig5(bytes, of: census.highCount)
    if mayBeMultibyte {
      // Parts of a mixed text may be in encodings that cannot decode the whole.
      scorers += MultibyteDetection.encodings.map {
        SegmentScorer($0.0, prior: Self.prior(of: $0.0, in: given))
      }
    }
    parts = PartScores(scorers + [SegmentScorer(.utf8, prior: 0)], census.highBytes, language: language)
    let averages = mayBeMultibyte ? MultibyteDetection.scores(of: bytes, language: language) : []
    score(beside: averages.map(\.1).max() ?? -.infinity)
    for (encoding, average) in averages {
      scored.append((encoding, average * weight + Self.prior(of: encoding, in: given)))
    }
  }

  /// Whether all bytes above ASCII are no-break spaces and signs of ISO-8859-1, each in its usual place.
  ///
  ///     world,\u{A0}this   3\u{A0}km   Acme®   © 2024   20 °C   §\u{A0}5
  private static func areSigns(_ places: [(EncodingModel.Surroundings, Int)], isEnglish: Bool) -> Bool {
    var isClear = isEnglish
    for (place, _) in places {
      let (before, after) = (place.before, place.after)
      let endsWord = before.isLetter || before.isDigit || ")\"'".utf8.contains(before)
      switch place.byte {
      case 0xA0:
        if before.isWhitespace || after.isWhitespace { return false }
        if !before.isLetter, !after.isLetter || ".,;:!?)0123456789".utf8.contains(before) { isClear = true }
        if before.isDigit, after.isLetter { isClear = true }
        if before.isLetter, !after.isLetter, after < 0x80 { return false }
        continue
      case 0xA9:
        if before.isLetter || before >= 0x80 || after.isLetter || after >= 0x80 && after != 0xA0 {
          return false
        }
      case 0xAE: if !endsWord || after.isLetter || after >= 0x80 && after != 0xA0 { return false }
      case 0xB0:
        if !before.isDigit && before != ASCII.space && before != 0xA0 || after >= 0x80 { return false }
      case 0xA7:
        if before.isLetter || before >= 0x80 || !(after.isDigit || after.isWhitespace || after == 0xA0) {
          return false
        }
      case 0xA3, 0xA5: if before.isLetter || before >= 0x80 || !after.isDigit { return false }
      case 0xB1, 0xBC...0xBE:
        if before.isLetter || after.isLetter || before >= 0x80 || after >= 0x80 { return false }
      default: return false
      }
      isClear = true
    }
    return isClear && !places.isEmpty
  }

  private static func prior(of encoding: TextEncoding, in given: TextLanguage?) -> Float {
    if let given { return Float(priorOfOthers) - given.penalty(of: encoding) }
    let isRare = encoding == .multibyte(.johab) || MultibyteDetection.rarer.contains { $0.0 == encoding }
    return Float(isRare ? priorOfJohab : priorOfOthers)
  }

  /// Whether many of the non-ASCII bytes begin a syllable of Shift_JIS, whose second byte is often an ASCII
  /// letter, so that there are no runs.
  private static func hasKana(_ bytes: ByteView, of highCount: Int) -> Bool {
    let end = min(bytes.count, languageBytes)
    var count = 0
    var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
    while at + 1 < end {
      let (lead, trail) = (bytes[at], bytes[at + 1])
      switch (lead, trail) {
      case (0x82, 0x9F...0xF1), (0x83, 0x40...0x7E), (0x83, 0x80...0x96): count += 1
      default: break
      }
      // After an unsuitable byte, the next one may begin a character.
      at = UTF8Validation.endOfASCII(in: bytes, from: at + (lead == 0x82 || lead == 0x83 ? 2 : 1))
    }
    return count >= 2 && count * 4 >= min(highCount, end)
  }

  /// Whether nearly all non-ASCII bytes belong to common characters of Big5, whose second byte is often an
  /// ASCII letter.
  private static func hasBig5(_ bytes: ByteView, of highCount: Int) -> Bool {
    let end = min(bytes.count, languageBytes)
    var count = 0
    var belonging = 0
    var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
    while at + 1 < end {
      let (lead, trail) = (bytes[at], bytes[at + 1])
      let isCharacter =
        (lead >= 0xA4 && lead <= 0xC6 || lead == 0xA1)
        && (trail >= 0x40 && trail <= 0x7E || trail >= 0xA1 && trail <= 0xFE)
      if isCharacter {
        count += 1
        belonging += trail >= 0x80 ? 2 : 1
      }
      at = UTF8Validation.endOfASCII(in: bytes, from: at + (isCharacter ? 2 : 1))
    }
    return count >= 3 && belonging * 8 >= min(highCount, end) * 7
  }

  /// The encodings with their probabilities, the likeliest first.
  var ranked: [EncodingDetection.Candidate] {
    let sorted = scored.sorted { $0.score > $1.score }
    guard let best = sorted.first?.score else { return [] }
    // Characters of a text are not independent of one another, so many count less than their sum.
    let count = weight
    let temper = Self.trust * EncodingModel.unit / max(1, (count / 16).squareRoot())
    let powers = sorted.map { Double(Platform.exponential(max(-60, ($0.score - best) * temper))) }
    let total = powers.reduce(0, +)
    // The characters of a text have positive scores on average, those of random bytes about -17.
    let average = best / count
    let ceiling = average < -12 ? 0.3 : average < -5 ? 0.7 : 0.999
    return zip(sorted, powers).prefix(Self.candidateLimit).filter { $1 >= Self.leastShare * total }.map {
      .init(encoding: $0.encoding, probability: min($1 / total, ceiling))
    }
  }

  /// Scores the text in all encodings of one byte a character; those that its beginning rules out, or the best `average`
  /// of another encoding, in no more of it.
  private mutating func score(beside average: Float) {
    var sum = PartScores.Row()
    var lanes = Array(parts.lanes)
    var weight: Float = 0
    var next = Self.firstPlaces
    for (number, (place, count)) in places.enumerated() {
      if number == next {
        let best = max(average * weight, Float(lanes.map { sum[$0] }.max() ?? 0))
        lanes.removeAll { best - Float(sum[$0]) > Self.hopeless }
        if lanes.isEmpty { break }
        next *= 2
      }
      weight += Float(count)
      let row = lanes.count == parts.lanes.count ? parts.row(of: place) : parts.row(of: place, in: lanes)
      sum &+= row &* PartScores.Row(repeating: Int32(count))
    }
    for lane in parts.lanes {
      let isHopeless = !lanes.contains(lane)
      let scorer = parts.scorers[lane]
      scored.append((scorer.encoding, isHopeless ? -.infinity : Float(sum[lane]) + scorer.prior))
    }
  }
}
