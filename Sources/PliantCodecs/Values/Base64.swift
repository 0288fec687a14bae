// Base64 of RFC 4648, section 4, for data in XML property lists and JSON.

package enum Base64 {
  /// The texts that are accepted; white space is allowed anywhere.
  package enum Form {
    /// One text with its padding.
    case padded
    /// Several padded texts in turn; an incomplete last group is dropped, as by CoreFoundation.
    case coreFoundation
  }

  package struct Problem {
    package let offset: Int
    package let text: String
  }

  /// Irregularities that `Form.coreFoundation` accepts and other readers refuse or read differently.
  package struct Irregularities {
    /// Digits after the padding.
    package internal(set) var continuesAfterPadding = false
    /// One to three digits at the end, which were dropped.
    package internal(set) var isIncomplete = false
  }

  /// Appends the bytes of `text`, and returns the first error.
  package static func decode(
    _ text: ByteView, _ form: Form = .padded, into output: inout GrowableBuffer<UInt8>
  ) -> Problem? {
    var irregularities = Irregularities()
    return decode(text, form, into: &output, &irregularities)
  }

  /// Appends the bytes of `text`, reports what only CoreFoundation accepts, and returns the first error.
  package static func decode(
    _ text: ByteView, _ form: Form, into output: inout GrowableBuffer<UInt8>,
    _ irregularities: inout Irregularities
  ) -> Problem? {
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    var next = 0
    var isEnded = false
    while next < text.count {
      if digits == 0, padding == 0, !isEnded {
        next = decodeDigits(text, from: text.endOfSpace(from: next), into: &output)
      }
      guard let byte = text.byte(at: next) else { break }
      let at = next
      next &+= 1
      let value = values[Int(byte & 0x7F)]
      if value < 0x40 && byte < 0x80 {
        if padding > 0 || isEnded && form == .padded {
          return Problem(offset: at, text: "'=' in the middle")
        }
        if isEnded { irregularities.continuesAfterPadding = true }
        group = group &<< 6 | UInt32(value)
        digits &+= 1
        if digits == 4 {
          output.append(UInt8(truncatingIfNeeded: group &>> 16))
          output.append(UInt8(truncatingIfNeeded: group &>> 8))
          output.append(UInt8(truncatingIfNeeded: group))
          digits = 0
          group = 0
        }
      } else if byte == ASCII.equalsSign {
        padding &+= 1
        if digits < 2 || digits &+ padding > 4 { return Problem(offset: at, text: "'=' in the wrong place") }
        if digits &+ padding == 4 {
          flush(&group, &digits, into: &output)
          padding = 0
          isEnded = true
        }
      } else if !byte.isWhitespace {
        let shown =
          XMLCharacters.scalar(in: text, at: at).flatMap { Unicode.Scalar($0.0) }.map(String.init) ?? "?"
        return Problem(offset: at, text: "the character '\(shown)'")
      }
    }
    if digits > 0 && form == .padded {
      return Problem(offset: text.count, text: "the last character is missing")
    }
    irregularities.isIncomplete = digits > 0
    return nil
  }

  /// Appends the bytes of whole words of eight digits, and returns the end of the last one.
  private static func decodeDigits(
    _ text: ByteView, from start: Int, into output: inout GrowableBuffer<UInt8>
  ) -> Int {
    // Masked, so that no index is outside.
    let values = values.base
    var at = start
    while at &+ 8 <= text.count {
      var word = text.word(at: at)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      var bits: UInt64 = 0
      var all: UInt8 = 0
      for _ in 0..<8 {
        let value = values[Int(truncatingIfNeeded: word & 0x7F)]
        all |= value
        bits = bits &<< 6 | UInt64(value)
        word &>>= 8
      }
      guard all & 0x40 == 0 else { break }
      output.append(highest: 6, of: bits &<< 16)
      at &+= 8
    }
    return at
  }

  /// The value of each digit by its byte, 0x40 for other bytes: a literal, which needs no initialisation.
  private static var values: ByteView {
    ByteView(
      """
      \u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\
      \u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\
      \u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{3E}\u{40}\u{40}\u{40}\u{3F}\
      \u{34}\u{35}\u{36}\u{37}\u{38}\u{39}\u{3A}\u{3B}\u{3C}\u{3D}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\
      \u{40}\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{A}\u{B}\u{C}\u{D}\u{E}\
      \u{F}\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{40}\u{40}\u{40}\u{40}\u{40}\
      \u{40}\u{1A}\u{1B}\u{1C}\u{1D}\u{1E}\u{1F}\u{20}\u{21}\u{22}\u{23}\u{24}\u{25}\u{26}\u{27}\u{28}\
      \u{29}\u{2A}\u{2B}\u{2C}\u{2D}\u{2E}\u{2F}\u{30}\u{31}\u{32}\u{33}\u{40}\u{40}\u{40}\u{40}\u{40}\

      """)
  }

  /// Appends the one or two bytes of an incomplete group.
  private static func flush(
    _ group: inout UInt32, _ digits: inout Int, into output: inout GrowableBuffer<UInt8>
  ) {
    output.append(UInt8(truncatingIfNeeded: digits == 2 ? group &>> 4 : group &>> 10))
    if digits == 3 { output.append(UInt8(truncatingIfNeeded: group &>> 2)) }
    group = 0
    digits = 0
  }

  package static func decode(_ text: ByteView) -> [UInt8]? {
    var output = GrowableBuffer<UInt8>(capacity: text.count / 4 * 3 + 3)
    return decode(text, into: &output) == nil ? output.view.array : nil
  }

  /// Appends the text of the bytes, without line breaks.
  package static func append(_ bytes: ByteView, to output: inout OutputBuffer) {
    let length = (bytes.count + 2) / 3 * 4
    // Digits are written eight at a time.
    output.appendUninitialized(length + 4) { start in
      var at = 0
      for end in stride(from: 0, to: length, by: 8) {
        let text = digits(bytes.paddedWord(at: at).byteSwapped &>> 16)
        UnsafeMutableRawPointer(start + end).storeBytes(of: text.bigEndian, as: UInt64.self)
        at &+= 6
      }
      for index in length - (length / 4 * 3 - bytes.count)..<length { start[index] = ASCII.equalsSign }
      return length
    }
  }

  /// The eight digits of six bytes; the first is the highest.
  private static func digits(_ bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let groups = (bytes & 0xFFFF_FF00_0000) &<< 8 | bytes & 0xFF_FFFF
    let pairs = (groups & 0x00FF_F000_00FF_F000) &<< 4 | groups & 0x0FFF_0000_0FFF
    let values = (pairs & 0x0FC0_0FC0_0FC0_0FC0) &<< 2 | pairs & 0x003F_003F_003F_003F
    /// One in each byte whose value is larger than `limit`.
    func isAbove(_ limit: UInt64) -> UInt64 { (values &+ ones &* (0x7F &- limit)) &>> 7 & ones }
    return values &+ ones &* 65 &+ isAbove(25) &* 6 &- isAbove(51) &* 75 &- isAbove(61) &* 15
      &+ isAbove(62) &* 3
  }

  /// The text of the bytes, without line breaks.
  package static func encode(_ bytes: ByteView) -> [UInt8] {
    var output = OutputBuffer()
    append(bytes, to: &output)
    return output.bytes
  }
}
