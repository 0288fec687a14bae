/// Which white space is layout that edits may add or remove: that in elements without text or
/// xml:space="preserve".
final class XMLLayoutRules {
  let tree: XMLTree
  private var known: [XMLNodeID: Bool] = [:]
  private var preserving: [XMLNodeID: Bool] = [:]

  init(tree: XMLTree) { self.tree = tree }

  /// Whether white space between the children of an element, or of the root, is layout.
  func allowsSpace(in parent: XMLNodeID) -> Bool {
    if let answer = known[parent] { return answer }
    let answer = !hasText(parent) && !preservesSpace(parent)
    known[parent] = answer
    return answer
  }

  private func hasText(_ parent: XMLNodeID) -> Bool {
    var (next, hasElements, hasSpace) = (tree.firstChild(of: parent), false, false)
    while let node = next {
      if tree.kind(of: node) == .text {
        if !tree.value(of: node).isWhitespaceOnly { return true }
        hasSpace = true
      } else {
        hasElements = true
      }
      next = tree.nextSibling(of: node)
    }
    // White space alone may be the element's value.
    return hasSpace && !hasElements
  }

  private func preservesSpace(_ element: XMLNodeID) -> Bool {
    var passed: [XMLNodeID] = []
    var at: XMLNodeID? = element
    var answer = false
    while let node = at {
      if let found = preserving[node] {
        answer = found
        break
      }
      passed.append(node)
      let space = tree.attributes(of: node).first { tree.name(of: $0) == "xml:space" }
      if let space {
        answer = tree.value(of: space) == "preserve"
        break
      }
      at = tree.parent(of: node)
    }
    for node in passed { preserving[node] = answer }
    return answer
  }
}
