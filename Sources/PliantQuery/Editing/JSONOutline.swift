// The outline of JSON texts and, with other brackets and separators, of old-style property lists and .strings files.

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
    min(OpenStepScanner.endOfSpaceAndComments(in: text, from: place), end)
  }

  func lineComment(at place: Int) -> Int? {
    guard let comment = OpenStepScanner.comment(in: text, at: place), comment.isTerminated,
      text.endOfLine(from: place) >= comment.end
    else { return nil }
    return comment.end
  }

  func comment(at place: Int) -> Int? { OpenStepScanner.comment(in: text, at: place)?.end }

  func separator(inDictionary: Bool) -> UInt8? { inDictionary ? ASCII.semicolon : ASCII.comma }

  func isLineCommentEnd(_ place: Int, from start: Int) -> Bool {
    var at = start
    while at < place {
      let comment = OpenStepScanner.comment(in: text, at: at)
      if comment?.kind == .lineComment, comment?.end == place { return true }
      at = comment?.end ?? at + 1
    }
    return false
  }

  /// The end of the value that begins at an offset, or the offset itself without one.
  private func skipValue(_ start: Int) -> Int {
    var at = start
    var depth = 0
    while let token = OpenStepScanner.nextToken(in: text, from: at) {
      switch token.kind {
      case .open: depth += 1
      case .close: depth -= 1
      case .value: break
      default: if depth == 0 { return start }
      }
      if depth < 0 { return start }
      at = token.end
      if depth == 0 { break }
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
