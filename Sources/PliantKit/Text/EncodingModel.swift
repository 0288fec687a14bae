// What is known of Western European text, unpacked from the generated statistics.
//
// A byte above 0x7F is judged with two neighbours on each side:   … v o i l [à] , SPACE …
// Its likelihood under an encoding is that of the character it would be, in a language weighted by the ASCII around.

/// Likelihoods of characters in their surroundings.
struct EncodingModel: Sendable {
  /// What a byte is under one encoding.
  struct ByteMeaning: Sendable {
    /// Number in the inventory; nil for ASCII, for controls and for bytes that stand for nothing.
    var symbol: UInt8?
    var context: UInt8
    /// 0 lower case, 1 capital, 2 neither.
    var letterCase: UInt8
    /// 0 lower case letter, 1 capital, 2 no letter of a word.
    var kind: UInt8
  }

  /// A byte with its neighbours; a line feed stands for the text's ends.
  struct Surroundings {
    let byte: UInt8
    let before: UInt8
    let before2: UInt8
    let after: UInt8
    let after2: UInt8
  }

  static let shared = EncodingModel()
  /// For a byte that no text of the encoding has.
  private static let impossible: Float = -60
  private static let outerWeight: Float = 0.5
  private static let languageTemper: Float = 0.3
  private static let languageFloor: Float = 0.0005
  private static let other = 26

  private let singles: [Float]
  private let near: [Float]
  /// Probabilities of what stands before and after: 72 for each cell.
  private let own: [Float]
  /// The cell of a language and character, or -1.
  private let cellOf: [Int16]
  private let pairs: [Float]
  private let cases: [Float]
  private static let symbolCount = EncodingStatistics.inventory.count
  private static let contexts = EncodingStatistics.contextCount
  private static let languages = EncodingStatistics.languageCount

  private init() {
    singles = Self.logarithms(EncodingStatistics.singles, step: 4)
    near = Self.logarithms(EncodingStatistics.near, step: 8)
    own = Self.logarithms(EncodingStatistics.own, step: 8)
    pairs = Self.logarithms(EncodingStatistics.pairs, step: 8)
    cases = Self.logarithms(EncodingStatistics.cases, step: 8)
    var cells = [Int16](repeating: -1, count: Self.languages * Self.symbolCount)
    for (number, packed) in EncodingStatistics.ownCells.enumerated() {
      cells[Int(packed >> 8) * Self.symbolCount + Int(packed & 0xFF)] = Int16(number)
    }
    cellOf = cells
  }

  private static func logarithms(_ text: StaticString, step: Float) -> [Float] {
    ByteView(text).array.map { code in
      -Float(code < ASCII.reverseSolidus ? code - 33 : code - 34) / step
    }
  }

  // MARK: Meanings

  /// What every byte is under an encoding of one byte a character.
  static func meanings(of encoding: SingleByteEncoding) -> [ByteMeaning] {
    var symbols: [UInt16: UInt8] = [:]
    for (index, value) in EncodingStatistics.inventory.enumerated() { symbols[value] = UInt8(index) }
    return (0...255).map { byte in
      guard let value = encoding.scalar(of: UInt8(byte)), let scalar = Unicode.Scalar(value) else {
        return ByteMeaning(symbol: nil, context: 35, letterCase: 2, kind: 2)
      }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      let folded = lower.count == 1 ? UInt16(truncatingIfNeeded: lower.first?.value ?? 0) : value
      let symbol = byte < 0x80 ? nil : symbols[folded]
      let isWord = isWordLetter(folded) && scalar.properties.isAlphabetic
      let isCapital = isWord && scalar.properties.isUppercase
      let letterCase: UInt8 = isCapital ? 1 : isWord && scalar.properties.isLowercase ? 0 : 2
      let kind: UInt8 = isWord && folded != 0x131 ? (isCapital ? 1 : 0) : 2
      return ByteMeaning(
        symbol: symbol, context: context(of: folded, isWord: isWord), letterCase: letterCase, kind: kind)
    }
  }

  /// Whether words are written with a letter; not so ª º µ ƒ π Ω ﬁ ﬂ ˆ ˇ.
  private static func isWordLetter(_ folded: UInt16) -> Bool {
    switch folded {
    case 0xAA, 0xBA, 0xB5, 0x192, 0x3C0, 0x3C9, 0x2C6, 0x2C7, 0xFB01, 0xFB02: false
    default: true
    }
  }

