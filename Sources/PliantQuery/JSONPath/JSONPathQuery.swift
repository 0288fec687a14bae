// The syntax tree of a JSONPath query (RFC 9535).
//
//   $.store.book[?@.price < 10]['title']
//
//   segments   name store, name book, filter (comparison: query @ name price, <, literal 10), name title

/// A parsed query; parsing checks everything that does not depend on a document.
package struct JSONPathQuery: Sendable {
  private(set) var segments: [JSONPathSegment]
  /// The number of queries in filters that begin with `$`; each is evaluated once.
  let absoluteCount: Int

  /// Parses a query; throws `jsonpath.*` failures whose offset is in the UTF-8 of the text.
  package init(parsing text: String) throws(Failure) {
    var parser = JSONPathParser(Array(text.utf8))
    segments = try parser.parseWhole()
    absoluteCount = parser.absoluteCount
  }

  /// The query without its last step, and that step as a key or an index; nil if it may select several values.
  var place: (parents: JSONPathQuery, step: [UInt8])? {
    guard let last = segments.last, last.isSingular else { return nil }
    var parents = self
    parents.segments.removeLast()
    switch last.selectors[0] {
    case .name(let name): return (parents, name)
    case .index(let index) where index >= 0: return (parents, Array(String(index).utf8))
    default: return nil
    }
  }

  /// Whether the text of a path is a query: `$` alone, or before a dot or bracket.
  package static func isQuery(_ text: String) -> Bool {
    text == "$" || text.hasPrefix("$.") || text.hasPrefix("$[")
  }

  /// The path of a query for one value; nil if it may select several or counts from the end.
  package var keyPath: KeyPath? {
    var components: [[UInt8]] = []
    for segment in segments {
      guard segment.isSingular else { return nil }
      switch segment.selectors[0] {
      case .name(let name): components.append(name)
      case .index(let index) where index >= 0: components.append(Array(String(index).utf8))
      default: return nil
      }
    }
    return KeyPath(components: components)
  }
}

struct JSONPathSegment: Sendable {
  /// Whether the selectors apply to the node and all its descendants.
  let isDescendant: Bool
  let selectors: [JSONPathSelector]

  /// Whether it selects at most one node.
  var isSingular: Bool {
    guard !isDescendant, selectors.count == 1 else { return false }
    switch selectors[0] {
    case .name, .index: return true
    case .wildcard, .slice, .filter: return false
    }
  }
}

enum JSONPathSelector: Sendable {
  case name([UInt8])
  case wildcard
  case index(Int)
  case slice(JSONPathSlice)
  case filter(JSONPathCondition)
}

/// `start:end:step`; nil is the default.
struct JSONPathSlice: Sendable {
  var start: Int?
  var end: Int?
  var step = 1
}

struct JSONPathSubquery: Sendable {
  /// The number of an absolute query (`$`), or nil for one relative to the current node (`@`).
  let absolute: Int?
  let segments: [JSONPathSegment]

  var isSingular: Bool { segments.allSatisfy(\.isSingular) }
}

indirect enum JSONPathCondition: Sendable {
  case any([JSONPathCondition])
  case all([JSONPathCondition])
  case not(JSONPathCondition)
  case comparison(JSONPathOperand, JSONPathComparison, JSONPathOperand)
  case exists(JSONPathSubquery)
  /// `match(text, pattern)` or `search(text, pattern)`.
  case matches(JSONPathOperand, pattern: JSONPathOperand, isWhole: Bool)
}

enum JSONPathComparison: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// An operand of a comparison: one value, or nothing.
indirect enum JSONPathOperand: Sendable {
  /// A document of one scalar.
  case literal(Document)
  case query(JSONPathSubquery)
  case length(JSONPathOperand)
  case count(JSONPathSubquery)
  case value(JSONPathSubquery)
}
