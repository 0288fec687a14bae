// Evidence against the likeliest encoding: its letters are those of no language, signs are inside words, or another
// encoding, weighed or not, decodes the text to more usual letters.
//
//   cost of a reading   the mean rarity of its letters in the language that suits best, in bits; a foreign letter
//                       and a sign between letters cost most

struct EncodingRefutation {
  /// The cost of a letter that the language lacks, and of a sign inside a word.
  private static let foreign: Float = 10
  /// The cost of another language than that of the ASCII letters.
  private static let otherLanguage: Float = 1
  private static let likelyLanguage: Float = 0.8
  /// How many bits all letters together must save in another reading, in one of a language that no model knows, and how
  /// many they may cost if no model knows that of the likeliest reading.
  ///
  /// Less is enough against the few letters of a rare set, and against signs in words; the model's own choice of a rare
  /// set takes more.
  private static let lead = (
    modelled: Float(5), other: Float(8), unmodelled: Float(-5), rare: Float(2.4), sign: Float(1),
    weighed: Float(7), otherCase: Float(6), strange: Float(-5), declared: Float(16)
  )
  private static let fewLettersOfOneCase: Float = 12
  private static let fewLetters: Float = 6
  /// The maximum mean rarity of letters that are common in their language.
  private static let commonLetters: Float = 2.5
  /// How much rarer letters of another language are in it.
  private static let foreignRarity: Float = 5
  private static let veryFewLetters: Float = 3
  /// How much the frequencies of a true reading's letters differ from those of the language at most: for many letters,
  /// and for one.
  private static let divergence: (many: Float, one: Float) = (1.2, 13)
  /// The share of the letters that another reading has at least.
  private static let leastShare: Float = 0.8
  /// The difference in bits between the best language and the best one that a model knows.
  private static let nearlyModelled: Float = 6
  /// The number of letters from which a reading of one byte a character refutes one of several.
  private static let manyLetters: Float = 24
  /// How much the frequencies of such a reading's letters differ from those of the language at most.
  private static let usual: Float = 0.5
  private static let placeLimit = 4096
  /// The number of letters for one sign inside a word that is an accident.
  private static let lettersForSign: Float = 50
  /// The number of letters that are rarely all capitals.
  private static let fewCapitals: Float = 16
  /// The sets of most files.
  private static let common: Set<SingleByteEncoding> = [
    .iso8859_1, .iso8859_2, .iso8859_5, .iso8859_7, .iso8859_9, .iso8859_15, .koi8r, .macRoman, .windows1250,
    .windows1251, .windows1252, .windows1253, .windows1254, .windows1255, .windows1256, .windows1257,
    .windows1258,
  ]

  /// A reading of the text in an encoding of one byte a character.
  private struct Reading {
    let cost: Float
    /// The mean rarity without the cost of another language, less that by the letters' own frequencies.
    let divergence: Float
    let isModelled: Bool
    let letters: Float

    /// Whether signs are between letters, and whether lines of box drawing are.
    let hasSignsInWords: Bool
    /// The number of signs between letters.
    let strangeSigns: Float
    /// The mean rarity in the language of the ASCII letters, if it is known.
    let rarityInLanguage: Float?

    /// The number of letters that the language lacks.
    let foreignLetters: Float
    let isLatin: Bool
    /// The number of lines, mathematical signs and the like, which are rarer than quotation marks.
    let oddSigns: Float

    var hasStrangeSigns: Bool { strangeSigns * EncodingRefutation.lettersForSign > letters }

    /// Whether signs of another reading, or letters of no language, are letters of one in this.
    func explainsMore(than other: Reading) -> Bool {
      isLatin == other.isLatin
        && (letters > other.letters && foreignLetters <= other.foreignLetters
          || letters >= other.letters
            && (foreignLetters < other.foreignLetters || oddSigns < other.oddSigns))
    }

    var isUsual: Bool {
      !hasStrangeSigns
        && divergence <= EncodingRefutation.divergence.many + EncodingRefutation.divergence.one / letters
    }
  }

  private let places: [(EncodingModel.Surroundings, Float)]
  private let present: HighByteSet
  private let language: Int?
  private let given: TextLanguage?

  private init(_ bytes: ByteView, _ census: ByteStatistics, in given: TextLanguage?) {
    if let row = given?.row {
      self.init(census, language: row, given: given)
    } else {
      let (likeliest, probability) = EncodingModel.shared.likeliestLanguage(
        of: bytes[0..<min(bytes.count, 1 << 14)])
      self.init(census, language: probability >= Self.likelyLanguage ? Int(likeliest) : nil, given: given)
    }
  }

