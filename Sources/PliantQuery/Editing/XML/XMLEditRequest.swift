/// An edit of all nodes that an expression selects, and the edits of nodes in one document.
package struct XMLEditRequest: Sendable {
  /// In the order of insertions at one offset: after a node, at the end of an element, before the next node.
  package enum Side: Int, Sendable {
    case after, append, before
  }

  package enum Operation: Sendable {
    case replaceText([UInt8])
    case replaceMarkup([UInt8])
    case insertMarkup([UInt8], Side)
    /// A new attribute on the elements that the expression selects before its last step.
    case insertAttribute([UInt8])
    case rename([UInt8])
    case remove
    /// Undoes one level of escaping in the text of the nodes, and in that of all elements inside them.
    case unescape
  }

  package let operation: Operation
  package let expression: XPathExpression
  package let bindings: XPathBindings
  package let takesFirst: Bool
  /// Whether an expression that selects nothing is not an error.
  package var mayFindNothing = false

  package init(
    _ operation: Operation, expression: XPathExpression, bindings: XPathBindings, takesFirst: Bool
  ) {
    self.operation = operation
    self.expression = expression
    self.bindings = bindings
    self.takesFirst = takesFirst
  }

  /// Throws `edit.xml-markup` for malformed markup; the document may declare prefixes and entities.
  package static func check(markup: [UInt8]) throws(Failure) {
    do throws(Failure) {
      _ = try XMLFragment(
        markup, declarations: [], doctype: Array("<!DOCTYPE pliant-fragment SYSTEM 'x'>".utf8))
    } catch {
      // The document's root may declare a prefix.
      if error.code != .editXMLPrefix { throw error }
    }
  }

  /// Returns the edits of a tree's nodes; throws errors in the evaluation, and `edit.xml-…`.
  func edits(in tree: XMLTree, _ places: XMLNodePlaces) throws(Failure) -> XMLEdits {
    if let prefix = declaredPrefix { return try declarationEdits(of: prefix, in: tree) }
    var found = try nodes(in: tree)
    if case .insertAttribute = operation { found = found.filter { tree.kind(of: $0) == .element } }
    if found.isEmpty, !mayFindNothing { throw nothing(in: tree) }
    if takesFirst { found = Array(found.prefix(1)) }
    let doctype = places.doctype.map { tree.source[$0].array } ?? []
    if case .unescape = operation { return unescaping(found, in: tree, places) }
    // The markup is parsed once for each set of namespaces in scope.
    var fragments: [[Int]: XMLFragment] = [:]
    func fragment(_ markup: [UInt8], at element: XMLNodeID) throws(Failure) -> XMLFragment {
      let scope = tree.namespacesInScope(at: element)
      if let found = fragments[scope] { return found }
      let declarations = scope.map { (tree.namespace($0).prefix.array, tree.namespace($0).uri.array) }
      let fragment = try XMLFragment(markup, declarations: declarations, doctype: doctype)
      fragments[scope] = fragment
      return fragment
    }
    var edits = XMLEdits()
    for node in found {
      switch operation {
      case .replaceText(let text): edits.change(node, .text(text))
      case .remove: edits.change(node, .remove)
      case .replaceMarkup(let markup):
        let scope = tree.kind(of: node) == .element ? tree.parent(of: node) : node
        edits.change(node, .replace(try fragment(markup, at: scope ?? 0)))
      case .insertMarkup(let markup, let side):
        let scope = side == .append ? node : tree.parent(of: node) ?? 0
        edits.insert(try fragment(markup, at: scope), side, node)
      case .insertAttribute(let value): edits.attributes[node] = [try attribute(value, on: node, in: tree)]
      case .rename(let name):
        try checkName(name, of: node, in: tree)
        edits.names[node] = name
      case .unescape: break
      }
    }
    return edits
  }

  private func unescaping(_ nodes: [XMLNodeID], in tree: XMLTree, _ places: XMLNodePlaces) -> XMLEdits {
    var edits = XMLEdits()
    var done: XMLNodeID = 0
    for node in nodes where node >= done {
      // An element inside another one that is selected is done already.
      done = max(tree.end(of: node), node + 1)
      for inner in node..<done {
        let kind = tree.kind(of: inner)
        guard kind == .text || kind == .attribute && inner == node else { continue }
        guard let text = DoubleEscaping.unescaped(tree.value(of: inner)) else { continue }
        edits.change(inner, .text(text))
        if let range = places.content(inner) {
          edits.spellings[inner] = DoubleEscaping.unescapedSource(tree.source[range])
        }
      }
    }
    return edits
  }

  private func nothing(in tree: XMLTree) -> Failure {
    let hint = expression.namespaceHint(for: tree)
    let text = "'" + String(decoding: expression.source, as: UTF8.self) + "' finds nothing"
    return Failure(.editXMLNothing, text + (hint.map { "; " + $0.sentence } ?? ""), advice: hint?.advice)
  }

  /// The nodes that the expression selects; the elements of its attributes if `areElements`.
  private func nodes(in tree: XMLTree, areElements: Bool = false) throws(Failure) -> [XMLNodeID] {
    var expression = expression
    if case .insertAttribute = operation { expression = expression.attributePlace?.elements ?? expression }
    if areElements { expression = expression.attributePlace?.elements ?? expression }
    var evaluator = try XPathEvaluator(expression, tree: tree, bindings: bindings)
    guard case .nodeSet(let nodes) = try evaluator.evaluate() else { return [] }
    guard nodes.allSatisfy({ Int($0) < tree.count }) else { throw Failure(.editXMLNamespace) }
    return nodes
  }

  // MARK: Names

  /// Throws `edit.xml-…` if a node cannot have a name.
  private func checkName(_ name: [UInt8], of node: XMLNodeID, in tree: XMLTree) throws(Failure) {
    let kind = tree.kind(of: node)
    guard [.element, .attribute, .processingInstruction].contains(kind) else {
      throw Failure(.editXMLNameless, tree.shownName(of: node))
    }
    guard kind != .processingInstruction else { return }
    let element = kind == .element ? node : tree.parent(of: node) ?? 0
    if let colon = name.firstIndex(of: ASCII.colon), name[..<colon] != Array("xml".utf8)[...] {
      let isDeclared = tree.namespacesInScope(at: element).contains {
        tree.namespace($0).prefix.array == Array(name[..<colon])
      }
      if !isDeclared { throw Failure(.editXMLPrefix, String(decoding: name[..<colon], as: UTF8.self)) }
    }
    let isTaken =
      kind == .attribute
      && tree.attributes(of: element).contains { other in
        other != node && name.withByteView { tree.name(of: other) == $0 }
      }
    if isTaken { throw Failure(.editXMLExists, String(decoding: name, as: UTF8.self)) }
  }

  // MARK: Namespace declarations

  /// The prefix whose declarations the expression selects to be changed, in the form of attributes.
  private var declaredPrefix: String? {
    if case .insertAttribute = operation { return nil }
    guard let place = expression.attributePlace else { return nil }
    return place.prefix == "xmlns" ? place.local : place.prefix == nil && place.local == "xmlns" ? "" : nil
  }

  private func declarationEdits(of prefix: String, in tree: XMLTree) throws(Failure) -> XMLEdits {
    let change: XMLEdits.Change
    switch operation {
    case .replaceText(let uri): change = .text(uri)
    case .remove: change = .remove
    default: throw Failure(.editXMLNamespace)
    }
    var edits = XMLEdits()
    for element in try nodes(in: tree, areElements: true) where tree.kind(of: element) == .element {
      let declared = tree.declarations(on: element).first { tree.namespace($0).prefix.string == prefix }
      guard let declared else { continue }
      edits.declarations[declared] = change
      if takesFirst { break }
    }
    if edits.declarations.isEmpty, !mayFindNothing { throw nothing(in: tree) }
    return edits
  }

  // MARK: New attributes

  private func attribute(
    _ value: [UInt8], on element: XMLNodeID, in tree: XMLTree
  ) throws(Failure) -> XMLEdits.Attribute {
    guard let place = expression.attributePlace else { throw Failure(.editXMLName, "") }
    let name = try spelled(place.prefix, place.local, at: element, in: tree)
    let isPresent = name.withByteView { name in
      tree.attributes(of: element).contains { tree.name(of: $0) == name }
        || tree.declarations(on: element).contains {
          place.prefix == "xmlns" && tree.namespace($0).prefix == name.suffix(from: "xmlns:".utf8.count)
        }
    }
    if isPresent { throw Failure(.editXMLExists, String(decoding: name, as: UTF8.self)) }
    return XMLEdits.Attribute(name: name, value: value)
  }

  /// The attribute's name with a prefix declared there for the expression's namespace.
  private func spelled(
    _ prefix: String?, _ local: String, at element: XMLNodeID, in tree: XMLTree
  ) throws(Failure) -> [UInt8] {
    if prefix == nil && local == "xmlns" { throw Failure(.editXMLName, local) }
    guard let prefix, prefix != "xml", prefix != "xmlns" else {
      return Array((prefix.map { $0 + ":" } ?? "").utf8) + Array(local.utf8)
    }
    let bound = bindings.namespaces.last { $0.prefix == prefix }?.uri
    let inScope = tree.namespacesInScope(at: element).map { tree.namespace($0) }.filter { !$0.prefix.isEmpty }
    let same = inScope.first { $0.prefix.string == prefix && (bound == nil || $0.uri.string == bound) }
    let other = inScope.first { bound != nil && $0.uri.string == bound }
    guard let found = same ?? other else { throw Failure(.editXMLPrefix, prefix) }
    return found.prefix.array + [ASCII.colon] + Array(local.utf8)
  }
}

extension XPathExpression {
  /// The expression that selects the elements, and the attribute's name; nil for an expression that does not
  /// end with `/@name`.
  package var attributePlace: (elements: XPathExpression, prefix: String?, local: String)? {
    guard case .path(let start, var steps) = nodes[root], let last = steps.popLast(),
      case .name(let prefix, let local) = last.test, last.predicates.isEmpty
    else { return nil }
    switch last.axis {
    case .attribute: break
    case .descendantAttribute:
      steps.append(XPathStep(axis: .descendantOrSelf, test: .any, offset: last.offset))
    default: return nil
    }
    var elements = self
    elements.nodes[root] = .path(start, steps)
    return (elements, prefix.map { text($0) }, text(local))
  }
}
