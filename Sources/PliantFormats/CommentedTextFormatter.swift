// Reformats an old-style property list, a .strings file or JSON of any dialect token by token: strings with their
// escapes, numbers, data, comments and trailing commas remain as written.
//
//   {a=1;/* why */ b=(x,y);}      {
//                                 	a = 1; /* why */
//                                 	b = (
//                                 		x,
//                                 		y
//                                 	);
//                                 }

package struct CommentedTextFormatter {
  private enum Gap {
    case nothing, space, line
  }

  private let text: ByteView
  private let syntax: any CommentedSyntax.Type
  /// Whether it is JSON, whose colons follow the key.
  private let isJSON: Bool
  /// Nil for the form without white space.
  private let indentation: JSONStyle.Indentation?
  /// The offset at which the reader stopped; the text from there remains as written.
  private let end: Int
  /// Whether one empty line between tokens remains.
  private let keepsEmptyLines: Bool
  /// Whether an empty line may end the text, as genstrings writes it.
  private let keepsLastEmptyLine: Bool
  private var at = 0
  private var depth = 0
  private var previous: SyntaxToken.Kind?
  /// The last token other than a comment.
  private var anchor: SyntaxToken.Kind?
  /// Line ends in the source before the current token.
  private var lineEnds = 0

  /// Appends the formatted text; `text` is valid UTF-8 without byte order mark.
  ///
  /// Keeps one empty line between tokens, except in plain JSON. Throws the reader's failures.
  package static func write(
    _ text: ByteView, format: Format, indentation: JSONStyle.Indentation?, to output: inout OutputBuffer
  ) throws(Failure) {
    var formatter = try CommentedTextFormatter(text, format, indentation)
    try formatter.run(into: &output)
  }

  private init(_ text: ByteView, _ format: Format, _ indentation: JSONStyle.Indentation?) throws(Failure) {
    self.text = text
    self.indentation = indentation
    isJSON = format.traits.syntax == .json
    keepsEmptyLines = format != .json
    keepsLastEmptyLine = format == .strings && indentation != nil
    if isJSON {
      try DocumentSource(format: format, text: text).check()
      (syntax, end) = (JSON5Scanner.self, text.count)
    } else {
      var checker = VisitorSink.discarding
      var reader = OpenStepReader(text, dialect: format == .strings ? .strings : .openStep)
      try reader.readDocument(into: &checker)
      (syntax, end) = (OpenStepScanner.self, reader.readEnd)
    }
  }

  private mutating func run(into output: inout OutputBuffer) throws(Failure) {
    while let token = syntax.nextToken(in: text, from: at) {
      lineEnds = lineEndCount(in: at..<token.range.lowerBound)
      at = token.range.lowerBound
      let (kind, next) = at < end ? (token.kind, token.end) : (.blockComment, text.count)
      if case .close = kind { depth = max(0, depth - 1) }
      appendGap(before: kind, into: &output)
      output.append(text[at..<next])
      previous = kind
      switch kind {
      case .blockComment, .lineComment: break
      case .open:
        depth += 1
        fallthrough
      default: anchor = kind
      }
      at = next
      try output.drainIfFull()
    }
    if previous == .lineComment || indentation != nil && previous != nil && end == text.count {
      output.append(ASCII.lineFeed)
      if keepsLastEmptyLine, end == text.count, lineEndCount(in: at..<text.count) > 1 {
        output.append(ASCII.lineFeed)
      }
    }
  }

  private func lineEndCount(in space: Range<Int>) -> Int {
    var count = 0
    for index in space where text[index] != ASCII.space {
      switch text[index] {
      case ASCII.lineFeed: count += 1
      case ASCII.carriageReturn: count += text.byte(at: index + 1) == ASCII.lineFeed ? 0 : 1
      case ..<0x80: break
      default: count += OpenStepScanner.isLineSeparator(in: text, at: index) ? 1 : 0
      }
    }
    return count
  }

  // MARK: Gaps

  private func appendGap(before token: SyntaxToken.Kind, into output: inout OutputBuffer) {
    guard let previous else { return }
    switch gap(between: previous, and: token) {
    case .nothing: break
    case .space: output.append(ASCII.space)
    case .line:
      output.append(ASCII.lineFeed)
      guard let indentation else { return }
      if keepsEmptyLines, lineEnds > 1, previous != .open, token != .close { output.append(ASCII.lineFeed) }
      output.append(repeating: indentation.byte, count: indentation.count * depth)
    }
  }

  private func gap(between previous: SyntaxToken.Kind, and token: SyntaxToken.Kind) -> Gap {
    let isCompact = indentation == nil
    switch (previous, token) {
    case (.lineComment, _): return .line
    // A slash would continue the preceding word.
    case (.value, .value) where isCompact && !isJSON, (.value, .blockComment) where isCompact && !isJSON,
      (.value, .lineComment) where isCompact && !isJSON:
      return .space
    case _ where isCompact, (_, .separator), (.open, .close),
      (_, .assignment) where isJSON:
      return .nothing
    // A comment remains on its line.
    case (_, .blockComment), (_, .lineComment): return lineEnds > 0 ? .line : .space
    case (_, .close): return .line
    default:
      switch anchor {
      case .open, .separator, nil:
        return isJSON && lineEnds == 0 && previous == .blockComment ? .space : .line
      default: return .space
      }
    }
  }
}
