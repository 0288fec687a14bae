// The positions of entries in a text that a reader has accepted, for edits that keep the text.
//
//   { a = (1, 2); /* c */ b = x; }       entry a: key 2..<3, value 6..<12, end 13 (past its semicolon)
//
// Outlines are computed for one container at a time and skip deeper levels without building anything.

/// An entry of a dictionary or an element of an array in the text.
struct TextEntry: Equatable {
  /// The key in the text, with its quotation marks or tags; nil in an array.
  var key: Range<Int>?
  var value: Range<Int>
  /// Past the separator that ends the entry, or past the value if none follows it.
  var end: Int
  /// The offset of the entry's separator, if any.
  var separator: Int?

  var start: Int { key?.lowerBound ?? value.lowerBound }
}

/// The content of one container.
struct TextContainer: Equatable {
  var isDictionary: Bool
  /// The whole container with its brackets or tags.
  var range: Range<Int>
  /// The range between the brackets or tags.
  var inside: Range<Int>
  var entries: [TextEntry] = []
  /// The slash of an empty element `<dict/>`.
  var emptyTagSlash: Int?
}

/// A format whose texts can be edited in place.
protocol TextOutline {
  var text: ByteView { get }
  /// The range of the document's value.
  var root: Range<Int> { get }
  /// The container at this range, or nil for a scalar.
  func container(_ range: Range<Int>) -> TextContainer?
  /// The decoded key.
  func key(_ range: Range<Int>) -> [UInt8]
  /// The end of the comment that begins at an offset and ends on the same line, or nil.
  func lineComment(at place: Int) -> Int?
  /// The end of the comment that begins at an offset, or nil.
  func comment(at place: Int) -> Int?
  /// The byte after an entry or between two, or nil.
  func separator(inDictionary: Bool) -> UInt8?
  /// Whether a comment terminated by the line end ends at an offset; `start` is outside any.
  func isLineCommentEnd(_ place: Int, from start: Int) -> Bool
}

extension TextOutline {
  func comment(at place: Int) -> Int? { lineComment(at: place) }
  func isLineCommentEnd(_ place: Int, from start: Int) -> Bool { false }

  /// The end of the last comment on the same line, or the offset itself.
  ///
  /// A comment terminated by the line end counts only if the following text begins a line.
  func lineTail(from place: Int, beforeLineBreak: Bool) -> Int {
    var at = place
    var tail = place
    while let byte = text.byte(at: at) {
      if byte == ASCII.space || byte == ASCII.tab {
        at += 1
      } else if let end = lineComment(at: at) {
        if !beforeLineBreak && isLineCommentEnd(end, from: at) { break }
        at = end
        tail = end
      } else {
        break
      }
    }
    return tail
  }

  /// The start of the white space before an offset.
  func spaceStart(before place: Int) -> Int {
    var at = place
    while at > 0 && text[at - 1].isWhitespace { at -= 1 }
    return at
  }

  func skipWhitespace(_ place: Int, _ end: Int) -> Int {
    var at = place
    while at < end && text[at].isWhitespace { at += 1 }
    return at
  }

  /// The white space at the beginning of the line of an offset.
  func lineIndentation(at place: Int) -> [UInt8] {
    var start = place
    while start > 0 && text[start - 1] != ASCII.lineFeed && text[start - 1] != ASCII.carriageReturn {
      start -= 1
    }
    var end = start
    while end < place, text[end] == ASCII.space || text[end] == ASCII.tab { end += 1 }
    return text[start..<end].array
  }

  /// The value at a path; the last of duplicate keys counts.
  func find(_ components: some Collection<[UInt8]>) -> Range<Int>? {
    var at = root
    for component in components {
      guard let container = container(at), let entry = entry(component, in: container) else { return nil }
      at = container.entries[entry].value
    }
    return at
  }

  /// The index of a step's entry.
  func entry(_ component: [UInt8], in container: TextContainer) -> Int? {
    if container.isDictionary { return entries(component, in: container).last }
    guard let index = KeyPath.index(component), index < container.entries.count else { return nil }
    return index
  }

  /// All entries with a key.
  func entries(_ component: [UInt8], in container: TextContainer) -> [Int] {
    container.entries.indices.filter { index in
      container.entries[index].key.map { key($0) == component } ?? false
    }
  }
}

extension DocumentSource {
  /// The string in the source; nil if it is not a valid string.
  var string: [UInt8]? {
    let capture = StringCapture()
    do throws(Failure) { try read(visitor: capture) } catch { return nil }
    return capture.bytes
  }
}

/// Captures a string.
private final class StringCapture: ValueVisitor {
  private(set) var bytes: [UInt8]?

  func visit(_ event: ValueEvent) { if case .string(let text) = event { bytes = text.array } }
}
