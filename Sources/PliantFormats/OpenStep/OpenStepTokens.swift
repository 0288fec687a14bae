// The tokens of an old-style text. Tokenised independently of the formatter, so that comparing its result
// with the source reveals its errors.

/// The tokens of a text in order, including comments but not white space.
struct OpenStepTokens {
  private let text: ByteView
  private var at = 0

  /// Whether the tokens of two texts are the same.
  package static func areSame(_ left: ByteView, _ right: ByteView) -> Bool {
    var (one, other) = (Self(left), Self(right))
    while let token = one.next() {
      guard let counterpart = other.next(), token == counterpart else { return false }
    }
    return other.next() == nil
  }

  package init(_ text: ByteView) { self.text = text }

  /// The next token, or nil at the end.
  package mutating func next() -> ByteView? {
    while at < text.count, let space = spaceLength { at += space }
    guard at < text.count else { return nil }
    let start = at
    switch text[at] {
    case ASCII.quotationMark, ASCII.apostrophe: skipQuoted(text[at])
    case ASCII.lessThan: at = text.firstIndex(of: ASCII.greaterThan, from: at).map { $0 + 1 } ?? text.count
    case ASCII.solidus where text.starts(with: "/*", at: at):
      at = text.firstIndex(of: "*/", from: at + 2).map { $0 + 2 } ?? text.count
    case ASCII.solidus where text.starts(with: "//", at: at): skipLine()
    default:
      at += 1
      if !Self.isStructure(text[start]) { skipWord() }
    }
    return text[start..<at]
  }

  /// The length of the white space character here, or nil.
  private var spaceLength: Int? {
    let byte = text[at]
    if byte == ASCII.space || byte &- ASCII.tab < 5 { return 1 }
    return text.starts(with: "\u{2028}", at: at) || text.starts(with: "\u{2029}", at: at) ? 3 : nil
  }

  static func isStructure(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.leftBrace, ASCII.rightBrace, ASCII.leftParenthesis, ASCII.rightParenthesis, ASCII.equalsSign,
      ASCII.semicolon, ASCII.comma:
      true
    default: false
    }
  }

  /// Skips to white space, structure or a quotation mark: never splits a character.
  private mutating func skipWord() {
    while at < text.count, spaceLength == nil, !Self.isStructure(text[at]), text[at] != ASCII.quotationMark,
      text[at] != ASCII.apostrophe, text[at] != ASCII.lessThan
    {
      at += 1
    }
  }

  private mutating func skipLine() {
    while at < text.count, text[at] != ASCII.lineFeed, text[at] != ASCII.carriageReturn {
      if text[at] == 0xE2, spaceLength != nil { return }
      at += 1
    }
  }

  private mutating func skipQuoted(_ quote: UInt8) {
    at += 1
    while let byte = text.byte(at: at) {
      at = min(at + (byte == ASCII.reverseSolidus ? 2 : 1), text.count)
      if byte == quote { return }
    }
  }
}
