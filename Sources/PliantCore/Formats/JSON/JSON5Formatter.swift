// Reformats JSON with comments or JSON5 token by token: comments, strings and trailing commas remain as written.
//
//   {a:1,/* why */ 'b':[2,],}      {
//                                    a: 1, /* why */
//                                    'b': [
//                                      2,
//                                    ],
//                                  }

package struct JSON5Formatter {
  private enum Gap {
    case nothing, space, line
  }

  private let text: ByteView
  /// Nil for the form without white space.
  private let indentation: JSONStyle.Indentation?
  private var depth = 0
  private var previous: JSON5Scanner.Kind?
  /// The last token other than a comment.
  private var anchor: JSON5Scanner.Kind?

  /// Appends the formatted text, with one of several empty lines between tokens.
  ///
  /// Throws the reader's failures.
  package static func write(
    _ text: ByteView, format: Format, indentation: JSONStyle.Indentation?, to output: inout OutputBuffer
  ) throws(Failure) {
    try DocumentSource(format: format, text: text).check()
    var formatter = JSON5Formatter(text: text, indentation: indentation)
    try formatter.run(into: &output)
  }

  private mutating func run(into output: inout OutputBuffer) throws(Failure) {
    var at = 0
    while let (kind, range) = JSON5Scanner.nextToken(in: text, from: at) {
      if kind == .close { depth = max(0, depth - 1) }
      let lineEnds = lineEndCount(in: at..<range.lowerBound)
      appendGap(before: kind, lineEnds, into: &output)
      output.append(text[range])
      if kind == .open { depth += 1 }
      previous = kind
      if !kind.isComment { anchor = kind }
      at = range.upperBound
      try output.drainIfFull()
    }
    if indentation != nil || previous == .lineComment { output.append(ASCII.lineFeed) }
  }

  private func lineEndCount(in space: Range<Int>) -> Int {
    space.count { index in
      text[index] == ASCII.lineFeed
        || text[index] == ASCII.carriageReturn && text.byte(at: index + 1) != ASCII.lineFeed
    }
  }

  private func appendGap(before token: JSON5Scanner.Kind, _ lineEnds: Int, into output: inout OutputBuffer) {
    guard let previous else { return }
    switch gap(between: previous, and: token, lineEnds) {
    case .nothing: break
    case .space: output.append(ASCII.space)
    case .line:
      output.append(ASCII.lineFeed)
      guard let indentation else { return }
      if lineEnds > 1, previous != .open, token != .close { output.append(ASCII.lineFeed) }
      output.append(repeating: indentation.byte, count: indentation.count * depth)
    }
  }

  private func gap(between previous: JSON5Scanner.Kind, and token: JSON5Scanner.Kind, _ lineEnds: Int) -> Gap
  {
    switch (previous, token) {
    case (.lineComment, _): .line
    case _ where indentation == nil: .nothing
    // A comment remains on its line.
    case (_, .blockComment), (_, .lineComment): lineEnds > 0 ? .line : .space
    case (.open, .close), (_, .comma), (_, .colon): .nothing
    case (_, .close): .line
    default:
      switch anchor {
      case .open, .comma, nil: lineEnds == 0 && previous == .blockComment ? .space : .line
      default: .space
      }
    }
  }
}
