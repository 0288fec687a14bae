// Comparisons (section 3.4): true for a node-set if true for one of its nodes.

extension XPathEvaluator {
  /// `@id = 'x'`, `name < 3`, `. = 'y'`: a path of at most one step against a constant, without making sets.
  mutating func quickComparison(
    _ operation: XPathOperator, _ left: Int, _ right: Int, _ context: XPathContext
  ) throws(Failure) -> Bool? {
    if operation == .equal, let found = try quickNeighbourComparison(left, right, context) { return found }
    if let constant = constant(right), let nodes = try simplePath(left, context) {
      return try compare(nodes, operation, constant)
    }
    if let constant = constant(left), let nodes = try simplePath(right, context) {
      return try compare(nodes, operation.mirrored, constant)
    }
    return nil
  }

  private func constant(_ number: Int) -> XPathValue? {
    switch expression.nodes[number] {
    case .number(let value): .number(value)
    case .literal(let text): .string(text)
    case .variable: .string(variables[number] ?? [])
    default: nil
    }
  }

  /// The first nodes of a short path; nil if it is not one.
  private mutating func simplePath(_ number: Int, _ context: XPathContext) throws(Failure) -> [XMLNodeID]? {
    guard case .path(.context, _) = expression.nodes[number], steps[number].count <= 1 else { return nil }
    guard let step = steps[number].first else { return [context.node] }
    guard step.predicates.isEmpty else { return nil }
    var found: [XMLNodeID] = []
    try collect(step, from: context.node, limit: .max, into: &found)
    return found
  }

  mutating func comparison(
    _ operation: XPathOperator, _ left: XPathValue, _ right: Int, leftNumber: Int?, _ context: XPathContext
  ) throws(Failure) -> Bool {
    let rightValue = try value(right, context)
    if operation == .equal, case .nodeSet(let few) = left, case .nodeSet(let many) = rightValue {
      if few.count <= many.count { return try shareString(few, many, key: right) }
      return try shareString(many, few, key: leftNumber, isSwapped: true)
    }
    return try compare(left, operation, rightValue)
  }

  private mutating func compare(
    _ left: XPathValue, _ operation: XPathOperator, _ right: XPathValue
  ) throws(Failure) -> Bool {
    switch (left, right) {
    case (.nodeSet(let first), .nodeSet(let second)): return try compare(first, operation, second)
    case (.nodeSet(let nodes), _): return try compare(nodes, operation, right)
    case (_, .nodeSet(let nodes)): return try compare(nodes, operation.mirrored, left)
    default: break
    }
    if operation == .equal || operation == .notEqual {
      switch (left, right) {
      case (.boolean, _), (_, .boolean):
        return (Self.boolean(left) == Self.boolean(right)) == (operation == .equal)
      case (.string(let first), .string(let second)): return (first == second) == (operation == .equal)
      default: break
      }
    }
    let first = try number(of: left)
    return Self.compare(first, operation, try number(of: right))
  }

  static func compare(_ left: Double, _ operation: XPathOperator, _ right: Double) -> Bool {
    switch operation {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    default: left >= right
    }
  }

  private mutating func compare(
    _ nodes: [XMLNodeID], _ operation: XPathOperator, _ value: XPathValue
  ) throws(Failure) -> Bool {
    let isEquality = operation == .equal || operation == .notEqual
    if case .boolean(let truth) = value {
      if isEquality { return (truth == !nodes.isEmpty) == (operation == .equal) }
      return Self.compare(nodes.isEmpty ? 0 : 1, operation, truth ? 1 : 0)
    }
    if isEquality, case .string(let text) = value {
      for node in nodes where try hasString(node, text) == (operation == .equal) { return true }
      return false
    }
    let wanted = try number(of: value)
    for node in nodes where Self.compare(try number(ofNode: node), operation, wanted) { return true }
    return false
  }

  /// Compares two node-sets, visiting each once.
  private mutating func compare(
    _ left: [XMLNodeID], _ operation: XPathOperator, _ right: [XMLNodeID]
  ) throws(Failure) -> Bool {
    if left.isEmpty || right.isEmpty { return false }
    switch operation {
    case .equal: return try shareString(left, right, key: nil)
    case .notEqual:
      // They differ unless all strings of both are the same.
      let first = try string(ofNode: left[0])
      for node in left where try !hasString(node, first) { return true }
      for node in right where try !hasString(node, first) { return true }
      return false
    case .less, .lessOrEqual:
      return Self.compare(try extreme(left, isLeast: true), operation, try extreme(right, isLeast: false))
    default:
      return Self.compare(try extreme(left, isLeast: false), operation, try extreme(right, isLeast: true))
    }
  }

