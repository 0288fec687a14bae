/// The outline of a text in JSON with comments or in JSON5.
struct CommentedJSONOutline: TextOutline {
  let text: ByteView

  var root: Range<Int> {
    let start = skipSpace(0, text.count)
    return start..<endOfValue(start)
  }

  // MARK: Space

  func skipSpace(_ place: Int, _ end: Int) -> Int {
    var at = JSON5Scanner.endOfSpace(in: text, from: place)
    while at < end, let comment = comment(at: at) { at = JSON5Scanner.endOfSpace(in: text, from: comment) }
    return min(at, end)
  }

  func comment(at place: Int) -> Int? { JSON5Scanner.endOfComment(in: text, at: place) }

  func lineComment(at place: Int) -> Int? {
    comment(at: place).flatMap { text.endOfLine(from: place) >= $0 ? $0 : nil }
  }

  func isLineCommentEnd(_ place: Int, from start: Int) -> Bool {
    var at = start
    while at < place {
      let end = comment(at: at)
      if end == place, text[at + 1] == ASCII.solidus { return true }
      at = end ?? at + 1
    }
    return false
  }

  // MARK: Values

  func separator(inDictionary: Bool) -> UInt8? { ASCII.comma }

  func endOfValue(_ start: Int) -> Int {
    var at = start
    var depth = 0
    while let (kind, range) = JSON5Scanner.nextToken(in: text, from: at) {
      switch kind {
      case .open: depth += 1
      case .close: depth -= 1
      case .comma, .colon: if depth == 0 { return start }
      case .value, .blockComment, .lineComment: break
      }
      if depth < 0 { return start }
      at = range.upperBound
      if depth == 0 { break }
    }
    return at
  }

  func startOfValue(afterKey place: Int, _ end: Int) -> Int? {
    let colon = skipSpace(place, end)
    return text.byte(at: colon) == ASCII.colon ? skipSpace(colon + 1, end) : nil
  }

  func key(_ range: Range<Int>) -> [UInt8] {
    let raw = text[range]
    let isQuoted = raw.byte(at: 0) == ASCII.quotationMark || raw.byte(at: 0) == ASCII.apostrophe
    guard raw.firstIndex(of: ASCII.reverseSolidus) != nil else {
      return isQuoted ? raw[1..<raw.count - 1].array : raw.array
    }
    // The reader accepts a bare key only before a value.
    let entry = [ASCII.leftBrace] + raw.array + [ASCII.colon, ASCII.digit0, ASCII.rightBrace]
    return entry.withByteView { view in
      let document = try? DocumentSource(format: .json5, text: view).document()
      return document.flatMap { DocumentValue($0).entries.first { _ in true }?.key.array } ?? raw.array
    }
  }

  func emptyContainer(_ range: Range<Int>) -> TextContainer? {
    JSONOutline(text: text).emptyContainer(range)
  }
}
