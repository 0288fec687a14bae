// A model of text in any encoding, as learnt weights: the likelier a character is among its neighbours, the
// higher its score.
//
//   … v o i l [à] , SPACE …      features: à | l à | à , | l à , | i l à | à , SPACE | cases | with the language
//
// Each candidate encoding decodes the text, and every non-ASCII character adds the weights of its features.
// The hash of a feature is the index of its weight; Generated/generate_encoding_statistics.py learns them
// with the same hash.

/// Scores characters in their context.
struct EncodingModel: Sendable {
  /// A byte or character as the features see it.
  package struct Meaning: Equatable, Sendable {
    /// The character in lower case; 0 for none, 1 for a control.
    package var folded: UInt32
    /// The character as a neighbour: digits, white space and ideographs are one each.
    package var context: UInt32
    /// 0 lower case, 1 capital, 2 digit, 3 white space, 4 other ASCII, 5 no letter, 6 a letter without case.
    package var kind: UInt32

    package static let undefined = Meaning(folded: 0, context: 0, kind: 4)
    package static let control = Meaning(folded: 1, context: 1, kind: 4)
  }

  package static let shared = EncodingModel()
  /// Scores are in tenths of a unit of log-likelihood.
  package static let unit: Float = 0.1
  static let noLanguage: UInt32 = 31
  static let english: UInt32 = 10
  private static let undefinedScore: Int32 = -120
  private static let controlScore: Int32 = -80
  private static let languageTemper: Float = 0.3
  static let languageCertainty: Float = 0.5
  private static let otherLetter = 26

  private let weights: [Int8]
  private let pairs: [Float]
  private let languageCount: Int
  private let buckets: UInt64
  package let ascii: [Meaning]
  /// The meanings of all characters below U+0600.
  private let common: [Meaning]
  /// The meanings of U+3000 to U+30FF, and of U+FF00 to U+FFEF: kana and wide letters.
  private let kana: [Meaning]
  private let wide: [Meaning]

  private init() {
    var large = PackedCharacters.digits(of: PackageResources.large_weights_txt, base: 92, each: 2)
      .makeIterator()
    weights = PackedCharacters.digits(of: PackageResources.weights_txt, base: 12, each: 4).map {
      $0 < 11 ? Int8($0) - 5 : Int8(large.next() ?? 0) - 46
    }
    let values = PackedCharacters.digits(of: PackageResources.pairs_txt, base: 92, each: 2)
    let count = values.count / 729
    languageCount = count
    // All languages of a pair side by side.
    pairs = (0..<729 * count).map { -Float(values[$0 % count * 729 + $0 / count]) / 8 }
    buckets = UInt64(weights.count)
    let ascii = (0..<128).map { Self.meaning(ofASCII: UInt8($0)) }
    self.ascii = ascii
    common = ascii + (0x80..<0x600).map { Self.uncommonMeaning(of: $0) }
    kana = (0x3000..<0x3100).map { Self.uncommonMeaning(of: $0) }
    wide = (0xFF00..<0xFFF0).map { Self.uncommonMeaning(of: $0) }
  }

  // MARK: Meanings

  private static func meaning(ofASCII byte: UInt8) -> Meaning {
    let folded = UInt32(byte.lowercased)
    if byte.isLetter { return Meaning(folded: folded, context: folded, kind: byte == UInt8(folded) ? 0 : 1) }
    if byte.isDigit { return Meaning(folded: folded, context: 0x30, kind: 2) }
    switch byte {
    case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn:
      return Meaning(folded: folded, context: UInt32(ASCII.space), kind: 3)
    default: return Meaning(folded: folded, context: folded, kind: 4)
    }
  }

  /// The meaning of a character; all beyond U+FFFF are one.
  package static func meaning(of value: UInt32) -> Meaning {
    switch value {
    case 0..<0x600: shared.common[Int(value)]
    case 0x3000..<0x3100: shared.kana[Int(value & 0xFF)]
    case 0xFF00..<0xFFF0: shared.wide[Int(value & 0xFF)]
    default: uncommonMeaning(of: value)
    }
  }

  private static func uncommonMeaning(of value: UInt32) -> Meaning {
    if value < 0xA0 { return .control }
    guard value < 0xFFFF, let scalar = Unicode.Scalar(value) else {
      return Meaning(folded: 0xFFFF, context: 0xFFFF, kind: 5)
    }
    if value >= 0x3400 && value < 0xD7A4 { return Meaning(folded: value, context: 0x3400, kind: 6) }
    var folded = value
    if value < 0x2000 {
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      if lower.count == 1, let first = lower.first { folded = first.value }
    }
    return Meaning(folded: folded, context: folded, kind: kind(of: scalar))
  }

