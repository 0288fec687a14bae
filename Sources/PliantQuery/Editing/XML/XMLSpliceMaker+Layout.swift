// White space around nodes: which of it is layout, and the indentation of neighbours.

extension XMLSpliceMaker {
  /// Whether white space next to the node is layout.
  func allowsSpace(beside node: XMLNodeID) -> Bool {
    guard laysOut, let parent = tree.parent(of: node) else { return false }
    return layout.allowsSpace(in: parent)
  }

  /// The line break and the indentation before a node that begins its line; nil if it does not, or if white
  /// space is significant.
  func lineStart(of node: XMLNodeID) -> [UInt8]? {
    guard allowsSpace(beside: node), let range = places.whole(node) else { return nil }
    let start = source.startOfSpace(before: range.lowerBound)
    guard let lineBreak = lastLineBreak(in: start..<range.lowerBound) else { return nil }
    return source[lineBreak..<range.lowerBound].array
  }

  /// The line break and the indentation before a node, or before the first one on its line.
  func lineStart(near node: XMLNodeID) -> [UInt8]? {
    var at: XMLNodeID? = node
    while let sibling = at {
      if tree.kind(of: sibling) != .text, let indentation = lineStart(of: sibling) { return indentation }
      at = tree.previousSibling(of: sibling)
    }
    return nil
  }

  /// The layout of a node at the beginning of the document.
  func ownLayout(of node: XMLNodeID) -> [UInt8]? { laysOut && tree.parent(of: node) == 0 ? lineBreak : nil }

  /// The additional indentation inside an element.
  func unit(of element: XMLNodeID, _ outer: [UInt8]) -> [UInt8] {
    if let parent = tree.parent(of: element), parent != 0, let indentation = lineStart(of: parent),
      outer.starts(with: indentation), outer.count > indentation.count
    {
      return Array(outer.dropFirst(indentation.count))
    }
    // The first element of the document on a separate line inside another.
    var at = tree.rootElement
    while let parent = at {
      guard let child = tree.children(of: parent).first(where: { tree.kind(of: $0) == .element }) else {
        break
      }
      let around = lineStart(of: parent) ?? (parent == tree.rootElement ? lineBreak : nil)
      if let around, let indentation = lineStart(of: child), indentation.starts(with: around),
        indentation.count > around.count
      {
        return Array(indentation.dropFirst(around.count))
      }
      at = child
    }
    return [ASCII.space, ASCII.space]
  }

  /// New text with the document's line breaks instead of line feeds.
  func lineBroken(_ text: [UInt8]) -> [UInt8] {
    text.contains(ASCII.carriageReturn) ? text : text.broken(by: lineBreak)
  }

  func lastLineBreak(in range: Range<Int>) -> Int? {
    guard let last = range.last(where: { source[$0].isLineEnd }) else { return nil }
    let isPair =
      source[last] == ASCII.lineFeed && last > range.lowerBound && source[last - 1] == ASCII.carriageReturn
    return isPair ? last - 1 : last
  }
}

extension ByteView {
  /// The names of references to entities other than the five predefined ones.
  var referenceNames: [[UInt8]] {
    var names: [[UInt8]] = []
    var at = 0
    while let start = firstIndex(of: ASCII.ampersand, from: at),
      let end = firstIndex(of: ASCII.semicolon, from: start)
    {
      let name = self[start + 1..<end]
      let isPredefined = name == "amp" || name == "lt" || name == "gt" || name == "quot" || name == "apos"
      if !isPredefined, XMLCharacters.isName(name) { names.append(name.array) }
      at = end
    }
    return names
  }
}
