// The language of a text, as a user knows it: evidence of the encoding.
//
//   he   the letters of row he   ─▶  IBM862, ISO-8859-8 and windows-1255 have them all; ISO-8859-1 has none

package struct TextLanguage: Sendable {
  /// The ISO 639 code.
  package let code: String
  /// The number in `EncodingModel`; nil for a language that it does not know.
  let model: UInt32?
  /// The number in the table of languages' letters; nil for East Asia.
  let row: Int?
  let isLatin: Bool
  private let shares: [Float]
  /// The letters above ASCII in lower case.
  private let letters: Set<UInt32>
  private let multibyte: Set<MultibyteEncoding>

  /// The share of the letters from which an encoding is one of the language's.
  private static let fitting: Float = 0.9
  /// The penalty of an encoding without any of the letters, in tenths of a unit of log-likelihood.
  private static let foreign: Float = 500
  /// That of a letter of no word of the language in an encoding that the model does not know.
  private static let strange: (latin: Float, other: Float) = (60, 120)

  /// The languages in the order of Tables/language-letters.txt; those of `EncodingModel` come first.
  private static let listed =
    """
    de fr es da it pt sv nl fi is en ca pl cs sl hu ro tr lt lv et vi sk hr nb eo cy ga mt sq az eu gl af br nn ast fur wa tk \
    kmr oc sc crh se fo ru uk bg sr el he ar th be mk kk ky tg tt mn cv fa ug ka hy
    """.split(separator: " " as Character).map(String.init)
  private static let eastAsian: [String: Set<MultibyteEncoding>] = [
    "ja": [.shiftJIS, .windows31J, .eucJP], "zh": [.gb18030, .gbk, .gb2312, .big5, .big5HKSCS],
    "ko": [.eucKR, .cp949, .johab],
  ]
  private static let synonyms = ["no": "nb", "iw": "he", "bs": "hr", "sh": "hr"]
  /// Languages that the model counts as a neighbour.
  private static let neighbours = ["nb": "da", "sk": "cs", "hr": "sl"]

  /// The codes of all known languages.
  package static let codes = (listed + Array(eastAsian.keys)).sorted()

  /// Creates the language of a code or of a locale such as `pt_BR.UTF-8`; nil for an unknown one.
  package init?(_ name: String) {
    let word = name.lowercasedASCII.prefix { $0 != "_" && $0 != "-" && $0 != "." }
    let code = Self.synonyms[String(word)] ?? String(word)
    self.code = code
    multibyte = Self.eastAsian[code] ?? []
    row = Self.listed.firstIndex(of: code)
    guard row != nil || !multibyte.isEmpty else { return nil }
    let number = Self.listed.firstIndex(of: Self.neighbours[code] ?? code)
    let table = LanguageLetters.shared
    model = number.flatMap { $0 < table.modelledCount ? UInt32($0) : nil }
    isLatin = row.map { $0 < table.latinCount } ?? false
    let letters = (row.map { table.rows[$0] } ?? []).map {
      (scalar: $0.scalar, weight: 1 / Float(1 << $0.bits))
    }
    self.letters = Set(
      letters.flatMap { [UInt32($0.scalar), SegmentScorer.likened[$0.scalar] ?? UInt32($0.scalar)] })
    let total = letters.reduce(0) { $0 + $1.weight }
    shares = SingleByteEncoding.allCases.map { table in
      guard total > 0 else { return 0 }
      let known = Set((128...255).compactMap { table.scalar(of: UInt8($0)) })
      return letters.reduce(0) { sum, letter in
        let likened = SegmentScorer.likened[letter.scalar].map { known.contains(UInt16($0)) } ?? false
        return sum + (known.contains(letter.scalar) || likened ? letter.weight : 0)
      } / total
    }
  }

  func fits(_ table: SingleByteEncoding) -> Bool { shares[Int(table.rawValue)] >= Self.fitting }

  /// The encodings of one byte a character in the order in which they are weighed: those of the language first.
  func ordered(_ usual: [SingleByteEncoding]) -> [SingleByteEncoding] {
    let others = SingleByteEncoding.allCases.filter { fits($0) && !usual.contains($0) }
    return usual.filter(fits) + others + usual.filter { !fits($0) }
  }

  /// Whether a byte is a letter that no word of the language has.
  func isStrange(_ byte: UInt8, in table: SingleByteEncoding) -> Bool {
    let meaning = SegmentScorer.meanings[Int(table.rawValue) * 256 + Int(byte)]
    return [0, 1, 6].contains(meaning.kind) && !letters.contains(meaning.folded)
  }

  /// The penalty of such letters in a text.
  func penalty(ofStrangers places: [(EncodingModel.Surroundings, Int)], in table: SingleByteEncoding) -> Float
  {
    let each = isLatin ? Self.strange.latin : Self.strange.other
    return places.reduce(0) { isStrange($1.0.byte, in: table) ? $0 + each * Float($1.1) : $0 }
  }

  /// Whether the encoding has the letters of the language.
  func mayBeIn(_ encoding: TextEncoding) -> Bool {
    penalty(of: encoding) <= (1 - Self.fitting) * Self.foreign
  }

  /// The penalty of an encoding that lacks letters of the language.
  func penalty(of encoding: TextEncoding) -> Float {
    switch encoding {
    case .singleByte(let table): (1 - shares[Int(table.rawValue)]) * Self.foreign
    case .multibyte(let encoding): multibyte.contains(encoding) ? 0 : Self.foreign
    default: 0
    }
  }
}
