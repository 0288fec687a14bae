// Strings: eight bytes at a time up to a quotation mark, a backslash or a control character.

/// Finding the bytes that end a run of plain text in a JSON string.
enum JSONText {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// A bit set in the first byte that is a quotation mark, a backslash or below a space; 0 where there is none.
  ///
  /// Bits above the first one found mean nothing: a borrow may have set them.
  @inline(__always)
  static func specialBytes(_ word: UInt64) -> UInt64 {
    let quotes = word ^ (ones &* UInt64(ASCII.quotationMark))
    let backslashes = word ^ (ones &* UInt64(ASCII.reverseSolidus))
    let found =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
      | (word &- ones &* UInt64(ASCII.space)) & ~word
    return found & highs
  }

  /// Whether the byte cannot stand in a string as it is.
  @inline(__always)
  static func isSpecial(_ byte: UInt8) -> Bool {
    byte < ASCII.space || byte == ASCII.quotationMark || byte == ASCII.reverseSolidus
  }

  /// The index of the first special byte at or after `start`, or the end of the text.
  @inline(__always)
  static func firstSpecial(in text: ByteView, from start: Int) -> Int {
    var at = start
    while at &+ 8 <= text.count {
      let special = specialBytes(text.word(at: at))
      if special != 0 { return at &+ special.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while at < text.count && !isSpecial(text[at]) { at &+= 1 }
    return at
  }
}

extension JSONReader {
  /// Reads the string whose opening quotation mark is next; the result is valid until the next string.
  ///
  /// `at` stays on the string.
  @inline(__always)
  mutating func string(_ text: ByteView, _ place: inout Int) throws(Failure) -> ByteView {
    let start = place &+ 1
    let end = JSONText.firstSpecial(in: text, from: start)
    if end < text.count && text[end] == ASCII.quotationMark {
      place = end &+ 1
      return text[start..<end]
    }
    place = try stringWithEscapes(start, firstSpecial: end)
    return scratch.view
  }

  /// Reads a string with escapes into `scratch` and returns where it ends.
  @inline(never)
  private mutating func stringWithEscapes(_ start: Int, firstSpecial: Int) throws(Failure) -> Int {
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
        try reportControlCharacter(at: end, opening: start - 1)
        scratch.append(text[end])
        run = end + 1
      }
      end = JSONText.firstSpecial(in: text, from: run)
    }
  }

  /// Appends what the escape at `place` stands for, and returns where it ends.
  private mutating func escape(at place: Int, opening: Int) throws(Failure) -> Int {
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
      try report(Failure(.jsonBadEscape, at: place, "\\" + characterName(at: place + 1)))
      // The character after the backslash is kept by the run that follows.
      return place + 1
    }
    return place + 2
  }

  /// A `\u` escape, or two that make a surrogate pair (RFC 8259, section 7).
  private mutating func unicodeEscape(at place: Int, opening: Int) throws(Failure) -> Int {
    guard let unit = codeUnit(at: place + 2) else {
      return try mistakenUnicodeEscape(at: place, opening: opening)
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
    var unit: UInt16 = 0
    for index in place..<place + 4 {
      guard let digit = text[index].hexadecimalValue else { return nil }
      unit = unit &<< 4 | UInt16(digit)
    }
    return unit
  }

  private mutating func appendScalar(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else { return }  // callers send no surrogates
    for unit in UTF8.encode(scalar).unsafelyUnwrapped { scratch.append(unit) }
  }
}
