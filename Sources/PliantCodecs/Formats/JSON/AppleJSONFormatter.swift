// Formats JSON like Foundation and Xcode (.xcstrings, Package.resolved), token by token: keeps the spelling
// of strings and numbers, and the presence of a final line end.
//
//   {"a":{},"b":[1]}      {
//                           "a" : {
//
//                           },
//                           "b" : [
//                             1
//                           ]
//                         }

package enum AppleJSONFormatter {
  /// Whether a text has Apple's colons, and several lines.
  package static func isApples(_ text: ByteView) -> Bool {
    guard let start = text.firstIndex(of: ASCII.quotationMark), text.firstIndex(of: ASCII.lineFeed) != nil,
      let end = JSONStructure.endOfString(in: text, from: start)
    else { return false }
    return text.starts(with: " : ", at: end)
  }

  /// Appends the formatted text, with a line end if the text has one or `endsLine` says so.
  package static func write(
    _ text: ByteView, endsLine: Bool? = nil, to output: inout OutputBuffer
  ) throws(Failure) {
    var checker = VisitorSink.discarding
    var ledger = ReadLosses()
    try JSONReader.read(text, into: &checker, ledger: &ledger)
    var at = text.endOfSpace(from: 0)
    var depth = 0
    while at < text.count {
      let byte = text[at]
      var end = at + 1
      switch byte {
      case ASCII.leftBrace, ASCII.leftBracket:
        output.append(byte)
        let next = text.endOfSpace(from: end)
        if let close = text.byte(at: next), close == ASCII.rightBrace || close == ASCII.rightBracket {
          output.append(ASCII.lineFeed)
          breakLine(depth, &output)
          output.append(close)
          end = next + 1
        } else {
          depth += 1
          breakLine(depth, &output)
        }
      case ASCII.rightBrace, ASCII.rightBracket:
        depth -= 1
        breakLine(depth, &output)
        output.append(byte)
      case ASCII.comma:
        output.append(byte)
        breakLine(depth, &output)
      case ASCII.colon: output.append(" : ")
      default:
        end = JSONStructure.endOfValue(in: text, from: at)
        output.append(text[at..<end])
      }
      at = text.endOfSpace(from: max(end, at + 1))
      try output.drainIfFull()
    }
    if endsLine ?? (text.byte(at: text.count - 1) == ASCII.lineFeed) { output.append(ASCII.lineFeed) }
  }

  private static func breakLine(_ depth: Int, _ output: inout OutputBuffer) {
    output.append(ASCII.lineFeed)
    output.append(repeating: ASCII.space, count: 2 * depth)
  }
}
