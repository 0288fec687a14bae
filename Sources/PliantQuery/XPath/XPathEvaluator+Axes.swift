// The axes: from one node in the order that positions count, and from many nodes at once in document order.

extension XPathEvaluator {
  /// Adds the nodes of the step's axis and test from `node`, in the axis's order, at most `limit`.
  mutating func collect(
    _ step: XPathBoundStep, from node: XMLNodeID, limit: Int, into out: inout [XMLNodeID]
  ) throws(Failure) {
    guard Int(node) < tree.count else { return try collectFromNamespace(step, node, limit, &out) }
    switch step.axis {
    case .child: try collectSiblings(step.test, from: tree.firstChild(of: node), limit, &out)
    case .followingSibling: try collectSiblings(step.test, from: tree.nextSibling(of: node), limit, &out)
    case .precedingSibling:
      try collectChain(
        step.test, from: tree.previousSibling(of: node), limit, &out, next: tree.previousSibling)
    case .attribute:
      let attributes = tree.attributes(of: node)
      try scan(step.test, attributes.lowerBound, attributes.upperBound, limit, &out)
    case .descendantAttribute:
      if tree.isContainer(node) { try scan(step.test, node, tree.end(of: node), limit, &out) }
    case .descendant:
      if tree.isContainer(node) { try scan(step.test, node &+ 1, tree.end(of: node), limit, &out) }
    case .descendantOrSelf: try collectDescendantsOrSelf(step.test, node, limit, &out)
    case .itself:
      try spend(1)
      if accepts(step.test, node) { out.append(node) }
    case .parent:
      try spend(1)
      if let parent = tree.parent(of: node), accepts(step.test, parent) { out.append(parent) }
    case .ancestor, .ancestorOrSelf:
      let first = step.axis == .ancestor ? tree.parent(of: node) : node
      try collectChain(step.test, from: first, limit, &out, next: tree.parent)
    case .following:
      try scan(step.test, tree.end(of: node), UInt32(truncatingIfNeeded: tree.count), limit, &out)
    case .preceding: try collectPreceding(step.test, node, limit, &out)
    case .namespace: try collectNamespaces(step.namespaceTest, node, &out)
    }
  }

  /// Whether a node of any kind passes the test as itself.
  @inline(__always)
  private func accepts(_ test: XPathTest, _ node: XMLNodeID) -> Bool {
    test.acceptsAnything || test.matches(tree.tags[Int(node)])
  }

  /// All nodes from `start` up to `end` that pass the test.
  private mutating func scan(
    _ test: XPathTest, _ start: XMLNodeID, _ end: XMLNodeID, _ limit: Int, _ out: inout [XMLNodeID]
  ) throws(Failure) {
    guard start < end else { return }
    let wanted = limit == Int.max ? Int.max : out.count &+ limit
    var at = Int(start)
    let last = Int(end)
    let mask = test.mask
    let value = test.value
    let tree = self.tree
    while at < last {
      let tag = tree.tags[at]
      if tag & mask == value, test.names == nil || test.matches(tag) {
        if out.count >= wanted { break }
        out.append(UInt32(truncatingIfNeeded: at))
      }
      at &+= 1
    }
    try spend(at &- Int(start))
  }

  private mutating func collectSiblings(
    _ test: XPathTest, from first: XMLNodeID?, _ limit: Int, _ out: inout [XMLNodeID]
  ) throws(Failure) {
    guard var at = first else { return try spend(1) }
    let wanted = limit == Int.max ? Int.max : out.count &+ limit
    let end = tree.extents[Int(tree.parents[Int(at)])]
    var visited = 1
    while at < end, out.count < wanted {
      if test.matches(tree.tags[Int(at)]) { out.append(at) }
      at = tree.end(of: at)
      visited &+= 1
    }
    try spend(visited)
  }

  private mutating func collectDescendantsOrSelf(
    _ test: XPathTest, _ node: XMLNodeID, _ limit: Int, _ out: inout [XMLNodeID]
  ) throws(Failure) {
    let before = out.count
    if accepts(test, node) {
      if limit == 0 { return }
      out.append(node)
    }
    guard tree.isContainer(node) else { return try spend(1) }
    let rest = limit == Int.max ? Int.max : limit &- (out.count &- before)
    try scan(test, node &+ 1, tree.end(of: node), rest, &out)
  }

