// The core function library by name, with arguments and types (XPath 1.0, section 4).

/// A function of the core library.
package enum XPathFunction: UInt8, Sendable, CaseIterable {
  case last
  case position
  case count
  case id
  case localName
  case namespaceURI
  case name
  case string
  case concat
  case startsWith
  case contains
  case substringBefore
  case substringAfter
  case substring
  case stringLength
  case normalizeSpace
  case translate
  case boolean
  case not
  case `true`
  case `false`
  case lang
  case number
  case sum
  case floor
  case ceiling
  case round

  /// The name in expressions.
  var name: StaticString {
    switch self {
    case .last: "last"
    case .position: "position"
    case .count: "count"
    case .id: "id"
    case .localName: "local-name"
    case .namespaceURI: "namespace-uri"
    case .name: "name"
    case .string: "string"
    case .concat: "concat"
    case .startsWith: "starts-with"
    case .contains: "contains"
    case .substringBefore: "substring-before"
    case .substringAfter: "substring-after"
    case .substring: "substring"
    case .stringLength: "string-length"
    case .normalizeSpace: "normalize-space"
    case .translate: "translate"
    case .boolean: "boolean"
    case .not: "not"
    case .true: "true"
    case .false: "false"
    case .lang: "lang"
    case .number: "number"
    case .sum: "sum"
    case .floor: "floor"
    case .ceiling: "ceiling"
    case .round: "round"
    }
  }

  static func named(_ name: ByteView) -> XPathFunction? { allCases.first { name == $0.name } }

  /// The number of arguments.
  var arity: ClosedRange<Int> {
    switch self {
    case .last, .position, .true, .false: 0...0
    case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
    case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
    case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
    case .substring: 2...3
    case .translate: 3...3
    case .concat: 2...Int.max
    }
  }

  /// The type of its value.
  var type: XPathType {
    switch self {
    case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: .number
    case .id: .nodeSet
    case .localName, .namespaceURI, .name, .string, .concat, .substringBefore, .substringAfter, .substring,
      .normalizeSpace, .translate:
      .string
    case .startsWith, .contains, .boolean, .not, .true, .false, .lang: .boolean
    }
  }

  /// Whether its argument must be a node-set.
  var needsNodeSet: Bool {
    switch self {
    case .count, .sum, .localName, .namespaceURI, .name: true
    default: false
    }
  }

  /// Whether it depends on the context node with this number of arguments.
  func usesContext(arguments: Int) -> Bool {
    self == .lang || self == .position || self == .last || arguments == 0 && arity.upperBound == 1
  }
}
