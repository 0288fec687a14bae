// The tokens of JSON with comments and of JSON5, for texts that the reader has accepted.
//
//   { a: 'x', // c        open, value, colon, value, comma, lineComment

package enum JSON5Scanner {
  package enum Kind: Equatable {
    case open, close, comma, colon, value, blockComment, lineComment

    var isComment: Bool { self == .blockComment || self == .lineComment }
  }

  package typealias Token = (kind: Kind, range: Range<Int>)

  /// The next token, or nil at the end of the text.
  package static func nextToken(in text: ByteView, from start: Int) -> Token? {
    let at = endOfSpace(in: text, from: start)
    guard at < text.count else { return nil }
    if let end = endOfComment(in: text, at: at) {
      return (text[at + 1] == ASCII.solidus ? .lineComment : .blockComment, at..<end)
    }
    switch text[at] {
    case ASCII.leftBrace, ASCII.leftBracket: return (.open, at..<at + 1)
    case ASCII.rightBrace, ASCII.rightBracket: return (.close, at..<at + 1)
    case ASCII.comma: return (.comma, at..<at + 1)
    case ASCII.colon: return (.colon, at..<at + 1)
    case ASCII.quotationMark, ASCII.apostrophe: return (.value, at..<endOfString(in: text, from: at))
    default: return (.value, at..<max(at + 1, endOfWord(in: text, from: at)))
    }
  }

  /// The end of the comment that begins at an offset, or nil.
  package static func endOfComment(in text: ByteView, at place: Int) -> Int? {
    if text.starts(with: "//", at: place) { return text.endOfLine(from: place) }
    guard text.starts(with: "/*", at: place) else { return nil }
    return text.firstIndex(of: "*/", from: place + 2).map { $0 + 2 } ?? text.count
  }

  package static func endOfSpace(in text: ByteView, from start: Int) -> Int {
    var at = start
    while at < text.count {
      let (value, length) = UTF8Validation.scalar(in: text, at: at)
      guard JSONReader.isJSON5Space(value) else { break }
      at += length
    }
    return at
  }

  /// The index after the mark that ends the string at `start`, which begins with the same mark.
  package static func endOfString(in text: ByteView, from start: Int) -> Int {
    let mark = text[start]
    var at = start + 1
    while at < text.count, text[at] != mark { at += text[at] == ASCII.reverseSolidus ? 2 : 1 }
    return min(at + 1, text.count)
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

  /// Whether two texts have the same tokens.
  static func hasSameTokens(_ left: ByteView, _ right: ByteView) -> Bool {
    var (at, other) = (0, 0)
    while let token = nextToken(in: left, from: at) {
      guard let same = nextToken(in: right, from: other), same.kind == token.kind,
        left[token.range] == right[same.range]
      else { return false }
      (at, other) = (token.range.upperBound, same.range.upperBound)
    }
    return nextToken(in: right, from: other) == nil
  }
}
