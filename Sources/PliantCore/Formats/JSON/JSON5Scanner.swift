// The tokens of JSON with comments and of JSON5, for texts that the reader has accepted.
//
//   { a: 'x', // c        open, value, assignment, value, separator, lineComment

package enum JSON5Scanner: CommentedSyntax {
  package static func nextToken(in text: ByteView, from start: Int) -> SyntaxToken? {
    let at = endOfSpace(in: text, from: start)
    guard at < text.count else { return nil }
    switch text[at] {
    case ASCII.leftBrace, ASCII.leftBracket: return SyntaxToken(.open, at..<at + 1)
    case ASCII.rightBrace, ASCII.rightBracket: return SyntaxToken(.close, at..<at + 1)
    case ASCII.comma: return SyntaxToken(.separator, at..<at + 1)
    case ASCII.colon: return SyntaxToken(.assignment, at..<at + 1)
    case ASCII.quotationMark, ASCII.apostrophe:
      return SyntaxToken(.value, at..<endOfString(in: text, from: at))
    case ASCII.solidus:
      if let comment = comment(in: text, at: at) { return comment }
      fallthrough
    default: return SyntaxToken(.value, at..<max(at + 1, endOfWord(in: text, from: at)))
    }
  }

  package static func comment(in text: ByteView, at start: Int) -> SyntaxToken? {
    if text.starts(with: "//", at: start) {
      return SyntaxToken(.lineComment, start..<text.endOfLine(from: start))
    }
    guard text.starts(with: "/*", at: start) else { return nil }
    let end = text.end(of: "*/", from: start + 2)
    return SyntaxToken(.blockComment, start..<(end ?? text.count), isTerminated: end != nil)
  }

  package static func endOfSpace(in text: ByteView, from start: Int) -> Int {
    var at = start
    while true {
      at = text.endOfSpace(from: at)
      // Printable ASCII begins a token.
      guard let byte = text.byte(at: at), byte <= ASCII.space || byte >= 0x80 else { return at }
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      guard JSONReader.isJSON5Space(value) else { return at }
      at += length
    }
  }

  /// The index after the mark that ends the string at `start`, which begins with the same mark.
  package static func endOfString(in text: ByteView, from start: Int) -> Int {
    let mark = text[start]
    var at = start + 1
    while let end = text.firstIndex(of: mark, from: at) {
      if !text.isEscaped(at: end, from: at) { return end + 1 }
      at = end + 1
    }
    return text.count
  }

  /// The end of a bare key, a number or a literal.
  package static func endOfWord(in text: ByteView, from start: Int) -> Int {
    var at = start
    while at < text.count {
      switch text[at] {
      case ASCII.comma, ASCII.colon, ASCII.solidus, ASCII.leftBrace, ASCII.rightBrace, ASCII.leftBracket,
        ASCII.rightBracket:
        return at
      default:
        let (value, length) = UTF8Validation.scalar(in: text, at: at)
        if JSONReader.isJSON5Space(value) { return at }
        at += length
      }
    }
    return at
  }
}
