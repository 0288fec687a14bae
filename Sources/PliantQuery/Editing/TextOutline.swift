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

struct TextContainer: Equatable {
  var isDictionary: Bool
  /// The whole container with its brackets or tags.
  var range: Range<Int>
  var inside: Range<Int>
  var entries: [TextEntry] = []
  /// The slash of an empty element `<dict/>`.
  var emptyTagSlash: Int?
}

/// A syntax whose texts can be edited in place.
protocol TextOutline {
  init(text: ByteView)
  var text: ByteView { get }
  var root: Range<Int> { get }
  /// The container at this range, without its entries; nil for a scalar.
  func emptyContainer(_ range: Range<Int>) -> TextContainer?
  /// The end of the white space and comments from an offset.
  func skipSpace(_ place: Int, _ end: Int) -> Int
  /// The end of the key or value that begins at an offset, or the offset itself without one.
  func endOfValue(_ start: Int) -> Int
  /// The start of the value after a key, or nil if the key is also the value.
  func startOfValue(afterKey place: Int, _ end: Int) -> Int?
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

extension Format {
  /// The outline of the format's texts; nil if values cannot be edited in them.
  var outline: (any TextOutline.Type)? {
    if isCommentedJSON { return CommentedJSONOutline.self }
    return switch traits.syntax {
    case .xml: XMLPropertyListOutline.self
    case .json: JSONOutline.self
    case .openStep: OpenStepOutline.self
    case nil: nil
    }
  }
}

extension TextOutline {
  func isLineCommentEnd(_ place: Int, from start: Int) -> Bool { false }

  /// The container at this range, or nil for a scalar.
  func container(_ range: Range<Int>) -> TextContainer? {
    guard var container = emptyContainer(range) else { return nil }
    let end = container.inside.upperBound
    var at = skipSpace(container.inside.lowerBound, end)
    while at < end, let entry = entry(from: at, to: end, isDictionary: container.isDictionary) {
      container.entries.append(entry)
      at = skipSpace(entry.end, end)
    }
    return container
  }

  private func entry(from start: Int, to end: Int, isDictionary: Bool) -> TextEntry? {
    let first = start..<endOfValue(start)
    guard !first.isEmpty else { return nil }
    var value = first
    if isDictionary, let start = startOfValue(afterKey: first.upperBound, end) {
      value = start..<endOfValue(start)
    }
    let at = skipSpace(value.upperBound, end)
    let separator = at < end && text[at] == separator(inDictionary: isDictionary) ? at : nil
    return TextEntry(
      key: isDictionary ? first : nil, value: value, end: separator.map { $0 + 1 } ?? value.upperBound,
      separator: separator)
  }

  /// The end of the last comment on the same line, or the offset itself.
  ///
  /// A comment terminated by the line end counts only if the following text begins a line.
  func lineTail(from place: Int, beforeLineBreak: Bool) -> Int {
    var tail = place
    while let end = lineComment(at: text.endOfBlanks(from: tail)),
      beforeLineBreak || !isLineCommentEnd(end, from: text.endOfBlanks(from: tail))
    { tail = end }
    return tail
  }

  func entry(_ component: [UInt8], in container: TextContainer) -> Int? {
    if container.isDictionary { return entries(component, in: container).last }
    guard let index = KeyPath.index(component), index < container.entries.count else { return nil }
    return index
  }

  /// The entries of a dictionary by key.
  func places(in container: TextContainer) -> [[UInt8]: [Int]] {
    var places: [[UInt8]: [Int]] = [:]
    for (index, entry) in container.entries.enumerated() {
      if let range = entry.key { places[key(range), default: []].append(index) }
    }
    return places
  }

  func entries(_ component: [UInt8], in container: TextContainer) -> [Int] {
    container.entries.indices.filter { index in
      container.entries[index].key.map { key($0) == component } ?? false
    }
  }
}

extension DocumentSource {
  /// The string in the source; nil if it is not a valid string.
  var string: [UInt8]? { (try? document()).flatMap { DocumentValue($0).text?.array } }
}
