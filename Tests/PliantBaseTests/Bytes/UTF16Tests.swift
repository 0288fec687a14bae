// UTF-8 to big-endian UTF-16 and back, at every alignment of ASCII runs, which are moved four characters at a time.

import PliantBase
import TestSupport
import Testing

@Suite struct UTF16Tests {
  private static let texts: [String] = {
    var texts = ["", "a", "abcdefghijklmnopqrstuvwxyz", "漢字かな交じり文", "😀😀😀"]
    for separator in ["é", "\u{7FF}", "漢", "\u{FFFF}", "😀", "\u{80}"] {
      for before in 0..<10 {
        for after in 0..<10 {
          texts.append(String("0123456789".prefix(before)) + separator + String("abcdefghij".prefix(after)))
        }
      }
    }
    return texts
  }()

  private func units(_ text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  @Test func writesUnits() {
    for text in Self.texts {
      var output = OutputBuffer()
      let count = Array(text.utf8).withByteView { view in
        output.appendUTF16BigEndian(view)
        return view.utf16Count
      }
      #expect(output.bytes == units(text), "\(text)")
      #expect(count == text.utf16.count, "\(text)")
    }
  }

  @Test func readsUnits() {
    for text in Self.texts {
      var target = [UInt8](repeating: 0xFF, count: text.utf16.count * 3 + 1)
      let count = units(text).withByteView { view in
        target.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.map { view.transcodeUTF16BigEndian(to: $0) } ?? -1
        }
      }
      #expect(Array(target.prefix(count)) == Array(text.utf8), "\(text)")
      #expect(target.last == 0xFF, "\(text) writes beyond its room")
    }
  }

  @Test(
    arguments: [
      ([0xD83D], 0), ([0xDE00, 0x61], 0), ([0x61, 0x62, 0x63, 0x64, 0x65, 0xD83D], 5),
      ([0x61, 0xD83D, 0x61, 0x61, 0x61, 0x61], 1),
    ] as [([UInt16], Int)]) func findsLoneSurrogates(units: [UInt16], place: Int)
  {
    var target = [UInt8](repeating: 0, count: units.count * 3)
    let bytes = units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let result = bytes.withByteView { view in
      target.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { view.transcodeUTF16BigEndian(to: $0) } ?? 0
      }
    }
    #expect(result == -1 - place)
  }
}
