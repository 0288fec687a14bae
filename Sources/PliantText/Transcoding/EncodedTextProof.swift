// Proves an encoder's output before it replaces anything: decodes it again, in chunks, and compares it with
// the encoder's input.

struct EncodedTextProof: ~Copyable {
  private var decoder: TextDecoder
  /// Bytes that end inside a character.
  private var rest = OutputBuffer()
  /// Encoded text that has not been decoded yet; a decoder may buffer a letter.
  private var expected = OutputBuffer()

  package init(_ encoding: TextEncoding) {
    decoder = TextDecoder(encoding.ordered(.littleEndian))
  }

  package mutating func expect(_ text: ByteView) { expected.append(text) }

  /// Decodes the bytes after those of the previous call; the last call must leave no rest.
  ///
  /// Throws `encoding.unproved` if they are not the expected text.
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
    } catch { throw Failure(.transcodingUnproved, decoder.encoding.name) }
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
