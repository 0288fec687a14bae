// Distinct keys, against a set of them.

import PliantCore
import Testing

@Suite struct DistinctKeysTests {
  @Test func keysAreDistinctWhereASetOfThemSaysSo() {
    var generator = SystemRandomNumberGenerator()
    let names = (0..<30).map { number in
      [UInt8](repeating: 0x61 + UInt8(number % 26), count: number % 4 == 0 ? 20 + number : number % 3) + [
        UInt8(0x41 + number)
      ]
    }
    for _ in 0..<3000 {
      let shape = (0..<12).compactMap { _ in names.randomElement(using: &generator) }
      var keys = DistinctKeys(source: .empty)
      var open: [(seen: Set<[UInt8]>, isDistinct: Bool)] = []
      for _ in 0..<80 {
        let choice = Int.random(in: 0..<10, using: &generator)
        if open.isEmpty || choice < 2 {
          keys.open()
          open.append(([], true))
        } else if choice == 2 {
          let dictionary = open.removeLast()
          #expect(keys.close() == dictionary.isDistinct)
          if !dictionary.isDistinct { break }
        } else {
          let next = open[open.count - 1].seen.count
          let key =
            choice < 9 && next < shape.count ? shape[next] : names.randomElement(using: &generator) ?? []
          if !open[open.count - 1].seen.insert(key).inserted { open[open.count - 1].isDistinct = false }
          key.withByteView { keys.add($0) }
        }
      }
    }
  }

  @Test func endsOfLinesAreFoundByBlocks() {
    let letters: [UInt8] = [0x61, 0x09, 0x00, 0xC3]
    for end in [ASCII.lineFeed, ASCII.carriageReturn] {
      for length in 0..<70 {
        for place in 0...length {
          var bytes = (0..<length).map { letters[$0 * 7 % 4] }
          if place < length { bytes[place] = end }
          bytes.withByteView { view in
            #expect(view.endOfLine(from: 0) == place)
            #expect(view.endOfLine(from: min(place + 1, length)) == length)
          }
        }
      }
    }
  }
}
