// Parses tokens to an expression: precedence climbing, so that only parentheses, predicates and arguments
// nest.

struct XPathParser {
  let tokens: [XPathToken]
  var at = 0
  var depth = 0
  var expression: XPathExpression

  var current: XPathToken { tokens[at] }
  var kind: XPathToken.Kind { tokens[at].kind }
  var previous: XPathToken? { at > 0 ? tokens[at - 1] : nil }

  private mutating func advance() { if at < tokens.count - 1 { at += 1 } }

  func text(_ token: XPathToken) -> String { expression.text(token.range) }

  mutating func parseWhole() throws(Failure) {
    if kind == .end { throw Failure(.xpathEmpty, at: 0) }
    expression.root = try parseExpression(1)
    guard kind == .end else { throw unexpectedAfterOperand() }
  }

  /// Parses operators that bind at least as tightly as `precedence`.
  private mutating func parseExpression(_ precedence: Int) throws(Failure) -> Int {
    var left = try parseUnary()
    while let found = currentOperator, found.precedence >= precedence {
      let offset = current.start
      advance()
      let right = try parseExpression(found.precedence + 1)
      left = add(.binary(found, left, right), found.type, offset, from: [left, right])
    }
    return left
  }

  private var currentOperator: XPathOperator? {
    switch kind {
    case .binary(let found): found == .union ? nil : found
    case .minus: .subtract
    default: nil
    }
  }

  private mutating func parseUnary() throws(Failure) -> Int {
    let offset = current.start
    var signs = 0
    while kind == .minus {
      signs += 1
      advance()
    }
    var operand = try parseUnion()
    // Two minus signs convert the operand to a number, and four do no more.
    for _ in 0..<(signs == 0 ? 0 : 2 - signs % 2) {
      operand = add(.negation(operand), .number, offset, from: [operand])
    }
    return operand
  }

  private mutating func parseUnion() throws(Failure) -> Int {
    var left = try parsePath()
    while kind == .binary(.union) {
      let offset = current.start
      try requireNodeSet(left, "'|' joins node-sets")
      advance()
      let right = try parsePath()
      try requireNodeSet(right, "'|' joins node-sets")
      left = add(.binary(.union, left, right), .nodeSet, offset, from: [left, right])
    }
    return left
  }

  /// Throws an error, by default at the operand, unless it is a node-set.
  func requireNodeSet(_ number: Int, _ rule: String, at offset: Int? = nil) throws(Failure) {
    let traits = expression.traits[number]
    guard traits.type != .nodeSet else { return }
    throw Failure(.xpathType, at: offset ?? traits.offset, "\(rule), and this is \(traits.type.rawValue)")
  }

  // MARK: Nesting and adding

  /// Runs inside an additional level of nesting.
  private mutating func parseNested() throws(Failure) -> Int {
    depth += 1
    guard depth <= Limits.xpathDepth else {
      throw Failure(.xpathTooDeep, at: current.start, String(Limits.xpathDepth))
    }
    defer { depth -= 1 }
    return try parseExpression(1)
  }

  private mutating func add(
    _ node: XPathNode, _ type: XPathType, _ offset: Int, from operands: [Int] = []
  ) -> Int {
    var traits = XPathTraits(type: type, offset: offset)
    for operand in operands {
      traits.usesPosition = traits.usesPosition || expression.traits[operand].usesPosition
      traits.usesContext = traits.usesContext || expression.traits[operand].usesContext
    }
    expression.nodes.append(node)
    expression.traits.append(traits)
    return expression.nodes.count - 1
  }

  private mutating func close(_ wanted: XPathToken.Kind, _ opening: XPathToken) throws(Failure) {
    guard kind == wanted else {
      if kind == .end { throw mistake("unmatched '\(text(opening))'", at: opening.start) }
      throw unexpectedAfterOperand()
    }
    advance()
  }

  // MARK: Paths

