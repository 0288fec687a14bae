// Evaluates an expression on a tree: whole sets at a time, so that a step is linear in the length of the
// document.
//
// A step whose predicates depend on positions starts from each node separately; all others start from the
// whole set, and visit no node twice. Parts that do not depend on the context node (absolute paths inside
// predicates) are evaluated once. Every visited node counts against `XPathBindings.maximumSteps`.

package struct XPathEvaluator {
  package let tree: XMLTree
  package let expression: XPathExpression
  let steps: [[XPathBoundStep]]
  let filters: [[XPathPredicate]]
  let variables: [Int: [UInt8]]
  private let maximumSteps: Int
  private var stepsLeft: Int
  var namespaceNodes = XPathNamespaceNodes()
  var ids: [ByteKey: XMLNodeID]?
  /// Values independent of the context, by number.
  private var constants: [XPathValue?]
  /// Strings of constant node-sets, for comparisons with `=`, by number.
  var constantStrings: [Int: Set<ByteKey>] = [:]
  var memo: XPathMemo
  /// Indexes of paths on a preceding or following axis, and the number of evaluations before one is made.
  var knownNeighbours: [XPathNeighbours.Place: XPathNeighbours] = [:]
  var neighbourUses: [XPathNeighbours.Place: Int] = [:]
  /// The memory for sets and tables that are kept.
  let memory = MemoryCharge()
  var predicateDepth = 0

  /// Binds the expression to a document.
  ///
  /// Namespace nodes among the values of `other` may be context nodes of this one. Throws `xpath.unknown-prefix` and
  /// `xpath.unknown-variable`.
  package init(
    _ expression: XPathExpression, tree: XMLTree, bindings: XPathBindings = XPathBindings(),
    after other: XPathEvaluator? = nil
  ) throws(Failure) {
    let binder = XPathBinder(expression, tree: tree, bindings: bindings)
    self.expression = expression
    self.tree = tree
    if let other { namespaceNodes = other.namespaceNodes }
    steps = try binder.steps()
    filters = binder.filters()
    variables = try expression.variables(bindings)
    maximumSteps = bindings.maximumSteps
    stepsLeft = maximumSteps
    constants = Array(repeating: nil, count: expression.nodes.count)
    memo = XPathMemo(expressions: expression.nodes.count)
  }

  /// Evaluates the expression with `node` as its context, at `position` among `size`.
  ///
  /// Throws `xpath.too-many-steps` and `xpath.string-too-long`.
  package mutating func evaluate(at node: XMLNodeID = 0, position: Int = 1, size: Int = 1) throws(Failure)
    -> XPathValue
  {
    stepsLeft = maximumSteps
    return try value(expression.root, XPathContext(node: node, position: position, size: size))
  }

  /// Evaluates the expression with each of the nodes, in document order, as context; joins node-sets into
  /// one.
  package mutating func evaluate(from nodes: [XMLNodeID]) throws(Failure) -> [XPathValue] {
    stepsLeft = maximumSteps
    var values: [XPathValue] = []
    var joined: [XMLNodeID] = []
    var compactAt = 64 * 1024
    for (index, node) in nodes.enumerated() {
      let context = XPathContext(node: node, position: index + 1, size: nodes.count)
      switch try value(expression.root, context) {
      case .nodeSet(let found): joined += found
      case let other:
        try memory.add(other.byteCount)
        values.append(other)
      }
      try MemoryBudget.check(adding: 2 * XPathValue.byteCount(of: joined))
      if joined.count > compactAt {
        try sort(&joined)
        compactAt = max(compactAt, joined.count * 2)
      }
    }
    guard expression.type == .nodeSet else { return values }
    try sort(&joined)
    return [.nodeSet(joined)]
  }

  /// Counts visited nodes.
  @inline(__always)
  mutating func spend(_ count: Int) throws(Failure) {
    stepsLeft &-= count
    if stepsLeft < 0 { throw Failure(.xpathTooManySteps, at: nil, String(maximumSteps)) }
  }

  // MARK: Values

  mutating func value(_ number: Int, _ context: XPathContext) throws(Failure) -> XPathValue {
    if let known = constants[number] { return known }
    let result = try computedValue(number, context)
    if !expression.traits[number].usesContext {
      try memory.add(result.byteCount)
      constants[number] = result
    }
    return result
  }

  private mutating func computedValue(_ number: Int, _ context: XPathContext) throws(Failure) -> XPathValue {
    switch expression.nodes[number] {
    case .number(let value): return .number(value)
    case .literal(let text): return .string(text)
    case .variable: return .string(variables[number] ?? [])
    case .negation(let operand): return .number(-(try self.number(operand, context)))
    case .binary(.union, _, _): return .nodeSet(try union(number, context))
    case .binary: return try chain(number, context)
    case .call(let function, let arguments): return try call(function, arguments, context)
    case .filter(let base, _):
      var nodes = try nodeSet(base, context)
      try filter(&nodes, filters[number])
      return .nodeSet(nodes)
    case .path: return .nodeSet(try path(number, context))
    }
  }

  mutating func number(_ number: Int, _ context: XPathContext) throws(Failure) -> Double {
    if case .number(let value) = expression.nodes[number] { return value }
    return try self.number(of: try value(number, context))
  }

  mutating func string(_ number: Int, _ context: XPathContext) throws(Failure) -> [UInt8] {
    try string(of: try value(number, context))
  }

  mutating func boolean(_ number: Int, _ context: XPathContext) throws(Failure) -> Bool {
    switch expression.nodes[number] {
    case .path(.context, _):
      if steps[number].isEmpty { return true }
      if let known = try hasNeighbour(number, context) { return known }
      if steps[number].count == 1, steps[number][0].predicates.isEmpty {
        return try hasNodes(steps[number][0], context.node)
      }
    case .call(.not, let arguments): return !(try boolean(arguments[0], context))
    case .binary(let operation, let left, let right) where operation != .union:
      if case .binary = expression.nodes[left] { break }
      return Self.boolean(try combine(operation, left, nil, right, context))
    default: break
    }
    return Self.boolean(try value(number, context))
  }

  mutating func nodeSet(_ number: Int, _ context: XPathContext) throws(Failure) -> [XMLNodeID] {
    if case .nodeSet(let nodes) = try value(number, context) { return nodes }
    return []
  }

  // MARK: Conversions (section 4)

  static func boolean(_ value: XPathValue) -> Bool {
    switch value {
    case .nodeSet(let nodes): !nodes.isEmpty
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    case .boolean(let truth): truth
    }
  }

  mutating func number(of value: XPathValue) throws(Failure) -> Double {
    switch value {
    case .nodeSet(let nodes):
      return try nodes.first.map { node throws(Failure) in try number(ofNode: node) } ?? .nan
    case .number(let number): return number
    case .string(let text): return text.withByteView { XPathNumber.value(of: $0) }
    case .boolean(let truth): return truth ? 1 : 0
    }
  }

  mutating func string(of value: XPathValue) throws(Failure) -> [UInt8] {
    switch value {
    case .nodeSet(let nodes):
      return try nodes.first.map { node throws(Failure) in try string(ofNode: node) } ?? []
    case .number(let number): return XPathNumber.text(number)
    case .string(let text): return text
    case .boolean(let truth): return Array((truth ? "true" : "false").utf8)
    }
  }

  // MARK: Operators

  /// A chain of left-associative operators of any length, such as `a + b + c`.
  private mutating func chain(_ number: Int, _ context: XPathContext) throws(Failure) -> XPathValue {
    var row: [Int] = []
    var at = number
    while case .binary(let operation, let left, _) = expression.nodes[at], operation != .union {
      row.append(at)
      at = left
    }
    var result: XPathValue?
    while let next = row.popLast() {
      guard case .binary(let operation, let left, let right) = expression.nodes[next] else { continue }
      result = try combine(operation, left, result, right, context)
    }
    return result ?? .boolean(false)
  }

  /// Applies an operator of a chain; `known` is the left operand's value after the first one.
  private mutating func combine(
    _ operation: XPathOperator, _ left: Int, _ known: XPathValue?, _ right: Int, _ context: XPathContext
  ) throws(Failure) -> XPathValue {
    switch operation.type {
    case .boolean where operation == .or || operation == .and:
      let first = try known == nil ? boolean(left, context) : Self.boolean(known ?? .boolean(false))
      if first == (operation == .or) { return .boolean(first) }
      return .boolean(try boolean(right, context))
    case .boolean:
      if let known { return .boolean(try comparison(operation, known, right, leftNumber: nil, context)) }
      if let quick = try quickComparison(operation, left, right, context) { return .boolean(quick) }
      return .boolean(try comparison(operation, try value(left, context), right, leftNumber: left, context))
    default:
      let first: Double
      if let known { first = try number(of: known) } else { first = try number(left, context) }
      return .number(Self.calculate(operation, first, try number(right, context)))
    }
  }

  private static func calculate(_ operation: XPathOperator, _ left: Double, _ right: Double) -> Double {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    default: left.truncatingRemainder(dividingBy: right)
    }
  }

  /// The union of all sets in a chain of `|`.
  private mutating func union(_ number: Int, _ context: XPathContext) throws(Failure) -> [XMLNodeID] {
    var operands: [Int] = []
    var at = number
    while case .binary(.union, let left, let right) = expression.nodes[at] {
      operands.append(right)
      at = left
    }
    var nodes = try nodeSet(at, context)
    while let next = operands.popLast() {
      nodes += try nodeSet(next, context)
      try MemoryBudget.check(adding: 2 * XPathValue.byteCount(of: nodes))
      if nodes.count > 2 * tree.count + 1024 { try sort(&nodes) }
    }
    try sort(&nodes)
    return nodes
  }
}

