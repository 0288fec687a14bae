import PliantCodecs

/// How a file's bytes get into memory.
@nonexhaustive
public enum FileAccess: Sendable {
  /// Read into the library's own memory: later changes to the file do not affect the document.
  case memory
  /// A file of 16 MB or more is mapped, which avoids a copy. As long as the document or one of its nodes
  /// exists, nobody may write to or truncate the file: a write changes the document, and reading beyond a
  /// truncation ends the process with SIGBUS.
  case mapped
}

/// Options for reading a document.
public struct ReadingOptions: Sendable {
  /// The encoding of a text by its IANA name, overriding its declaration; nil to detect it.
  public var encoding: String?
  /// How a file's bytes get into memory.
  public var access: FileAccess
  /// The style in which elements of application XML become values.
  public var xmlStyle: XMLStyle
  /// Names of elements that are arrays even if there is only one, in the style `attributes`.
  public var xmlLists: [String]
  /// The limits on the input; nil for those of the process.
  public var limits: DocumentLimits?
  /// Whether the first value of a duplicate key counts, as in JSONDecoder.
  package var keepsFirstDuplicates = false

  /// Creates options that detect everything from content, and read files into memory.
  public init(
    encoding: String? = nil, access: FileAccess = .memory, xmlStyle: XMLStyle = .attributes,
    xmlLists: [String] = [], limits: DocumentLimits? = nil
  ) {
    self.encoding = encoding
    self.access = access
    self.xmlStyle = xmlStyle
    self.xmlLists = xmlLists
    self.limits = limits
  }
}

/// Options for writing a document.
public struct WritingOptions: Sendable {
  /// The policy for values that the format cannot represent.
  public var loss: LossPolicy
  /// The policy for null in a property list.
  public var null: NullPolicy
  /// Whether to sort each dictionary's keys as CoreFoundation does.
  public var sortsKeys: Bool
  /// Whether to indent JSON.
  public var isPretty: Bool
  /// Whether to write the format's canonical bytes: for `xmlPropertyList` what PropertyListSerialization
  /// writes, for `json` RFC 8785.
  public var isCanonical: Bool
  /// The style of `xml`, which requires one; it determines the structure that the document must have.
  public var xmlStyle: XMLStyle?
  /// The limits on the output; nil for those of the process.
  public var limits: DocumentLimits?

  /// Creates options that refuse losses, keep order and write compact JSON.
  public init(
    loss: LossPolicy = .refuse, null: NullPolicy = .refuse, sortsKeys: Bool = false, isPretty: Bool = false,
    isCanonical: Bool = false, xmlStyle: XMLStyle? = nil, limits: DocumentLimits? = nil
  ) {
    self.loss = loss
    self.null = null
    self.sortsKeys = sortsKeys
    self.isPretty = isPretty
    self.isCanonical = isCanonical
    self.xmlStyle = xmlStyle
    self.limits = limits
  }

  /// How a document is written in a format with these options.
  package func writing(_ format: Format) -> Writing {
    var writing = Writing(format.core)
    writing.losses = LossRule(loss.core, refusesAnnotations: false)
    switch null {
    case .refuse: writing.null = .keep
    case .drop: writing.null = .drop
    case .string: writing.null = .marker
    }
    writing.sortsKeys = sortsKeys
    writing.layout = isCanonical ? .canonical : isPretty ? .pretty : .compact
    writing.endsLine = !isCanonical
    writing.xmlStyle = xmlStyle?.core
    return writing
  }
}
