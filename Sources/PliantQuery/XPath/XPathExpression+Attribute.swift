// An expression whose last step is an attribute, as the position of a new one.

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
