// Several results of sqlite3 -json, which are arrays one after another, as one array.
//
//   [{"code":"100"}]\n[{"phone":"1"}]   →   [{"code":"100"},\n {"phone":"1"}]

import PliantCore

extension SQLRows {
  /// The text with one array for several; nil where there are not several arrays, and nothing else.
  ///
  /// Nothing moves, so that places in it are places in the text.
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

  /// Where the arrays begin and end; nil where something else stands beside them.
  private static func arrays(in text: ByteView) -> [(start: Int, end: Int, isEmpty: Bool)]? {
    var arrays: [(start: Int, end: Int, isEmpty: Bool)] = []
    var depth = 0
    var start = 0
    var isEmpty = true
    var at = 0
    while at < text.count {
      let byte = text[at]
      if depth == 0, !byte.isWhitespace, byte != ASCII.leftBracket { return nil }
      switch byte {
      case ASCII.leftBracket, ASCII.leftBrace:
        if depth == 0 { (start, isEmpty) = (at, true) } else { isEmpty = false }
        depth += 1
      case ASCII.rightBracket, ASCII.rightBrace:
        depth -= 1
        if depth == 0 { arrays.append((start, at, isEmpty)) }
      case ASCII.quotationMark:
        isEmpty = false
        guard let end = endOfString(in: text, from: at + 1) else { return nil }
        at = end
      default:
        if !byte.isWhitespace { isEmpty = false }
      }
      at += 1
    }
    return depth == 0 ? arrays : nil
  }

  private static func endOfString(in text: ByteView, from start: Int) -> Int? {
    var at = start
    while at < text.count {
      if text[at] == ASCII.quotationMark { return at }
      at += text[at] == ASCII.reverseSolidus ? 2 : 1
    }
    return nil
  }
}