  private mutating func collectChain(
    _ test: XPathTest, from first: XMLNodeID?, _ limit: Int, _ out: inout [XMLNodeID],
    next: (XMLNodeID) -> XMLNodeID?
  ) throws(Failure) {
    let wanted = limit == Int.max ? Int.max : out.count &+ limit
    var at = first
    var visited = 1
    while let node = at, out.count < wanted {
      if accepts(test, node) { out.append(node) }
      at = next(node)
      visited &+= 1
    }
    try spend(visited)
  }

  /// The nodes that end before `node` begins, the nearest first.
  private mutating func collectPreceding(
    _ test: XPathTest, _ node: XMLNodeID, _ limit: Int, _ out: inout [XMLNodeID]
  ) throws(Failure) {
    let wanted = limit == Int.max ? Int.max : out.count &+ limit
    var at = Int(node) - 1
    var visited = 1
    while at > 0, out.count < wanted {
      let tag = tree.tags[at]
      if tag & XMLNodeTag.attributeBit == 0, test.matches(tag),
        tree.end(of: UInt32(truncatingIfNeeded: at)) <= node
      {
        out.append(UInt32(truncatingIfNeeded: at))
      }
      at &-= 1
      visited &+= 1
    }
    try spend(visited)
  }

  // MARK: From many nodes at once

  /// The nodes of the step's axis and test from all of `nodes`, in document order, without duplicates.
  mutating func collectAll(_ step: XPathBoundStep, from nodes: [XMLNodeID]) throws(Failure) -> [XMLNodeID] {
    var out: [XMLNodeID] = []
    switch step.axis {
    case .descendant, .descendantAttribute, .descendantOrSelf: try collectInside(step, nodes, &out)
    case .ancestor, .ancestorOrSelf: try collectAllAncestors(step, nodes, &out)
    case .followingSibling, .precedingSibling: try collectAllSiblings(step, nodes, &out)
    case .following:
      var first = UInt32(truncatingIfNeeded: tree.count)
      for node in nodes { first = min(first, tree.end(of: node)) }
      try scan(step.test, first, UInt32(truncatingIfNeeded: tree.count), .max, &out)
    case .preceding:
      // Nodes that precede any of them precede the last one.
      if let last = nodes.last { try collectPreceding(step.test, last, .max, &out) }
      out.reverse()
    default:
      for node in nodes { try collect(step, from: node, limit: .max, into: &out) }
    }
    try sort(&out)
    return out
  }

  /// Descendants; skips nodes inside one already processed.
  private mutating func collectInside(
    _ step: XPathBoundStep, _ nodes: [XMLNodeID], _ out: inout [XMLNodeID]
  ) throws(Failure) {
    var done: XMLNodeID = 0
    for node in nodes {
      if node < done, !tree.isAttribute(node) { continue }
      try collect(step, from: node, limit: .max, into: &out)
      done = max(done, tree.end(of: node))
    }
  }

  /// Ancestors; a walk stops at a node already visited.
  private mutating func collectAllAncestors(
    _ step: XPathBoundStep, _ nodes: [XMLNodeID], _ out: inout [XMLNodeID]
  ) throws(Failure) {
    var previous: XMLNodeID?
    var visited = 0
    for node in nodes {
      var at: XMLNodeID? = step.axis == .ancestorOrSelf ? node : tree.parent(of: node)
      while let ancestor = at {
        visited &+= 1
        // An ancestor that begins before the previous node contains it, and was visited.
        if let previous, ancestor < previous { break }
        if accepts(step.test, ancestor) { out.append(ancestor) }
        at = tree.parent(of: ancestor)
      }
      previous = node
    }
    try spend(visited)
  }

  /// Siblings: the first (or last) of the nodes of one parent has all that the others have.
  private mutating func collectAllSiblings(
    _ step: XPathBoundStep, _ nodes: [XMLNodeID], _ out: inout [XMLNodeID]
  ) throws(Failure) {
    var places: [UInt64] = []
    places.reserveCapacity(nodes.count)
    for node in nodes where node != 0 && !tree.isAttribute(node) {
      places.append(UInt64(tree.parents[Int(node)]) << 32 | UInt64(node))
    }
    places.sort()
    try spend(places.count &* 4)
    let takesFirst = step.axis == .followingSibling
    for (index, place) in places.enumerated() {
      let neighbour = takesFirst ? index - 1 : index + 1
      if places.indices.contains(neighbour), places[neighbour] >> 32 == place >> 32 { continue }
      try collect(step, from: UInt32(truncatingIfNeeded: place), limit: .max, into: &out)
    }
  }
}
