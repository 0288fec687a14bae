// Base64 of RFC 4648, section 4, for data in XML property lists and JSON.

package enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// The value of a digit, 64 for padding, 65 for white space, 66 for anything else.
  @inline(__always)
  private static func value(of byte: UInt8) -> UInt8 {
    switch byte {
    case 0x41...0x5A: byte &- 0x41
    case 0x61...0x7A: byte &- 0x61 &+ 26
    case 0x30...0x39: byte &- 0x30 &+ 52
    case ASCII.plusSign: 62
    case ASCII.solidus: 63
    case ASCII.equalsSign: 64
    case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn: 65
    default: 66
    }
  }

  /// Decodes `text`, which may contain white space anywhere.
  ///
  /// Returns nil on success, otherwise the offset of the first invalid byte: another character, misplaced
  /// padding, or the end if digits are missing. Padding at the end is required.
  package static func decode(_ text: ByteView, into output: inout GrowableBuffer<UInt8>) -> Int? {
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for at in 0..<text.count {
      let value = value(of: text[at])
      if value < 64 {
        if padding > 0 { return at }
        group = group &<< 6 | UInt32(value)
        digits &+= 1
        if digits == 4 {
          output.append(UInt8(truncatingIfNeeded: group &>> 16))
          output.append(UInt8(truncatingIfNeeded: group &>> 8))
          output.append(UInt8(truncatingIfNeeded: group))
          digits = 0
          group = 0
        }
      } else if value == 64 {
        padding &+= 1
        if digits < 2 || digits &+ padding > 4 { return at }
      } else if value == 66 {
        return at
      }
    }
    if digits == 0 { return nil }
    guard digits &+ padding == 4 else { return text.count }
    output.append(UInt8(truncatingIfNeeded: digits == 2 ? group &>> 4 : group &>> 10))
    if digits == 3 { output.append(UInt8(truncatingIfNeeded: group &>> 2)) }
    return nil
  }

  /// The decoded bytes, or nil if `text` is not Base64.
  package static func decode(_ text: ByteView) -> [UInt8]? {
    var output = GrowableBuffer<UInt8>(capacity: text.count / 4 * 3 + 3)
    return decode(text, into: &output) == nil ? output.view.array : nil
  }

  /// Appends the text of the bytes, without line breaks.
  package static func append(_ bytes: ByteView, to output: inout OutputBuffer) {
    let digits = ByteView(alphabet)
    output.appendUninitialized((bytes.count + 2) / 3 * 4) { start in
      var at = 0
      var end = 0
      while at < bytes.count {
        let left = bytes.count &- at
        let group =
          UInt32(bytes[at]) &<< 16 | UInt32(left > 1 ? bytes[at &+ 1] : 0) &<< 8
          | UInt32(left > 2 ? bytes[at &+ 2] : 0)
        start[end] = digits[Int(group &>> 18)]
        start[end &+ 1] = digits[Int(group &>> 12 & 63)]
        start[end &+ 2] = left > 1 ? digits[Int(group &>> 6 & 63)] : ASCII.equalsSign
        start[end &+ 3] = left > 2 ? digits[Int(group & 63)] : ASCII.equalsSign
        at &+= 3
        end &+= 4
      }
      return end
    }
  }

  /// The text of the bytes, without line breaks.
  package static func encode(_ bytes: ByteView) -> [UInt8] {
    var output = OutputBuffer()
    append(bytes, to: &output)
    return output.bytes
  }
}
