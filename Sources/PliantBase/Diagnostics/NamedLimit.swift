/// A limit that a user may change with --limit.
package struct NamedLimit: Sendable {
  /// The name after `--limit`.
  package let name: String
  /// The description in the manual.
  package let summary: String
  /// The default in the manual.
  package let defaultText: String
  /// Whether it is a number of bytes, which may have a unit.
  package let isByteCount: Bool
  /// The maximum that the program supports.
  package let maximum: Int
  private let set: @Sendable (Int) -> Void

  /// Changes the limit, for the whole process and before its work begins.
  package func change(to value: Int) { set(value) }

  private init(
    _ name: String, _ summary: String, _ defaultText: String, isByteCount: Bool, maximum: Int = .max,
    _ set: @escaping @Sendable (Int) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.defaultText = defaultText
    self.isByteCount = isByteCount
    self.maximum = maximum
    self.set = set
  }

  private typealias Path = WritableKeyPath<Limits.Values, Int> & Sendable

  private static func count(
    _ name: String, _ summary: String, _ limit: Path, maximum: Int = .max
  ) -> NamedLimit {
    let initial = String(Limits.Values()[keyPath: limit])
    return NamedLimit(name, summary, initial, isByteCount: false, maximum: maximum) {
      Limits.set(limit, to: $0)
    }
  }

  private static func bytes(_ name: String, _ summary: String, _ limit: Path) -> NamedLimit {
    let initial = ByteCount.text(Limits.Values()[keyPath: limit])
    return NamedLimit(name, summary, initial, isByteCount: true) { Limits.set(limit, to: $0) }
  }

  package static func named(_ name: String) -> NamedLimit? { all.first { $0.name == name } }

  /// All limits, in the order of the manual.
  package static let all: [NamedLimit] = [
    NamedLimit(
      "memory", "memory for inputs and everything built from them",
      "the larger of \(ByteCount.text(Limits.leastMemory)) and \(Limits.memoryFactor) times the input; for an input "
        + "without a size, a quarter of the machine's memory",
      isByteCount: true
    ) { MemoryBudget.fix($0) },
    // Beyond this, freeing nested nodes would overflow an ordinary stack.
    count("depth", "nesting of containers or elements", \.depth, maximum: 10_000),
    bytes("entity-bytes", "text that entity references may add", \.entityExpansionBytes),
    count(
      "entity-factor", "the same beyond \(entityFloor), as a multiple of the document's size",
      \.entityExpansionFactor),
    count("entity-depth", "nesting of entities", \.entityDepth, maximum: 1000),
    count("attributes", "attributes of one element", \.attributesPerElement),
    bytes("name-bytes", "length of one name", \.nameBytes),
    bytes("token-bytes", "length of one token in streamed input", \.tokenBytes),
    bytes("rewritten-bytes", "size of a text rewritten in memory", \.rewrittenBytes),
    count(
      "expanded-values", "values that the shared objects of a binary property list may become",
      \.expandedValues),
    bytes("expanded-bytes", "output that they may become", \.expandedBytes),
    bytes("xpath-bytes", "length of an XPath expression", \.xpathBytes),
    count("xpath-depth", "nesting of parentheses and predicates", \.xpathDepth, maximum: 1000),
    count("xpath-steps", "nodes that an XPath expression may visit", \.xpathSteps),
    bytes("xpath-string-bytes", "length of a string that it builds", \.xpathStringBytes),
    bytes("jsonpath-bytes", "length of a JSONPath query", \.jsonPathBytes),
    count("jsonpath-depth", "nesting of filters", \.jsonPathDepth, maximum: 1000),
    count("jsonpath-steps", "values that a JSONPath query may visit", \.jsonPathSteps),
    count("jsonpath-nodes", "values that it may find", \.jsonPathNodes),
    count("patch-copies", "values that the copies of one patch may contain", \.patchedCopies),
  ]

  private static var entityFloor: String { ByteCount.text(Limits.entityExpansionFloor) }
}
