// The pieces by which a large text is judged: whole characters, whatever is around them.

import PliantText
import TestSupport
import Testing

@Suite struct EncodingSampleTests {
  @Test(arguments: ["語", "é", "😀", "語 ", "aé"])
  func piecesOfUTF8AreUTF8(_ character: String) {
    for shift in 0..<4 {
      let text = String(repeating: "x", count: shift) + String(repeating: character, count: 600_000)
      let isWhole = Array(text.utf8).withByteView { bytes in
        EncodingSample(of: bytes).withBytes { UTF8Validation.firstInvalidOffset(in: $0) == nil }
      }
      #expect(isWhole, "\(character) shifted by \(shift)")
    }
  }
}
