// The alphabetical order of keys, as in plutil: by letters ignoring case and accents, by the value of
// numbers, then by accents, then by case; the root order of the Unicode Collation Algorithm for plain and
// accented Latin letters, digits, punctuation and symbols, by code points beyond.
//
//   "_"  "-"  "$"  "1"  "01"  "2"  "10"  "a"  "A"  "ä"  "a 2"  "a9"  "a10"  "b"

package struct CollationKey: Comparable, Sendable {
  private var primary: [UInt32] = []
  private var secondary: [UInt32] = []
  private var tertiary: [UInt32] = []
  private let text: String

  private enum Group: UInt32 {
    case space = 1
    case punctuation
    case symbol
    case currency
    case digit
    case letter
  }

  private static let spaces: [Unicode.Scalar] = ["\t", "\n", "\u{B}", "\u{C}", "\r", " "]
  private static let punctuation = Array("_-,;:!?.'\"()[]{}@*/\\&#%".unicodeScalars)
  private static let symbols = Array("`^+<=>|~".unicodeScalars)
  /// Letters with an accent, by accent in the order of the algorithm, each before its base letter.
  private static let accents: [String] = [
    "áaéeíióoúuýyćcĺlńnŕrśsźz", "àaèeìiòoùu", "ăaĕeğgĭiŏoŭu", "âaêeîiôoûuĉcĝgĥhĵjŝsŵwŷy", "čcďděeňnřršsťtžz",
    "åaůu",
    "äaëeïiöoüuÿy", "őoűu", "ãañnõoĩiũuẽe", "ċcėeġgżzi̇i", "øođdłlħhŧt", "çcģgķkļlņnŗrşsţt", "ąaęeįiųu",
    "āaēeīiōoūu",
  ]
  /// The combining marks in the same order.
  private static let marks: [UInt32] = [
    0x301, 0x300, 0x306, 0x302, 0x30C, 0x30A, 0x308, 0x30B, 0x303, 0x307, 0x338, 0x327, 0x328, 0x304,
  ]
  private static let bases: [Unicode.Scalar: (base: Unicode.Scalar, accent: UInt32)] = {
    var bases: [Unicode.Scalar: (base: Unicode.Scalar, accent: UInt32)] = [:]
    for (index, row) in accents.enumerated() {
      let scalars = Array(row.unicodeScalars)
      for at in stride(from: 0, to: scalars.count - 1, by: 2) where scalars[at].value > 0x7F {
        bases[scalars[at]] = (scalars[at + 1], UInt32(index + 1))
      }
    }
    return bases
  }()
  private static let expansions: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ß": ["s", "s"], "æ": ["a", "e"], "œ": ["o", "e"], "ﬁ": ["f", "i"], "ﬂ": ["f", "l"], "ª": ["a"],
    "º": ["o"],
  ]

  package init(_ text: ByteView) {
    self.text = text.string
    var digits: [UInt32] = []
    var digitCount: UInt32 = 0
    for scalar in self.text.unicodeScalars {
      if let digit = Self.digit(scalar) {
        if digit > 0 || !digits.isEmpty { digits.append(digit) }
        digitCount += 1
        continue
      }
      if digitCount > 0 { appendNumber(&digits, &digitCount) }
      append(scalar)
    }
    if digitCount > 0 { appendNumber(&digits, &digitCount) }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
    if scalar.value < 0x80 { return scalar.value &- 0x30 < 10 ? scalar.value - 0x30 : nil }
    guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue
    else { return nil }
    return UInt32(exactly: value)
  }

  /// Longer numbers are greater; leading zeros count only among equals.
  private mutating func appendNumber(_ digits: inout [UInt32], _ count: inout UInt32) {
    add(.digit, UInt32(clamping: min(digits.count, 0xFFFFF)) << 4, tertiary: count)
    for digit in digits { add(.digit, digit) }
    digits.removeAll()
    count = 0
  }

  private mutating func add(_ group: Group, _ value: UInt32, secondary: UInt32 = 0, tertiary: UInt32 = 0) {
    primary.append(group.rawValue << 24 | value)
    self.secondary.append(secondary)
    self.tertiary.append(tertiary)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    // The usual case, to which nothing below applies.
    let letter = scalar.value | 0x20
    if scalar.isASCII, letter &- 0x61 < 26 {
      return add(.letter, letter, tertiary: letter == scalar.value ? 0 : 2)
    }
    if let place = Self.spaces.firstIndex(of: scalar) { return add(.space, UInt32(place)) }
    if let place = Self.punctuation.firstIndex(of: scalar) { return add(.punctuation, UInt32(place)) }
    if let place = Self.symbols.firstIndex(of: scalar) { return add(.symbol, UInt32(place)) }
    if let mark = Self.marks.firstIndex(of: scalar.value), let last = secondary.indices.last {
      secondary[last] = secondary[last] << 5 | UInt32(mark + 1)
      return
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: add(.space, scalar.value)
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      add(.punctuation, scalar.value)
    case .mathSymbol, .modifierSymbol, .otherSymbol: add(.symbol, scalar.value)
    case .currencySymbol: add(.currency, scalar.value)
    default: appendLetter(scalar)
    }
  }

  private mutating func appendLetter(_ scalar: Unicode.Scalar) {
    let lowercase = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    let isUpper: UInt32 = lowercase == scalar ? 0 : 2
    if let letters = Self.expansions[lowercase] {
      for letter in letters { add(.letter, letter.value, tertiary: 1 + isUpper) }
    } else if let (base, accent) = Self.bases[lowercase] {
      add(.letter, base.value, secondary: accent, tertiary: isUpper)
    } else {
      add(.letter, lowercase.value, tertiary: isUpper)
    }
  }

  package static func < (left: CollationKey, right: CollationKey) -> Bool {
    if left.primary != right.primary { return left.primary.lexicographicallyPrecedes(right.primary) }
    if left.secondary != right.secondary { return left.secondary.lexicographicallyPrecedes(right.secondary) }
    if left.tertiary != right.tertiary { return left.tertiary.lexicographicallyPrecedes(right.tertiary) }
    return left.text.utf16.lexicographicallyPrecedes(right.text.utf16)
  }

  package static func == (left: CollationKey, right: CollationKey) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}
