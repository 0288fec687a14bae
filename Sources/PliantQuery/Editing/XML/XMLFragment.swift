// Markup to insert into a document, parsed with the namespaces in scope there and the document's own
// entities.

/// A well-formed fragment: any mixture of elements, text, comments and instructions.
final class XMLFragment {
  /// The fragment inside an element that declares the namespaces in scope.
  let tree: XMLTree
  let places: XMLNodePlaces
  /// Owns the bytes of the tree.
  private let text: OutputBuffer

  private static let wrapper: StaticString = "pliant-fragment"
  /// The wrapper's node.
  static let top: XMLNodeID = 1

  /// Parses markup with declarations in scope; `doctype` is the document's, whose entities the markup may
  /// use.
  ///
  /// Throws `edit.xml-prefix` and `edit.xml-markup`.
  init(_ markup: [UInt8], declarations: [(prefix: [UInt8], uri: [UInt8])], doctype: [UInt8]) throws(Failure) {
    var buffer = OutputBuffer()
    doctype.withByteView { buffer.append($0) }
    buffer.append(ASCII.lessThan)
    buffer.append(ByteView(Self.wrapper))
    for (prefix, uri) in declarations {
      buffer.append(ASCII.space)
      prefix.withByteView { prefix in
        uri.withByteView { XMLTree.appendDeclaration(prefix: prefix, uri: $0, to: &buffer) }
      }
    }
    buffer.append(ASCII.greaterThan)
    let start = buffer.count
    markup.withByteView { buffer.append($0) }
    let end = buffer.count
    buffer.append("</")
    buffer.append(ByteView(Self.wrapper))
    buffer.append(ASCII.greaterThan)
    let view = buffer.withHeldBytes { $0 }
    do throws(Failure) {
      tree = try XMLTree.read(view)
      places = try XMLNodePlaces(of: tree)
    } catch { throw Self.problem(error, in: view[start..<end], at: start) }
    text = buffer
    guard places.content(Self.top) == start..<end, places.whole(Self.top)?.upperBound == view.count,
      tree.end(of: 0) == tree.end(of: Self.top)
    else { throw Failure(.editXMLMarkup, "it closes an element that it does not open") }
  }

  private static func problem(_ failure: Failure, in markup: ByteView, at start: Int) -> Failure {
    if failure.code == .xmlUndeclaredPrefix { return Failure(.editXMLPrefix, failure.subject) }
    guard let offset = failure.offset, offset >= start, offset <= start + markup.count else {
      return Failure(.editXMLMarkup, failure.sentence)
    }
    var index = LineIndex()
    let place = index.position(of: offset - start, in: markup)
    return Failure(.editXMLMarkup, "line \(place.line), column \(place.column): \(failure.sentence)")
  }

  var nodes: [XMLNodeID] { tree.children(of: Self.top) }

  var elementCount: Int { nodes.count { tree.kind(of: $0) == .element } }

  /// Whether there is text other than white space at the top level.
  var hasText: Bool { nodes.contains { tree.kind(of: $0) == .text && !tree.value(of: $0).isWhitespaceOnly } }

  var markup: ByteView { places.content(Self.top).map { tree.source[$0] } ?? .empty }

  /// The markup at an indentation, beginning with a line break; nil leaves it unchanged.
  ///
  /// Changes only white space between elements: moves its lines, and puts each top-level element on a line.
  func text(at indentation: [UInt8]?) -> [UInt8] {
    guard let indentation, !hasText, let content = places.content(Self.top) else { return markup.array }
    let own = ownIndentation(content)
    var output: [UInt8] = []
    var at = content.lowerBound
    for node in layoutNodes {
      guard let range = places.whole(node) else { continue }
      output += tree.source[at..<range.lowerBound].array
      at = range.lowerBound
      guard tree.kind(of: node) == .text else {
        output += indentation
        continue
      }
      at = range.upperBound
      // White space around the whole fragment comes from quoting and is not part of it.
      let isOuter = range.lowerBound == content.lowerBound || range.upperBound == content.upperBound
      if !isOuter { output += moved(tree.source[range], from: own, to: indentation) }
    }
    return output + tree.source[at..<content.upperBound].array
  }

  /// White space that layout may change, and top-level nodes directly after another, in order.
  private var layoutNodes: [XMLNodeID] {
    let layout = XMLLayoutRules(tree: tree)
    return (Self.top + 1..<tree.end(of: Self.top)).filter { node in
      guard let parent = tree.parent(of: node) else { return false }
      if tree.kind(of: node) == .text { return layout.allowsSpace(in: parent) }
      guard parent == Self.top, let before = tree.previousSibling(of: node) else { return false }
      return tree.kind(of: before) != .text
    }
  }

  /// The white space before the fragment's first node on its line.
  private func ownIndentation(_ content: Range<Int>) -> [UInt8] {
    let space = tree.source[content].array.prefix(while: \.isWhitespace)
    return Array(space.suffix(from: space.lastIndex(where: \.isLineEnd).map { $0 + 1 } ?? 0))
  }

  /// White space with its last line moved; its other lines are empty and remain so.
  private func moved(_ space: ByteView, from own: [UInt8], to indentation: [UInt8]) -> [UInt8] {
    let lineStart = space.startOfLine(at: space.count)
    guard lineStart > 0 else { return space.array }
    let rest = space.suffix(from: lineStart).array
    let inner = rest.starts(with: own) ? Array(rest.dropFirst(own.count)) : rest
    return space[0..<lineStart].array + indentation.drop(while: \.isLineEnd) + inner
  }
}
