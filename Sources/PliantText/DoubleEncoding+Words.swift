// Words that are correct although UTF-8 misread as a code page may look the same.
//
//   целыми   the bytes of 楫묨 in IBM866         letters of one script, in the case of a word: correct
//   чЪДцШп   the bytes of 的是 in IBM866         capitals inside a word
//   Ãœber    the bytes of Über in windows-1252   no language has Ã and œ

extension DoubleEncoding {
  /// A character above ASCII of a part.
  struct Character {
    let offset: Int
    let value: UInt32
    let isBesideLetter: Bool
    /// Whether letters or other characters above ASCII are on both sides of a sign other than an apostrophe or a dash, or
    /// before an opening quotation mark.
    let isInWord: Bool
    /// Whether it is a capital letter between lower-case ones.
    let isCapitalInWord: Bool
    /// The ASCII letters before, unless part of an escape such as `\n` or `%d`, and after.
    private let before: UInt8?
    private let after: UInt8?

    init(_ text: ByteView, at: Int, _ value: UInt32, _ length: Int, offset: Int) {
      self.offset = offset + at
      self.value = value
      let before = at > 0 ? text[at - 1] : ASCII.space
      let after = text.byte(at: at + length) ?? ASCII.space
      isBesideLetter = before.isLetter || after.isLetter
      isCapitalInWord =
        0xC0..<0xDF ~= value && [before, after].allSatisfy { $0 >= ASCII.lowerA && $0.isLetter }
      isInWord =
        (value == 0x201A || value == 0x201E) && before.isLetter
        || !(0x2010..<0x2016 ~= value || value == 0x2019) && (before.isLetter || before >= 0x80)
          && (after.isLetter || after >= 0x80)
      let isEscape = at > 1 && [ASCII.reverseSolidus, ASCII.percentSign].contains(text[at - 2])
      self.before = before.isLetter && !isEscape ? before : nil
      self.after = after.isLetter ? after : nil
    }

    var end: Int { offset + PackedUTF8(value).count }
    fileprivate var isLetter: Bool { [0, 1, 6].contains(EncodingModel.meaning(of: value).kind) }

    /// The number of the script, 0 for Latin.
    private var script: UInt32 { value < 0x250 || 0x1E00..<0x1F00 ~= value ? 0 : value >> 8 }

    /// Whether adjacent letters may be those of a word, or of a part between ASCII letters.
    ///
    /// `isUnit` allows any case, as units of measure have: ТиБ.
    fileprivate static func mayBeWord(_ word: ArraySlice<Character>, isUnit: Bool) -> Bool {
      guard let first = word.first, let last = word.last, word.allSatisfy({ $0.script == first.script })
      else { return false }
      let isLatin = first.script == 0
      // Words do not mix scripts, but endings may follow abbreviations.
      if !isLatin, last.after != nil { return false }
      var kinds = word.map { EncodingModel.meaning(of: $0.value).kind }
      if let letter = first.before { kinds.insert(EncodingModel.meaning(of: UInt32(letter)).kind, at: 0) }
      if let letter = last.after { kinds.append(EncodingModel.meaning(of: UInt32(letter)).kind) }
      let isUsualCase = kinds.indices.dropFirst().allSatisfy { at in
        kinds[at - 1] == kinds[at] || kinds[at - 1] == 1 && (at < 2 || kinds[at - 2] != 1)
      }
      // Greek has accents only on the first capital.
      if word.dropFirst().contains(where: { 0x386..<0x390 ~= $0.value }) { return false }
      guard isLatin else { return isUsualCase || isUnit && first.before == nil }
      return isUsualCase && LatinAlphabets.haveOne(with: word.map(\.value))
    }
  }

  /// The number of sequences in words that may be correct, and of those that are longer than one sequence of two
  /// letters.
  static func correctCount(of sequences: [Sequence], among characters: [Character]) -> (all: Int, long: Int) {
    var (all, long) = (0, 0)
    // Control characters are in no correct text.
    if characters.contains(where: { $0.value < 0xA0 }) { return (0, 0) }
    var number = 0
    var start = 0
    while start < characters.count {
      var end = start
      while end < characters.count, characters[end].isLetter,
        end == start || characters[end - 1].end == characters[end].offset
      {
        end += 1
      }
      guard end > start else {
        start += 1
        continue
      }
      let word = characters[start..<end]
      let range = characters[start].offset..<characters[end - 1].end
      var count = 0
      while number < sequences.count, sequences[number].range.lowerBound < range.upperBound {
        let sequence = sequences[number].range
        if sequence.lowerBound >= range.lowerBound, sequence.upperBound <= range.upperBound { count += 1 }
        number += 1
      }
      // East Asian letters, not quotation marks, in place of a unit are rare.
      let isUnit =
        count == 1 && sequences[number - 1].range == range
        && sequences[number - 1].bytes.first.map { $0 > 0xE2 } ?? false
      if count > 0, Character.mayBeWord(word, isUnit: isUnit) {
        all += count
        if word.count > 2 { long += count }
      }
      start = end
    }
    return (all, long)
  }
}

/// The letters above ASCII of the languages with the letters of Latin.
private enum LatinAlphabets {
  /// The rarity in bits of letters that hardly any word has.
  private static let rarest = 9

  private static let all: [Set<UInt32>] = {
    let table = LanguageLetters.shared
    // The rarest of Vietnamese are not in the table.
    let vietnamese = "àáâãèéêìíòóôõùúýăđĩũơư".unicodeScalars.map(\.value) + Array(0x1EA0...0x1EF9)
    return table.rows[0..<table.latinCount].map { row in
      Set(row.filter { $0.bits < rarest }.map { UInt32($0.scalar) })
    } + [Set(vietnamese)]
  }()

  static func haveOne(with letters: [UInt32]) -> Bool {
    let folded = letters.map { EncodingModel.meaning(of: $0).folded }
    return all.contains { alphabet in folded.allSatisfy(alphabet.contains) }
  }
}