  private init(_ census: ByteStatistics, language: Int?, given: TextLanguage?) {
    places = census.surroundings.prefix(Self.placeLimit).map {
      ($0, Float(min($1, EncodingCandidates.mostRepeated)))
    }
    present = census.highBytes
    self.language = language
    self.given = given
  }

  /// Whether the letters of a text contradict an encoding in which it was found to be.
  static func refutes(
    _ encoding: TextEncoding, _ bytes: ByteView, _ census: ByteStatistics? = nil, in language: TextLanguage?
  ) -> Bool {
    var refutation: EncodingRefutation {
      EncodingRefutation(bytes, census ?? ByteStatistics(bytes), in: language)
    }
    return switch encoding {
    case .singleByte(let table):
      WideScripts.mayBeEastAsian(bytes) || MultibyteDetection.isInPairs(bytes) || refutation.refutes(table)
    case .ebcdic: hasSignsInWords(bytes, encoding) || isUnusual(bytes, encoding, in: language)
    case .multibyte(let encoding) where !encoding.isStateful:
      isSpacedLikeEBCDIC(bytes) || refutation.hasUsualReading
    default: false
    }
  }

  /// Whether a declaration may be true, although another encoding is certain: in it all letters are those of a language
  /// with Latin letters, and hardly rarer.
  static func spares(
    _ declared: TextEncoding, for certain: TextEncoding, _ census: ByteStatistics
  ) -> Bool {
    guard case .singleByte(let table) = declared, case .singleByte(let other) = certain else { return false }
    let refutation = EncodingRefutation(census, language: nil, given: nil)
    guard !refutation.hasOddCase(in: table), let own = refutation.reading(table), own.isLatin,
      own.isUsual || own.letters <= Self.veryFewLetters && own.cost < Self.foreign, !own.hasSignsInWords
    else { return false }
    guard let better = refutation.reading(other) else { return true }
    return (own.cost - better.cost) * own.letters <= Self.lead.declared
  }

  /// Whether a capital follows a small letter.
  private func hasOddCase(in table: SingleByteEncoding) -> Bool {
    let start = Int(table.rawValue) << 8
    return places.contains { place, _ in
      SegmentScorer.meanings[start + Int(place.byte)].kind == 1
        && SegmentScorer.meanings[start + Int(place.before)].kind == 0
    }
  }

  private func refutes(_ table: SingleByteEncoding) -> Bool {
    if isOfGivenLanguage(table) { return false }
    let own = reading(table)
    if own?.hasStrangeSigns == true { return true }
    if present.bytes.contains(where: { table.scalar(of: $0) == nil }), isUsualElsewhere { return true }
    guard let own, own.letters > 1 else { return mayBeLettersOfLanguage(than: own?.letters ?? 0, table) }
    if !own.isUsual { return true }
    if own.letters < Self.fewLettersOfOneCase, mayBeInOtherCase(own, table) { return true }
    let isRare = !Self.common.contains(table)
    let isInCapitals = own.letters >= Self.fewCapitals && hasKind(1, in: table) && !hasKind(0, in: table)
    return SingleByteEncoding.allCases.contains { other in
      // The model judges those that it knows, in languages that it knows.
      let isWeighed = own.isModelled && EncodingCandidates.singleByte.contains(other)
      guard !isWeighed || isRare,
        !present.meanTheSame(table, other), let reading = reading(other), reading.isUsual,
        reading.letters >= own.letters * Self.leastShare
      else { return false }
      var lead =
        own.isModelled ? reading.isModelled ? Self.lead.modelled : Self.lead.other : Self.lead.unmodelled
      if isRare, own.isModelled, reading.isModelled {
        lead = isWeighed ? Self.lead.weighed : own.letters < Self.fewLetters ? Self.lead.rare : lead
      }
      if own.hasSignsInWords, !reading.hasSignsInWords { lead = min(lead, Self.lead.sign) }
      // Words in capitals may be letters without case.
      if isInCapitals, !hasKind(1, in: other) { lead = min(lead, Self.lead.sign) }
      if reading.explainsMore(than: own) { lead = min(lead, own.isLatin ? 0 : Self.lead.strange) }
      if let rarity = reading.rarityInLanguage, let ownRarity = own.rarityInLanguage,
        rarity <= Self.commonLetters, ownRarity - rarity >= Self.foreignRarity
      {
        return true
      }
      return (own.cost - reading.cost) * own.letters >= lead
    }
  }

