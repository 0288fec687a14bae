// EBCDIC: single-byte encodings that are not supersets of ASCII.

/// A code page of EBCDIC; the raw value is its number in `EBCDICTables`.
package enum EBCDICEncoding: UInt8, CaseIterable, Sendable {
  case ibm037, ibm500, ibm1047
}

/// Conversions between a code page of EBCDIC and Unicode; all of them contain exactly the characters of
/// ISO-8859-1.
struct EBCDICTable: Sendable {
  private let characters: [UInt8]
  private let bytes: [UInt8]
  private static let chunk = 16 * 1024

  package init(_ encoding: EBCDICEncoding) {
    var characters = EBCDICTables.characters
    for (byte, value) in EBCDICTables.differences[Int(encoding.rawValue)] { characters[Int(byte)] = value }
    var bytes = [UInt8](repeating: 0, count: 256)
    for byte in 0...255 { bytes[Int(characters[byte])] = UInt8(byte) }
    self.characters = characters
    self.bytes = bytes
  }

  /// Appends the text of all bytes.
  package func decode(_ bytes: ByteView, into output: inout OutputBuffer) {
    var at = 0
    while at < bytes.count {
      let stop = min(bytes.count, at + Self.chunk)
      output.appendUninitialized((stop - at) * 2) { start in
        var written = 0
        while at < stop {
          let value = characters[Int(bytes[at])]
          if value < 0x80 {
            start[written] = value
            written &+= 1
          } else {
            start[written] = 0xC0 | value >> 6
            start[written &+ 1] = 0x80 | value & 0x3F
            written &+= 2
          }
          at &+= 1
        }
        return written
      }
    }
  }

  /// Appends the bytes of `text` up to the first character beyond U+00FF; returns that one's offset.
  package func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
    var at = 0
    while at < text.count {
      let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
      guard scalar <= 0xFF else { return at }
      output.append(bytes[Int(scalar)])
      at &+= length
    }
    return at
  }
}
