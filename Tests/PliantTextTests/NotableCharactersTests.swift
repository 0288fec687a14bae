// The signs for which a text is looked through once, whole and in pieces.

import PliantText
import TestSupport
import Testing

@Suite struct NotableCharactersTests {
  private static func names(_ signs: NotableCharacters) -> [String] {
    [
      signs.hasControls ? "controls" : nil, signs.hasSpecials ? "specials" : nil,
      signs.hasControlReferences ? "references" : nil, signs.hasIgnore ? "ignore" : nil,
      signs.hasMisreadPair ? "pair" : nil, signs.hasOddLetter ? "odd" : nil,
    ].compactMap(\.self)
  }

  static let texts: [(String, [String])] = [
    ("", []), ("a", []), ("a long text of ASCII alone: it & its #1, :i, & # and : ignore", []),
    ("grün", []), ("don&#146;t", ["references"]), ("&#", []), ("&#8217; &#x2019;", []),
    ("&#x80; &#128", ["references"]), ("&#159x", []), ("&#160;", []), ("a & b", []),
    ("don\u{92}t", ["controls", "odd"]), ("\u{FEFF} a", ["specials"]), ("Gr\u{FFFD}n", ["specials", "odd"]),
    ("<!-- pliant:ignore -->", ["ignore"]), (":ignor", []), ("grÃ¼n", ["pair", "odd"]), ("√§ —è", ["pair"]),
    ("éà ÿþ", []),
    ("f¸r", ["odd"]), ("日本語", []), ("Привет — «мир»", []), ("l’été", []), ("–é", ["pair"]), ("ａ", []),
    ("€ and 😀", []),
  ]

  @Test func signsAreFound() async throws {
    try await forEachRow(of: Self.texts) { (text: String, expected: [String]) in
      for padding in [0, 15, 16, 17, 40] {
        let bytes = Array((String(repeating: "_", count: padding) + text + " ").utf8)
        #expect(bytes.withByteView { Self.names(NotableCharacters($0)) } == expected)
      }
    }
  }

  @Test func aSignThatIsCutIsSeen() {
    let text = "x" + Self.texts.map(\.0).joined(separator: " ")
    for (part, _) in Self.texts + [(text, [])] {
      let bytes = Array(part.utf8)
      let whole = bytes.withByteView { NotableCharacters($0) }
      for size in 1...9 {
        let watch = NotableCharacterFinder()
        var start = bytes.startIndex
        while start < bytes.endIndex {
          var end = min(start + size, bytes.endIndex)
          while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end += 1 }
          #expect(watch.signs == nil)
          Array(bytes[start..<end]).withByteView { watch.add($0, isLast: false) }
          start = end
        }
        watch.add(.empty, isLast: true)
        #expect(watch.signs == whole, "\(part) in pieces of \(size)")
      }
    }
  }
}