  /// Whether another encoding decodes all bytes, to usual letters.
  private var isUsualElsewhere: Bool {
    SingleByteEncoding.allCases.contains { table in
      reading(table).map { $0.isUsual && $0.letters >= Self.fewLetters } ?? false
    }
  }

  /// Whether bytes in words that are signs are common letters of the language of the ASCII letters in another encoding.
  private func mayBeLettersOfLanguage(than letters: Float, _ table: SingleByteEncoding) -> Bool {
    // Quotation marks and dashes are mostly around words.
    let inWords = places.count { $0.0.before.isLetter && $0.0.after.isLetter }
    return inWords * 2 >= places.count
      && SingleByteEncoding.allCases.contains { other in
        guard !present.meanTheSame(table, other), let reading = reading(other), reading.isUsual,
          reading.letters >= letters + 2, reading.foreignLetters == 0
        else { return false }
        return reading.rarityInLanguage.map { $0 < Self.commonLetters } ?? false
      }
  }

  /// Whether the letters, all small or all capitals, are about as usual as those of the other case in another script.
  private func mayBeInOtherCase(_ own: Reading, _ table: SingleByteEncoding) -> Bool {
    let (small, capital) = (hasKind(0, in: table), hasKind(1, in: table))
    guard small != capital, let first = places.first?.0.byte else { return false }
    func script(_ table: SingleByteEncoding) -> UInt32 {
      let folded = SegmentScorer.meanings[Int(table.rawValue) << 8 | Int(first)].folded
      return folded < 0x250 ? 0 : folded >> 8
    }
    return script(table) > 0
      && EncodingCandidates.singleByte.contains { other in
        guard hasKind(0, in: other) == capital, hasKind(1, in: other) == small,
          ![0, script(table)].contains(script(other)),
          let reading = reading(other),
          reading.isUsual, reading.letters >= own.letters
        else { return false }
        return (reading.cost - own.cost) * own.letters < Self.lead.otherCase
      }
  }

  /// Whether the text is a usual one in an encoding of one byte a character.
  private var hasUsualReading: Bool {
    SingleByteEncoding.allCases.contains { table in
      guard let reading = reading(table), reading.letters >= Self.manyLetters else { return false }
      return reading.divergence < Self.usual
    }
  }

  /// The reading in an encoding; nil if it cannot decode a byte.
  private func reading(_ table: SingleByteEncoding) -> Reading? {
    let alphabet = Alphabets.shared
    let start = Int(table.rawValue) << 8
    var counts = [Float](repeating: 0, count: alphabet.count)
    var (letters, signs) = (Float(0), Float(0))
    var hasSignsInWords = false
    var (strangeSigns, oddSigns) = (Float(0), Float(0))
    for (place, count) in places {
      let letter = Int(alphabet.letters[start + Int(place.byte)])
      let scalar = table.scalar(of: place.byte) ?? 0
      if letter < 0, scalar >= 0x2190 || scalar == Alphabets.doubleLine { oddSigns += count }
      var follows: Bool { isLetter(place.before, start) }
      var precedes: Bool { isLetter(place.after, start) }
      switch letter {
      case Alphabets.undefined: return nil
      case Alphabets.quote where !(follows && precedes): break
      case Alphabets.sign, Alphabets.frame, Alphabets.rareSign, Alphabets.quote:
        let isInWord = follows && precedes
        if isInWord || (letter == Alphabets.sign ? follows : precedes && letter == Alphabets.rareSign) {
          signs += count
        }
        if isInWord { hasSignsInWords = true }
        // Marks above letters are between them, too.
        let isStrange = isInWord && (0xA0..<0xC0 ~= scalar || 0x2000..<0x2C00 ~= scalar)
        // A per mille sign is after digits.
        if isStrange || scalar == Alphabets.perMille && follows { strangeSigns += count }
      case alphabet.latinCount... where scalar == Alphabets.finalSigma && precedes:
        signs += count
        hasSignsInWords = true
      case Alphabets.ignored: break
      case Alphabets.foreign: signs += count
      default:
        // Words do not mix scripts.
        if letter >= alphabet.latinCount, place.before.isLetter || place.after.isLetter {
          signs += count
        } else {
          counts[letter] += count
          letters += count
        }
      }
    }
    letters += signs
    guard letters > 0 else { return nil }
    let used = counts.indices.filter { counts[$0] > 0 }
    var best: (cost: Float, bare: Float, language: Int) = (.infinity, 0, 0)
    var modelled = Float.infinity
    var rarityInLanguage: Float?
    for (number, row) in alphabet.languages.enumerated() {
      var sum = signs * Self.foreign
      for index in used { sum += counts[index] * row.rarity[index] }
      if number == language { rarityInLanguage = sum / letters }
      let isOther = number < alphabet.latinLanguages && language.map { $0 != number } ?? false
      let cost = sum / letters + (isOther ? Self.otherLanguage : 0)
      if cost < best.cost { best = (cost, sum / letters, number) }
      if row.isModelled { modelled = min(modelled, cost) }
    }
    let entropy = used.reduce(Float(0)) {
      $0 - counts[$1] / letters * Platform.binaryLogarithm(counts[$1] / letters)
    }
    return Reading(
      cost: best.cost, divergence: best.bare - entropy,
      isModelled: (modelled - best.cost) * letters < Self.nearlyModelled,
      letters: letters, hasSignsInWords: hasSignsInWords, strangeSigns: strangeSigns,
      rarityInLanguage: rarityInLanguage,
      foreignLetters: signs
        + used.reduce(0) { alphabet.languages[best.language].isForeign(at: $1) ? $0 + counts[$1] : $0 },
      isLatin: best.language < alphabet.latinLanguages, oddSigns: oddSigns)
  }

