// What goes by blocks, against a walk by single bytes: UTF-8, lines and columns.

import Testing

@testable import PliantBase

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

  /// Debug builds, and so these tests, join masks word by word; release builds block by block.
  @Test func bothWaysOfJoiningMasksAgree() {
    for _ in 0..<1000 {
      let bits = UInt64.random(in: .min ... .max) & UInt64.random(in: .min ... .max)
      let masks = (0..<4).map { block in
        var mask = SIMDMask<SIMD16<Int8>>()
        for index in 0..<16 { mask[index] = bits >> UInt64(16 * block + index) & 1 == 1 }
        return mask
      }
      #expect(ByteMask.joined(masks[0], masks[1], masks[2], masks[3]) == bits)
      #expect(ByteMask.joinedByBlock(masks[0], masks[1], masks[2], masks[3]) == bits)
    }
  }
}
