import PliantCodecs

/// Limits on inputs, for the calls that they are passed to.
///
///     let document = try Document(text, options: ReadingOptions(limits: [.depth: 1000]))
///
/// pliant-limits(7) explains each limit and its default.
public struct DocumentLimits: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A limit that a call may change.
  public struct Limit: Sendable {
    fileprivate let value: WritableKeyPath<Limits.Values, Int> & Sendable
    fileprivate var maximum = Int.max

    /// Nesting of containers or elements: 512, at most 10,000.
    public static let depth = Limit(value: \.depth, maximum: 10_000)
    /// Bytes that entity references may add to a text.
    public static let entityBytes = Limit(value: \.entityExpansionBytes)
    /// The same beyond one megabyte, as a multiple of the document's size.
    public static let entityFactor = Limit(value: \.entityExpansionFactor)
    /// Nesting of entities, at most 1,000.
    public static let entityDepth = Limit(value: \.entityDepth, maximum: 1_000)
    /// Attributes of one element.
    public static let attributes = Limit(value: \.attributesPerElement)
    /// Bytes of one name.
    public static let nameBytes = Limit(value: \.nameBytes)
    /// Bytes of one token in streamed input.
    public static let tokenBytes = Limit(value: \.tokenBytes)
    /// Bytes of a text that is rewritten in memory.
    public static let rewrittenBytes = Limit(value: \.rewrittenBytes)
    /// Values that the shared objects of a binary property list may become.
    public static let expandedValues = Limit(value: \.expandedValues)
    /// Bytes of output that they may become.
    public static let expandedBytes = Limit(value: \.expandedBytes)
    /// Nodes that an XPath expression may visit.
    public static let xPathSteps = Limit(value: \.xpathSteps)
    /// Bytes of a string that it builds.
    public static let xPathStringBytes = Limit(value: \.xpathStringBytes)
    /// Values that a JSONPath query may visit.
    public static let jsonPathSteps = Limit(value: \.jsonPathSteps)
    /// Values that it may find.
    public static let jsonPathNodes = Limit(value: \.jsonPathNodes)
  }

  package private(set) var values = Limits.Values()

  /// Creates the default limits.
  public init() {}

  /// Creates the default limits, except these.
  public init(dictionaryLiteral changes: (Limit, Int)...) {
    for (limit, value) in changes { self[limit] = value }
  }

  /// The value of a limit, between 0 and its maximum.
  public subscript(limit: Limit) -> Int {
    get { values[keyPath: limit.value] }
    set { values[keyPath: limit.value] = min(max(newValue, 0), limit.maximum) }
  }

  /// Limits the memory of all documents in the process.
  ///
  /// The default is three quarters of the memory that the process may use and had not used at its first document; calls
  /// that would need more throw a `DocumentError` of the rule `limit/memory`. Values and the host's own memory do
  /// not count: a host with little memory leaves room for them with a lower limit.
  public static func setProcessMemory(_ byteCount: Int) { MemoryBudget.fix(max(byteCount, 0)) }
}
