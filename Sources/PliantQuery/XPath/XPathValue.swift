// The four kinds of values of an expression.

/// A value; node-sets are in document order and without duplicates.
package enum XPathValue: Equatable, Sendable {
  case nodeSet([XMLNodeID])
  case number(Double)
  /// UTF-8.
  case string([UInt8])
  case boolean(Bool)

  /// The memory outside the value itself.
  var byteCount: Int {
    switch self {
    case .nodeSet(let nodes): Self.byteCount(of: nodes)
    case .string(let text): text.count
    case .number, .boolean: 0
    }
  }

  static func byteCount(of nodes: [XMLNodeID]) -> Int { nodes.count * MemoryLayout<XMLNodeID>.stride }
}

/// External inputs of an expression: variables, and the namespaces of its prefixes.
package struct XPathBindings: Sendable {
  package var variables: [(name: String, value: [UInt8])]
  /// Namespaces by prefix; they take precedence over the declarations of the root element.
  package var namespaces: [(prefix: String, uri: String)]
  /// The maximum number of nodes that one evaluation may visit.
  package var maximumSteps = Limits.xpathSteps

  package init(
    variables: [(name: String, value: [UInt8])] = [], namespaces: [(prefix: String, uri: String)] = []
  ) {
    self.variables = variables
    self.namespaces = namespaces
  }
}

struct XPathContext {
  var node: XMLNodeID
  package var position = 1
  var size = 1
}