  /// Whether all letters are those of the language that was given.
  private func isOfGivenLanguage(_ table: SingleByteEncoding) -> Bool {
    guard let given, given.fits(table) else { return false }
    return !places.contains { given.isStrange($0.0.byte, in: table) }
  }

  /// Whether the text has a letter of this kind in an encoding.
  private func hasKind(_ kind: UInt32, in table: SingleByteEncoding) -> Bool {
    let start = Int(table.rawValue) << 8
    return places.contains { SegmentScorer.meanings[start + Int($0.0.byte)].kind == kind }
  }

  private func isLetter(_ byte: UInt8, _ start: Int) -> Bool {
    byte < 0x80 ? byte.isLetter : Alphabets.shared.letters[start + Int(byte)] >= 0
  }

  /// Whether spaces of EBCDIC, `@` in ASCII, separate the words.
  private static func isSpacedLikeEBCDIC(_ bytes: ByteView) -> Bool {
    let sample = bytes[0..<min(bytes.count, 1 << 14)]
    var (spaces, blanks) = (0, 0)
    for at in 0..<sample.count {
      if sample[at] == 0x40 { spaces += 1 }
      if sample[at] == ASCII.space || sample[at] == ASCII.lineFeed { blanks += 1 }
    }
    return blanks == 0 && spaces * 20 >= sample.count
  }

  /// The maximum mean rarity of the letters of a text in EBCDIC in its language.
  private static let mostRarity: Float = 5
  /// Sets that contain the characters of the code pages of EBCDIC.
  private static let siblings: [SingleByteEncoding] = [
    .iso8859_1, .iso8859_15, .iso8859_9, .windows1253, .windows1255,
  ]

  /// Whether the letters of a text in EBCDIC are those of no language, or controls are among them.
  private static func isUnusual(_ bytes: ByteView, _ encoding: TextEncoding, in language: TextLanguage?)
    -> Bool
  {
    guard let text = encoding.decoded(bytes[0..<min(bytes.count, 1 << 14)])?.bytes else { return true }
    for table in siblings {
      guard let bytes = text.withByteView({ TextEncoding.singleByte(table).encoded($0) }) else { continue }
      return bytes.withByteView { view in
        if EncodingDetector.controlCount(in: view) > 0 { return true }
        guard let reading = EncodingRefutation(view, ByteStatistics(view), in: language).reading(table) else {
          return false
        }
        return !reading.isUsual || (reading.rarityInLanguage ?? reading.cost) > mostRarity
      }
    }
    return true
  }

  /// Whether a text has brackets, bars or tildes inside words, which are letters of other code pages.
  private static func hasSignsInWords(_ bytes: ByteView, _ encoding: TextEncoding) -> Bool {
    guard let text = encoding.decoded(bytes[0..<min(bytes.count, 1 << 14)])?.bytes else { return false }
    var count = 0
    for at in text.indices.dropFirst().dropLast() where Alphabets.signsOfEBCDIC.contains(text[at]) {
      if text[at - 1] | 0x20 >= ASCII.lowerA, text[at - 1].isLetter, text[at + 1].isLetter { count += 1 }
    }
    return count >= 1
  }
}

/// The letters of languages, numbered, and the meaning of each byte in each encoding.
private struct Alphabets: Sendable {
  struct Row: Sendable {
    /// The rarity of each letter, in bits.
    let rarity: [Float]
    let isModelled: Bool

