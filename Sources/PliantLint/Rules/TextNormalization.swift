// text/normalization: letters in both composed and decomposed form.
//
//   caf\u{E9}   cafe\u{301}     look the same, and are not

extension LintRule {
  static let textNormalization = LintRule(
    .textNormalization, .warning,
    check: .text { rule, text, analysis, collector throws(Failure) in
      guard analysis.isReadable, try analysis.signs(of: text).hasCombiningMarks else { return }
      var letters = LetterForms()
      try text.eachPart { part, offset, _ in letters.look(through: part, from: offset) }
      guard let first = letters.decomposed.first, letters.composedCount > 0 else { return }
      var isAboutLetters = false
      try text.eachPart { part, _, _ in
        isAboutLetters = isAboutLetters || words.contains { part.firstIndex(of: $0) != nil }
      }
      if isAboutLetters { return }
      var fixes: [LintFix] = []
      if analysis.makesFixes, letters.isWhole {
        for letter in letters.decomposed {
          guard let start = text.byteOffset(letter.range.lowerBound) else { break }
          let range = start..<start + letter.range.count
          let bytes = Array(String(letter.composed).utf8)
          fixes.append(LintFix(.normalization, range, bytes))
        }
      }
      collector.add(
        rule, at: .text(first.range.lowerBound),
        "'\(first.composed)' is decomposed here; the file has \(letters.decomposed.count) decomposed and "
          + "\(letters.composedCount) composed letters", fixes: fixes)
    })
}

/// Words of texts about normalization.
private let words: [StaticString] = ["ombining", "omposing char", "ecompos", "NFD", "nfd"]

/// The letters of a text that have a composed and a decomposed form.
private struct LetterForms {
  /// Letters with a mark that have a composed form, in order.
  private(set) var decomposed: [(range: Range<Int>, composed: Unicode.Scalar)] = []
  private(set) var composedCount = 0
  private(set) var isWhole = true
  private static let limit = 100_000

  mutating func look(through text: ByteView, from offset: Int) {
    var at = UTF8Validation.endOfASCII(in: text, from: 0)
    while at < text.count {
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      guard length > 0 else { return }
      if NotableCharacters.mayCombine(value) {
        at = lookBehind(text, at, offset)
      } else {
        if Compositions.isComposed(value) { composedCount += 1 }
        at += length
      }
      at = UTF8Validation.endOfASCII(in: text, from: at)
    }
  }

  /// Whether a letter with its marks is next to another one: a text about letters has them alone.
  private static func isInWord(_ text: ByteView, _ start: Int, _ end: Int) -> Bool {
    let before = text.startOfCharacter(at: start - 1)
    return before >= 0 && isLetter(text, before) || end < text.count && isLetter(text, end)
  }

  private static func isLetter(_ text: ByteView, _ at: Int) -> Bool {
    let (value, length) = UTF8Validation.scalar(in: text, at: at)
    return length > 0 && Unicode.Scalar(value)?.properties.isAlphabetic == true
  }

  /// Examines the marks from `mark` and the letter before them; returns the offset after the marks.
  private mutating func lookBehind(_ text: ByteView, _ mark: Int, _ offset: Int) -> Int {
    let start = text.startOfCharacter(at: mark - 1)
    var at = mark
    var composed: UInt32?
    var end = mark
    while at < text.count {
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      guard length > 0, NotableCharacters.mayCombine(value) else { break }
      at += length
      // A mark that does not combine with the letter blocks those after it.
      guard end == at - length, start >= 0 else { continue }
      let base = composed ?? UTF8Validation.scalar(in: text, at: start).value
      if let next = Compositions.composition(of: base, value) { (composed, end) = (next, at) }
    }
    guard let composed, let scalar = Unicode.Scalar(composed), Self.isInWord(text, start, at) else {
      return at
    }
    // A letter composed except for its last mark is identified by that mark.
    if decomposed.count < Self.limit {
      decomposed.append((offset + start..<offset + end, scalar))
    } else {
      isWhole = false
    }
    return at
  }
}

/// Compositions of letters and marks, as in Unicode's form NFC.
private enum Compositions {
  /// The lines of Texts/compositions.txt: a mark, and letters that it joins, each with the composed letter.
  private static let table: [UInt64: UInt32] = {
    var table: [UInt64: UInt32] = [:]
    for line in String(decoding: PackageResources.compositions_txt, as: UTF8.self).split(separator: "\n") {
      let mark = line.prefix { $0 != " " }
      var values = line.dropFirst(mark.count + 1).unicodeScalars.lazy.map(\.value).makeIterator()
      while let base = values.next() {
        table[UInt64(base) << 32 | (UInt64(mark, radix: 16) ?? 0)] = values.next()
      }
    }
    return table
  }()

  /// All composed letters with a decomposed form, except Hangul.
  private static let values = Set(table.values)

  /// Whether a letter is composed and has a decomposed form.
  static func isComposed(_ value: UInt32) -> Bool {
    value >= 0xC0 && value < 0x3100 ? values.contains(value) : value >= 0xAC00 && value < 0xD7A4
  }

  static func composition(of base: UInt32, _ mark: UInt32) -> UInt32? {
    if mark >= 0x1161, mark < 0x1176 {
      return base >= 0x1100 && base < 0x1113 ? 0xAC00 + ((base - 0x1100) * 21 + (mark - 0x1161)) * 28 : nil
    }
    if mark > 0x11A7, mark < 0x11C3 {
      let isOpen = base >= 0xAC00 && base < 0xD7A4 && (base - 0xAC00) % 28 == 0
      return isOpen ? base + (mark - 0x11A7) : nil
    }
    return table[UInt64(base) << 32 | UInt64(mark)]
  }
}
