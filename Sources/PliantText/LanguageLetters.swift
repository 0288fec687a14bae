// The table of languages' letters: Tables/language-letters.txt, which generate_language_letters.py writes.
//
//   ü1ä2ö3ß4     the letters above ASCII of German, each with its rarity in bits, the commonest first

struct LanguageLetters: Sendable {
  static let shared = LanguageLetters()

  /// The number of languages that `EncodingModel` numbers alike, which come first.
  let modelledCount: Int
  /// The number of languages with letters of Latin, which come first.
  let latinCount: Int
  /// The languages after those of Latin that the model knows, too.
  let otherModelled: Range<Int>
  let rows: [[(scalar: UInt16, bits: Int)]]

  private init() {
    let lines = String(decoding: PackageResources.language_letters_txt, as: UTF8.self)
      .split(separator: "\n" as Character)
    let sizes = lines[0].split(separator: " " as Character).compactMap { Int($0) }
    (modelledCount, latinCount, otherModelled) = (sizes[0], sizes[1], sizes[1]..<sizes[1] + sizes[2])
    rows = lines.dropFirst().map { line in
      let scalars = Array(line.unicodeScalars)
      return stride(from: 0, to: scalars.count - 1, by: 2).map { at in
        (UInt16(scalars[at].value), Int(UInt8(ascii: scalars[at + 1]).hexadecimalValue ?? 0))
      }
    }
  }
}
