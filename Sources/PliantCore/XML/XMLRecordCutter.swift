// Splits a document between records without parsing it, by its tags alone.
//
//   <feed><channel> <item>…</item> <item>…</item> │ <item>…</item> </channel></feed> └─ ancestors ─┘
//   cut: the rest is read inside the same ancestors
//
// The reader of the pieces checks well-formedness, including matching end tags. Up to the first error both
// see the same tags, so that the error has its correct position.

/// Scans the tags of a growing text, and stores the start tags of the elements around the records.
package struct XMLRecordCutter: ~Copyable {
  /// An open element around the records.
  package struct Ancestor: Sendable {
    let tag: [UInt8]
    let position: TextPosition
  }

  /// The number of elements around a record.
  private let recordDepth: Int
  private var depth = 0
  /// The index in the text at which the next token is searched for.
  private var place = 0
  /// The position of the last cut.
  private var counter = TextPositionCounter()
  private var countedTo = 0
  private(set) var ancestors: [Ancestor] = []

  /// Takes the index of the root element.
  init(recordDepth: Int, root: Int) {
    self.recordDepth = recordDepth
    place = root
  }

  /// The index of a text's root element; nil if it is missing, or if a DOCTYPE before it affects the content.
  package static func root(of text: ByteView) -> Int? {
    var reader = XMLReader(text, options: .namespaces, isFinal: false)
    return reader.reachesRoot() && reader.documentType?.isNeeded != true ? reader.tokenStart : nil
  }

  /// The position of the text's beginning.
  var position: TextPosition { counter.position }

  /// The first index after `size` bytes at which the text may be cut; nil if more of it is needed.
  mutating func cut(_ text: ByteView, size: Int) -> Int? {
    // The input may still end before the root element.
    guard place <= text.count else { return nil }
    while let start = text.firstIndex(of: ASCII.lessThan, from: place) {
      guard let (end, change) = Self.token(in: text, at: start) else { break }
      place = end
      if change > 0 {
        if depth < recordDepth {
          count(text, upTo: start)
          ancestors.append(Ancestor(tag: text[start..<end].array, position: counter.position))
        }
        depth &+= 1
      } else if change < 0 {
        depth &-= 1
        if depth < ancestors.count, !ancestors.isEmpty { ancestors.removeLast() }
      }
      if end >= size, depth == ancestors.count, depth > 0 { return end }
    }
    return nil
  }

  /// Continues with a text that begins `count` bytes later.
  mutating func consume(_ count: Int, of text: ByteView) {
    self.count(text, upTo: count)
    place = max(0, place &- count)
    countedTo &-= count
  }

  private mutating func count(_ text: ByteView, upTo end: Int) {
    guard end > countedTo else { return }
    counter.advance(over: text[countedTo..<end])
    countedTo = end
  }

  // MARK: Tokens

  /// The end of the token that begins at `start`, and its change of the depth; nil if more text is needed.
  @inline(__always)
  private static func token(in text: ByteView, at start: Int) -> (end: Int, depth: Int)? {
    guard let second = text.byte(at: start &+ 1) else { return nil }
    switch second {
    case ASCII.solidus:
      guard let end = text.firstIndex(of: ASCII.greaterThan, from: start &+ 2) else { return nil }
      return (end &+ 1, -1)
    case ASCII.questionMark, ASCII.exclamationMark:
      guard let end = XMLMarkupScanner.end(in: text, at: start) else { return nil }
      return (end, 0)
    default:
      guard let end = XMLMarkupScanner.endOfTag(in: text, from: start &+ 1) else { return nil }
      return (end, text[end &- 2] == ASCII.solidus ? 0 : 1)
    }
  }
}

extension XMLReader {
  /// Reads the root's start tag; false if the text ends before it, or has an error there.
  package mutating func reachesRoot() -> Bool {
    while let event = try? next() {
      if event == .startElement { return true }
      if event == .endDocument || event == .needsInput { return false }
    }
    return false
  }
}