  private static func context(of folded: UInt16, isWord: Bool) -> UInt8 {
    guard folded < 0x80 else {
      if !isWord { return 35 }
      switch folded {
      case 0xE0...0xE6, 0xE8...0xEF, 0xF2...0xF6, 0xF8...0xFD, 0xFF, 0x131, 0x153: return 33
      default: return 34
      }
    }
    let byte = UInt8(folded)
    if byte &- ASCII.lowerA < 26 { return byte &- ASCII.lowerA }
    if byte.isDigit { return 26 }
    if byte.isWhitespace { return 27 }
    switch byte {
    case ASCII.quotationMark, ASCII.apostrophe, 0x60: return 28
    case ASCII.leftParenthesis, ASCII.leftBracket, ASCII.leftBrace, ASCII.lessThan: return 29
    case ASCII.rightParenthesis, ASCII.rightBracket, ASCII.rightBrace, ASCII.greaterThan: return 30
    case ASCII.fullStop, ASCII.comma, ASCII.semicolon, ASCII.colon, ASCII.exclamationMark, ASCII.questionMark:
      return 31
    default: return 32
    }
  }

  // MARK: Languages

  /// How much each language counts for a text, by its pairs of ASCII letters; markup is passed over.
  func languageWeights(of text: ByteView) -> [Float] {
    var sums = [Float](repeating: 0, count: Self.languages)
    var last: Int?
    var at = 0
    while at < text.count {
      let byte = text[at]
      at += 1
      if byte == ASCII.lessThan, let end = Self.endOfTag(text, after: at) {
        at = end
        last = Self.other
        continue
      }
      guard byte < 0x80 else {
        last = nil
        continue
      }
      let symbol = byte.isLetter ? Int((byte | 0x20) &- ASCII.lowerA) : Self.other
      if let first = last, first != Self.other || symbol != Self.other {
        for language in 0..<Self.languages { sums[language] += pairs[language * 729 + first * 27 + symbol] }
      }
      last = symbol
    }
    let best = sums.max() ?? 0
    let powers = sums.map { Self.exponential(max(-30, Self.languageTemper * ($0 - best))) }
    let total = powers.reduce(0, +)
    let rest = 1 - Self.languageFloor * Float(Self.languages)
    return powers.map { $0 / total * rest + Self.languageFloor }
  }

  private static func endOfTag(_ text: ByteView, after start: Int) -> Int? {
    guard let first = text.byte(at: start),
      first.isLetter || first == ASCII.solidus || first == ASCII.exclamationMark
        || first == ASCII.questionMark
    else { return nil }
    var at = start
    let limit = min(text.count, start + 300)
    while at < limit {
      if text[at] == ASCII.greaterThan { return at + 1 }
      at += 1
    }
    return nil
  }

  // MARK: Likelihood

  /// The logarithm of the likelihood of a byte among its neighbours under an encoding.
  func likelihood(of place: Surroundings, under meanings: [ByteMeaning], weights: [Float]) -> Float {
    let meaning = meanings[Int(place.byte)]
    guard let number = meaning.symbol else { return Self.impossible }
    let symbol = Int(number)
    let before = meanings[Int(place.before)]
    let after = meanings[Int(place.after)]
    let base = symbol * 4 * Self.contexts
    let common =
      near[base + Self.contexts + Int(before.context)] + near[base + 2 * Self.contexts + Int(after.context)]
    var probability: Float = 0
    for language in 0..<Self.languages {
      let cell = Int(cellOf[language * Self.symbolCount + symbol])
      let around =
        cell < 0
        ? common
        : own[cell * 2 * Self.contexts + Int(before.context)]
          + own[(cell * 2 + 1) * Self.contexts + Int(after.context)]
      probability +=
        weights[language] * Self.exponential(singles[language * Self.symbolCount + symbol] + around)
    }
    let outer =
      near[base + Int(meanings[Int(place.before2)].context)]
      + near[base + 3 * Self.contexts + Int(meanings[Int(place.after2)].context)]
    let pattern = cases[Int(meaning.kind) * 9 + Int(before.letterCase) * 3 + Int(after.letterCase)]
    return Self.logarithm(max(probability, 1e-37)) + Self.outerWeight * outer + pattern
  }

  private static func exponential(_ value: Float) -> Float { Platform.exponential(value) }
  private static func logarithm(_ value: Float) -> Float { Platform.logarithm(value) }
}
