// Where a scan of character data and of attribute values stops, for every byte at every place of a block.

import PliantBase
import TestSupport
import Testing

@testable import PliantCodecs

@Suite struct XMLCharactersTests {
  /// Needs a look in character data; XML 1.0, productions [2] and [14].
  private static func stopsText(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A || "<>&".utf8.contains(byte) || byte == 0xEF
  }

  /// Needs a look in an attribute value; production [10] and section 3.3.3.
  private static func stopsValue(_ byte: UInt8) -> Bool {
    byte < 0x20 || "<&\"'".utf8.contains(byte) || byte == 0xEF
  }

  @Test func scansStopAtTheByte() async throws {
    try await forEachRow(of: [0, 1, 7, 8, 15, 16, 17, 31, 40]) { (before: Int) in
      for byte in UInt8.min...UInt8.max {
        for after in [0, 1, 15, 20] {
          let bytes =
            [UInt8](repeating: 0x61, count: before) + [byte] + [UInt8](repeating: 0xC3, count: after)
          bytes.withByteView { text in
            let data = XMLCharacters.endOfPlainText(in: text, from: 0)
            #expect(data == (Self.stopsText(byte) ? before : bytes.count), "\(byte) in text")
            let value = XMLCharacters.endOfPlainValue(in: text, from: 0)
            #expect(value == (Self.stopsValue(byte) ? before : bytes.count), "\(byte) in a value")
          }
        }
      }
    }
  }

  @Test func aScanFromTheEndStaysThere() {
    [0x61].withByteView { text in
      #expect(XMLCharacters.endOfPlainText(in: text, from: 1) == 1)
      #expect(XMLCharacters.endOfPlainValue(in: text, from: 1) == 1)
    }
  }

  /// Debug builds, and so these tests, look word by word; release builds block by block.
  @Test func bothWaysOfFindingStopsInTextAgree() {
    for byte in UInt8.min...UInt8.max {
      for (place, filler) in zip(
        0..<16, [0x00, 0x09, 0x20, 0x61, 0x80, 0xEF, 0xFF, 0x3D] + [UInt8](repeating: 0x0A, count: 8))
      {
        var block = ByteBlock(repeating: filler)
        block[place] = byte
        #expect(XMLCharacters.textStopsByWord(block) == XMLCharacters.textStopsByBlock(block), "\(byte)")
      }
    }
  }
}
