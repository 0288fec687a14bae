// Reformats an old-style property list or .strings file token by token: strings, data and comments remain as
// written.
//
//   {a=1;/* why */ b=(x,y);}      {
//                                 	a = 1; /* why */
//                                 	b = (
//                                 		x,
//                                 		y
//                                 	);
//                                 }

/// Formats a document.
package struct OpenStepFormatter {
  /// The space between two tokens.
  private enum Gap {
    case nothing
    case space
    case line
  }

  private enum Token {
    case open
    case close
    case equals
    /// `;` or `,`
    case separator
    /// A string or data.
    case value
    case blockComment
    case lineComment
    /// Text that CoreFoundation ignores up to the end of the file, which remains as written.
    case tail
  }

  private let text: ByteView
  private let style: OpenStepStyle
  /// The offset at which the reader stopped.
  private let end: Int
  private var at = 0
  private var depth = 0
  private var previous: Token?
  /// The last token other than a comment.
  private var anchor: Token?
  /// Line ends in the source before the current token.
  private var lineEnds = 0

  /// Appends the formatted text; `text` is valid UTF-8 without byte order mark.
  ///
  /// Keeps one empty line between tokens. Throws the reader's failures.
  package static func write(
    _ text: ByteView, dialect: OpenStepReader.Dialect, style: OpenStepStyle, to output: inout OutputBuffer
  ) throws(Failure) {
    var checker = VisitorSink.discarding
    var reader = OpenStepReader(text, dialect: dialect)
    try reader.readDocument(into: &checker)
    var formatter = OpenStepFormatter(text: text, end: reader.findings.first?.offset, style: style)
    try formatter.run(into: &output)
  }

  private init(text: ByteView, end: Int?, style: OpenStepStyle) {
    self.text = text
    self.end = end ?? text.count
    self.style = style
  }

  private mutating func run(into output: inout OutputBuffer) throws(Failure) {
    while true {
      skipSpace()
      guard at < text.count else { break }
      let start = at
      let token = readToken()
      if token == .close { depth = max(0, depth - 1) }
      appendGap(before: token, into: &output)
      output.append(text[start..<at])
      if token == .open { depth += 1 }
      previous = token
      if token != .blockComment && token != .lineComment { anchor = token }
      try output.drainIfFull()
    }
    if previous == .lineComment || style.indentation != nil && previous != nil && previous != .tail {
      output.append(ASCII.lineFeed)
    }
  }

  // MARK: Tokens

  private mutating func skipSpace() {
    lineEnds = 0
    while let byte = text.byte(at: at) {
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn && text.byte(at: at + 1) != ASCII.lineFeed {
        lineEnds += 1
      }
      if byte == ASCII.space || byte &- ASCII.tab < 5 {
        at += 1
      } else if isLineSeparator(at) {
        lineEnds += 1
        at += 3
      } else {
        return
      }
    }
  }

  /// U+2028 or U+2029.
  private func isLineSeparator(_ index: Int) -> Bool {
    text.byte(at: index) == 0xE2 && text.byte(at: index + 1) == 0x80
      && (text.byte(at: index + 2) ?? 0) & 0xFE == 0xA8
  }

  /// Skips the token that begins here.
  private mutating func readToken() -> Token {
    if at >= end {
      at = text.count
      return .tail
    }
    let byte = text[at]
    switch byte {
    case ASCII.leftBrace, ASCII.leftParenthesis:
      at += 1
      return .open
    case ASCII.rightBrace, ASCII.rightParenthesis:
      at += 1
      return .close
    case ASCII.equalsSign:
      at += 1
      return .equals
    case ASCII.semicolon, ASCII.comma:
      at += 1
      return .separator
    case ASCII.lessThan:
      at = text.firstIndex(of: ASCII.greaterThan, from: at).map { $0 + 1 } ?? text.count
      return .value
    case ASCII.quotationMark, ASCII.apostrophe:
      skipQuoted(byte)
      return .value
    case ASCII.solidus where text.byte(at: at + 1) == ASCII.asterisk:
      at = text.firstIndex(of: "*/", from: at + 2).map { $0 + 2 } ?? text.count
      return .blockComment
    case ASCII.solidus where text.byte(at: at + 1) == ASCII.solidus:
      while at < text.count, text[at] != ASCII.lineFeed, text[at] != ASCII.carriageReturn,
        !isLineSeparator(at)
      {
        at += 1
      }
      return .lineComment
    default:
      repeat { at += 1 } while at < text.count && OpenStepText.isWordByte(text[at])
      return .value
    }
  }

  private mutating func skipQuoted(_ quote: UInt8) {
    at += 1
    while let byte = text.byte(at: at) {
      at += byte == ASCII.reverseSolidus ? 2 : 1
      if byte == quote { break }
    }
    at = min(at, text.count)
  }

  // MARK: Gaps

  private func appendGap(before token: Token, into output: inout OutputBuffer) {
    guard let previous else { return }
    switch gap(between: previous, and: token) {
    case .nothing: break
    case .space: output.append(ASCII.space)
    case .line:
      output.append(ASCII.lineFeed)
      guard let indentation = style.indentation else { return }
      if lineEnds > 1, previous != .open, token != .close { output.append(ASCII.lineFeed) }
      output.append(repeating: indentation.byte, count: indentation.count * depth)
    }
  }

  private func gap(between previous: Token, and token: Token) -> Gap {
    if previous == .lineComment { return .line }
    let isComment = token == .blockComment || token == .lineComment || token == .tail
    guard style.indentation != nil else {
      // A slash would continue the preceding word.
      return previous == .value && (token == .value || isComment) ? .space : .nothing
    }
    // A comment remains on its line.
    if isComment { return lineEnds > 0 ? .line : .space }
    if token == .separator { return .nothing }
    if previous == .open && token == .close { return .nothing }
    if token == .close || anchor == .open || anchor == .separator || anchor == nil { return .line }
    return .space
  }
}
