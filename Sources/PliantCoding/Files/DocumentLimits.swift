import PliantCodecs

/// Limits on inputs, for the calls that they are passed to.
///
///     var options = ReadingOptions()
///     options.limits = DocumentLimits(depth: 1000)
///
/// A negative number counts as 0. Memory is limited for the whole process: to three quarters of what the process may use.
/// pliant-limits(7) explains each limit.
public struct DocumentLimits: Hashable, Sendable {
  package private(set) var values = Limits.Values()

  /// Creates the default limits, but for the depth.
  public init(depth: Int = 512) { self.depth = depth }

  /// The maximum nesting of containers or elements; at most 10,000.
  public var depth: Int {
    get { values.depth }
    set { values.depth = min(max(newValue, 0), 10_000) }
  }

  /// The maximum number of bytes that entity references may add to a text.
  public var entityBytes: Int {
    get { values.entityExpansionBytes }
    set { values.entityExpansionBytes = max(newValue, 0) }
  }

  /// The maximum expansion of entities beyond one megabyte, as a multiple of the document's size.
  public var entityFactor: Int {
    get { values.entityExpansionFactor }
    set { values.entityExpansionFactor = max(newValue, 0) }
  }

  /// The maximum nesting of entities; at most 1,000.
  public var entityDepth: Int {
    get { values.entityDepth }
    set { values.entityDepth = min(max(newValue, 0), 1_000) }
  }

  /// The maximum number of attributes of one element.
  public var attributes: Int {
    get { values.attributesPerElement }
    set { values.attributesPerElement = max(newValue, 0) }
  }

  /// The maximum number of bytes of one name.
  public var nameBytes: Int {
    get { values.nameBytes }
    set { values.nameBytes = max(newValue, 0) }
  }

  /// The maximum number of bytes of one token in streamed input.
  public var tokenBytes: Int {
    get { values.tokenBytes }
    set { values.tokenBytes = max(newValue, 0) }
  }

  /// The maximum number of bytes of a text that is rewritten in memory.
  public var rewrittenBytes: Int {
    get { values.rewrittenBytes }
    set { values.rewrittenBytes = max(newValue, 0) }
  }

  /// The maximum number of values that the shared objects of a binary property list may become.
  public var expandedValues: Int {
    get { values.expandedValues }
    set { values.expandedValues = max(newValue, 0) }
  }

  /// The maximum number of bytes of output that they may become.
  public var expandedBytes: Int {
    get { values.expandedBytes }
    set { values.expandedBytes = max(newValue, 0) }
  }

  /// The maximum number of nodes that an XPath expression may visit.
  public var xPathSteps: Int {
    get { values.xpathSteps }
    set { values.xpathSteps = max(newValue, 0) }
  }

  /// The maximum number of bytes of a string that it builds.
  public var xPathStringBytes: Int {
    get { values.xpathStringBytes }
    set { values.xpathStringBytes = max(newValue, 0) }
  }

  /// The maximum number of values that a JSONPath query may visit.
  public var jsonPathSteps: Int {
    get { values.jsonPathSteps }
    set { values.jsonPathSteps = max(newValue, 0) }
  }

  /// The maximum number of values that it may find.
  public var jsonPathNodes: Int {
    get { values.jsonPathNodes }
    set { values.jsonPathNodes = max(newValue, 0) }
  }

  /// The maximum number of values that the copies of one patch may contain.
  public var patchCopies: Int {
    get { values.patchedCopies }
    set { values.patchedCopies = max(newValue, 0) }
  }
}
