// Binds an expression to a document: names become numbers, prefixes namespaces, variables values.

/// A node test in numbers: the expected tag of a node.
struct XPathTest: Sendable {
  var mask: UInt32
  var value: UInt32
  /// The matching numbers, if several names match (`p:*`, or prefixes of one namespace).
  var names: [Bool]?
  /// `node()` as the context node itself, which may be an attribute.
  var acceptsAnything = false

  static let never = XPathTest(mask: 0, value: 1)

  @inline(__always)
  func matches(_ tag: UInt32) -> Bool {
    guard tag & mask == value else { return false }
    return names == nil || hasName(tag)
  }

  @inline(never)
  private func hasName(_ tag: UInt32) -> Bool {
    guard let names else { return true }
    let number = Int(tag >> XMLNodeTag.nameShift)
    return number < names.count && names[number]
  }
}

enum XPathNamespaceTest: Sendable {
  case any
  case prefix([UInt8])
  case never
}

/// A predicate, with special cases for the two common positional ones.
enum XPathPredicate: Sendable {
  case position(Int)
  case last
  case condition(Int, isPositional: Bool)
}

struct XPathBoundStep: Sendable {
  var axis: XPathAxis
  var test: XPathTest
  var namespaceTest = XPathNamespaceTest.never
  var predicates: [XPathPredicate]
  var isPositional: Bool

  /// The number of nodes from the axis that suffice.
  var limit: Int {
    if case .position(let position)? = predicates.first { return max(position, 0) }
    return Int.max
  }
}

struct XPathBinder {
  let expression: XPathExpression
  let tree: XMLTree
  let bindings: XPathBindings
  private let rootNamespaces: [(prefix: String, uri: String)]

  init(_ expression: XPathExpression, tree: XMLTree, bindings: XPathBindings) {
    self.expression = expression
    self.tree = tree
    self.bindings = bindings
    let root = tree.rootElement.map { tree.namespacesInScope(at: $0) } ?? []
    rootNamespaces = root.map { (tree.namespace($0).prefix.string, tree.namespace($0).uri.string) }
  }

  /// The steps of each path, by number in the expression.
  func steps() throws(Failure) -> [[XPathBoundStep]] {
    try expression.nodes.map { node throws(Failure) in
      guard case .path(_, let steps) = node else { return [] }
      return try steps.map { step throws(Failure) in try bind(step) }
    }
  }

  /// The predicates of each filter, by its number in the expression.
  func filters() -> [[XPathPredicate]] {
    expression.nodes.map { node in
      if case .filter(_, let predicates) = node { return predicates.map(bind(predicate:)) }
      return []
    }
  }

  private func bind(_ step: XPathStep) throws(Failure) -> XPathBoundStep {
    let predicates = step.predicates.map(bind(predicate:))
    return XPathBoundStep(
      axis: step.axis, test: try bind(step.test, axis: step.axis, at: step.offset),
      namespaceTest: namespaceTest(step.test), predicates: predicates,
      isPositional: step.predicates.contains { expression.isPositional($0) })
  }

  private func bind(predicate number: Int) -> XPathPredicate {
    switch expression.nodes[number] {
    case .number(let value): return .position(Int(exactly: value) ?? 0)
    case .call(.last, _): return .last
    case .binary(.equal, let left, let right):
      // position() = 3
      if case .call(.position, _) = expression.nodes[left], case .number(let value) = expression.nodes[right]
      {
        return .position(Int(exactly: value) ?? 0)
      }
    default: break
    }
    return .condition(number, isPositional: expression.isPositional(number))
  }

  // MARK: Node tests

  private func bind(_ test: XPathNodeTest, axis: XPathAxis, at offset: Int) throws(Failure) -> XPathTest {
    let isAttribute = axis == .attribute || axis == .descendantAttribute
    let kind: XMLNodeKind = isAttribute ? .attribute : .element
    let kindMask = XMLNodeTag.kindMask
    switch test {
    case .node:
      if isAttribute { return XPathTest(mask: kindMask, value: UInt32(kind.rawValue)) }
      return Self.node(on: axis)
    case .container: return XPathTest(mask: 0xE, value: 0)
    case .text where isAttribute, .comment where isAttribute, .processingInstruction where isAttribute:
      return .never
    case .text: return Self.kind(.text)
    case .comment: return Self.kind(.comment)
    case .processingInstruction(nil): return Self.kind(.processingInstruction)
    case .processingInstruction(let target?):
      return named(.processingInstruction) { tree.names.name($0).array == target }
    case .any: return Self.kind(kind)
    case .anyIn(let prefix):
      let namespace = try uri(ofPrefix: expression.text(prefix), local: "*", at: prefix.lowerBound)
      guard let uri = tree.names.find(uri: namespace) else { return .never }
      return named(kind) { tree.names.uri(ofName: $0) == uri }
    case .name(let prefix, let local):
      if axis == .namespace { return .never }
      return try bind(prefix, local, kind)
    }
  }

