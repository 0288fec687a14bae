// The outlines of JSON texts and of old-style property lists and .strings files.

struct JSONOutline: TextOutline {
  let text: ByteView

  var root: Range<Int> {
    let start = skipSpace(0, text.count)
    return start..<endOfValue(start)
  }

  func lineComment(at place: Int) -> Int? { nil }
  func comment(at place: Int) -> Int? { nil }

  func separator(inDictionary: Bool) -> UInt8? { ASCII.comma }

  func key(_ range: Range<Int>) -> [UInt8] {
    let inside = text[range.lowerBound + 1..<range.upperBound - 1]
    if inside.firstIndex(of: ASCII.reverseSolidus) == nil { return inside.array }
    return DocumentSource(format: .json, text: text[range]).string ?? inside.array
  }

  func skipSpace(_ place: Int, _ end: Int) -> Int { min(text.endOfSpace(from: place), end) }

  func endOfValue(_ start: Int) -> Int { JSONStructure.endOfValue(in: text, from: start) }

  func startOfValue(afterKey place: Int, _ end: Int) -> Int? { skipSpace(skipSpace(place, end) + 1, end) }

  func emptyContainer(_ range: Range<Int>) -> TextContainer? {
    let first = text.byte(at: range.lowerBound)
    guard first == ASCII.leftBrace || first == ASCII.leftBracket else { return nil }
    return TextContainer(
      isDictionary: first == ASCII.leftBrace, range: range,
      inside: range.lowerBound + 1..<range.upperBound - 1)
  }
}

/// An array in valid JSON.
package struct JSONArrayText {
  package let range: Range<Int>
  package let elements: [Range<Int>]

  /// Returns the array at a path, or the key that was probably meant.
  package static func find(in text: ByteView, at path: [[UInt8]]) -> (array: JSONArrayText?, meant: String?) {
    let outline = JSONOutline(text: text)
    var range = outline.root
    for step in path {
      guard let container = outline.container(range) else { return (nil, nil) }
      guard let index = outline.entry(step, in: container) else {
        let keys = outline.places(in: container).keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
        return (
          nil, NearestSpelling.index(of: String(decoding: step, as: UTF8.self), among: keys).map { keys[$0] }
        )
      }
      range = container.entries[index].value
    }
    guard let array = outline.container(range), !array.isDictionary else { return (nil, nil) }
    return (JSONArrayText(range: range, elements: array.entries.map(\.value)), nil)
  }
}

/// The outline of a text with comments, from tokens.
protocol CommentedOutline: TextOutline {
  associatedtype Syntax: CommentedSyntax
}

extension CommentedOutline {
  func skipSpace(_ place: Int, _ end: Int) -> Int {
    min(Syntax.endOfSpaceAndComments(in: text, from: place), end)
  }

  func comment(at place: Int) -> Int? { Syntax.comment(in: text, at: place)?.end }

  func lineComment(at place: Int) -> Int? {
    guard let comment = Syntax.comment(in: text, at: place), comment.isTerminated,
      text.endOfLine(from: place) >= comment.end
    else { return nil }
    return comment.end
  }

  func isLineCommentEnd(_ place: Int, from start: Int) -> Bool {
    var at = start
    while at < place {
      let comment = Syntax.comment(in: text, at: at)
      if comment?.kind == .lineComment, comment?.end == place { return true }
      at = comment?.end ?? at + 1
    }
    return false
  }

  func endOfValue(_ start: Int) -> Int {
    var at = start
    var depth = 0
    while let token = Syntax.nextToken(in: text, from: at) {
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

  /// The value after the sign of assignment; nil without one, as for `key;`, short for `key = key;`.
  func startOfValue(afterKey place: Int, _ end: Int) -> Int? {
    let sign = skipSpace(place, end)
    guard sign < end, let token = Syntax.nextToken(in: text, from: sign), token.kind == .assignment else {
      return nil
    }
    return skipSpace(token.end, end)
  }
}

/// `.strings` files have no braces around the root.
struct OpenStepOutline: CommentedOutline {
  typealias Syntax = OpenStepScanner
  let text: ByteView

  var hasBareEntries: Bool {
    let start = skipSpace(0, text.count)
    guard let first = text.byte(at: start) else { return true }
    if first == ASCII.leftBrace || first == ASCII.leftParenthesis || first == ASCII.lessThan { return false }
    return skipSpace(endOfValue(start), text.count) < text.count
  }

  var root: Range<Int> {
    if hasBareEntries { return 0..<text.count }
    let start = skipSpace(0, text.count)
    return start..<endOfValue(start)
  }

  func key(_ range: Range<Int>) -> [UInt8] {
    let raw = text[range]
    guard let first = raw.byte(at: 0), first == ASCII.quotationMark || first == ASCII.apostrophe else {
      return raw.array
    }
    if raw.firstIndex(of: ASCII.reverseSolidus) == nil { return raw[1..<raw.count - 1].array }
    return DocumentSource(format: .openstep, text: raw).string ?? raw.array
  }

  func separator(inDictionary: Bool) -> UInt8? { inDictionary ? ASCII.semicolon : ASCII.comma }

  func emptyContainer(_ range: Range<Int>) -> TextContainer? {
    let isRoot = range == 0..<text.count && hasBareEntries
    let first = text.byte(at: range.lowerBound)
    guard isRoot || first == ASCII.leftBrace || first == ASCII.leftParenthesis else { return nil }
    return TextContainer(
      isDictionary: isRoot || first == ASCII.leftBrace, range: range,
      inside: isRoot ? range : range.lowerBound + 1..<range.upperBound - 1)
  }
}
