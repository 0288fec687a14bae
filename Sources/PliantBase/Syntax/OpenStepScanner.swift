// The tokens of old-style property lists and .strings files, as CoreFoundation separates them:
//
//   { name = "Till \U00e5r"; /* c */ data = <0fbd 77>; }
//   o value = value······s   comment value = value···s c

/// Finds the ends of tokens; all positions are indices of the text.
@usableFromInline
package enum OpenStepScanner: CommentedSyntax {
  /// Whether the byte may be in a string without quotation marks.
  @inlinable @inline(__always)
  package static func isWordByte(_ byte: UInt8) -> Bool {
    // Hyphen to colon are: hyphen, full stop, solidus, digits, colon.
    byte.isLetter || byte &- ASCII.hyphen < 14 || byte == ASCII.underscore || byte == ASCII.dollarSign
  }

  /// Whether U+2028 or U+2029 is at an index.
  @inlinable @inline(__always)
  package static func isLineSeparator(in text: ByteView, at place: Int) -> Bool {
    text.byte(at: place) == 0xE2 && text.byte(at: place &+ 1) == 0x80
      && (text.byte(at: place &+ 2) ?? 0) & 0xFE == 0xA8
  }

  /// The end of the white space that begins at `start`.
  @inlinable @inline(__always)
  package static func endOfSpace(in text: ByteView, from start: Int) -> Int {
    var at = start
    while let byte = text.byte(at: at) {
      if byte == ASCII.space || byte &- ASCII.tab < 5 {
        at &+= 1
      } else if isLineSeparator(in: text, at: at) {
        at &+= 3
      } else {
        break
      }
    }
    return at
  }

  /// The comment that begins at `start`, or nil.
  package static func comment(in text: ByteView, at start: Int) -> SyntaxToken? {
    guard text.byte(at: start) == ASCII.solidus else { return nil }
    switch text.byte(at: start + 1) {
    case ASCII.asterisk:
      return token(.blockComment, start, text.end(of: "*/", from: start + 2), text)
    case ASCII.solidus:
      var end = start
      while let byte = text.byte(at: end), byte != ASCII.lineFeed, byte != ASCII.carriageReturn,
        !isLineSeparator(in: text, at: end)
      { end += 1 }
      return SyntaxToken(.lineComment, start..<end)
    default: return nil
    }
  }

  /// The first token at or after an index, or nil at the text's end.
  package static func nextToken(in text: ByteView, from place: Int) -> SyntaxToken? {
    let start = endOfSpace(in: text, from: place)
    guard let byte = text.byte(at: start) else { return nil }
    switch byte {
    case ASCII.leftBrace, ASCII.leftParenthesis: return SyntaxToken(.open, start..<start + 1)
    case ASCII.rightBrace, ASCII.rightParenthesis: return SyntaxToken(.close, start..<start + 1)
    case ASCII.equalsSign: return SyntaxToken(.assignment, start..<start + 1)
    case ASCII.semicolon, ASCII.comma: return SyntaxToken(.separator, start..<start + 1)
    case ASCII.quotationMark, ASCII.apostrophe:
      return token(.value, start, endOfQuoted(in: text, from: start), text)
    case ASCII.lessThan: return token(.value, start, text.end(of: ">", from: start), text)
    default:
      if let comment = comment(in: text, at: start) { return comment }
      var end = start + 1
      while let next = text.byte(at: end), isWordByte(next) || next & 0xC0 == 0x80 { end += 1 }
      return SyntaxToken(isWordByte(byte) ? .value : .invalid, start..<end)
    }
  }

  private static func token(
    _ kind: SyntaxToken.Kind, _ start: Int, _ end: Int?, _ text: ByteView
  ) -> SyntaxToken {
    SyntaxToken(kind, start..<(end ?? text.count), isTerminated: end != nil)
  }

  private static func endOfQuoted(in text: ByteView, from start: Int) -> Int? {
    var at = start + 1
    while let byte = text.byte(at: at) {
      if byte == text[start] { return at + 1 }
      at += byte == ASCII.reverseSolidus ? 2 : 1
    }
    return nil
  }
}
