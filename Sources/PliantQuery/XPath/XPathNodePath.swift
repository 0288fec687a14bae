// The path of a node, as an expression: /users/user[2]/@id.

/// Makes paths of nodes requested in document order, counting siblings only once.
package struct XPathNodePath: ~Copyable {
  private struct Counter {
    let parent: XMLNodeID
    /// The first child not yet counted.
    var next: XMLNodeID
    /// By name, or by kind for nodes without one.
    var counts: [UInt32: Int] = [:]
    /// The last requested child, which its descendants request again, and its position.
    var latest: (node: XMLNodeID, position: Int) = (0, 0)
  }

  private let tree: XMLTree
  /// By depth.
  private var counters: [Counter] = []
  /// The namespaces all of whose names have one prefix, which the root element binds; "" for no namespace.
  private var prefixes = [XMLURIID(0): ByteKey(.empty)]

  package init(_ tree: XMLTree) {
    self.tree = tree
    func add(_ prefix: ByteView, _ uri: ByteView) {
      if !prefix.isEmpty, let number = tree.names.find(uri: uri) { prefixes[number] = ByteKey(prefix) }
    }
    for number in tree.rootElement.map(tree.namespacesInScope) ?? [] {
      add(tree.namespace(number).prefix, tree.namespace(number).uri)
    }
    add(ByteView("xml"), ByteView(XPathBinder.xmlNamespace))
    for number in 1..<max(tree.names.count, 1) where tree.names.isName(number) {
      let uri = tree.names.uri(ofName: number)
      if prefixes[uri] != ByteKey(tree.names.prefix(number)) { prefixes[uri] = nil }
    }
  }

  package mutating func path(of node: XMLNodeID) -> String {
    if node == 0 { return "/" }
    var chain: [XMLNodeID] = []
    var at: XMLNodeID? = node
    while let next = at, next != 0 {
      chain.append(next)
      at = tree.parent(of: next)
    }
    var path = ""
    for (depth, next) in chain.reversed().enumerated() { path += "/" + step(next, depth) }
    return path
  }

  private mutating func step(_ node: XMLNodeID, _ depth: Int) -> String {
    let name = tree.name(of: node).string
    switch tree.kind(of: node) {
    case .attribute: return hasUsableName(node) ? "@" + name : "@*[\(node - (tree.parent(of: node) ?? 0))]"
    case .element where depth == 0: return hasUsableName(node) ? name : "*"
    case .element: return (hasUsableName(node) ? name : "*") + "[\(position(node, depth))]"
    case .text: return "text()[\(position(node, depth))]"
    case .comment: return "comment()[\(position(node, depth))]"
    case .processingInstruction: return "processing-instruction('\(name)')[\(position(node, depth))]"
    case .root: return ""
    }
  }

  /// Whether the name as written is an expression for it.
  private func hasUsableName(_ node: XMLNodeID) -> Bool {
    prefixes[tree.names.uri(ofName: tree.nameNumber(of: node))] != nil
  }

  private mutating func position(_ node: XMLNodeID, _ depth: Int) -> Int {
    if depth < counters.count, counters[depth].latest.node == node { return counters[depth].latest.position }
    let parent = tree.parent(of: node) ?? 0
    if depth < counters.count, counters[depth].parent != parent || counters[depth].next > node &+ 1 {
      counters.removeSubrange(depth...)
    }
    while counters.count <= depth {
      counters.append(Counter(parent: parent, next: tree.firstChild(of: parent) ?? node))
    }
    while counters[depth].next <= node {
      let child = counters[depth].next
      for key in keys(child) { counters[depth].counts[key, default: 0] += 1 }
      counters[depth].next = tree.end(of: child)
    }
    let keys = keys(node)
    let position = counters[depth].counts[keys[hasUsableName(node) ? 0 : keys.count - 1]] ?? 1
    counters[depth].latest = (node, position)
    return position
  }

  /// The keys under which the child counts: its name or kind, and for elements also `*`.
  private func keys(_ node: XMLNodeID) -> [UInt32] {
    let tag = tree.tags[Int(node)] & ~XMLNodeTag.arenaBit
    return tree.kind(of: node) == .element ? [tag, UInt32(XMLNodeKind.element.rawValue)] : [tag]
  }
}
