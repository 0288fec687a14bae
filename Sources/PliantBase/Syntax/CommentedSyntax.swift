// The tokens of texts with comments: old-style property lists, JSON with comments and JSON5.

package struct SyntaxToken {
  package enum Kind {
    case open
    case close
    /// The sign between a key and its value.
    case assignment
    /// The sign after a value.
    case separator
    /// A string, data, a number or a word.
    case value
    case blockComment
    case lineComment
    /// A character that begins no token, with the word after it.
    case invalid
  }

  package let kind: Kind
  package let range: Range<Int>
  /// Whether the string, data or comment has its end.
  package let isTerminated: Bool

  package var end: Int { range.upperBound }
  package var isComment: Bool { kind == .blockComment || kind == .lineComment }

  package init(_ kind: Kind, _ range: Range<Int>, isTerminated: Bool = true) {
    self.kind = kind
    self.range = range
    self.isTerminated = isTerminated
  }
}

/// The tokens of a syntax; all positions are indices of the text.
package protocol CommentedSyntax {
  /// The first token at or after an index, or nil at the text's end.
  static func nextToken(in text: ByteView, from place: Int) -> SyntaxToken?
  /// The comment that begins at an index, or nil.
  static func comment(in text: ByteView, at start: Int) -> SyntaxToken?
  /// The end of the white space that begins at an index.
  static func endOfSpace(in text: ByteView, from start: Int) -> Int
}

extension CommentedSyntax {
  /// The end of the white space and comments that begin at an index.
  package static func endOfSpaceAndComments(in text: ByteView, from start: Int) -> Int {
    var at = endOfSpace(in: text, from: start)
    while let comment = comment(in: text, at: at) { at = endOfSpace(in: text, from: comment.end) }
    return at
  }

  /// Whether the tokens of two texts are the same, including comments.
  package static func hasSameTokens(_ left: ByteView, _ right: ByteView) -> Bool {
    var (leftAt, rightAt) = (0, 0)
    while let token = nextToken(in: left, from: leftAt) {
      guard let other = nextToken(in: right, from: rightAt), left[token.range] == right[other.range] else {
        return false
      }
      (leftAt, rightAt) = (token.end, other.end)
    }
    return nextToken(in: right, from: rightAt) == nil
  }
}
