// The elements that an expression can see, so that the tree need not contain the others.
//
//   //book[@year > 1890]/title     book
//   /library/book/title            title; library and book are its ancestors
//   //title/..                     everything: nil

extension XPathExpression {
  /// The local names of the elements without whose subtrees, and ancestors, the value at the root would be
  /// another; nil if it may depend on any node.
  package var visibleElements: [[UInt8]]? {
    var names: [[UInt8]] = []
    return isLimited(root, inKept: false, &names) ? names : nil
  }

  /// Whether a part depends on kept elements alone, whose names it adds; `inKept` if the context node is in one.
  private func isLimited(_ part: Int, inKept: Bool, _ names: inout [[UInt8]]) -> Bool {
    switch nodes[part] {
    case .number, .literal, .variable: return true
    case .negation(let operand): return isLimited(operand, inKept: inKept, &names)
    case .binary:
      var at = part
      while case .binary(_, let left, let right) = nodes[at] {
        guard isLimited(right, inKept: inKept, &names) else { return false }
        at = left
      }
      return isLimited(at, inKept: inKept, &names)
    case .call(.id, _), .call(.lang, _): return false
    case .call(.position, _), .call(.last, _): return true
    case .call(let function, let arguments):
      guard inKept || !function.usesContext(arguments: arguments.count) else { return false }
      return arguments.allSatisfy { isLimited($0, inKept: inKept, &names) }
    case .filter(let base, let predicates):
      return isLimited(base, inKept: inKept, &names)
        && predicates.allSatisfy { isLimited($0, inKept: true, &names) }
    case .path(let start, let steps): return isLimited(start, steps[...], inKept: inKept, &names)
    }
  }

  private func isLimited(
    _ start: XPathPathStart, _ steps: ArraySlice<XPathStep>, inKept: Bool, _ names: inout [[UInt8]]
  ) -> Bool {
    var isKept = inKept
    if case .root = start { isKept = false }
    if case .expression(let base) = start {
      guard isLimited(base, inKept: inKept, &names) else { return false }
      isKept = true
    }
    for (index, step) in zip(steps.indices, steps) {
      switch step.axis {
      case .child, .descendant, .descendantOrSelf, .itself, .attribute, .descendantAttribute:
        if isKept { break }
        // A step towards a named element only passes its ancestors.
        if leadsDown(step), index + 1 < steps.endIndex, selectsByName(steps[index + 1]) { continue }
        guard selectsByName(step) else { return false }
        isKept = true
        names.append(name(step))
      case .followingSibling, .precedingSibling, .following, .preceding, .parent, .ancestor, .ancestorOrSelf:
        guard isKept, !name(step).isEmpty else { return false }
        names.append(name(step))
      case .namespace: return false
      }
      guard step.predicates.allSatisfy({ isLimited($0, inKept: true, &names) }) else { return false }
    }
    return isKept
  }

  /// The local name that the step selects; empty for other tests.
  private func name(_ step: XPathStep) -> [UInt8] {
    if case .name(_, let local) = step.test { return Array(source[local]) }
    return []
  }

  private func selectsByName(_ step: XPathStep) -> Bool {
    (step.axis == .child || step.axis == .descendant) && !name(step).isEmpty
  }

  /// Whether the step selects ancestors of the elements of the next one, without conditions.
  private func leadsDown(_ step: XPathStep) -> Bool {
    guard step.predicates.isEmpty else { return false }
    switch (step.axis, step.test) {
    case (.child, .name), (.descendant, .name), (.descendantOrSelf, .node), (.descendantOrSelf, .container):
      return true
    default: return false
    }
  }
}
