/// A byte order mark at the start of a text: U+FEFF in the text's own encoding.
package struct ByteOrderMark: Equatable, Sendable {
  /// Its encoding, with the byte order.
  package let encoding: TextEncoding
  /// Its length in bytes.
  package let length: Int

  /// The mark at the start of `bytes`, or nil.
  ///
  /// `FF FE 00 00` and `FE FF 00 00` are UTF-32, not UTF-16 that begins with U+0000.
  package init?(_ bytes: ByteView) {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1], bytes.byte(at: 2), bytes.byte(at: 3)) {
    case (0xEF, 0xBB, 0xBF, _): self.init(.utf8, 3)
    case (0xFF, 0xFE, 0x00, 0x00): self.init(.utf32(.littleEndian), 4)
    case (0x00, 0x00, 0xFE, 0xFF): self.init(.utf32(.bigEndian), 4)
    case (0x00, 0x00, 0xFF, 0xFE): self.init(.utf32(.order2143), 4)
    case (0xFE, 0xFF, 0x00, 0x00): self.init(.utf32(.order3412), 4)
    case (0xFF, 0xFE, _, _): self.init(.utf16(.littleEndian), 2)
    case (0xFE, 0xFF, _, _): self.init(.utf16(.bigEndian), 2)
    default: return nil
    }
  }

  private init(_ encoding: TextEncoding, _ length: Int) {
    self.encoding = encoding
    self.length = length
  }

  /// The bytes of the mark in `encoding`, empty if it has none; little-endian without an order.
  package static func bytes(for encoding: TextEncoding) -> [UInt8] {
    switch encoding {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16(.bigEndian): [0xFE, 0xFF]
    case .utf16: [0xFF, 0xFE]
    case .utf32(.bigEndian): [0x00, 0x00, 0xFE, 0xFF]
    case .utf32(.order2143): [0x00, 0x00, 0xFF, 0xFE]
    case .utf32(.order3412): [0xFE, 0xFF, 0x00, 0x00]
    case .utf32: [0xFF, 0xFE, 0x00, 0x00]
    default: []
    }
  }
}
