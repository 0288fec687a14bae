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

package struct OpenStepFormatter {
  private enum Gap {
    case nothing, space, line
  }

  private let text: ByteView
  private let style: OpenStepStyle
  /// The offset at which the reader stopped; the text from there remains as written.
  private let end: Int
  /// Whether an empty line may end the text, as genstrings writes it.
  private let keepsLastEmptyLine: Bool
  private var at = 0
  private var depth = 0
  private var previous: OpenStepScanner.Kind?
  /// The last token other than a comment.
  private var anchor: OpenStepScanner.Kind?
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
    var formatter = OpenStepFormatter(
      text: text, style: style, end: reader.readEnd,
      keepsLastEmptyLine: dialect == .strings && style.indentation != nil)
    try formatter.run(into: &output)
  }

  private mutating func run(into output: inout OutputBuffer) throws(Failure) {
    while let token = OpenStepScanner.nextToken(in: text, from: at) {
      lineEnds = lineEndCount(in: at..<token.range.lowerBound)
      at = token.range.lowerBound
      let (kind, next) = at < end ? (token.kind, token.end) : (.blockComment, text.count)
      if case .close = kind { depth = max(0, depth - 1) }
      appendGap(before: kind, into: &output)
      output.append(text[at..<next])
      if case .open = kind { depth += 1 }
      previous = kind
      switch kind {
      case .blockComment, .lineComment: break
      default: anchor = kind
      }
      at = next
      try output.drainIfFull()
    }
    if previous == .lineComment || style.indentation != nil && previous != nil && end == text.count {
      output.append(ASCII.lineFeed)
      if keepsLastEmptyLine, end == text.count, lineEndCount(in: at..<text.count) > 1 {
        output.append(ASCII.lineFeed)
      }
    }
  }

  private func lineEndCount(in space: Range<Int>) -> Int {
    space.count { index in
      switch text[index] {
      case ASCII.lineFeed, 0xE2: true
      case ASCII.carriageReturn: text.byte(at: index + 1) != ASCII.lineFeed
      default: false
      }
    }
  }

  // MARK: Gaps

  private func appendGap(before token: OpenStepScanner.Kind, into output: inout OutputBuffer) {
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

  private func gap(between previous: OpenStepScanner.Kind, and token: OpenStepScanner.Kind) -> Gap {
    let isCompact = style.indentation == nil
    switch (previous, token) {
    case (.lineComment, _): return .line
    // A slash would continue the preceding word.
    case (.value, .value) where isCompact, (.value, .blockComment) where isCompact,
      (.value, .lineComment) where isCompact:
      return .space
    case _ where isCompact, (_, .separator), (.open, .close): return .nothing
    // A comment remains on its line.
    case (_, .blockComment), (_, .lineComment): return lineEnds > 0 ? .line : .space
    case (_, .close): return .line
    default:
      switch anchor {
      case .open, .separator, nil: return .line
      default: return .space
      }
    }
  }
}
