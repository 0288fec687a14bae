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

  private static func count(
    _ name: String, _ summary: String, _ value: Int, maximum: Int = .max,
    _ set: @escaping @Sendable (Int) -> Void
  ) -> NamedLimit {
    NamedLimit(name, summary, String(value), isByteCount: false, maximum: maximum, set)
  }

  private static func bytes(
    _ name: String, _ summary: String, _ value: Int, _ set: @escaping @Sendable (Int) -> Void
  ) -> NamedLimit {
    NamedLimit(name, summary, ByteCount.text(value), isByteCount: true, set)
  }

  /// Returns the limit with a name, or nil.
  package static func named(_ name: String) -> NamedLimit? { all.first { $0.name == name } }

  /// All limits, in the order of the manual.
  package static let all: [NamedLimit] = [
    NamedLimit(
      "memory", "memory for inputs and everything built from them",
      "the larger of \(ByteCount.text(Limits.leastMemory)) and \(Limits.memoryFactor) times the input",
      isByteCount: true
    ) { MemoryBudget.fix($0) },
    // Beyond this, freeing nested nodes would overflow an ordinary stack.
    count("depth", "nesting of containers or elements", Limits.depth, maximum: 10_000) {
      Limits.depth = $0
    },
    bytes("entity-bytes", "text that entity references may add", Limits.entityExpansionBytes) {
      Limits.entityExpansionBytes = $0
    },
    count(
      "entity-factor", "the same beyond \(entityFloor), as a multiple of the document's size",
      Limits.entityExpansionFactor
    ) { Limits.entityExpansionFactor = $0 },
    count("entity-depth", "nesting of entities", Limits.entityDepth, maximum: 1000) {
      Limits.entityDepth = $0
    },
    count("attributes", "attributes of one element", Limits.attributesPerElement) {
      Limits.attributesPerElement = $0
    },
    bytes("name-bytes", "length of one name", Limits.nameBytes) { Limits.nameBytes = $0 },
    bytes("token-bytes", "length of one token in streamed input", Limits.tokenBytes) {
      Limits.tokenBytes = $0
    },
    bytes("rewritten-bytes", "size of a text rewritten in memory", Limits.rewrittenBytes) {
      Limits.rewrittenBytes = $0
    },
    count(
      "expanded-values", "values that the shared objects of a binary property list may become",
      Limits.expandedValues
    ) { Limits.expandedValues = $0 },
    bytes("expanded-bytes", "output that they may become", Limits.expandedBytes) {
      Limits.expandedBytes = $0
    },
    bytes("xpath-bytes", "length of an XPath expression", Limits.xpathBytes) { Limits.xpathBytes = $0 },
    count("xpath-depth", "nesting of parentheses and predicates", Limits.xpathDepth, maximum: 1000) {
      Limits.xpathDepth = $0
    },
    count("xpath-steps", "nodes that an XPath expression may visit", Limits.xpathSteps) {
      Limits.xpathSteps = $0
    },
    bytes("xpath-string-bytes", "length of a string that it builds", Limits.xpathStringBytes) {
      Limits.xpathStringBytes = $0
    },
    bytes("jsonpath-bytes", "length of a JSONPath query", Limits.jsonPathBytes) { Limits.jsonPathBytes = $0 },
    count("jsonpath-depth", "nesting of filters", Limits.jsonPathDepth, maximum: 1000) {
      Limits.jsonPathDepth = $0
    },
    count("jsonpath-steps", "values that a JSONPath query may visit", Limits.jsonPathSteps) {
      Limits.jsonPathSteps = $0
    },
    count("jsonpath-nodes", "values that it may find", Limits.jsonPathNodes) { Limits.jsonPathNodes = $0 },
    count("patch-copies", "values that the copies of one patch may contain", Limits.patchedCopies) {
      Limits.patchedCopies = $0
    },
  ]

  private static var entityFloor: String { ByteCount.text(Limits.entityExpansionFloor) }
}
