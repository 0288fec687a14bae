// Decodes bytes of any encoding to UTF-8, in chunks: a truncated character is left for the next call.

package struct TextDecoder: ~Copyable {
  private enum Method {
    case ascii
    case utf8
    case repairedUTF8
    case wide(width: Int, order: ByteOrder)
    case table(SingleByteDecodingTable)
    case whole(WholeByteTable)
    case multibyte(MultibyteDecoder)
  }

  package let encoding: TextEncoding
  private let method: Method

  /// Creates a decoder for `encoding`, big-endian for UTF-16 and UTF-32 without an order; ignores marks.
  package init(_ encoding: TextEncoding) {
    self.encoding = encoding
    switch encoding {
    case .ascii: method = .ascii
    case .utf8: method = .utf8
    case .utf16(let order): method = .wide(width: 2, order: order ?? .bigEndian)
    case .utf32(let order): method = .wide(width: 4, order: order ?? .bigEndian)
    case .singleByte(let table):
      method =
        table.hasLettersAsControls ? .whole(WholeByteTable(table)) : .table(SingleByteDecodingTable(table))
    case .ebcdic(let page): method = .whole(WholeByteTable(page))
    case .multibyte(let encoding): method = .multibyte(MultibyteDecoder(encoding))
    }
  }

  /// Creates a decoder for UTF-8 that replaces invalid bytes with U+FFFD.
  package init(repairing: Void) {
    encoding = .utf8
    method = .repairedUTF8
  }

  /// Appends the UTF-8 of the whole characters of `bytes` and returns their length in bytes.
  ///
  /// Pass the rest again, with more after it; with `isLast` there must be no rest. Throws
  /// `encoding.invalid-bytes` with the offset in `bytes`, after appending everything before it. Drains
  /// nothing.
  package mutating func decode(
    _ bytes: ByteView, isLast: Bool, into output: inout OutputBuffer
  ) throws(Failure) -> Int {
    let (consumed, isCutOff) = read(bytes, isLast: isLast, into: &output)
    if isLast, consumed == bytes.count, case .multibyte(let decoder) = method, !decoder.isComplete {
      throw Failure(.invalidBytes, at: consumed, Self.cutOff(encoding))
    }
    if consumed == bytes.count || (isCutOff && !isLast) { return consumed }
    throw Failure(
      .invalidBytes, at: consumed, Self.invalidBytesText(bytes, at: consumed, encoding, isCutOff: isCutOff))
  }

  /// Appends the UTF-8 of the whole characters of `bytes`; returns how many bytes they took, and whether what remains may
  /// be the beginning of another.
  mutating func read(
    _ bytes: ByteView, isLast: Bool, into output: inout OutputBuffer
  ) -> (consumed: Int, isCutOff: Bool) {
    switch method {
    case .ascii:
      let end = UTF8Validation.endOfASCII(in: bytes, from: 0)
      output.append(bytes[0..<end])
      return (end, false)
    case .utf8:
      let end = UTF8Validation.validEnd(of: bytes)
      output.append(bytes[0..<end])
      return (end, UTF8Validation.isCutOff(bytes, at: end))
    case .repairedUTF8: return (Self.repair(bytes, isLast: isLast, into: &output), true)
    case .wide(let width, let order):
      return width == 2
        ? WideDecoding.utf16(bytes, isLittleEndian: order.isLittleEndian, into: &output)
        : WideDecoding.utf32(bytes, order, into: &output)
    case .table(let table): return table.decode(bytes, into: &output)
    case .whole(let table): return (table.decode(bytes, into: &output), false)
    case .multibyte(let decoder): return decoder.decode(bytes, into: &output)
    }
  }

  private static func repair(_ bytes: ByteView, isLast: Bool, into output: inout OutputBuffer) -> Int {
    var at = 0
    while true {
      let end = UTF8Validation.validEnd(of: bytes, from: at)
      output.append(bytes[at..<end])
      if end == bytes.count || !isLast && UTF8Validation.isCutOff(bytes, at: end) { return end }
      output.append("\u{FFFD}")
      at = end + 1
    }
  }

  /// The failure for the byte at `at`, which stopped decoding.
  package static func invalidBytes(_ bytes: ByteView, at: Int, encoding: TextEncoding) -> Failure {
    let isCutOff = encoding == .utf8 && UTF8Validation.isCutOff(bytes, at: at)
    return Failure(.invalidBytes, at: at, invalidBytesText(bytes, at: at, encoding, isCutOff: isCutOff))
  }

  /// “the byte 8A is not valid in UTF-8”.
  private static func invalidBytesText(
    _ bytes: ByteView, at: Int, _ encoding: TextEncoding, isCutOff: Bool
  ) -> String {
    let width = encoding.unitWidth
    let unit = (at..<min(at + width, bytes.count)).map { bytes[$0].hexadecimal(2) }.joined(separator: " ")
    let noun = unit.count > 2 ? "bytes \(unit) are" : "byte \(unit) is"
    if isCutOff { return cutOff(encoding) }
    return "the \(noun) not valid in \(encoding.name)"
  }

  private static func cutOff(_ encoding: TextEncoding) -> String {
    "the text ends inside a character of \(encoding.name)"
  }
}

