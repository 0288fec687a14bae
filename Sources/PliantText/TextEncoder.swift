// Encodes UTF-8 to any encoding, in chunks; stops at a character that the target lacks.

/// An encoder for chunks of valid UTF-8 that end between characters.
package struct TextEncoder: ~Copyable {
  private enum Method {
    case ascii
    case utf8
    case wide(width: Int, order: ByteOrder)
    case table(SingleByteEncodingTable)
    case whole(WholeByteTable)
    case multibyte(MultibyteEncoder)
  }

  package let encoding: TextEncoding
  private let method: Method

  private static let step = 16 * 1024

  /// Creates an encoder for `encoding`, little-endian for UTF-16 and UTF-32 without an order; writes no mark.
  package init(_ encoding: TextEncoding) {
    self.encoding = encoding
    switch encoding {
    case .ascii: method = .ascii
    case .utf8: method = .utf8
    case .utf16(let order): method = .wide(width: 2, order: order ?? .littleEndian)
    case .utf32(let order): method = .wide(width: 4, order: order ?? .littleEndian)
    case .singleByte(let table):
      method =
        table.hasLettersAsControls ? .whole(WholeByteTable(table)) : .table(SingleByteEncodingTable(table))
    case .ebcdic(let page): method = .whole(WholeByteTable(page))
    case .multibyte(let encoding): method = .multibyte(MultibyteEncoder(encoding))
    }
  }

  /// Appends the bytes of `text` up to the first character that the encoding lacks; returns that one's offset, or
  /// `text.count`.
  package mutating func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
    switch method {
    case .ascii:
      let end = UTF8Validation.endOfASCII(in: text, from: 0)
      output.append(text[0..<end])
      return end
    case .utf8:
      output.append(text)
      return text.count
    case .wide(let width, let order):
      Self.encodeWide(text, width: width, order, into: &output)
      return text.count
    case .table(let table): return table.encode(text, into: &output)
    case .whole(let table): return table.encode(text, into: &output)
    case .multibyte(let encoder): return encoder.encode(text, into: &output)
    }
  }

  /// Returns a stateful encoding (ISO-2022-JP) to its initial state.
  package mutating func finish(into output: inout OutputBuffer) {
    if case .multibyte(let encoder) = method { encoder.finish(into: &output) }
  }

  private static func encodeWide(
    _ text: ByteView, width: Int, _ order: ByteOrder, into output: inout OutputBuffer
  ) {
    var at = 0
    while at < text.count {
      let stop = min(text.count, at + step)
      // One byte of text becomes at most four, and the last character may reach three bytes past the step.
      output.appendUninitialized((step + 4) * 4) { start in
        var written = 0
        while at < stop {
          let (value, length) = UTF8Validation.scalar(in: text, at: at)
          at &+= length
          written &+= put(value, width: width, order, to: start + written)
        }
        return written
      }
    }
  }

  @inline(__always)
  private static func put(
    _ value: UInt32, width: Int, _ order: ByteOrder, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let isLittleEndian = order.isLittleEndian
    if width == 2 && value < 0x10000 {
      put16(value, isLittleEndian, to: target)
      return 2
    }
    let high = width == 4 ? value >> 16 : 0xD7C0 &+ value >> 10
    let low = width == 4 ? value & 0xFFFF : 0xDC00 | value & 0x3FF
    let isLowFirst = width == 4 && order.isLowHalfFirst
    put16(isLowFirst ? low : high, isLittleEndian, to: target)
    put16(isLowFirst ? high : low, isLittleEndian, to: target + 2)
    return 4
  }

  @inline(__always)
  private static func put16(_ unit: UInt32, _ isLittleEndian: Bool, to target: UnsafeMutablePointer<UInt8>) {
    target[isLittleEndian ? 0 : 1] = UInt8(truncatingIfNeeded: unit)
    target[isLittleEndian ? 1 : 0] = UInt8(truncatingIfNeeded: unit >> 8)
  }
}
