// Strings that hold escapes, or bytes that they cannot hold.

extension JSONReader {
  /// Sends the string that begins at `start` and has a special byte, and returns where it ends.
  @inline(never)
  mutating func escapedString(
    _ start: Int, firstSpecial: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Int {
    if sink.takesQuotedStrings,
      let end = JSONScanner.endOfShortEscapes(in: text, from: firstSpecial)
    {
      try sink.quotedString(text.run(start..<end))
      return end &+ 1
    }
    let end = try stringWithEscapes(start, firstSpecial: firstSpecial)
    try sink.string(scratch.view)
    return end
  }

  /// Reads a string with escapes into `scratch` and returns where it ends.
  @inline(never)
  mutating func stringWithEscapes(_ start: Int, firstSpecial: Int) throws(Failure) -> Int {
    scratch.truncate(to: 0)
    var run = start
    var end = firstSpecial
    while true {
      guard end < text.count else { throw Failure(.jsonUnterminatedString, at: start - 1) }
      _ = scratch.append(text[run..<end])
      switch text[end] {
      case ASCII.quotationMark: return end + 1
      case ASCII.reverseSolidus:
        run = try escape(at: end, opening: start - 1)
      default:
        if dialect != .json5 || text[end] == ASCII.lineFeed || text[end] == ASCII.carriageReturn {
          try reportControlCharacter(at: end, opening: start - 1)
        }
        scratch.append(text[end])
        run = end + 1
      }
      end = JSONScanner.endOfPlainText(in: text, from: run)
    }
  }

  /// Appends what the escape at `place` stands for, and returns where it ends.
  mutating func escape(at place: Int, opening: Int) throws(Failure) -> Int {
    guard let letter = text.byte(at: place + 1) else { throw Failure(.jsonUnterminatedString, at: opening) }
    switch letter {
    case ASCII.quotationMark, ASCII.reverseSolidus, ASCII.solidus: scratch.append(letter)
    case ASCII.lowerB: scratch.append(0x08)
    case ASCII.lowerF: scratch.append(0x0C)
    case ASCII.lowerN: scratch.append(ASCII.lineFeed)
    case ASCII.lowerR: scratch.append(ASCII.carriageReturn)
    case ASCII.lowerT: scratch.append(ASCII.tab)
    case ASCII.lowerU: return try unicodeEscape(at: place, opening: opening)
    default:
      if dialect == .json5, let end = try json5Escape(at: place, letter: letter) { return end }
      try report(Failure(.jsonBadEscape, at: place, "\\" + characterName(at: place + 1)))
      // The character after the backslash is kept by the run that follows.
      return place + 1
    }
    return place + 2
  }

  /// A `\u` escape, or two that make a surrogate pair (RFC 8259, section 7).
  private mutating func unicodeEscape(at place: Int, opening: Int) throws(Failure) -> Int {
    guard let unit = codeUnit(at: place + 2) else {
      return try recoverUnicodeEscape(at: place, opening: opening)
    }
    guard unit & 0xF800 == 0xD800 else {
      appendScalar(UInt32(unit))
      return place + 6
    }
    if unit < 0xDC00, text.starts(with: "\\u", at: place + 6), let low = codeUnit(at: place + 8),
      low & 0xFC00 == 0xDC00
    {
      appendScalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)))
      return place + 12
    }
    try report(Failure(.jsonLoneSurrogate, at: place, text[place..<place + 6].string))
    appendScalar(0xFFFD)
    return place + 6
  }

  /// The four hexadecimal digits at `place`, or nil.
  private func codeUnit(at place: Int) -> UInt16? {
    guard place + 4 <= text.count else { return nil }
    let unit =
      Self.hexadecimalValue(text[place]) &<< 12 | Self.hexadecimalValue(text[place + 1]) &<< 8
      | Self.hexadecimalValue(text[place + 2]) &<< 4 | Self.hexadecimalValue(text[place + 3])
    return UInt16(exactly: unit)
  }

  /// The value of a digit, or one that no code unit has; without a branch, since digits and letters come in no order.
  @inline(__always)
  private static func hexadecimalValue(_ byte: UInt8) -> UInt32 {
    let digit = UInt32(byte &- ASCII.digit0)
    let letter = UInt32((byte | 0x20) &- ASCII.lowerA)
    return digit < 10 ? digit : letter < 6 ? letter &+ 10 : 0x1_0000
  }

  /// Appends a scalar value, which callers know to be no surrogate, as UTF-8.
  mutating func appendScalar(_ value: UInt32) {
    @inline(__always) func byte(_ shift: UInt32, _ mark: UInt8) -> UInt8 {
      mark | UInt8(truncatingIfNeeded: value &>> shift & 0x3F)
    }
    if value < 0x80 { return scratch.append(UInt8(truncatingIfNeeded: value)) }
    if value < 0x800 {
      scratch.append(0xC0 | UInt8(truncatingIfNeeded: value &>> 6))
    } else {
      if value < 0x1_0000 {
        scratch.append(0xE0 | UInt8(truncatingIfNeeded: value &>> 12))
      } else {
        scratch.append(0xF0 | UInt8(truncatingIfNeeded: value &>> 18))
        scratch.append(byte(12, 0x80))
      }
      scratch.append(byte(6, 0x80))
    }
    scratch.append(byte(0, 0x80))
  }
}