/// UTF-16 and UTF-32 to UTF-8.
private enum WideDecoding {
  /// The number of units to decode between two checks for room.
  private static let chunk = 8 * 1024

  static func utf16(
    _ bytes: ByteView, isLittleEndian: Bool, into output: inout OutputBuffer
  ) -> (consumed: Int, isCutOff: Bool) {
    let end = bytes.count & ~1
    var at = 0
    var isBad = false
    while at < end && !isBad {
      let stop = min(end, at + chunk * 2)
      let before = at
      output.appendUninitialized(chunk * 4) { start in
        var written = 0
        while at < stop {
          let unit = UInt32(bytes.unit16(at: at, isLittleEndian: isLittleEndian))
          if unit < 0x80 {
            start[written] = UInt8(truncatingIfNeeded: unit)
            written &+= 1
            at &+= 2
          } else if unit & 0xF800 != 0xD800 {
            written &+= PackedUTF8(unit).write(to: start + written)
            at &+= 2
          } else {
            guard unit < 0xDC00, at &+ 4 <= end else { break }
            let low = UInt32(bytes.unit16(at: at &+ 2, isLittleEndian: isLittleEndian))
            guard low & 0xFC00 == 0xDC00 else { break }
            let scalar = 0x10000 &+ ((unit & 0x3FF) << 10 | low & 0x3FF)
            written &+= PackedUTF8(scalar).write(to: start + written)
            at &+= 4
          }
        }
        return written
      }
      isBad = at < stop || at == before
    }
    if at < end {
      let unit = UInt32(bytes.unit16(at: at, isLittleEndian: isLittleEndian))
      return (at, unit & 0xFC00 == 0xD800 && at + 4 > bytes.count)
    }
    return (at, at < bytes.count)
  }

  static func utf32(
    _ bytes: ByteView, _ order: ByteOrder, into output: inout OutputBuffer
  ) -> (consumed: Int, isCutOff: Bool) {
    let (isLittleEndian, low) = (order.isLittleEndian, order.isLowHalfFirst ? 0 : 2)
    let end = bytes.count & ~3
    var at = 0
    var isBad = false
    while at < end && !isBad {
      let stop = min(end, at + chunk * 4)
      output.appendUninitialized(chunk * 4) { start in
        var written = 0
        while at < stop {
          let high = UInt32(bytes.unit16(at: at &+ 2 &- low, isLittleEndian: isLittleEndian))
          let value = high << 16 | UInt32(bytes.unit16(at: at &+ low, isLittleEndian: isLittleEndian))
          guard value < 0x110000, value & 0xFFFF_F800 != 0xD800 else { break }
          written &+= PackedUTF8(value).write(to: start + written)
          at &+= 4
        }
        return written
      }
      isBad = at < stop
    }
    return (at, at == end && at < bytes.count)
  }
}

extension ByteView {
  @inline(__always)
  func unit16(at index: Int, isLittleEndian: Bool) -> UInt16 {
    let (first, second) = (UInt16(self[index]), UInt16(self[index &+ 1]))
    return isLittleEndian ? second << 8 | first : first << 8 | second
  }
}
