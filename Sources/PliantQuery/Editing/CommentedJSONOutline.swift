/// The outline of a text in JSON with comments or in JSON5.
struct CommentedJSONOutline: CommentedOutline {
  typealias Syntax = JSON5Scanner
  let text: ByteView

  var root: Range<Int> {
    let start = skipSpace(0, text.count)
    return start..<endOfValue(start)
  }

  func separator(inDictionary: Bool) -> UInt8? { ASCII.comma }

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
