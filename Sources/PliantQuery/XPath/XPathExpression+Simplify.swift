// Rewrites paths to equivalent, cheaper ones: `//x` is one scan instead of two.

extension XPathExpression {
  mutating func simplify() {
    for number in nodes.indices {
      if case .path(let start, let steps) = nodes[number] { nodes[number] = .path(start, simplified(steps)) }
    }
  }

  /// Whether the predicate depends on its node's position.
  func isPositional(_ predicate: Int) -> Bool {
    traits[predicate].type == .number || traits[predicate].usesPosition
  }

  private func simplified(_ steps: [XPathStep]) -> [XPathStep] {
    var result: [XPathStep] = []
    for step in steps {
      // `.` changes nothing.
      if step.axis == .itself, case .node = step.test, step.predicates.isEmpty { continue }
      if let last = result.last, Self.isAnything(last), let joined = joined(step) {
        if joined.replacesBoth { result.removeLast() } else { result[result.count - 1].test = .container }
        result.append(joined.step)
      } else {
        result.append(step)
      }
    }
    return result
  }

  /// Whether the step is `descendant-or-self::node()`, which `//` abbreviates.
  private static func isAnything(_ step: XPathStep) -> Bool {
    if step.axis == .descendantOrSelf, case .node = step.test { return step.predicates.isEmpty }
    return false
  }

  /// The equivalent of `descendant-or-self::node()` and this step, or this step after fewer nodes.
  private func joined(_ step: XPathStep) -> (step: XPathStep, replacesBoth: Bool)? {
    let isPositional = step.predicates.contains { self.isPositional($0) }
    var joined = step
    switch step.axis {
    case .child: joined.axis = .descendant
    case .attribute: joined.axis = .descendantAttribute
    case .itself: joined.axis = .descendantOrSelf
    case .descendant, .descendantOrSelf: break
    default: return nil
    }
    if !isPositional { return (joined, true) }
    // Only the root and elements have children and attributes.
    return step.axis == .child || step.axis == .attribute ? (step, false) : nil
  }
}