  private static func kind(of scalar: Unicode.Scalar) -> UInt32 {
    switch scalar.value {
    // Letters in Unicode that words do not contain.
    case 0xAA, 0xB5, 0xBA, 0x131, 0x192, 0x2C6, 0x2C7, 0x3A9, 0x3C0, 0xFB01, 0xFB02: return 5
    default: break
    }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return scalar.properties.isLowercase ? 0 : scalar.properties.isUppercase ? 1 : 6
    default: return 5
    }
  }

  // MARK: Languages

  /// The languages of the Baltic, of which ISO-8859-4 and ISO-8859-13 are.
  static let balticLanguages: ClosedRange<UInt32> = 18...20

  /// The likeliest language of a text, from its pairs of ASCII letters without markup, and how probable it is.
  func likeliestLanguage(of text: ByteView) -> (UInt32, probability: Float) {
    let count = languageCount
    var sums = [Float](repeating: 0, count: count)
    var last: Int?
    var at = 0
    var hasPairs = false
    while at < text.count {
      let byte = text[at]
      at += 1
      var symbol = byte.isLetter ? Int((byte | 0x20) &- ASCII.lowerA) : Self.otherLetter
      if byte == ASCII.lessThan, let end = Self.endOfTag(text, after: at) {
        at = end
        symbol = Self.otherLetter
      } else if byte >= 0x80 {
        last = nil
        continue
      }
      if let first = last, first != Self.otherLetter || symbol != Self.otherLetter {
        hasPairs = true
        let start = (first * 27 + symbol) * count
        for language in 0..<count { sums[language] += pairs[start &+ language] }
      }
      last = symbol
    }
    guard hasPairs, let best = sums.indices.max(by: { sums[$0] < sums[$1] }) else {
      return (Self.noLanguage, 0)
    }
    var total: Float = 0
    for sum in sums { total += Platform.exponential(max(-60, Self.languageTemper * (sum - sums[best]))) }
    return (UInt32(best), 1 / total)
  }

  private static func endOfTag(_ text: ByteView, after start: Int) -> Int? {
    guard let first = text.byte(at: start),
      first.isLetter || first == ASCII.solidus || first == ASCII.exclamationMark
        || first == ASCII.questionMark
    else { return nil }
    return text[0..<min(text.count, start + 301)].end(of: ">", from: start + 1)
  }

  // MARK: Scores

  @inline(__always)
  private static func mix(_ hash: UInt32, _ value: UInt32) -> UInt32 {
    let product = (hash ^ value) &* 0x9E37_79B1
    return product ^ product >> 15
  }

  @inline(__always)
  private func weight(_ hash: UInt32) -> Int32 {
    Int32(weights[Int(((buckets &- 64) &* UInt64(hash)) >> 32) &+ 64])
  }

  /// The score of a character between two neighbours on each side, in tenths.
  package func score(
    _ own: Meaning, _ before2: Meaning, _ before: Meaning, _ after: Meaning, _ after2: Meaning,
    language: UInt32
  ) -> Int32 {
    if own.folded == 0 { return Self.undefinedScore }
    if own.folded == 1 { return Self.controlScore }
    let character = own.folded
    let left = Self.mix(Self.mix(2, character), before.context)
    let right = Self.mix(Self.mix(3, character), after.context)
    let both = Self.mix(Self.mix(Self.mix(4, character), before.context), after.context)
    let outerLeft = Self.mix(Self.mix(Self.mix(5, character), before2.context), before.context)
    let outerRight = Self.mix(Self.mix(Self.mix(6, character), after.context), after2.context)
    let cases = own.kind &* 343 &+ before.kind &* 49 &+ after.kind &* 7
    let caseRow = Self.mix(Self.mix(Self.mix(8, character), before.kind), after.kind)
    let known = Self.mix(Self.mix(9, character), language)
    let knownLeft = Self.mix(Self.mix(Self.mix(10, character), before.context), language)
    let knownRight = Self.mix(Self.mix(Self.mix(11, character), after.context), language)
    let near = weight(Self.mix(1, character)) &+ weight(left) &+ weight(right) &+ weight(both)
    let outer = weight(outerLeft) &+ weight(outerRight) &+ weight(caseRow)
    let shape = weight(Self.mix(7, cases &+ before2.kind)) &+ weight(Self.mix(12, cases &+ after2.kind))
    return near &+ outer &+ shape &+ weight(known) &+ weight(knownLeft) &+ weight(knownRight)
  }
}
