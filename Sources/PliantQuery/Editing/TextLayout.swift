// White space around positions in a text: lines, their indentation and their ends.

extension UInt8 {
  var isBlank: Bool { self == ASCII.space || self == ASCII.tab }
}

extension ByteView {
  func endOfBlanks(from start: Int) -> Int {
    var at = start
    while let byte = byte(at: at), byte.isBlank { at += 1 }
    return at
  }

  /// The start of the bytes before an offset that satisfy a condition.
  func start(before end: Int, of condition: (UInt8) -> Bool) -> Int {
    var at = end
    while at > 0, condition(self[at - 1]) { at -= 1 }
    return at
  }

  func startOfSpace(before end: Int) -> Int { start(before: end, of: \.isWhitespace) }

  func startOfLine(at place: Int) -> Int { start(before: place) { !$0.isLineEnd } }

  /// Whether a line, or the text, ends at an offset.
  func endsLine(at place: Int) -> Bool { byte(at: place)?.isLineEnd ?? true }

  func lineIndentation(at place: Int) -> [UInt8] {
    let start = startOfLine(at: place)
    return self[start..<Swift.min(endOfBlanks(from: start), place)].array
  }

  /// The line break of the first line, or a line feed without any.
  var lineBreak: [UInt8] {
    let end = endOfLine(from: 0)
    guard byte(at: end) == ASCII.carriageReturn else { return [ASCII.lineFeed] }
    return byte(at: end + 1) == ASCII.lineFeed
      ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.carriageReturn]
  }
}

extension [UInt8] {
  var trimmed: [UInt8] { withByteView { $0.trimmed.array } }
  var hasLineBreak: Bool { contains(where: \.isLineEnd) }

  /// The text with line breaks instead of line feeds, each followed by an indentation unless the line is empty.
  func broken(by lineBreak: [UInt8], indentation: [UInt8] = []) -> [UInt8] {
    enumerated().flatMap { index, byte in
      guard byte == ASCII.lineFeed else { return [byte] }
      let isEmpty = index + 1 < count && self[index + 1] == ASCII.lineFeed
      return isEmpty ? lineBreak : lineBreak + indentation
    }
  }
}
