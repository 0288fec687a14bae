// The loops over text in multibyte encodings; the encoding's own type decodes characters.

/// Reads the characters of a stateless encoding.
protocol MultibyteReader {
  /// The character at `at`, which is a byte above 0x7F.
  func character(in bytes: ByteView, at: Int) -> DecodedCharacter
}

/// Writes the characters of a stateless encoding.
protocol MultibyteWriter {
  /// The bytes of a scalar above U+007F.
  func bytes(of scalar: UInt32) -> EncodedCharacter
}

enum MultibyteLoops {
  /// The number of bytes to convert between two checks for room.
  private static let chunk = 16 * 1024
  /// The length of an ASCII run from which the rest is copied at once.
  private static let longRun = 32

  /// Appends the text of the whole characters of `bytes`; returns their end, and whether the rest is the
  /// beginning of a character.
  package static func decode(
    _ bytes: ByteView, by reader: some MultibyteReader, into output: inout OutputBuffer
  ) -> (consumed: Int, isCutOff: Bool) {
    var at = 0
    while at < bytes.count {
      let end = UTF8Validation.endOfASCII(in: bytes, from: at)
      if end > at { output.append(bytes[at..<end]) }
      at = end
      guard at < bytes.count else { break }
      let stop = min(bytes.count, at + chunk)
      if let problem = decodeDense(bytes, &at, stop, reader, into: &output) {
        return (at, problem.length > 0)
      }
    }
    return (at, false)
  }

  /// Decodes character by character until a longer run of ASCII begins; returns an undecodable one.
  @inline(__always)
  private static func decodeDense(
    _ bytes: ByteView, _ at: inout Int, _ stop: Int, _ reader: some MultibyteReader,
    into output: inout OutputBuffer
  ) -> DecodedCharacter? {
    var problem: DecodedCharacter?
    var place = at
    // One byte becomes at most three, two become at most four, and writes are always four bytes.
    output.appendUninitialized((stop - at) * 3 + 8) { start in
      var written = 0
      var asciiRun = 0
      while place < stop && asciiRun < longRun {
        let byte = bytes[place]
        if byte < 0x80 {
          start[written] = byte
          written &+= 1
          place &+= 1
          asciiRun &+= 1
          continue
        }
        let character = reader.character(in: bytes, at: place)
        if character.utf8Count == 0 {
          problem = character
          break
        }
        put(character.utf8, to: start + written)
        written &+= character.utf8Count
        place &+= character.length
        asciiRun = 0
      }
      return written
    }
    at = place
    return problem
  }

  /// Appends the bytes of `text` up to the first character that the encoding lacks; returns that one's offset.
  package static func encode(
    _ text: ByteView, by writer: some MultibyteWriter, into output: inout OutputBuffer
  ) -> Int {
    var at = 0
    while at < text.count {
      let end = UTF8Validation.endOfASCII(in: text, from: at)
      if end > at { output.append(text[at..<end]) }
      at = end
      let stop = min(text.count, at + chunk)
      var isMissing = false
      // Two or more bytes of text become at most four.
      output.appendUninitialized((stop - at) * 2 + 8) { start in
        var written = 0
        while at < stop && text[at] >= 0x80 {
          let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
          let character = writer.bytes(of: scalar)
          if character.count == 0 {
            isMissing = true
            break
          }
          put(character.bytes, to: start + written)
          written &+= character.count
          at &+= length
        }
        return written
      }
      if isMissing { return at }
    }
    return at
  }

  /// Writes four bytes, the lowest first.
  @inline(__always)
  package static func put(_ word: UInt32, to target: UnsafeMutablePointer<UInt8>) {
    target[0] = UInt8(truncatingIfNeeded: word)
    target[1] = UInt8(truncatingIfNeeded: word >> 8)
    target[2] = UInt8(truncatingIfNeeded: word >> 16)
    target[3] = UInt8(truncatingIfNeeded: word >> 24)
  }
}