    func isForeign(at letter: Int) -> Bool { rarity[letter] >= Alphabets.strange.latin }
  }

  // The meaning of a byte that is no letter.
  static let (undefined, sign, rareSign, ignored, foreign, frame, quote) = (-1, -2, -3, -4, -5, -6, -7)
  /// ς, which ends words.
  static let finalSigma: UInt16 = 0x3C2
  static let perMille: UInt16 = 0x2030
  /// ‗ of code pages of DOS.
  static let doubleLine: UInt16 = 0x2017
  /// The rarity of a letter that a language with the letters of Latin lacks, and of one in other languages.
  fileprivate static let strange = (latin: Float(10), other: Float(13))
  static let signsOfEBCDIC = Array("{}|~".utf8)
  /// Signs that no word begins with: ‰ † ‡ ¤ µ ¬ ¦ ∙ √ ≈.
  private static let rareSigns: Set<UInt32> = [
    0x2030, 0x2020, 0x2021, 0xA4, 0xB5, 0xAC, 0xA6, 0x2219, 0x221A, 0x2248, 0xBC, 0xBD, 0xBE,
  ]
  /// Apostrophes, hyphens, the middle dot of Catalan, accents, and marks above letters of Vietnamese.
  private static let ignoredSigns: Set<UInt32> = [
    0x2018, 0x2019, 0xB4, 0xAD, 0xB7, 0x2010, 0x2013, 0x2014, 0x300, 0x301, 0x303, 0x309, 0x323, 0xA0, 0x2026,
    0x200C,
    0x200D, 0x200E, 0x200F, 0x5F3, 0x5F4, 0x5BE,
  ]
  /// Quotation marks and signs that are not inside words, but next to them: “ ” „ ‚ « » ‹ › ® ™ ² ³ °.
  private static let quotes: Set<UInt32> = [
    0x201C, 0x201D, 0x201E, 0x201A, 0xAB, 0xBB, 0x2039, 0x203A, 0xAE, 0x2122, 0xB2, 0xB3, 0xB0,
  ]

  static let shared = Alphabets()

  let languages: [Row]
  /// The number of languages with letters of Latin, which come first.
  let latinLanguages: Int
  /// The number of different letters, and of those of Latin, which come first.
  let count: Int
  let latinCount: Int
  /// The meanings of the bytes of one encoding after the other.
  let letters: [Int16]

  private init() {
    let table = LanguageLetters.shared
    var numbers: [UInt32: Int] = [:]
    var lists: [[(Int, Float)]] = []
    var latinCount = 0
    for row in table.rows {
      lists.append(
        row.map { letter in
          let likened = SegmentScorer.likened[letter.scalar] ?? UInt32(letter.scalar)
          let folded = EncodingModel.meaning(of: likened).folded
          let number = numbers[folded, default: numbers.count]
          numbers[folded] = number
          return (number, Float(letter.bits))
        })
      if lists.count == table.latinCount { latinCount = numbers.count }
    }
    let count = numbers.count
    languages = lists.enumerated().map { number, list in
      var rarity = [Float](
        repeating: number < table.latinCount ? Self.strange.latin : Self.strange.other, count: count)
      for (letter, bits) in list { rarity[letter] = min(rarity[letter], max(bits, 0.5)) }
      let isModelled = number < table.modelledCount || table.otherModelled.contains(number)
      return Row(rarity: rarity, isModelled: isModelled)
    }
    (self.count, self.latinCount, latinLanguages) = (count, latinCount, table.latinCount)
    letters = SegmentScorer.meanings.map { meaning in
      if meaning.folded < 2 { return Int16(Self.undefined) }
      if meaning.folded < 0x80 { return Int16(Self.sign) }
      if Self.ignoredSigns.contains(meaning.folded) { return Int16(Self.ignored) }
      if let number = numbers[meaning.folded] { return Int16(number) }
      if Self.quotes.contains(meaning.folded) { return Int16(Self.quote) }
      if Self.rareSigns.contains(meaning.folded) || 0x2200..<0x2300 ~= meaning.folded
        || 0x2C6..<0x2E0 ~= meaning.folded
      {
        return Int16(Self.rareSign)
      }
      if meaning.folded >= 0x2500, meaning.folded < 0x25A0 { return Int16(Self.frame) }
      return Int16(meaning.kind == 5 || meaning.kind == 4 ? Self.sign : Self.foreign)
    }
  }
}
