// Paths that begin on a preceding or following axis, evaluated from many nodes: an index instead of a walk from each.
//
//   //b[not(@k = preceding-sibling::b/@k)]   for each parent, by string of @k: the first end and the last start
//   //b[count(preceding-sibling::b) > 3]     for each parent: the starts and the ends of all b
//
// A node precedes another if it ends before the other begins, and follows it if it begins after the other's end; so
// one index answers for all nodes, in any order.

/// An index of the results of a path, over the children of one parent or all elements of the document.
struct XPathNeighbours {
  /// An expression, and a parent for the siblings' axes; the root for the others.
  struct Place: Hashable {
    let expression: Int
    let parent: XMLNodeID
    let hasStrings: Bool
  }

  /// The nodes of the first step from which the path finds something, in document order.
  fileprivate(set) var starts: [XMLNodeID] = []
  /// Their ends, in ascending order.
  fileprivate(set) var ends: [XMLNodeID] = []
  /// For each string, the first end and the last start of its nodes.
  fileprivate(set) var strings: [ByteKey: (firstEnd: XMLNodeID, lastStart: XMLNodeID)] = [:]
  /// Whether the table has all strings of the path; it has none of several pieces.
  fileprivate(set) var hasAllStrings = true
}

extension XPathEvaluator {
  /// Evaluations of a path at one place before its index is made.
  private static let patience = 4

  /// `@k = preceding-sibling::b/@k`; nil if neither side is such a path.
  mutating func quickNeighbourComparison(
    _ left: Int, _ right: Int, _ context: XPathContext
  ) throws(Failure) -> Bool? {
    if let found = try hasNeighbour(right, withStringOf: left, context) { return found }
    return try hasNeighbour(left, withStringOf: right, context)
  }

  private mutating func hasNeighbour(
    _ path: Int, withStringOf other: Int, _ context: XPathContext
  ) throws(Failure) -> Bool? {
    let type = expression.traits[other].type
    guard type == .nodeSet || type == .string, let axis = neighbourAxis(path, context),
      let index = try neighbours(path, axis, context.node, hasStrings: true), index.hasAllStrings
    else { return nil }
    guard case .nodeSet(let nodes) = try value(other, context) else {
      let text = try string(other, context)
      return text.withByteView { isFound(index.strings[ByteKey($0)], axis, context.node) }
    }
    for node in nodes {
      if let text = try plainText(node) {
        if isFound(index.strings[ByteKey(text)], axis, context.node) { return true }
      } else {
        let text = try string(ofNode: node)
        if text.withByteView({ isFound(index.strings[ByteKey($0)], axis, context.node) }) { return true }
      }
    }
    return false
  }

  private func isFound(
    _ known: (firstEnd: XMLNodeID, lastStart: XMLNodeID)?, _ axis: XPathAxis, _ node: XMLNodeID
  ) -> Bool {
    guard let known else { return false }
    return axis.isReverse ? known.firstEnd <= node : known.lastStart >= tree.end(of: node)
  }

  /// Whether a path on such an axis finds a node; nil if it is another path.
  mutating func hasNeighbour(_ path: Int, _ context: XPathContext) throws(Failure) -> Bool? {
    guard let axis = neighbourAxis(path, context),
      let index = try neighbours(path, axis, context.node, hasStrings: false)
    else { return nil }
    let end = tree.end(of: context.node)
    return axis.isReverse
      ? index.ends.first ?? .max <= context.node : index.starts.last.map { $0 >= end } ?? false
  }

  /// `count(preceding-sibling::b)`; nil if the path is another one, or has further steps.
  mutating func countOfNeighbours(_ path: Int, _ context: XPathContext) throws(Failure) -> Int? {
    guard let axis = neighbourAxis(path, context), steps[path].count == 1,
      let index = try neighbours(path, axis, context.node, hasStrings: false)
    else { return nil }
    let (ends, starts) = (index.ends, index.starts)
    if axis.isReverse { return ends.indices.firstIndex(notBefore: { ends[$0] <= context.node }) }
    let end = tree.end(of: context.node)
    return starts.count - starts.indices.firstIndex(notBefore: { starts[$0] < end })
  }

  /// The axis of the path's first step if an index answers for it from this node.
  private func neighbourAxis(_ path: Int, _ context: XPathContext) -> XPathAxis? {
    guard case .path(.context, _) = expression.nodes[path], let step = steps[path].first, !step.isPositional,
      context.node != 0, Int(context.node) < tree.count
    else { return nil }
    switch step.axis {
    case .precedingSibling, .followingSibling: return tree.isAttribute(context.node) ? nil : step.axis
    case .preceding, .following: return step.axis
    default: return nil
    }
  }

  /// The index of a path for the node's place; nil for the first few evaluations.
  private mutating func neighbours(
    _ path: Int, _ axis: XPathAxis, _ node: XMLNodeID, hasStrings: Bool
  ) throws(Failure) -> XPathNeighbours? {
    let areSiblings = axis == .precedingSibling || axis == .followingSibling
    let place = XPathNeighbours.Place(
      expression: path, parent: areSiblings ? tree.parents[Int(node)] : 0, hasStrings: hasStrings)
    if let known = knownNeighbours[place] { return known }
    let times = (neighbourUses[place] ?? 0) + 1
    if times == 1 { try memory.add(Self.bytesOfString) }
    neighbourUses[place] = times
    guard times > Self.patience else { return nil }
    var first = steps[path][0]
    var found: [XMLNodeID] = []
    first.axis = areSiblings ? .child : .descendant
    try collect(first, from: place.parent, limit: .max, into: &found)
    try filter(&found, first.predicates)
    let index = try neighbours(path, from: found, hasStrings: hasStrings)
    try memory.add(16 * index.starts.count + 96 * index.strings.count)
    neighbourUses[place] = nil
    knownNeighbours[place] = index
    return index
  }

  private mutating func neighbours(
    _ path: Int, from nodes: [XMLNodeID], hasStrings: Bool
  ) throws(Failure) -> XPathNeighbours {
    var index = XPathNeighbours()
    for node in nodes {
      let targets = try take(steps[path].dropFirst(), from: [node])
      if targets.isEmpty { continue }
      index.starts.append(node)
      index.ends.append(tree.end(of: node))
      for target in targets where hasStrings && index.hasAllStrings {
        guard let text = try plainText(target) else {
          index.hasAllStrings = false
          break
        }
        let key = ByteKey(text)
        let firstEnd = min(index.strings[key]?.firstEnd ?? .max, tree.end(of: node))
        index.strings[key] = (firstEnd, node)
      }
      try MemoryBudget.check(adding: 96 * index.strings.count)
    }
    index.ends.sort()
    return index
  }
}
