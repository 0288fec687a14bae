// The syntax of strings, data and dates in old-style property lists.

package enum OpenStepText {
  /// Whether the string can be written without quotation marks and read back unchanged.
  package static func isWord(_ text: ByteView) -> Bool {
    !text.isEmpty && !text.starts(with: "//")
      && (0..<text.count).allSatisfy { OpenStepScanner.isWordByte(text[$0]) }
  }

  /// The seconds since 2001 of `2001-01-01 00:00:00 +0000`, or nil if the text is anything else or an invalid
  /// date.
  package static func seconds(from text: ByteView) -> Double? {
    // Years may have any number of digits, so indices count from the end.
    let end = text.count - 6
    guard end >= 19, text[end] == ASCII.space, text[end - 9] == ASCII.space,
      let zoneHours = ISO8601.number(text, end + 2, 2), let zoneMinutes = ISO8601.number(text, end + 4, 2),
      zoneHours < 24,
      zoneMinutes < 60
    else { return nil }
    var moment = text[0..<end].array
    moment[end - 9] = ASCII.upperT
    moment.append(ASCII.upperZ)
    guard let local = moment.withByteView({ ISO8601.seconds(from: $0, allowsFraction: false) }) else {
      return nil
    }
    let zone = Double(zoneHours * 3600 + zoneMinutes * 60)
    switch text[end + 1] {
    case ASCII.plusSign: return local - zone
    case ASCII.hyphen: return local + zone
    default: return nil
    }
  }
}

extension OutputBuffer {
  /// Appends the string in quotation marks; non-ASCII characters as `\Uxxxx` unless `keepsUnicode`, U+007F as
  /// an escape unless `keepsDelete`.
  package mutating func appendQuotedOpenStepString(
    _ text: ByteView, keepsUnicode: Bool, keepsDelete: Bool = false, quote: UInt8 = ASCII.quotationMark
  ) {
    append(quote)
    var at = 0
    var plain = 0
    while at < text.count {
      let byte = text[at]
      let isPlain =
        byte < 0x80
        ? byte >= ASCII.space && byte != quote && byte != ASCII.reverseSolidus
          && (keepsDelete || byte != ASCII.delete) : keepsUnicode
      if isPlain {
        at &+= 1
        continue
      }
      append(text[plain..<at])
      at = byte < 0x80 ? appendControl(byte, at, in: text) : appendUnicodeEscape(text, at)
      plain = at
    }
    append(text[plain..<at])
    append(quote)
  }

  /// Appends the escape of a control character, quotation mark or backslash and returns the next index.
  private mutating func appendControl(_ byte: UInt8, _ at: Int, in text: ByteView) -> Int {
    append(ASCII.reverseSolidus)
    switch byte {
    case 0x07...0x0D: append(ByteView("abtnvfr")[Int(byte - 7)])
    case ASCII.delete: append("177")
    case 0..<ASCII.space:
      // A following digit would extend a shorter escape.
      let next = text.byte(at: at + 1) ?? 0
      let isFollowed = next >= ASCII.digit0 && next <= 0x37
      if isFollowed { append(ASCII.digit0) }
      if byte >= 8 || isFollowed { append(ASCII.digit0 + byte >> 3) }
      append(ASCII.digit0 + byte & 7)
    default: append(byte)
    }
    return at + 1
  }

  private mutating func appendUnicodeEscape(_ text: ByteView, _ at: Int) -> Int {
    let first = text[at]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let end = min(at + length, text.count)
    for unit in text[at..<end].string.utf16 {
      append("\\U")
      for shift in [12, 8, 4, 0] as [UInt16] { append(ByteView("0123456789abcdef")[Int(unit >> shift & 15)]) }
    }
    return end
  }

  /// Appends data as `<0fbd7700 01>`, in groups of four bytes.
  package mutating func appendOpenStepData(_ bytes: ByteView) {
    append(ASCII.lessThan)
    appendGroups(of: bytes)
    append(ASCII.greaterThan)
  }

  /// Appends data as `0fbd7700 01`.
  package mutating func appendGroups(of bytes: ByteView) {
    for start in stride(from: 0, to: bytes.count, by: 4) {
      if start > 0 { append(ASCII.space) }
      appendHexadecimal(bytes[start..<min(start + 4, bytes.count)])
    }
  }
}
