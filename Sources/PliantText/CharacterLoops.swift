// The loops over text in supersets of ASCII; the encoding's own type decodes the other characters.

/// Reads the characters of a stateless superset of ASCII.
protocol CharacterReader {
  /// The character at `at`, which is a byte above 0x7F.
  func character(in bytes: ByteView, at: Int) -> DecodedCharacter
}

/// Writes the characters of a stateless superset of ASCII.
protocol CharacterWriter {
  /// The bytes of a scalar above U+007F.
  func bytes(of scalar: UInt32) -> EncodedCharacter
}

/// The number of bytes to convert between two checks for room.
private let chunk = 16 * 1024
/// The length of an ASCII run from which the rest is copied at once.
private let longRun = 32

extension CharacterReader {
  /// Appends the text of whole characters; returns their end, and whether the rest is the beginning of one.
  func decode(_ bytes: ByteView, into output: inout OutputBuffer) -> (consumed: Int, isCutOff: Bool) {
    var at = 0
    while at < bytes.count {
      let end = UTF8Validation.endOfASCII(in: bytes, from: at)
      if end > at { output.append(bytes[at..<end]) }
      at = end
      guard at < bytes.count else { break }
      let stop = min(bytes.count, at + chunk)
      if let problem = decodeDense(bytes, &at, stop, into: &output) {
        return (at, problem.length > 0)
      }
    }
    return (at, false)
  }

  /// Decodes character by character until a longer run of ASCII begins; returns an undecodable one.
  @inline(__always)
  private func decodeDense(
    _ bytes: ByteView, _ at: inout Int, _ stop: Int, into output: inout OutputBuffer
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
        let character = self.character(in: bytes, at: place)
        if character.utf8Count == 0 {
          problem = character
          break
        }
        (start + written).put(character.utf8)
        written &+= character.utf8Count
        place &+= character.length
        asciiRun = 0
      }
      return written
    }
    at = place
    return problem
  }
}

extension CharacterWriter {
  /// Appends the bytes of `text` up to the first character that the encoding lacks; returns that one's offset.
  func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
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
          let character = bytes(of: scalar)
          if character.count == 0 {
            isMissing = true
            break
          }
          (start + written).put(character.bytes)
          written &+= character.count
          at &+= length
        }
        return written
      }
      if isMissing { return at }
    }
    return at
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Writes four bytes, the lowest first.
  @inline(__always)
  func put(_ word: UInt32) {
    UnsafeMutableRawPointer(self).storeBytes(of: word.littleEndian, as: UInt32.self)
  }
}
