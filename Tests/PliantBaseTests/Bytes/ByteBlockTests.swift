// What goes by blocks, against a walk by single bytes: UTF-8, lines and columns, distinct keys.

import PliantBase
import Testing

@Suite struct ByteBlockTests {
  @Test func blocksOfUTF8AreJudgedAsSingleSequencesAre() {
    let samples: [[UInt8]] = [
      [0x61], [0x20, 0x20, 0x20, 0x20], Array("ä".utf8), Array("東".utf8), Array("😀".utf8),
      [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF],
      [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [UInt8](repeating: 0x61, count: 40),
    ]
    let wrong: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE4, 0xB8], [0xF0, 0x9F, 0x98], [0xC3],
    ]
    var generator = SystemRandomNumberGenerator()
    for round in 0..<6000 {
      // Now all of one kind, now with longer ones among them.
      let few = round % 3 == 0 ? Array(samples.prefix(3)) : samples
      var bytes = (0..<round % 150).flatMap { _ in few.randomElement(using: &generator) ?? [] }
      if round % 2 == 0 { bytes += wrong.randomElement(using: &generator) ?? [] }
      if round % 4 == 0 { bytes += (0..<20).flatMap { _ in samples.randomElement(using: &generator) ?? [] } }
      bytes.withByteView { view in
        var end = 0
        while end < view.count {
          let length = UTF8Validation.sequenceLength(in: view, at: end)
          if length == 0 { break }
          end += length
        }
        #expect(UTF8Validation.validEnd(of: view) == end)
      }
    }
  }

  @Test func aCounterGoesOnAsAnIndexCounts() {
    var generator = SystemRandomNumberGenerator()
    let samples = ["a", "ä", "😀", "\n", "\r\n", "\r", "\t", "plain text that is longer than one block"]
    for round in 0..<1000 {
      let text = (0..<round % 60).map { _ in samples.randomElement(using: &generator) ?? "" }.joined()
      Array(text.utf8).withByteView { view in
        var counter = TextPositionCounter()
        counter.advance(over: view)
        var index = LineIndex()
        #expect(counter.position == index.position(of: view.count, in: view))
      }
    }
  }

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
          key.withByteView { keys.add(ByteRun($0)) }
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
