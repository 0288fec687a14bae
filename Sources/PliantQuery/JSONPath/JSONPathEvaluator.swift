// Evaluates a query on a document: each segment turns one list of nodes into the next (RFC 9535, section 2.1.2).

/// A selected value, and its path.
package struct JSONPathNode: BitwiseCopyable, Sendable {
  /// The tape index of the value itself.
  package let index: Int
  /// The place in the evaluator's list of steps; -1 for the root, or without paths.
  let location: Int32
}

/// Evaluates one query on one document.
///
/// Dates and data are the strings that they become in JSON. `Limits.jsonPathSteps` and `Limits.jsonPathNodes`
/// bound the cost of a query.
package struct JSONPathEvaluator: ~Copyable {
  /// One step of a normalized path: a key by its tape index, or an element by its number.
  private struct Step {
    let parent: Int32
    let key: Int32
    let element: Int
  }

  package let document: Document
  private let keepsPaths: Bool
  private var steps: [Step] = []
  private var stepsLeft: Int
  private var absolute: [[JSONPathNode]?]
  /// Compiled patterns by text; nil for an invalid one.
  var patterns: [[UInt8]: IRegexp?] = [:]
  private var fingerprints: DocumentFingerprints?
  /// The memory for paths and long lists.
  private let memory = MemoryCharge()
  /// Lists below this length are not charged.
  private static let shortList = 1024
  /// The factor for a growing array.
  private static let growth = 3

  /// Creates an evaluator for a document whose UIDs are expanded.
  package init(
    _ query: JSONPathQuery, on document: Document, keepsPaths: Bool = false,
    maximumSteps: Int = Limits.jsonPathSteps
  ) {
    self.document = document
    stepsLeft = maximumSteps
    self.keepsPaths = keepsPaths
    absolute = Array(repeating: nil, count: query.absoluteCount)
  }

  /// Returns the nodes that the query selects, in order.
  ///
  /// Throws `jsonpath.too-many-steps`, `jsonpath.too-many-nodes` and `limit.memory`.
  package mutating func evaluate(_ query: JSONPathQuery) throws(Failure) -> [JSONPathNode] {
    try nodes(of: query.segments, from: root)
  }

  private var root: JSONPathNode { JSONPathNode(index: document.resolved(0), location: -1) }

  /// Counts visited values.
  mutating func spend(_ count: Int = 1) throws(Failure) {
    stepsLeft &-= count
    if stepsLeft < 0 { throw Failure(.jsonPathTooManySteps, String(Limits.jsonPathSteps)) }
  }

  // MARK: Segments

  private mutating func nodes(of segments: [JSONPathSegment], from start: JSONPathNode) throws(Failure)
    -> [JSONPathNode]
  {
    var nodes = [start]
    // Charges for the list of the current segment while filters create others.
    var held = 0
    defer { memory.remove(held) }
    for segment in segments {
      memory.remove(held)
      held = 0
      if nodes.count >= Self.shortList {
        let size = nodes.count * MemoryLayout<JSONPathNode>.stride
        try memory.add(size)
        held = size
      }
      var found: [JSONPathNode] = []
      for node in nodes {
        if segment.isDescendant {
          try descend(from: node, segment.selectors, into: &found)
        } else {
          for selector in segment.selectors { try select(selector, node, into: &found) }
        }
        try check(found)
      }
      nodes = found
      if nodes.isEmpty { break }
    }
    return nodes
  }

  /// Applies selectors to a node and all its descendants, parents before children.
  private mutating func descend(
    from start: JSONPathNode, _ selectors: [JSONPathSelector], into found: inout [JSONPathNode]
  ) throws(Failure) {
    var open: [Children] = []
    var node = start
    while true {
      for selector in selectors { try select(selector, node, into: &found) }
      try check(found)
      if document.containerKind(at: node.index) != nil { open.append(Children(of: node, in: document)) }
      while true {
        guard let last = open.indices.last else { return }
        if let child = try next(&open[last]) {
          node = child
          break
        }
        open.removeLast()
      }
    }
  }

  private func check(_ found: [JSONPathNode]) throws(Failure) {
    guard found.count <= Limits.jsonPathNodes else {
      throw Failure(.jsonPathTooManyNodes, String(Limits.jsonPathNodes))
    }
    guard found.count >= Self.shortList else { return }
    try MemoryBudget.check(adding: found.count * MemoryLayout<JSONPathNode>.stride * Self.growth)
  }

  private struct Children {
    let parent: JSONPathNode
    let isDictionary: Bool
    var at: Int
    let end: Int
    var element = 0

    init(of node: JSONPathNode, in document: Document) {
      parent = node
      isDictionary = document.containerKind(at: node.index) == .dictionary
      at = node.index + 2
      end = document.word(at: node.index).end
    }
  }

  private mutating func next(_ children: inout Children) throws(Failure) -> JSONPathNode? {
    guard children.at < children.end else { return nil }
    try spend()
    let key = children.at
    let value = children.isDictionary ? document.next(after: key) : key
    children.at = document.next(after: value)
    let node = try child(
      value, of: children.parent, key: children.isDictionary ? key : nil, element: children.element)
    children.element &+= 1
    return node
  }

  private mutating func child(
    _ value: Int, of parent: JSONPathNode, key: Int?, element: Int
  ) throws(Failure) -> JSONPathNode {
    let index = document.resolved(value)
    guard keepsPaths, steps.count < Int(Int32.max) else { return JSONPathNode(index: index, location: -1) }
    if steps.count == steps.capacity {
      try memory.add(max(steps.count, Self.shortList) * MemoryLayout<Step>.stride * Self.growth)
    }
    steps.append(
      Step(parent: parent.location, key: key.map { Int32(truncatingIfNeeded: $0) } ?? -1, element: element))
    return JSONPathNode(index: index, location: Int32(steps.count - 1))
  }

  // MARK: Selectors

  private mutating func select(
    _ selector: JSONPathSelector, _ node: JSONPathNode, into found: inout [JSONPathNode]
  ) throws(Failure) {
    try spend()
    guard let kind = document.containerKind(at: node.index) else { return }
    switch selector {
    case .name, .index: if let child = try child(selector, of: node) { found.append(child) }
    case .wildcard:
      var children = Children(of: node, in: document)
      while let child = try next(&children) { found.append(child) }
    case .filter(let condition):
      var children = Children(of: node, in: document)
      while let child = try next(&children) { if try isTrue(condition, of: child) { found.append(child) } }
    case .slice(let slice):
      if kind != .dictionary { try select(slice, node, into: &found) }
    }
  }

  private mutating func child(
    _ selector: JSONPathSelector, of node: JSONPathNode
  ) throws(Failure) -> JSONPathNode? {
    guard let kind = document.containerKind(at: node.index) else { return nil }
    switch selector {
    case .name(let name): return kind == .dictionary ? try entry(name, of: node) : nil
    case .index(let index) where kind != .dictionary:
      return try element(index < 0 ? index + document.count(at: node.index) : index, of: node)
    default: return nil
    }
  }

  private mutating func entry(_ name: [UInt8], of node: JSONPathNode) throws(Failure) -> JSONPathNode? {
    let end = document.word(at: node.index).end
    var at = node.index + 2
    while at < end {
      try spend()
      let value = document.next(after: at)
      let document = document
      if name.withByteView({ $0.isEqual(document.text(at: at)) }) {
        return try child(value, of: node, key: at, element: 0)
      }
      at = document.next(after: value)
    }
    return nil
  }

  private mutating func element(_ number: Int, of node: JSONPathNode) throws(Failure) -> JSONPathNode? {
    guard number >= 0, number < document.count(at: node.index) else { return nil }
    try spend(number)
    guard let value = document.element(number, of: node.index) else { return nil }
    return try child(value, of: node, key: nil, element: number)
  }

  /// The elements of a slice, possibly backwards (RFC 9535, section 2.3.4.2.2).
  private mutating func select(
    _ slice: JSONPathSlice, _ node: JSONPathNode, into found: inout [JSONPathNode]
  ) throws(Failure) {
    let count = document.count(at: node.index)
    guard slice.step != 0, count > 0 else { return }
    let isForward = slice.step > 0
    func place(_ bound: Int?, _ standard: Int) -> Int {
      guard let bound else { return standard }
      let place = bound < 0 ? bound + count : bound
      return isForward ? min(max(place, 0), count) : min(max(place, -1), count - 1)
    }
    let start = place(slice.start, isForward ? 0 : count - 1)
    let end = place(slice.end, isForward ? count : -1)
    guard isForward ? start < end : start > end else { return }
    var elements: [JSONPathNode] = []
    var children = Children(of: node, in: document)
    let range = isForward ? start..<end : end + 1..<start + 1
    while children.element < range.upperBound, let child = try next(&children) {
      let number = children.element - 1
      if range.contains(number), (number - start) % slice.step == 0 { elements.append(child) }
    }
    found += isForward ? elements : elements.reversed()
  }

  // MARK: Queries in filters

  mutating func nodes(of query: JSONPathSubquery, at node: JSONPathNode) throws(Failure) -> [JSONPathNode] {
    guard let number = query.absolute else { return try nodes(of: query.segments, from: node) }
    if let known = absolute[number] { return known }
    let found = try nodes(of: query.segments, from: root)
    try memory.add(found.count * MemoryLayout<JSONPathNode>.stride)
    absolute[number] = found
    return found
  }

  /// Whether a query in a filter selects anything; without a list for a singular one.
  mutating func finds(_ query: JSONPathSubquery, at node: JSONPathNode) throws(Failure) -> Bool {
    if query.absolute == nil && query.isSingular { return try single(query, at: node) != nil }
    return try !nodes(of: query, at: node).isEmpty
  }

  mutating func single(_ query: JSONPathSubquery, at node: JSONPathNode) throws(Failure) -> JSONPathNode? {
    if query.absolute != nil { return try nodes(of: query, at: node).first }
    var node = node
    for segment in query.segments {
      guard let next = try child(segment.selectors[0], of: node) else { return nil }
      node = next
    }
    return node
  }

  mutating func areEqual(_ left: Int, _ right: Int) throws(Failure) -> Bool {
    if left == right { return true }
    if fingerprints == nil {
      try spend(document.wordCount)
      try memory.add(document.wordCount * MemoryLayout<UInt64>.stride)
      fingerprints = DocumentFingerprints(document, comparesNumbersByValue: true)
    }
    return fingerprints?[left] == fingerprints?[right]
  }

  /// Returns the nodes as one array.
  ///
  /// Throws `jsonpath.too-large` if they are too large, because nested nodes are written repeatedly.
  package func list(_ nodes: [JSONPathNode]) throws(Failure) -> Document {
    var left = Limits.expandedValues
    for node in nodes {
      left -= document.next(after: node.index) - node.index
      guard left >= 0 else { throw Failure(.jsonPathTooLarge, String(Limits.expandedValues)) }
    }
    var builder = DocumentBuilder(source: document.source)
    builder.beginArray(count: nodes.count)
    for node in nodes { try document.send(from: node.index, into: &builder) }
    builder.endArray()
    return try builder.finish(owner: document)
  }

  // MARK: Paths

  /// The steps to a node, from the root.
  private func steps(to node: JSONPathNode) -> [Step] {
    var found: [Step] = []
    var at = node.location
    while at >= 0 {
      found.append(steps[Int(at)])
      at = steps[Int(at)].parent
    }
    return found.reversed()
  }

  func keyPath(of node: JSONPathNode) -> KeyPath {
    KeyPath(
      components: steps(to: node).map { step in
        step.key < 0 ? Array(String(step.element).utf8) : document.text(at: Int(step.key)).array
      })
  }

  /// Returns the normalized path of a node (RFC 9535, section 2.7).
  package func path(of node: JSONPathNode) -> String {
    var path = "$"
    for step in steps(to: node) {
      path +=
        step.key < 0 ? "[\(step.element)]" : "['" + Self.escaped(document.text(at: Int(step.key))) + "']"
    }
    return path
  }

  private static func escaped(_ key: ByteView) -> String {
    var output = OutputBuffer()
    for byte in key.array {
      switch byte {
      case ASCII.apostrophe: output.append("\\'")
      case ASCII.reverseSolidus, ..<ASCII.space: output.appendJSONEscape(byte)
      default: output.append(byte)
      }
    }
    return String(decoding: output.bytes, as: UTF8.self)
  }
}
