// Several results of sqlite3 -json, which are consecutive arrays, as one array.
//
//   [{"code":"100"}]\n[{"phone":"1"}]   →   [{"code":"100"},\n {"phone":"1"}]

extension SQLRows {
  /// Returns the text with one array in place of several; nil for anything other than several arrays.
  ///
  /// Keeps offsets, so that positions are those of the text.
  package static func joined(_ text: ByteView) -> [UInt8]? {
    guard let arrays = arrays(in: text), arrays.count > 1, let last = arrays.last else { return nil }
    var bytes = text.array
    for array in arrays {
      bytes[array.start] = ASCII.space
      bytes[array.end] = ASCII.space
    }
    bytes[arrays[0].start] = ASCII.leftBracket
    let full = arrays.filter { !$0.isEmpty }
    for array in full.dropLast() { bytes[array.end] = ASCII.comma }
    bytes[last.end] = ASCII.rightBracket
    return bytes
  }

  /// The ranges of the arrays; nil if there is anything else.
  private static func arrays(in text: ByteView) -> [(start: Int, end: Int, isEmpty: Bool)]? {
    var arrays: [(start: Int, end: Int, isEmpty: Bool)] = []
    var structure = JSONStructure()
    var depth = 0
    var start = 0
    var end = 0
    while let at = structure.next(in: text) {
      switch text[at] {
      case ASCII.leftBracket where depth == 0:
        guard text[end..<at].isWhitespaceOnly else { return nil }
        start = at
        depth = 1
      case ASCII.leftBracket, ASCII.leftBrace:
        guard depth > 0 else { return nil }
        depth += 1
      case ASCII.rightBracket, ASCII.rightBrace:
        guard depth > 0 else { return nil }
        depth -= 1
        end = at + 1
        if depth == 0 { arrays.append((start, at, text[start + 1..<at].isWhitespaceOnly)) }
      default: if depth == 0 { return nil }
      }
    }
    return depth == 0 && !structure.isInString && text[end..<text.count].isWhitespaceOnly ? arrays : nil
  }
}