/// Results of nested predicates, which would otherwise be evaluated repeatedly for one node.
struct XPathMemo {
  private var evaluations: [Int]
  /// By expression, one byte per node: 0 unknown, 1 false, 2 true.
  private var outcomes: [[UInt8]]

  init(expressions: Int) {
    evaluations = Array(repeating: 0, count: expressions)
    outcomes = Array(repeating: [], count: expressions)
  }

  func outcome(_ expression: Int, _ node: XMLNodeID) -> Bool? {
    let index = Int(node)
    guard index < outcomes[expression].count, outcomes[expression][index] != 0 else { return nil }
    return outcomes[expression][index] == 2
  }

  /// Keeps a result, after more evaluations than nodes.
  ///
  /// Throws `limit.memory` if there is no memory for another expression's results.
  mutating func keep(
    _ outcome: Bool, _ expression: Int, _ node: XMLNodeID, nodeCount: Int, charging memory: MemoryCharge
  ) throws(Failure) {
    evaluations[expression] &+= 1
    guard evaluations[expression] > nodeCount else { return }
    if outcomes[expression].isEmpty {
      try memory.add(nodeCount)
      outcomes[expression] = Array(repeating: 0, count: nodeCount)
    }
    if Int(node) < nodeCount { outcomes[expression][Int(node)] = outcome ? 2 : 1 }
  }
}
