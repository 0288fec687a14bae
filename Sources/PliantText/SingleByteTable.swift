// Tables for the loops of single-byte encodings, from the generated values.

extension SingleByteEncoding {
  /// The UTF-16 value of a byte, or nil if unassigned.
  package func scalar(of byte: UInt8) -> UInt16? {
    if byte < 0x80 { return UInt16(byte) }
    let slot = Int(rawValue) &* 128 &+ Int(byte & 0x7F)
    let word = ByteView(SingleByteTables.upperHalves).word(at: slot &* 3)
    let first = UInt16(truncatingIfNeeded: word & 0xFF)
    let second = UInt16(truncatingIfNeeded: word >> 8 & 0x3F)
    if first == ASCII.space { return UInt16(byte) }
    if first < 0xE0 { return (first & 0x1F) << 6 | second }
    let value = (first & 0x0F) << 12 | second << 6 | UInt16(truncatingIfNeeded: word >> 16 & 0x3F)
    return value == 0xFFFD ? nil : value
  }
}

/// The UTF-8 of every byte from 0x80, packed: three bytes from the lowest up, the length in the highest.
struct SingleByteDecodingTable {
  private let packed: [UInt32]
  private static let chunk = 16 * 1024

  package init(_ encoding: SingleByteEncoding) {
    packed = (128...255).map { byte in
      guard let value = encoding.scalar(of: UInt8(byte)) else { return 0 }
      let units = UInt32(value)
      if units < 0x800 { return 2 << 24 | (0x80 | units & 0x3F) << 8 | 0xC0 | units >> 6 }
      return 3 << 24 | (0x80 | units & 0x3F) << 16 | (0x80 | units >> 6 & 0x3F) << 8 | 0xE0 | units >> 12
    }
  }

  /// Appends the text of `bytes` up to the first unassigned one, and returns its offset.
  package func decode(_ bytes: ByteView, into output: inout OutputBuffer) -> Int {
    var at = 0
    while at < bytes.count {
      let end = UTF8Validation.endOfASCII(in: bytes, from: at)
      if end > at { output.append(bytes[at..<end]) }
      at = end
      guard at < bytes.count else { break }
      let stop = min(bytes.count, at + Self.chunk)
      let (reached, isBad) = decodeDense(bytes, at..<stop, into: &output)
      at = reached
      if isBad { return at }
    }
    return at
  }

  /// Decodes byte by byte until a longer run of ASCII begins.
  private func decodeDense(
    _ bytes: ByteView, _ range: Range<Int>, into output: inout OutputBuffer
  ) -> (Int, Bool) {
    var at = range.lowerBound
    var isBad = false
    var asciiRun = 0
    output.appendUninitialized(range.count * 3 + 4) { start in
      var written = 0
      while at < range.upperBound && asciiRun < 32 {
        let byte = bytes[at]
        if byte < 0x80 {
          start[written] = byte
          written &+= 1
          asciiRun &+= 1
        } else {
          let entry = packed[Int(byte & 0x7F)]
          if entry == 0 {
            isBad = true
            break
          }
          start[written] = UInt8(truncatingIfNeeded: entry)
          start[written &+ 1] = UInt8(truncatingIfNeeded: entry >> 8)
          start[written &+ 2] = UInt8(truncatingIfNeeded: entry >> 16)
          written &+= Int(entry >> 24)
          asciiRun = 0
        }
        at &+= 1
      }
      return written
    }
    return (at, isBad)
  }
}

/// From scalars to bytes: a page of 64 for each range with characters.
struct SingleByteEncodingTable: Sendable {
  private var pageOfRange = [UInt8](repeating: 0, count: 1024)
  private var bytes = [UInt8](repeating: 0, count: 64)
  let isWindows: Bool

  package init(_ encoding: SingleByteEncoding) {
    isWindows = [.windows1252, .windows1251, .windows1250].contains(encoding)
    for byte in 128...255 {
      guard let value = encoding.scalar(of: UInt8(byte)) else { continue }
      let range = Int(value >> 6)
      if pageOfRange[range] == 0 {
        pageOfRange[range] = UInt8(bytes.count / 64)
        bytes.append(contentsOf: repeatElement(0, count: 64))
      }
      bytes[Int(pageOfRange[range]) * 64 + Int(value & 63)] = UInt8(byte)
    }
  }

  /// The byte of a scalar above 0x7F, or nil if the encoding lacks it.
  @inline(__always)
  package func byte(for scalar: UInt32) -> UInt8? {
    guard scalar < 0x10000 else { return nil }
    let byte = bytes[Int(pageOfRange[Int(scalar >> 6)]) * 64 + Int(scalar & 63)]
    return byte == 0 ? nil : byte
  }
}
