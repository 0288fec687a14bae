/// Which white space is layout that edits may add or remove: that in elements without text or
/// xml:space="preserve".
final class XMLLayoutRules {
  let tree: XMLTree
  private var known: [XMLNodeID: Bool] = [:]

  init(tree: XMLTree) { self.tree = tree }

  /// Whether white space between the children of an element, or of the root, is layout.
  func allowsSpace(in parent: XMLNodeID) -> Bool {
    if let answer = known[parent] { return answer }
    let answer = !hasText(parent) && !preservesSpace(parent)
    known[parent] = answer
    return answer
  }

  private func hasText(_ parent: XMLNodeID) -> Bool {
    let children = tree.children(of: parent)
    let texts = children.filter { tree.kind(of: $0) == .text }
    // White space alone may be the element's value.
    return !texts.allSatisfy { tree.value(of: $0).isWhitespaceOnly }
      || !texts.isEmpty && texts.count == children.count
  }

  private func preservesSpace(_ element: XMLNodeID) -> Bool {
    var at: XMLNodeID? = element
    while let node = at {
      let space = tree.attributes(of: node).first { tree.name(of: $0) == "xml:space" }
      if let space { return tree.value(of: space) == "preserve" }
      at = tree.parent(of: node)
    }
    return false
  }
}
