// The outline of JSON texts and, with other brackets and separators, of old-style property lists and .strings files.

import PliantCore
import PliantFormats

/// Entries of JSON texts.
struct JSONOutline: TextOutline {
  let text: ByteView

  var root: Range<Int> {
    let start = skipWhitespace(0, text.count)
    return start..<JSONStructure.endOfValue(in: text, from: start)
  }

  func lineComment(at place: Int) -> Int? { nil }

  func separator(inDictionary: Bool) -> UInt8? { ASCII.comma }

  func key(_ range: Range<Int>) -> [UInt8] {
    let inside = text[range.lowerBound + 1..<range.upperBound - 1]
    if inside.firstIndex(of: ASCII.reverseSolidus) == nil { return inside.array }
    return DocumentSource(format: .json, text: text[range]).string ?? inside.array
  }

  private func endOfString(_ start: Int) -> Int {
    JSONStructure.endOfString(in: text, from: start) ?? text.count
  }

  func container(_ range: Range<Int>) -> TextContainer? {
    guard let first = text.byte(at: range.lowerBound), first == ASCII.leftBrace || first == ASCII.leftBracket
    else {
      return nil
    }
    let end = range.upperBound - 1
    var container = TextContainer(
      isDictionary: first == ASCII.leftBrace, range: range, inside: range.lowerBound + 1..<end)
    var at = skipWhitespace(range.lowerBound + 1, end)
    while at < end {
      var key: Range<Int>?
      if container.isDictionary {
        key = at..<endOfString(at)
        at = skipWhitespace(endOfString(at), end)
        at = skipWhitespace(at + 1, end)
      }
      let value = at..<JSONStructure.endOfValue(in: text, from: at)
      at = skipWhitespace(value.upperBound, end)
      let comma = at < end && text[at] == ASCII.comma ? at : nil
      container.entries.append(
        TextEntry(key: key, value: value, end: comma.map { $0 + 1 } ?? value.upperBound, separator: comma))
      at = comma.map { skipWhitespace($0 + 1, end) } ?? end
    }
    return container
  }
}

/// Entries of old-style property lists, or of `.strings` files, without braces around the root.
struct OpenStepOutline: TextOutline {
  let text: ByteView

  /// Whether the document is a list of entries without braces.
  var hasBareEntries: Bool {
    let start = skipSpace(0, text.count)
    guard let first = text.byte(at: start) else { return true }
    if first == ASCII.leftBrace || first == ASCII.leftParenthesis || first == ASCII.lessThan { return false }
    return skipSpace(skipValue(start), text.count) < text.count
  }

  var root: Range<Int> {
    if hasBareEntries { return 0..<text.count }
    let start = skipSpace(0, text.count)
    return start..<skipValue(start)
  }

  func key(_ range: Range<Int>) -> [UInt8] {
    let raw = text[range]
    guard let first = raw.byte(at: 0), first == ASCII.quotationMark || first == ASCII.apostrophe else {
      return raw.array
    }
    if raw.firstIndex(of: ASCII.reverseSolidus) == nil { return raw[1..<raw.count - 1].array }
    return DocumentSource(format: .openstep, text: raw).string ?? raw.array
  }

  /// The end of the white space and comments after an offset.
  func skipSpace(_ place: Int, _ end: Int) -> Int {
    var at = place
    while at < end {
      let byte = text[at]
      if byte == ASCII.space || byte &- ASCII.tab < 5 {
        at += 1
      } else if text.starts(with: "/*", at: at) {
        at = text.firstIndex(of: "*/", from: at + 2).map { $0 + 2 } ?? end
      } else if text.starts(with: "//", at: at) {
        at = lineEnd(at)
      } else if byte == 0xE2, text.starts(with: "\u{2028}", at: at) || text.starts(with: "\u{2029}", at: at) {
        at += 3
      } else {
        break
      }
    }
    return min(at, end)
  }

  private func lineEnd(_ place: Int) -> Int {
    var at = place
    while let byte = text.byte(at: at), byte != ASCII.lineFeed, byte != ASCII.carriageReturn,
      !text.starts(with: "\u{2028}", at: at), !text.starts(with: "\u{2029}", at: at)
    {
      at += 1
    }
    return at
  }

