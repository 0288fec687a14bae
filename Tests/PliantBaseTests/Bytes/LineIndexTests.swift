import PliantBase
import TestSupport
import Testing

@Test func linesAndColumnsAreCountedFromOne() async throws {
  try await forEachRow(of: [
    ("", 0, 1, 1),
    ("abc", 2, 1, 3),
    ("a\nb", 1, 1, 2),
    ("a\nb", 2, 2, 1),
    ("a\r\nb", 2, 1, 3),
    ("a\r\nb", 3, 2, 1),
    ("a\rb", 2, 2, 1),
    ("äö\nü!", 4, 1, 3),
    ("äö\nü!", 7, 2, 2),
    ("ä", 1, 1, 1),
    ("x\u{1F600}y", 5, 1, 3),
    ("x\u{1F600}y", 3, 1, 2),
    ("abc", 99, 1, 4),
  ]) { (text: String, offset: Int, line: Int, column: Int) in
    var index = LineIndex()
    let found = Array(text.utf8).withByteView { index.position(of: offset, in: $0) }
    #expect(found == TextPosition(line: line, column: column))
  }
}

@Test func aLineIndexAnswersInAnyOrderOnLongLines() {
  var text = [UInt8](repeating: 0x61, count: 70_000)
  text[20_000] = 0x0A
  text[40_000] = 0xC3
  text[40_001] = 0xA4
  var index = LineIndex()
  text.withByteView { view in
    #expect(index.position(of: 69_999, in: view) == TextPosition(line: 2, column: 49_998))
    #expect(index.position(of: 19_999, in: view) == TextPosition(line: 1, column: 20_000))
    #expect(index.position(of: 40_001, in: view) == index.position(of: 40_000, in: view))
  }
}

@Test func aLineIndexGoesOnFromItsLastAnswer() {
  let text = Array(String(repeating: "aä\r\n\rb\n\u{1F600}", count: 3000).utf8)
  text.withByteView { view in
    var one = LineIndex()
    for offset in [0, 1, 2, 3, 5, 6, 7, 11, 12, 11, 5, 16_390, 16_391, 20_000, 30_000, 29_999, 16_384, 3] {
      var fresh = LineIndex()
      #expect(one.position(of: offset, in: view) == fresh.position(of: offset, in: view), "\(offset)")
    }
  }
}