  /// The least or greatest number among the nodes' strings; NaN if there is none.
  private mutating func extreme(_ nodes: [XMLNodeID], isLeast: Bool) throws(Failure) -> Double {
    var found = Double.nan
    for node in nodes {
      let value = try number(ofNode: node)
      if value.isNaN { continue }
      if found.isNaN || (isLeast ? value < found : value > found) { found = value }
    }
    return found
  }

  /// Whether a string of the one set is among those of the other, using a table for a long one.
  private mutating func shareString(
    _ few: [XMLNodeID], _ many: [XMLNodeID], key: Int?, isSwapped: Bool = false
  ) throws(Failure) -> Bool {
    if few.isEmpty || many.isEmpty { return false }
    // A constant set's strings are looked up repeatedly, so they are kept.
    if let key, !expression.traits[key].usesContext {
      if let known = constantStrings[key] { return try contains(known, few) }
      if let strings = try plainStrings(isSwapped ? few : many), !isSwapped {
        try memory.add(strings.count * Self.bytesOfString)
        constantStrings[key] = strings
        return try contains(strings, few)
      }
    }
    if few.count <= 4 {
      for node in few {
        let text = try string(ofNode: node)
        for other in many where try hasString(other, text) { return true }
      }
      return false
    }
    // Copies only the shorter set, for lookup.
    var joined: [UInt8] = []
    var ends: [Int] = []
    for node in few {
      joined += try string(ofNode: node)
      ends.append(joined.count)
      try MemoryBudget.check(adding: 2 * joined.count + 16 * ends.count)
    }
    return try joined.withByteView { (view: ByteView) throws(Failure) in
      var strings = Set<ByteKey>(minimumCapacity: ends.count)
      var start = 0
      for end in ends {
        strings.insert(ByteKey(view[start..<end]))
        start = end
      }
      return try contains(strings, many)
    }
  }

  private mutating func contains(_ strings: Set<ByteKey>, _ nodes: [XMLNodeID]) throws(Failure) -> Bool {
    for node in nodes {
      if let text = try plainText(node) {
        if strings.contains(ByteKey(text)) { return true }
      } else {
        let text = try string(ofNode: node)
        if text.withByteView({ strings.contains(ByteKey($0)) }) { return true }
      }
    }
    return false
  }

  /// The strings of nodes if all are contiguous; nil otherwise.
  private mutating func plainStrings(_ nodes: [XMLNodeID]) throws(Failure) -> Set<ByteKey>? {
    var strings = Set<ByteKey>(minimumCapacity: nodes.count)
    for node in nodes {
      guard let text = try plainText(node) else { return nil }
      strings.insert(ByteKey(text))
    }
    return strings
  }

  // MARK: Strings of nodes

  /// The node's string-value if it is contiguous; nil if it must be concatenated.
  mutating func plainText(_ node: XMLNodeID) throws(Failure) -> ByteView? {
    guard Int(node) < tree.count else { return nil }
    guard tree.isContainer(node) else { return tree.value(of: node) }
    var found: XMLNodeID?
    var at = node &+ 1
    let end = tree.end(of: node)
    while at < end {
      if tree.tags[Int(at)] & XMLNodeTag.kindMask == UInt32(XMLNodeKind.text.rawValue) {
        if found != nil {
          try spend(Int(at &- node))
          return nil
        }
        found = at
      }
      at &+= 1
    }
    try spend(Int(end &- node))
    return found.map { tree.value(of: $0) } ?? .empty
  }

  package mutating func string(ofNode node: XMLNodeID) throws(Failure) -> [UInt8] {
    guard Int(node) < tree.count else { return namespaceNodes.node(node, tree.count).uri(in: tree).array }
    if let plain = try plainText(node) {
      try spend(plain.count / 16)
      return plain.array
    }
    var bytes: [UInt8] = []
    tree.appendStringValue(of: node, to: &bytes)
    try spend(Int(tree.end(of: node) &- node) &+ bytes.count / 16)
    try MemoryBudget.check(adding: bytes.count)
    return bytes
  }

  mutating func number(ofNode node: XMLNodeID) throws(Failure) -> Double {
    if let plain = try plainText(node) { return XPathNumber.value(of: plain) }
    return try string(ofNode: node).withByteView { XPathNumber.value(of: $0) }
  }

  mutating func hasString(_ node: XMLNodeID, _ text: [UInt8]) throws(Failure) -> Bool {
    if let plain = try plainText(node) {
      if plain.count != text.count { return false }
      return text.withByteView { $0 == plain }
    }
    return try string(ofNode: node) == text
  }
}

extension XPathOperator {
  var mirrored: XPathOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