  private static func node(on axis: XPathAxis) -> XPathTest {
    switch axis {
    case .itself, .parent, .ancestor, .ancestorOrSelf:
      return XPathTest(mask: 0, value: 0, acceptsAnything: true)
    default:
      return XPathTest(mask: XMLNodeTag.attributeBit, value: 0, acceptsAnything: axis == .descendantOrSelf)
    }
  }

  private static func kind(_ kind: XMLNodeKind) -> XPathTest {
    XPathTest(mask: XMLNodeTag.kindMask, value: UInt32(kind.rawValue))
  }

  private func bind(_ prefix: Range<Int>?, _ local: Range<Int>, _ kind: XMLNodeKind) throws(Failure)
    -> XPathTest
  {
    var uri: XMLURIID = 0
    let name = Array(expression.source[local])
    if let prefix {
      let namespace = try self.uri(
        ofPrefix: expression.text(prefix), local: expression.text(local), at: prefix.lowerBound)
      guard let found = tree.names.find(uri: namespace) else { return .never }
      uri = found
    }
    return name.withByteView { wanted in
      named(kind) { tree.names.uri(ofName: $0) == uri && tree.names.localName($0) == wanted }
    }
  }

  private func named(_ kind: XMLNodeKind, _ fits: (Int) -> Bool) -> XPathTest {
    var found: [Int] = []
    for number in 1..<max(tree.names.count, 1) where fits(number) { found.append(number) }
    guard let first = found.first else { return .never }
    if found.count == 1 {
      return XPathTest(
        mask: ~XMLNodeTag.arenaBit, value: XMLNodeTag.make(kind, name: UInt32(truncatingIfNeeded: first)))
    }
    var test = Self.kind(kind)
    var names = [Bool](repeating: false, count: tree.names.count)
    for number in found { names[number] = true }
    test.names = names
    return test
  }

  private func namespaceTest(_ test: XPathNodeTest) -> XPathNamespaceTest {
    switch test {
    case .node, .any: .any
    case .name(nil, let local): .prefix(Array(expression.source[local]))
    default: .never
    }
  }

  // MARK: Prefixes

  /// The namespace of a prefix: as bound, as declared by the root element, or `xml`'s.
  private func uri(ofPrefix prefix: String, local: String, at offset: Int) throws(Failure) -> ByteView {
    if let bound = bindings.namespaces.last(where: { Array($0.prefix.utf8) == Array(prefix.utf8) }) {
      return internedURI(bound.uri)
    }
    if prefix == "xml" { return ByteView(Self.xmlNamespace) }
    if let declared = rootNamespaces.first(where: { Array($0.prefix.utf8) == Array(prefix.utf8) }) {
      return internedURI(declared.uri)
    }
    if let hint = XPathSuggestion.axisHint(prefix: prefix, rest: local, at: offset) { throw hint }
    throw Failure(
      .xpathUnknownPrefix, at: offset, "the root element does not declare the prefix '\(prefix)'",
      advice: advice(onPrefix: prefix))
  }

  static let xmlNamespace: StaticString = "http://www.w3.org/XML/1998/namespace"

  /// The tree's own copy of the URI, or one without any name.
  private func internedURI(_ uri: String) -> ByteView {
    Array(uri.utf8).withByteView { wanted in
      tree.names.find(uri: wanted).map { tree.names.uri($0) } ?? ByteView("\u{1}")
    }
  }

  private func advice(onPrefix prefix: String) -> String {
    for number in 0..<tree.declarations.count {
      let declared = tree.namespace(number)
      if declared.prefix.string == prefix {
        return "further inside it is: bind it with --namespace \(prefix)=\(declared.uri.string)"
      }
    }
    return "bind it with --namespace \(prefix)=URI"
  }
}

extension XPathExpression {
  /// The value of each variable, by its number in the expression.
  ///
  /// Throws `xpath.unknown-variable` for one that the bindings lack.
  package func variables(_ bindings: XPathBindings) throws(Failure) -> [Int: [UInt8]] {
    var values: [Int: [UInt8]] = [:]
    for (number, node) in nodes.enumerated() {
      guard case .variable(let range) = node else { continue }
      let name = text(range)
      guard let found = bindings.variables.last(where: { Array($0.name.utf8) == Array(name.utf8) }) else {
        throw Failure(.xpathUnknownVariable, at: traits[number].offset, name)
      }
      values[number] = found.value
    }
    return values
  }
}
