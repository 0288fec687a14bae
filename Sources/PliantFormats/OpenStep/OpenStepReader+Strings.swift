// Strings of old-style property lists: words, quoted strings and their escapes.

extension OpenStepReader {
  @inline(__always)
  func startsString(_ byte: UInt8) -> Bool {
    byte == ASCII.quotationMark || byte == ASCII.apostrophe || isWordByte(byte)
  }

  /// Whether the byte may be in a string without quotation marks.
  package func isWordByte(_ byte: UInt8) -> Bool { OpenStepScanner.isWordByte(byte) }

  /// Reads the string that begins here; the view is valid until the next string or data is read.
  package mutating func string() throws(Failure) -> ByteView {
    let start = at
    let first = text[at]
    if first == ASCII.quotationMark || first == ASCII.apostrophe { return try quotedString(first) }
    while at < text.count && isWordByte(text[at]) { at &+= 1 }
    return text[start..<at]
  }

  private mutating func quotedString(_ quote: UInt8) throws(Failure) -> ByteView {
    let start = at
    at &+= 1
    guard var end = text.firstIndex(of: quote, from: at) else { throw unterminatedString(start, quote) }
    guard var escape = text[at..<end].firstIndex(of: ASCII.reverseSolidus).map({ $0 &+ at }) else {
      let content = text[at..<end]
      at = end &+ 1
      return content
    }
    scratch.truncate(to: 0)
    while true {
      _ = scratch.append(text[at..<escape])
      at = escape &+ 1
      guard at < text.count else { throw unterminatedString(start, quote) }
      try appendEscape(from: escape)
      if at > end {
        // The quotation mark found before was escaped.
        guard let next = text.firstIndex(of: quote, from: at) else { throw unterminatedString(start, quote) }
        end = next
      }
      guard let next = text[at..<end].firstIndex(of: ASCII.reverseSolidus) else { break }
      escape = next &+ at
    }
    _ = scratch.append(text[at..<end])
    at = end &+ 1
    return scratch.view
  }

  private func unterminatedString(_ start: Int, _ quote: UInt8) -> Failure {
    Failure(.openStepUnterminatedString, at: start, quote == ASCII.apostrophe ? "'" : "\"")
  }

  /// Appends the character of the escape at `start`; `at` is after its backslash.
  private mutating func appendEscape(from start: Int) throws(Failure) {
    let byte = text[at]
    at &+= 1
    switch byte {
    case ASCII.digit0...0x37:
      let code = octal(byte)
      append(code < 0x80 ? UInt32(code) : UInt32(Self.nextstepUpperHalf[Int(code & 0x7F)]))
    case ASCII.upperU: append(try codePoint(from: start))
    case ASCII.lowerA: scratch.append(0x07)
    case ASCII.lowerB: scratch.append(0x08)
    case ASCII.lowerF: scratch.append(0x0C)
    case ASCII.lowerN: scratch.append(ASCII.lineFeed)
    case ASCII.lowerR: scratch.append(ASCII.carriageReturn)
    case ASCII.lowerT: scratch.append(ASCII.tab)
    case 0x76: scratch.append(0x0B)
    case ASCII.lowerU where isGNUstepEscape:
      notice(Failure(.openStepGNUstepEscape, at: start, text[start..<at + 4].string))
      scratch.append(byte)
    default: scratch.append(byte)
    }
  }

  /// The code points of the bytes 0x80 to 0xFF in octal escapes (Unicode's mapping NEXTSTEP.TXT; the last two
  /// are unassigned).
  private static let nextstepUpperHalf: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB,
    0x00CC, 0x00CD, 0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
    0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7, 0x00A9, 0x00A1, 0x00A2, 0x00A3,
    0x2044, 0x00A5, 0x0192, 0x00A7, 0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022, 0x201A, 0x201E, 0x201D, 0x00BB,
    0x2026, 0x2030, 0x00AC, 0x00BF, 0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
    0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7, 0x2014, 0x00B1, 0x00BC, 0x00BD,
    0x00BE, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
    0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x0141, 0x00D8, 0x0152, 0x00BA,
    0x00F2, 0x00F3, 0x00F4, 0x00F5, 0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
    0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0xFFFD, 0xFFFD,
  ]

  /// Whether four hexadecimal digits follow.
  private var isGNUstepEscape: Bool { (0..<4).allSatisfy { text.byte(at: at + $0)?.hexadecimalValue != nil } }

  /// Up to three octal digits, after the first one; truncated to eight bits, as in CoreFoundation.
  private mutating func octal(_ first: UInt8) -> UInt8 {
    var value = first &- ASCII.digit0
    for _ in 0..<2 {
      guard let digit = text.byte(at: at), digit >= ASCII.digit0, digit <= 0x37 else { break }
      value = value &<< 3 &+ (digit &- ASCII.digit0)
      at &+= 1
    }
    return value
  }

  /// The code point of `\Uxxxx`, or of two that are a surrogate pair.
  private mutating func codePoint(from start: Int) throws(Failure) -> UInt32 {
    let high = hexadecimalUnit()
    guard high & 0xF800 == 0xD800 else { return high }
    if high < 0xDC00, text.byte(at: at) == ASCII.reverseSolidus, text.byte(at: at &+ 1) == ASCII.upperU {
      let end = at
      at &+= 2
      let low = hexadecimalUnit()
      if low & 0xFC00 == 0xDC00 { return 0x10000 &+ (high & 0x3FF) &<< 10 &+ (low & 0x3FF) }
      at = end
    }
    if repairsSurrogates {
      loneSurrogates += 1
      if firstLoneSurrogate == nil { firstLoneSurrogate = start }
    } else {
      try report(Failure(.openStepLoneSurrogate, at: start, text[start..<at].string))
    }
    return 0xFFFD
  }

  /// Up to four hexadecimal digits; CoreFoundation also accepts fewer.
  private mutating func hexadecimalUnit() -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = text.byte(at: at)?.hexadecimalValue else { break }
      value = value &<< 4 | UInt32(digit)
      at &+= 1
    }
    return value
  }

  private mutating func append(_ codePoint: UInt32) {
    guard let scalar = Unicode.Scalar(codePoint) else { return }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { scratch.append(byte) }
  }
}
