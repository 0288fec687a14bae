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
    case remove
  }

  package let operation: Operation
  package let expression: XPathExpression
  package let bindings: XPathBindings
  package let takesFirst: Bool

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
    var found = try nodes(in: tree)
    if case .insertAttribute = operation { found = found.filter { tree.kind(of: $0) == .element } }
    if found.isEmpty {
      let hint = expression.namespaceHint(for: tree)
      let text = "'" + String(decoding: expression.source, as: UTF8.self) + "' finds nothing"
      throw Failure(.editXMLNothing, text + (hint.map { "; " + $0.sentence } ?? ""), advice: hint?.advice)
    }
    if takesFirst { found = Array(found.prefix(1)) }
    let doctype = places.doctype.map { tree.source[$0].array } ?? []
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
      }
    }
    return edits
  }

  private func nodes(in tree: XMLTree) throws(Failure) -> [XMLNodeID] {
    var expression = expression
    if case .insertAttribute = operation { expression = expression.attributePlace?.elements ?? expression }
    var evaluator = try XPathEvaluator(expression, tree: tree, bindings: bindings)
    guard case .nodeSet(let nodes) = try evaluator.evaluate() else { return [] }
    guard nodes.allSatisfy({ Int($0) < tree.count }) else { throw Failure(.editXMLNamespace) }
    return nodes
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