  private mutating func parsePath() throws(Failure) -> Int {
    let offset = current.start
    switch kind {
    case .slash:
      advance()
      guard startsStep || mayFollowRoot else { throw missingStep() }
      return add(.path(.root, startsStep ? try parseSteps() : []), .nodeSet, offset)
    case .doubleSlash: return add(.path(.root, try parseSteps()), .nodeSet, offset)
    case .variable, .leftParenthesis, .literal, .number, .functionName: return try parseFilter()
    default:
      guard startsStep else { throw missingOperand() }
      let path = add(.path(.context, try parseSteps()), .nodeSet, offset)
      expression.traits[path].usesContext = true
      return path
    }
  }

  private var mayFollowRoot: Bool {
    switch kind {
    case .end, .rightParenthesis, .rightBracket, .comma, .binary, .minus: true
    default: false
    }
  }

  var startsStep: Bool {
    switch kind {
    case .name, .prefixWildcard, .star, .nodeType, .axis, .dot, .doubleDot, .at: true
    default: false
    }
  }

  /// Parses steps and the slashes between them; the first may be a `//`.
  private mutating func parseSteps() throws(Failure) -> [XPathStep] {
    var steps: [XPathStep] = []
    if kind != .doubleSlash { steps.append(try parseStep()) }
    while kind == .slash || kind == .doubleSlash {
      if kind == .doubleSlash {
        steps.append(XPathStep(axis: .descendantOrSelf, test: .node, offset: current.start))
      }
      advance()
      guard startsStep else { throw missingStep() }
      steps.append(try parseStep())
    }
    return steps
  }

  private mutating func parseStep() throws(Failure) -> XPathStep {
    let start = current
    if kind == .dot || kind == .doubleDot {
      advance()
      if kind == .leftBracket {
        throw mistake(
          "'\(text(start))' takes no predicate: write \(start.kind == .dot ? "self" : "parent")::node()[…]")
      }
      return XPathStep(axis: start.kind == .dot ? .itself : .parent, test: .node, offset: start.start)
    }
    var axis = XPathAxis.child
    if kind == .at {
      axis = .attribute
      advance()
    } else if kind == .axis {
      guard XPathAxis.names.contains(text(start)), let found = XPathAxis(rawValue: text(start)) else {
        throw unknownAxis(start)
      }
      axis = found
      advance()
    }
    var step = XPathStep(axis: axis, test: try parseNodeTest(axis), offset: start.start)
    step.predicates = try parsePredicates()
    return step
  }

  private mutating func parseNodeTest(_ axis: XPathAxis) throws(Failure) -> XPathNodeTest {
    let token = current
    let test: XPathNodeTest
    switch kind {
    case .star: test = .any
    case .prefixWildcard: test = .anyIn(prefix: token.start..<token.start + token.prefixCount)
    case .name: test = .name(prefix: token.prefixRange, local: token.localRange)
    case .nodeType: return try parseNodeType()
    default: throw missingNodeTest(after: axis)
    }
    advance()
    return test
  }

  private mutating func parseNodeType() throws(Failure) -> XPathNodeTest {
    let token = current
    let name = text(token)
    advance()
    let opening = current
    advance()
    var target: [UInt8]?
    if name == "processing-instruction", kind == .literal {
      target = Array(expression.source[current.start + 1..<current.end - 1])
      advance()
    }
    guard kind == .rightParenthesis else { throw badNodeType(token, opening) }
    advance()
    if name == "node" { return .node }
    if name == "text" { return .text }
    return name == "comment" ? .comment : .processingInstruction(target)
  }

  private mutating func parsePredicates() throws(Failure) -> [Int] {
    var predicates: [Int] = []
    while kind == .leftBracket {
      let opening = current
      advance()
      if kind == .rightBracket {
        throw mistake("empty predicate: expected a condition between [ and ]", at: opening.start)
      }
      predicates.append(try parseNested())
      try close(.rightBracket, opening)
    }
    return predicates
  }

