// Strings with escapes, or with invalid bytes.

extension JSONReader {
  /// Sends the string that begins at `start` and has a special byte, and returns its end.
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
    let (end, quoted) = try textWithEscapes(start, firstSpecial: firstSpecial, keeps: sink.takesQuotedStrings)
    if let quoted { try sink.quotedString(quoted) } else { try sink.string(scratch.view) }
    return end
  }

  /// Does the same for a key, whose refusal is an error like any other.
  @inline(never)
  mutating func escapedKey(
    _ start: Int, firstSpecial: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Int {
    let (end, quoted) = try textWithEscapes(start, firstSpecial: firstSpecial, keeps: sink.takesQuotedStrings)
    do throws(Failure) {
      if let quoted { try sink.plainKey(quoted) } else { try sink.key(scratch.view) }
    } catch { try report(error) }
    return end
  }

  /// Reads a string into `scratch`; also returns it as written if it has unpaired surrogates and the sink `keeps` them.
  private mutating func textWithEscapes(
    _ start: Int, firstSpecial: Int, keeps: Bool
  ) throws(Failure) -> (end: Int, quoted: ByteRun?) {
    let known = (loneSurrogateCount, firstLoneSurrogate, placeOfLoneSurrogate)
    let end = try stringWithEscapes(start, firstSpecial: firstSpecial)
    guard loneSurrogateCount > known.0, dialect != .json5, keeps else { return (end, nil) }
    (loneSurrogateCount, firstLoneSurrogate, placeOfLoneSurrogate) = known
    return (end, text.run(start..<end &- 1))
  }

  /// Reads a string with escapes into `scratch` and returns its end.
  @inline(never)
  mutating func stringWithEscapes(_ start: Int, firstSpecial: Int) throws(Failure) -> Int {
    scratch.truncate(to: 0)
    var run = start
    var end = firstSpecial
    while true {
      guard end < text.count else { throw Failure(.jsonUnterminatedString, at: start - 1) }
      if run < end { _ = scratch.append(text[run..<end]) }
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

  /// Appends the character of the escape at `place`, and returns its end.
  mutating func escape(at place: Int, opening: Int) throws(Failure) -> Int {
    guard let letter = text.byte(at: place + 1) else { throw Failure(.jsonUnterminatedString, at: opening) }
    switch letter {
    case ASCII.quotationMark, ASCII.reverseSolidus, ASCII.solidus: scratch.append(letter)
    case ASCII.lowerB: scratch.append(0x08)
    case ASCII.lowerF: scratch.append(0x0C)
    case ASCII.lowerN: scratch.append(ASCII.lineFeed)
    case ASCII.lowerR: scratch.append(ASCII.carriageReturn)
    case ASCII.lowerT: scratch.append(ASCII.tab)
    case ASCII.lowerU:
      let end = appendUnicodeEscapes(from: place)
      return end > place ? end : try recoverCodeUnit(at: place, opening: opening)
    default:
      if dialect == .json5, let end = try json5Escape(at: place, letter: letter) { return end }
      try report(Failure(.jsonBadEscape, at: place, "\\" + characterName(at: place + 1)))
      // The following run includes the character after the backslash.
      return place + 1
    }
    return place + 2
  }

  /// Appends the characters of a row of `\u` escapes, with surrogate pairs combined (RFC 8259, section 7).
  ///
  /// Returns the end of the row, which an invalid escape or an unpaired surrogate also ends.
  private mutating func appendUnicodeEscapes(from start: Int) -> Int {
    let text = text
    var place = start
    while let unit = JSONScanner.escapedCodeUnit(in: text, at: place) {
      if unit & 0xF800 != 0xD800 {
        XMLCharacters.append(unit, to: &scratch)
        place &+= 6
      } else if unit < 0xDC00, let low = JSONScanner.escapedCodeUnit(in: text, at: place &+ 6),
        low & 0xFC00 == 0xDC00
      {
        XMLCharacters.append(0x10000 &+ ((unit & 0x3FF) &<< 10 | low & 0x3FF), to: &scratch)
        place &+= 12
      } else {
        break
      }
    }
    return place
  }

  /// Handles an unpaired surrogate, or an invalid code unit.
  private mutating func recoverCodeUnit(at place: Int, opening: Int) throws(Failure) -> Int {
    guard JSONScanner.escapedCodeUnit(in: text, at: place) != nil else {
      return try recoverUnicodeEscape(at: place, opening: opening)
    }
    if acceptsLoneSurrogates {
      if loneSurrogateCount == 0 {
        firstLoneSurrogate = base + place
        let found = window?.diagnostic(Failure(.jsonLoneSurrogate, at: base + place))
        if case .text(let line, let column)? = found?.place {
          placeOfLoneSurrogate = TextPosition(line: line, column: column)
        }
      }
      loneSurrogateCount += 1
    } else {
      try report(Failure(.jsonLoneSurrogate, at: place, text[place..<place + 6].string))
    }
    XMLCharacters.append(0xFFFD, to: &scratch)
    return place + 6
  }
}
