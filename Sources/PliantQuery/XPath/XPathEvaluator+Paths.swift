// Paths: one step after the other, from set to set.

extension XPathEvaluator {
  mutating func path(_ number: Int, _ context: XPathContext) throws(Failure) -> [XMLNodeID] {
    guard case .path(let start, _) = expression.nodes[number] else { return [] }
    let nodes: [XMLNodeID]
    switch start {
    case .root: nodes = [0]
    case .context: nodes = [context.node]
    case .expression(let base): nodes = try nodeSet(base, context)
    }
    return try take(steps[number][...], from: nodes)
  }

  /// Takes one step after the other.
  mutating func take(
    _ steps: ArraySlice<XPathBoundStep>, from start: [XMLNodeID]
  ) throws(Failure) -> [XMLNodeID] {
    var nodes = start
    for step in steps {
      if nodes.isEmpty { break }
      nodes = try take(step, from: nodes)
      try MemoryBudget.check(adding: 2 * XPathValue.byteCount(of: nodes))
    }
    return nodes
  }

  mutating func hasNodes(_ step: XPathBoundStep, _ node: XMLNodeID) throws(Failure) -> Bool {
    var found: [XMLNodeID] = []
    try collect(step, from: node, limit: 1, into: &found)
    return !found.isEmpty
  }

  private mutating func take(_ step: XPathBoundStep, from nodes: [XMLNodeID]) throws(Failure) -> [XMLNodeID] {
    if nodes.count == 1 {
      var found: [XMLNodeID] = []
      try collect(step, from: nodes[0], limit: step.limit, into: &found)
      try filter(&found, step.predicates)
      if step.axis.isReverse { found.reverse() }
      if step.axis == .namespace || step.axis == .ancestorOrSelf { try sort(&found) }
      return found
    }
    // Namespace nodes are numbered after all others, and cannot be scanned.
    let hasNamespaceNodes = !namespaceNodes.isEmpty && nodes.contains { Int($0) >= tree.count }
    if step.isPositional || hasNamespaceNodes || step.axis == .namespace {
      return try takeOneByOne(step, from: nodes)
    }
    var found = try collectAll(step, from: nodes)
    try filter(&found, step.predicates)
    return found
  }

  /// Applies a step to each node separately, as positions require.
  private mutating func takeOneByOne(
    _ step: XPathBoundStep, from nodes: [XMLNodeID]
  ) throws(Failure) -> [XMLNodeID] {
    var found: [XMLNodeID] = []
    var all: [XMLNodeID] = []
    var compactAt = 64 * 1024
    for node in nodes {
      found.removeAll(keepingCapacity: true)
      try collect(step, from: node, limit: step.limit, into: &found)
      if found.isEmpty { continue }
      try filter(&found, step.predicates)
      all += found
      try MemoryBudget.check(adding: 2 * XPathValue.byteCount(of: all))
      // Removes duplicates: a set is never longer than the document.
      if all.count > compactAt {
        try sort(&all)
        compactAt = max(compactAt, all.count * 2)
      }
    }
    try sort(&all)
    return all
  }

  /// Keeps the nodes that satisfy all predicates; their order is that of positions.
  mutating func filter(_ nodes: inout [XMLNodeID], _ predicates: [XPathPredicate]) throws(Failure) {
    for predicate in predicates {
      if nodes.isEmpty { return }
      switch predicate {
      case .position(let position):
        nodes = position >= 1 && position <= nodes.count ? [nodes[position - 1]] : []
      case .last: nodes = [nodes[nodes.count - 1]]
      case .condition(let number, let isPositional):
        try filter(&nodes, by: number, isPositional: isPositional)
      }
    }
  }

  private mutating func filter(
    _ nodes: inout [XMLNodeID], by number: Int, isPositional: Bool
  ) throws(Failure) {
    predicateDepth += 1
    defer { predicateDepth -= 1 }
    let isNumber = expression.traits[number].type == .number
    let size = nodes.count
    var kept = 0
    try spend(size &* 8)
    // Charges for a large set while its predicates create others.
    let held = size < 1024 ? 0 : XPathValue.byteCount(of: nodes)
    if held > 0 { try memory.add(held) }
    defer { if held > 0 { memory.remove(held) } }
    for index in 0..<size {
      let node = nodes[index]
      let context = XPathContext(node: node, position: index + 1, size: size)
      let passes: Bool
      if isNumber {
        passes = try self.number(number, context) == Double(index + 1)
      } else if isPositional || predicateDepth < 2 {
        passes = try boolean(number, context)
      } else {
        passes = try remembered(number, context)
      }
      if passes {
        nodes[kept] = node
        kept += 1
      }
    }
    nodes.removeSubrange(kept...)
  }

  /// The result of a nested predicate, which may be evaluated for the same node again.
  private mutating func remembered(_ number: Int, _ context: XPathContext) throws(Failure) -> Bool {
    if let known = memo.outcome(number, context.node) { return known }
    let outcome = try boolean(number, context)
    try memo.keep(outcome, number, context.node, nodeCount: tree.count, charging: memory)
    return outcome
  }

  // MARK: Document order

  /// Sorts nodes in document order, without duplicates.
  mutating func sort(_ nodes: inout [XMLNodeID]) throws(Failure) {
    guard nodes.count > 1 else { return }
    try spend(nodes.count)
    if !zip(nodes, nodes.dropFirst()).allSatisfy({ $0 < $1 }) {
      nodes.sort()
      var kept = 1
      for index in 1..<nodes.count where nodes[index] != nodes[kept - 1] {
        nodes[kept] = nodes[index]
        kept += 1
      }
      nodes.removeSubrange(kept...)
    }
    if let last = nodes.last, Int(last) >= tree.count {
      let order = namespaceNodes
      let count = tree.count
      nodes.sort { order.key($0, count) < order.key($1, count) }
    }
  }
}