  /// Parses a primary expression, its predicates, and optional steps.
  private mutating func parseFilter() throws(Failure) -> Int {
    let offset = current.start
    var base = try parsePrimary()
    let predicateStart = current.start
    let predicates = try parsePredicates()
    if !predicates.isEmpty {
      try requireNodeSet(base, "only a node-set takes a predicate", at: predicateStart)
      base = add(.filter(base, predicates: predicates), .nodeSet, offset, from: [base])
    }
    guard kind == .slash || kind == .doubleSlash else { return base }
    try requireNodeSet(base, "a path goes on from a node-set")
    if kind == .slash { advance() }
    guard startsStep || kind == .doubleSlash else { throw missingStep() }
    let steps = try parseSteps()
    return add(.path(.expression(base), steps), .nodeSet, offset, from: [base])
  }

  private mutating func parsePrimary() throws(Failure) -> Int {
    let token = current
    advance()
    switch token.kind {
    case .number:
      let value = expression.source.withByteView { XPathNumber.value(of: $0[token.range]) }
      return add(.number(value), .number, token.start)
    case .literal:
      return add(.literal(Array(expression.source[token.start + 1..<token.end - 1])), .string, token.start)
    case .variable: return add(.variable(token.range), .string, token.start)
    case .leftParenthesis:
      if kind == .rightParenthesis { throw mistake("empty parentheses", at: token.start) }
      let inner = try parseNested()
      try close(.rightParenthesis, token)
      return inner
    default: return try parseCall(of: token)
    }
  }

  private mutating func parseCall(of token: XPathToken) throws(Failure) -> Int {
    let opening = current
    advance()
    var arguments: [Int] = []
    if kind != .rightParenthesis {
      arguments.append(try parseNested())
      while kind == .comma {
        advance()
        arguments.append(try parseNested())
      }
    }
    try close(.rightParenthesis, opening)
    guard let function = XPathFunction(rawValue: text(token)) else { throw unknownFunction(token) }
    try check(arguments, of: function, at: token)
    let call = add(.call(function, arguments), function.signature.type, token.start, from: arguments)
    if function == .position || function == .last { expression.traits[call].usesPosition = true }
    if function.usesContext(arguments: arguments.count) { expression.traits[call].usesContext = true }
    return call
  }

  private func check(_ arguments: [Int], of function: XPathFunction, at token: XPathToken) throws(Failure) {
    let arity = function.signature.arity
    let name = function.rawValue
    guard arity.contains(arguments.count) else {
      let wanted =
        arity.upperBound == Int.max
        ? "at least \(arity.lowerBound)"
        : arity.count == 1 ? "\(arity.lowerBound)" : "\(arity.lowerBound) or \(arity.upperBound)"
      let noun = wanted == "1" ? "argument" : "arguments"
      throw Failure(
        .xpathArguments, at: token.start,
        "\(name)() takes \(wanted) \(noun), and \(arguments.count) are given")
    }
    if function.needsNodeSet, let first = arguments.first {
      try requireNodeSet(first, "\(name)() takes a node-set")
    }
  }

  /// An error of grammar, by default at the current token.
  func mistake(_ sentence: String, at offset: Int? = nil) -> Failure {
    Failure(.xpathSyntax, at: offset ?? current.start, sentence)
  }
}

extension XPathExpression {
  /// Parses an expression; throws `xpath.…` failures with an offset in the expression's bytes.
  package init(parsing source: [UInt8]) throws(Failure) {
    guard source.count <= Limits.xpathBytes else {
      throw Failure(.xpathTooLong, at: 0, String(Limits.xpathBytes))
    }
    do throws(Failure) {
      let tokens = try source.withByteView { (view: ByteView) throws(Failure) in
        try XPathLexer.tokens(of: view)
      }
      var parser = XPathParser(tokens: tokens, expression: XPathExpression(source: source))
      try parser.parseWhole()
      parser.expression.simplify()
      self = parser.expression
    } catch { throw source.withByteView { XPathSuggestion.laterSyntax(in: $0) } ?? error }
  }

  package init(parsing source: String) throws(Failure) { try self.init(parsing: Array(source.utf8)) }
}