  func lineComment(at place: Int) -> Int? {
    if text.starts(with: "//", at: place) { return lineEnd(place) }
    guard text.starts(with: "/*", at: place), let end = text.firstIndex(of: "*/", from: place + 2),
      text[place..<end].firstIndex(of: ASCII.lineFeed) == nil
    else { return nil }
    return end + 2
  }

  func comment(at place: Int) -> Int? {
    if text.starts(with: "//", at: place) { return lineEnd(place) }
    guard text.starts(with: "/*", at: place) else { return nil }
    return text.firstIndex(of: "*/", from: place + 2).map { $0 + 2 } ?? text.count
  }

  func separator(inDictionary: Bool) -> UInt8? { inDictionary ? ASCII.semicolon : ASCII.comma }

  func isLineCommentEnd(_ place: Int, from start: Int) -> Bool {
    var at = start
    while at < place {
      if text.starts(with: "//", at: at) {
        at = lineEnd(at)
        if at == place { return true }
      } else if text.starts(with: "/*", at: at) {
        at = text.firstIndex(of: "*/", from: at + 2).map { $0 + 2 } ?? place
      } else {
        at += 1
      }
    }
    return false
  }

  private func skipValue(_ start: Int) -> Int {
    guard let first = text.byte(at: start) else { return start }
    switch first {
    case ASCII.quotationMark, ASCII.apostrophe: return skipString(start)
    case ASCII.lessThan:
      return text.firstIndex(of: ASCII.greaterThan, from: start).map { $0 + 1 } ?? text.count
    case ASCII.leftBrace, ASCII.leftParenthesis: return skipContainer(start)
    default:
      var at = start
      while let byte = text.byte(at: at), OpenStepText.isWordByte(byte) { at += 1 }
      return at
    }
  }

  private func skipString(_ start: Int) -> Int {
    var at = start + 1
    while at < text.count && text[at] != text[start] { at += text[at] == ASCII.reverseSolidus ? 2 : 1 }
    return min(at + 1, text.count)
  }

  private func skipContainer(_ start: Int) -> Int {
    var at = start
    var depth = 0
    while at < text.count {
      switch text[at] {
      case ASCII.leftBrace, ASCII.leftParenthesis:
        depth += 1
        at += 1
      case ASCII.rightBrace, ASCII.rightParenthesis:
        depth -= 1
        at += 1
        if depth == 0 { return at }
      case ASCII.semicolon, ASCII.comma, ASCII.equalsSign: at += 1
      default:
        let next = skipSpace(at, text.count)
        // Every step advances, even in invalid text.
        at = next > at ? next : max(skipValue(at), at + 1)
      }
    }
    return at
  }

  func container(_ range: Range<Int>) -> TextContainer? {
    let isRoot = range == 0..<text.count && hasBareEntries
    let first = text.byte(at: range.lowerBound)
    guard isRoot || first == ASCII.leftBrace || first == ASCII.leftParenthesis else { return nil }
    let inside = isRoot ? range : range.lowerBound + 1..<range.upperBound - 1
    var container = TextContainer(
      isDictionary: isRoot || first == ASCII.leftBrace, range: range, inside: inside)
    let end = inside.upperBound
    var at = skipSpace(inside.lowerBound, end)
    while at < end {
      guard let entry = entry(from: at, to: end, isDictionary: container.isDictionary) else { break }
      container.entries.append(entry)
      at = skipSpace(entry.end, end)
    }
    return container
  }

  private func entry(from start: Int, to end: Int, isDictionary: Bool) -> TextEntry? {
    let first = start..<skipValue(start)
    guard !first.isEmpty else { return nil }
    var value = first
    var at = skipSpace(first.upperBound, end)
    if isDictionary && text.byte(at: at) == ASCII.equalsSign {
      let valueStart = skipSpace(at + 1, end)
      value = valueStart..<skipValue(valueStart)
      at = skipSpace(value.upperBound, end)
    }
    let mark = isDictionary ? ASCII.semicolon : ASCII.comma
    let separator = at < end && text[at] == mark ? at : nil
    return TextEntry(
      key: isDictionary ? first : nil, value: value, end: separator.map { $0 + 1 } ?? value.upperBound,
      separator: separator)
  }
}
