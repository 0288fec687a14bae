// Proves what an encoder makes before it replaces anything: it is decoded again, piece by piece, and compared with the
// text that the encoder was given.

/// Decodes encoded text and compares it.
struct EncodedTextProof: ~Copyable {
  private var decoder: TextDecoder
  /// Bytes that end inside of a character.
  private var rest = OutputBuffer()
  /// Text that was encoded and has not come back yet; a decoder may hold a letter back.
  private var expected = OutputBuffer()

  /// A proof for text in `encoding`.
  package init(_ encoding: TextEncoding) {
    let ordered: TextEncoding =
      switch encoding {
      case .utf16(nil): .utf16(.littleEndian)
      case .utf32(nil): .utf32(.littleEndian)
      default: encoding
      }
    decoder = TextDecoder(ordered)
  }

  /// Remembers text that was encoded.
  package mutating func expect(_ text: ByteView) { expected.append(text) }

  /// Decodes the bytes that follow those of the last call; nothing may be left over at the last one.
  ///
  /// Throws `encoding.unproved` where they are not the text that was expected.
  package mutating func check(_ bytes: ByteView, isLast: Bool) throws(Failure) {
    var decoded = OutputBuffer()
    do throws(Failure) {
      if rest.count == 0 {
        let consumed = try decoder.decode(bytes, isLast: isLast, into: &decoded)
        rest.append(bytes.suffix(from: consumed))
      } else {
        rest.append(bytes)
        let consumed = try rest.withHeldBytes { (held: ByteView) throws(Failure) in
          try decoder.decode(held, isLast: isLast, into: &decoded)
        }
        rest = Self.suffix(of: rest, from: consumed)
      }
    } catch {
      throw Failure(.transcodingUnproved, decoder.encoding.name)
    }
    try compare(decoded, isLast: isLast)
  }

  private mutating func compare(_ decoded: borrowing OutputBuffer, isLast: Bool) throws(Failure) {
    let count = decoded.count
    let isSame =
      (isLast ? count == expected.count : count <= expected.count)
      && expected.withHeldBytes { wanted in decoded.withHeldBytes { $0 == wanted[0..<count] } }
    guard isSame else { throw Failure(.transcodingUnproved, decoder.encoding.name) }
    if count == expected.count {
      expected.removeAll()
    } else {
      expected = Self.suffix(of: expected, from: count)
    }
  }

  private static func suffix(of buffer: borrowing OutputBuffer, from start: Int) -> OutputBuffer {
    var suffix = OutputBuffer()
    buffer.withHeldBytes { suffix.append($0.suffix(from: start)) }
    return suffix
  }
}

extension DiagnosticCode {
  /// The subject is the encoding.
  static var transcodingUnproved: DiagnosticCode {
    DiagnosticCode(
      "encoding.unproved", rule: "encoding/unmappable",
      "the text does not survive a round trip through %; nothing was written")
  }
}
