// The four kinds of values of an expression.

import PliantCore

/// A value; node-sets are in document order and without repetitions.
package enum XPathValue: Equatable, Sendable {
  case nodeSet([XMLNodeID])
  case number(Double)
  /// UTF-8.
  case string([UInt8])
  case boolean(Bool)

  /// The memory that it takes beside its own place.
  var byteCount: Int {
    switch self {
    case .nodeSet(let nodes): Self.byteCount(of: nodes)
    case .string(let text): text.count
    case .number, .boolean: 0
    }
  }

  static func byteCount(of nodes: [XMLNodeID]) -> Int { nodes.count * MemoryLayout<XMLNodeID>.stride }
}

/// What an expression needs from outside: variables, and the namespaces of its prefixes.
package struct XPathBindings: Sendable {
  /// Values of variables, which are strings.
  package var variables: [(name: String, value: [UInt8])]
  /// Namespaces by prefix; they go before those that the document's root element declares.
  package var namespaces: [(prefix: String, uri: String)]
  /// Nodes that one evaluation may look at.
  package var maximumSteps = Limits.xpathSteps

  package init(
    variables: [(name: String, value: [UInt8])] = [], namespaces: [(prefix: String, uri: String)] = []
  ) {
    self.variables = variables
    self.namespaces = namespaces
  }
}

/// Where an expression is evaluated.
struct XPathContext {
  var node: XMLNodeID
  package var position = 1
  var size = 1
}
