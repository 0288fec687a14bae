// How documents are read and written.

import PliantCore

/// How a file's bytes come into memory.
public enum FileAccess: Sendable {
  /// They are read into memory of the library's own: nothing that happens to the file later changes the document.
  case memory
  /// A file of 16 MB or more is mapped, which saves the copy. While the document or one of its nodes lives, nobody may write
  /// to the file or truncate it: a write changes the document, and reading what was cut off ends the process with SIGBUS.
  case mapped
}

/// How a document is read.
public struct ReadingOptions: Sendable {
  /// The encoding of a text by its IANA name, whatever the text declares; nil to detect it.
  public var encoding: String?
  /// How a file's bytes come into memory.
  public var access: FileAccess
  /// How the elements of application XML become values.
  public var xmlStyle: XMLStyle
  /// Names of elements that are arrays even if there is only one, in the style `attributes`.
  public var xmlLists: [String]
  /// Whether of a key that a dictionary has twice the first value counts, as JSONDecoder has it.
  package var keepsFirstDuplicates = false

  /// By default everything is detected from content, and read into memory.
  public init(
    encoding: String? = nil, access: FileAccess = .memory, xmlStyle: XMLStyle = .attributes,
    xmlLists: [String] = []
  ) {
    self.encoding = encoding
    self.access = access
    self.xmlStyle = xmlStyle
    self.xmlLists = xmlLists
  }
}

/// How a document is written.
public struct WritingOptions: Sendable {
  /// What is done about values that the format cannot represent.
  public var loss: LossPolicy
  /// What becomes of a null in a property list.
  public var null: NullPolicy
  /// Sort each dictionary's keys as CoreFoundation does.
  public var sortsKeys: Bool
  /// Indent JSON.
  public var isPretty: Bool
  /// The format's canonical bytes: for `xmlPropertyList` what PropertyListSerialization writes, for `json` RFC 8785.
  public var isCanonical: Bool
  /// How `xml` is written, which needs one; the style says what the document must look like.
  public var xmlStyle: XMLStyle?

  /// By default nothing may be lost, order is kept and JSON is compact.
  public init(
    loss: LossPolicy = .refuse, null: NullPolicy = .refuse, sortsKeys: Bool = false, isPretty: Bool = false,
    isCanonical: Bool = false, xmlStyle: XMLStyle? = nil
  ) {
    self.loss = loss
    self.null = null
    self.sortsKeys = sortsKeys
    self.isPretty = isPretty
    self.isCanonical = isCanonical
    self.xmlStyle = xmlStyle
  }

  /// The conversion to a format that these describe, planned for the modules below.
  package func route(to format: Format) -> Route {
    var route = Route(to: format.core)
    route.loss = loss.core
    route.refusesAnnotations = false
    switch null {
    case .refuse: route.null = .refuse
    case .drop: route.null = .drop
    case .string: (route.null, route.marksNulls) = (.string, true)
    }
    route.sortsKeys = sortsKeys
    route.isPretty = isPretty
    route.isCanonical = isCanonical
    route.endsLine = !isCanonical
    route.xmlStyle = xmlStyle?.core
    return route
  }
}
