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
      // The last two bytes are unassigned.
      append(SingleByteEncoding.nextStep.scalar(of: octal(byte)).map(UInt32.init) ?? 0xFFFD)
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
