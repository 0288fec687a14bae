// The syntax tree of an XPath expression, in flat arrays: nodes refer to each other by number.
//
//   //a[@id = 3]   0 path(context… @id)   1 number 3   2 binary(=, 0, 1)   3 path(root, //, a[2])

package enum XPathOperator: UInt8, Sendable {
  case or, and, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, add, subtract, multiply, divide
  case modulo
  case union

  /// The precedence; union binds tighter than the minus sign, all others less.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual: 3
    case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
    case .add, .subtract: 5
    case .multiply, .divide, .modulo: 6
    case .union: 8
    }
  }

  var type: XPathType { self == .union ? .nodeSet : precedence < 5 ? .boolean : .number }
}

/// The type of a value; as text with its article, for messages.
package enum XPathType: String, Sendable {
  case nodeSet = "a node-set"
  case number = "a number"
  case string = "a string"
  case boolean = "a boolean"
}

/// The thirteen axes, and one that only simplification creates.
package enum XPathAxis: String, Sendable, CaseIterable {
  case child, descendant, parent, ancestor
  case followingSibling = "following-sibling"
  case precedingSibling = "preceding-sibling"
  case following, preceding, attribute, namespace
  case itself = "self"
  case descendantOrSelf = "descendant-or-self"
  case ancestorOrSelf = "ancestor-or-self"
  /// The attributes of a node and of all its descendants: `descendant-or-self::node()/attribute::…`.
  case descendantAttribute = "descendant-or-self::node()/attribute"

  static var names: [String] { allCases.dropLast().map(\.rawValue) }

  /// Whether positions count backwards from the context node.
  var isReverse: Bool {
    switch self {
    case .parent, .ancestor, .ancestorOrSelf, .preceding, .precedingSibling: true
    default: false
    }
  }
}

enum XPathNodeTest: Sendable {
  case node
  case text
  case comment
  /// `processing-instruction()`, optionally with a target.
  case processingInstruction([UInt8]?)
  /// `*`
  case any
  /// `p:*`
  case anyIn(prefix: Range<Int>)
  /// `name` or `p:name`, as ranges in the expression.
  case name(prefix: Range<Int>?, local: Range<Int>)
  /// The root and elements: only simplification creates it.
  case container

  static let types = ["node", "text", "comment", "processing-instruction"]
}

struct XPathStep: Sendable {
  var axis: XPathAxis
  var test: XPathNodeTest
  /// Numbers of expressions.
  var predicates: [Int] = []
  var offset: Int
}

enum XPathPathStart: Sendable {
  case root
  case context
  case expression(Int)
}

enum XPathNode: Sendable {
  case number(Double)
  case literal([UInt8])
  case variable(Range<Int>)
  case negation(Int)
  case binary(XPathOperator, Int, Int)
  case call(XPathFunction, [Int])
  case filter(Int, predicates: [Int])
  case path(XPathPathStart, [XPathStep])
}

struct XPathTraits: Sendable {
  /// The type; variables are strings.
  var type: XPathType
  var offset: Int
  /// Whether it uses `position()` or `last()` of its own context.
  var usesPosition = false
  /// Whether its value depends on the context node.
  var usesContext = false
}

package struct XPathExpression: Sendable {
  package let source: [UInt8]
  var nodes: [XPathNode] = []
  var traits: [XPathTraits] = []
  var root = 0

  package var type: XPathType { traits[root].type }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
}
