/// A byte order mark at the start of a text: U+FEFF in the text's own encoding.
package struct ByteOrderMark: Equatable, Sendable {
  /// Its encoding, with the byte order.
  package let encoding: TextEncoding
  /// Its length in bytes.
  package let length: Int

  /// `FF FE 00 00` and `FE FF 00 00` are UTF-32, not UTF-16 that begins with U+0000.
  private static let marks: [(encoding: TextEncoding, bytes: [UInt8])] = [
    (.utf8, [0xEF, 0xBB, 0xBF]),
    (.utf32(.littleEndian), [0xFF, 0xFE, 0x00, 0x00]),
    (.utf32(.bigEndian), [0x00, 0x00, 0xFE, 0xFF]),
    (.utf32(.order2143), [0x00, 0x00, 0xFF, 0xFE]),
    (.utf32(.order3412), [0xFE, 0xFF, 0x00, 0x00]),
    (.utf16(.littleEndian), [0xFF, 0xFE]),
    (.utf16(.bigEndian), [0xFE, 0xFF]),
  ]

  package init?(_ bytes: ByteView) {
    guard let first = bytes.byte(at: 0), first == 0 || first >= 0xEF,
      let mark = Self.marks.first(where: { $0.bytes.withByteView { bytes.starts(with: $0) } })
    else { return nil }
    encoding = mark.encoding
    length = mark.bytes.count
  }

  /// The bytes of the mark in `encoding`, empty if it has none; little-endian without an order.
  package static func bytes(for encoding: TextEncoding) -> [UInt8] {
    let ordered = encoding.ordered(.littleEndian)
    return marks.first { $0.encoding == ordered }?.bytes ?? []
  }
}
