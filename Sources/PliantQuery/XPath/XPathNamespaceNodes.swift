// Namespace nodes: created on demand, and numbered after the nodes of the tree.

struct XPathNamespaceNode: BitwiseCopyable, Sendable {
  let element: XMLNodeID
  /// The declaration's number in the tree; nil for `xml`, which is predefined.
  let declaration: UInt32?

  func prefix(in tree: XMLTree) -> ByteView {
    declaration.map { tree.namespace(Int($0)).prefix } ?? ByteView("xml")
  }

  func uri(in tree: XMLTree) -> ByteView {
    declaration.map { tree.namespace(Int($0)).uri } ?? ByteView(XPathBinder.xmlNamespace)
  }
}

struct XPathNamespaceNodes: Sendable {
  private var nodes: [XPathNamespaceNode] = []
  /// The number of each element's first namespace node, and their count.
  private var byElement: [XMLNodeID: Range<Int>] = [:]

  var isEmpty: Bool { nodes.isEmpty }

  func node(_ number: XMLNodeID, _ treeCount: Int) -> XPathNamespaceNode { nodes[Int(number) - treeCount] }

  /// The node's position in document order: after its element, before the element's attributes.
  func key(_ number: XMLNodeID, _ treeCount: Int) -> UInt64 {
    guard Int(number) >= treeCount else { return UInt64(number) << 32 }
    let index = Int(number) - treeCount
    return UInt64(nodes[index].element) << 32 | UInt64(truncatingIfNeeded: index + 1)
  }

  /// The numbers of an element's namespace nodes, created on first use.
  ///
  /// Throws `limit.memory`: a document has as many as elements times declarations.
  mutating func nodes(
    of element: XMLNodeID, in tree: XMLTree, charging memory: MemoryCharge
  ) throws(Failure) -> Range<Int> {
    if let known = byElement[element] { return known }
    let start = nodes.count
    // XPath leaves their order open; this is libxml2's.
    let declarations = tree.namespacesInScope(at: element)
    try memory.add(Self.bytesOfElement + declarations.count * Self.bytesOfNode)
    nodes.append(XPathNamespaceNode(element: element, declaration: nil))
    for number in declarations {
      nodes.append(XPathNamespaceNode(element: element, declaration: UInt32(truncatingIfNeeded: number)))
    }
    byElement[element] = start..<nodes.count
    return start..<nodes.count
  }

  /// The memory for a node in a growing array, and for an element in a table.
  private static let bytesOfNode = 3 * MemoryLayout<XPathNamespaceNode>.stride
  private static let bytesOfElement = 128
}

extension XPathEvaluator {
  /// The namespace node with this number, or nil for a node of the tree.
  package func namespaceNode(_ node: XMLNodeID) -> (element: XMLNodeID, prefix: [UInt8], uri: [UInt8])? {
    guard Int(node) >= tree.count else { return nil }
    let found = namespaceNodes.node(node, tree.count)
    return (found.element, found.prefix(in: tree).array, found.uri(in: tree).array)
  }

  mutating func collectNamespaces(
    _ test: XPathNamespaceTest, _ element: XMLNodeID, _ out: inout [XMLNodeID]
  ) throws(Failure) {
    guard tree.kind(of: element) == .element else { return }
    let places = try namespaceNodes.nodes(of: element, in: tree, charging: memory)
    try spend(places.count)
    for index in places {
      let node = UInt32(truncatingIfNeeded: tree.count + index)
      switch test {
      case .any: break
      case .prefix(let wanted):
        let prefix = namespaceNodes.node(node, tree.count).prefix(in: tree)
        if !wanted.withByteView({ $0 == prefix }) { continue }
      case .never: return
      }
      out.append(node)
    }
  }

  mutating func collectFromNamespace(
    _ step: XPathBoundStep, _ node: XMLNodeID, _ limit: Int, _ out: inout [XMLNodeID]
  ) throws(Failure) {
    let element = namespaceNodes.node(node, tree.count).element
    var next = step
    switch step.axis {
    case .itself, .descendantOrSelf:
      if step.test.acceptsAnything, limit > 0 { out.append(node) }
      return
    case .ancestorOrSelf:
      if step.test.acceptsAnything, limit > 0 { out.append(node) }
      let rest = limit == .max ? Int.max : limit - (step.test.acceptsAnything ? 1 : 0)
      return try collect(step, from: element, limit: max(rest, 0), into: &out)
    case .ancestor: next.axis = .ancestorOrSelf
    case .parent: next.axis = .itself
    case .preceding: break
    case .following:
      // The element's descendants follow its namespaces, as do its followers.
      next.axis = .descendant
      var found: [XMLNodeID] = []
      try collect(next, from: element, limit: limit, into: &found)
      next.axis = .following
      let rest = limit == .max ? Int.max : limit - found.count
      try collect(next, from: element, limit: rest, into: &found)
      out += found
      return
    default: return
    }
    try collect(next, from: element, limit: limit, into: &out)
  }
}
