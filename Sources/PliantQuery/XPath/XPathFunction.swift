// The core function library by name, with arguments and types (XPath 1.0, section 4).

/// A function of the core library, and its name in expressions.
package enum XPathFunction: String, Sendable, CaseIterable {
  case last, position, count, id
  case localName = "local-name"
  case namespaceURI = "namespace-uri"
  case name, string, concat
  case startsWith = "starts-with"
  case contains
  case substringBefore = "substring-before"
  case substringAfter = "substring-after"
  case substring
  case stringLength = "string-length"
  case normalizeSpace = "normalize-space"
  case translate, boolean, not, `true`, `false`, lang, number, sum, floor, ceiling, round

  /// The type of the value, and the number of arguments.
  var signature: (type: XPathType, arity: ClosedRange<Int>) {
    switch self {
    case .last, .position: (.number, 0...0)
    case .stringLength, .number: (.number, 0...1)
    case .count, .sum, .floor, .ceiling, .round: (.number, 1...1)
    case .id: (.nodeSet, 1...1)
    case .localName, .namespaceURI, .name, .string, .normalizeSpace: (.string, 0...1)
    case .substringBefore, .substringAfter: (.string, 2...2)
    case .substring: (.string, 2...3)
    case .translate: (.string, 3...3)
    case .concat: (.string, 2...Int.max)
    case .true, .false: (.boolean, 0...0)
    case .boolean, .not, .lang: (.boolean, 1...1)
    case .startsWith, .contains: (.boolean, 2...2)
    }
  }

  var needsNodeSet: Bool {
    switch self {
    case .count, .sum, .localName, .namespaceURI, .name: true
    default: false
    }
  }

  /// Whether it depends on the context node with this number of arguments.
  func usesContext(arguments: Int) -> Bool {
    self == .lang || self == .position || self == .last || arguments == 0 && signature.arity.upperBound == 1
  }
}
