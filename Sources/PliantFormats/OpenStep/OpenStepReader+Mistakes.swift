// Diagnosis of common errors in old-style property lists, with specific messages, and recovery from them.

extension OpenStepReader {
  var lastKeyName: String { text[lastKey].excerpt(40) }

  /// The character at `place` for a message.
  package func describe(_ place: Int) -> String {
    guard let first = text.byte(at: place) else { return "the end of the file" }
    if first > ASCII.space && first != ASCII.delete {
      return "'" + text[place..<place + UTF8Validation.scalar(in: text, at: place).length].string + "'"
    }
    return first.codePoint
  }

  package func unterminated() -> Failure {
    guard open.count > 0 else { return Failure(.openStepUnexpected, at: at, describe(at)) }
    let top = open[open.count - 1]
    let code: DiagnosticCode =
      top & Kind.mask == Kind.array ? .openStepUnterminatedArray : .openStepUnterminatedDictionary
    return Failure(code, at: top >> Kind.bits)
  }

  @inline(never)
  mutating func recoverSemicolon() throws(Failure) {
    if isQuotationMark(before: lastEnd) { return try skipStrayQuote() }
    if try skipUnquoted(), text.byte(at: at) == ASCII.semicolon { return }
    if text.byte(at: at) == ASCII.comma, lastKeyName == "length" {
      throw Failure(.openStepDefaultsRead, at: lastKey.lowerBound)
    }
    if try skipUnquotedWords() { return }
    if at == text.count && !isEntries && open.count > 0 { throw unterminated() }
    try report(Failure(.openStepMissingSemicolon, at: lastEnd, lastKeyName))
  }

  func missingEquals() -> Failure { Failure(.openStepMissingEquals, at: lastKey.upperBound, lastKeyName) }

  /// Whether text follows the quotation mark of the string that ends at `end`, up to another one on the line:
  /// a mark inside a string, or a missing one.
  private func isQuotationMark(before end: Int) -> Bool {
    guard at == end, at > 0, text[at - 1] == ASCII.quotationMark, let byte = text.byte(at: at) else {
      return false
    }
    guard isWordByte(byte) || byte >= 0x80 else { return false }
    let lineEnd = text.firstIndex(of: ASCII.lineFeed, from: at) ?? text.count
    return text[at..<lineEnd].firstIndex(of: ASCII.quotationMark) != nil
  }

  /// Continues with the next line, because the intended quotation marks are unknown.
  private mutating func skipStrayQuote() throws(Failure) {
    try report(Failure(.openStepStrayQuote, at: at - 1))
    at = text.firstIndex(of: ASCII.lineFeed, from: at) ?? text.count
  }

  /// Handles a missing equals sign after a key; returns the byte to continue with, or nil if the entry was
  /// skipped.
  @inline(never)
  mutating func recoverEquals() throws(Failure) -> UInt8? {
    if isQuotationMark(before: lastKey.upperBound) {
      try skipStrayQuote()
      return nil
    }
    _ = try skipUnquoted()
    guard let byte = text.byte(at: at) else { throw missingEquals() }
    if byte == ASCII.equalsSign || byte == ASCII.semicolon { return byte }
    let startsValue =
      startsString(byte) || byte == ASCII.leftBrace || byte == ASCII.leftParenthesis || byte == ASCII.lessThan
    guard startsValue else { throw missingEquals() }
    try report(missingEquals())
    return byte
  }

  @inline(never)
  package mutating func recoverComma() throws(Failure) {
    if text[at] == ASCII.rightBrace { throw Failure(.openStepMismatchedBracket, at: at, describe(at)) }
    // The array's reader reports that it is unterminated.
    if text[at] == ASCII.semicolon { return }
    if try skipUnquoted() {
      if text.byte(at: at) == ASCII.comma {
        at &+= 1
        skipSpace()
      }
      return
    }
    try report(Failure(.openStepMissingComma, at: at, describe(at)))
  }

  /// Reports a character that needs quotation marks after an unquoted string without a space, and skips the
  /// rest of its word; otherwise returns false.
  private mutating func skipUnquoted() throws(Failure) -> Bool {
    guard at > 0, at < text.count, isWordByte(text[at - 1]), isUnquoted(text[at]) else { return false }
    try report(Failure(.openStepUnquotedCharacter, at: at, describe(at)))
    while at < text.count, isWordByte(text[at]) || isUnquoted(text[at]) { at &+= 1 }
    skipSpace()
    return true
  }

  /// Reports an unquoted value of several words on a line, up to its semicolon, and skips the rest of them; otherwise
  /// returns false.
  private mutating func skipUnquotedWords() throws(Failure) -> Bool {
    guard lastEnd > 0, isWordByte(text[lastEnd - 1]), at > lastEnd, let byte = text.byte(at: at),
      isWordByte(byte)
    else { return false }
    var end = at
    while let byte = text.byte(at: end), isWordByte(byte) || byte == ASCII.space || byte == ASCII.tab {
      end += 1
    }
    guard text.byte(at: end) == ASCII.semicolon,
      text[lastEnd..<at].firstIndex(of: ASCII.lineFeed) == nil
    else { return false }
    var start = lastEnd
    while start > 0, isWordByte(text[start - 1]) { start -= 1 }
    try report(Failure(.openStepUnquotedSpace, at: start, "'" + text[start..<end].excerpt(40) + "'"))
    at = end
    return true
  }

  /// Whether the byte is neither part of a word nor of the grammar.
  private func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.semicolon, ASCII.equalsSign, ASCII.comma, ASCII.leftBrace, ASCII.rightBrace,
      ASCII.leftParenthesis,
      ASCII.rightParenthesis, ASCII.quotationMark, ASCII.apostrophe, ASCII.lessThan, 0...ASCII.space:
      false
    default: !isWordByte(byte)
    }
  }

  package func recoverKey() -> Failure {
    let isBracket = text[at] == ASCII.rightParenthesis
    return Failure(isBracket ? .openStepMismatchedBracket : .openStepMissingKey, at: at, describe(at))
  }

  func unexpectedValue() -> Failure {
    let isBracket = text[at] == ASCII.rightBrace || text[at] == ASCII.rightParenthesis
    let code: DiagnosticCode = open.count > 0 && isBracket ? .openStepMismatchedBracket : .openStepUnexpected
    return Failure(code, at: at, describe(at))
  }
}
