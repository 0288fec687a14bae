// The events of the XML reader.

/// A kind of event; the reader's properties describe it until the next call of `next()`.
@usableFromInline
package enum XMLEvent: UInt8, Sendable {
  /// `<?xml …?>`: `versionText`, `encodingName`, `standalone`.
  case declaration
  /// `<!DOCTYPE …>`: `name`, `documentType`.
  case doctype
  /// A start tag or an empty-element tag: `name`, attributes, `isEmptyElement`; an empty one is followed by its end.
  case startElement
  /// An end tag, or the end of an empty-element tag: `name`.
  case endElement
  /// A run of characters: `text`, `isWhitespace`.
  case text
  /// A CDATA section, if requested: `text`.
  case cdata
  /// A reference, if requested, or one to an unread entity: `name` (`amp`, `#x41`), `text` (its value).
  case reference
  /// A comment: `text`.
  case comment
  /// A processing instruction: `name`, `text`.
  case processingInstruction
  /// The end; repeated by further calls.
  case endDocument
  /// The window ends in a token: call `prepareToRefill()`, then `refill`. Never sent if the window is final.
  case needsInput

  /// The derived function is a call in other modules; each case is one byte.
  @inlinable @inline(__always)
  package static func == (left: XMLEvent, right: XMLEvent) -> Bool {
    unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
  }
}

/// An attribute of the current element; valid until the next call of `next()`.
@usableFromInline
package struct XMLAttribute {
  /// The name as written.
  @usableFromInline package let name: ByteView
  /// Bytes of `name` before its colon; 0 without a prefix, or if namespaces are not processed.
  @usableFromInline package let prefixCount: Int
  /// The value as written, between the quotes; the value of a defaulted attribute.
  @usableFromInline package let rawValue: ByteView
  /// The normalized value: references replaced, white space as required by the DTD's type.
  @usableFromInline package let value: ByteView
  /// The URI of the name's prefix; empty without a prefix.
  @usableFromInline package let namespaceURI: ByteView
  /// The offset of the name in the source.
  @usableFromInline package let offset: Int
  /// The offset of the value, after its quote, in the source.
  @usableFromInline package let valueOffset: Int
  /// Whether it is in the tag, rather than being a default of the DTD.
  @usableFromInline package let isSpecified: Bool
  /// Whether the DTD declares it to be of type ID.
  @usableFromInline package let isID: Bool

  @inlinable
  init(
    name: ByteView, prefixCount: Int, rawValue: ByteView, value: ByteView, namespaceURI: ByteView,
    offset: Int, valueOffset: Int, isSpecified: Bool, isID: Bool
  ) {
    self.name = name
    self.prefixCount = prefixCount
    self.rawValue = rawValue
    self.value = value
    self.namespaceURI = namespaceURI
    self.offset = offset
    self.valueOffset = valueOffset
    self.isSpecified = isSpecified
    self.isID = isID
  }

  package var prefix: ByteView { name[0..<prefixCount] }
  package var localName: ByteView { prefixCount == 0 ? name : name.suffix(from: prefixCount + 1) }
}

/// The reader's record of an attribute.
@usableFromInline
package struct XMLAttributeRecord: BitwiseCopyable {
  @usableFromInline package var name: ByteView
  @usableFromInline var rawValue: ByteView
  /// The range of the normalized value in the reader's buffer, if `isNormalized`.
  @usableFromInline var valueStart: Int
  @usableFromInline var valueCount: Int
  @usableFromInline package var offset: Int
  @usableFromInline var valueOffset: Int
  @usableFromInline package var prefixCount: Int32
  @usableFromInline package var binding: Int32
  @usableFromInline var isNormalized: Bool
  @usableFromInline var isSpecified: Bool
  @usableFromInline var isID: Bool
}

@usableFromInline
package struct XMLOpenElement: BitwiseCopyable {
  @usableFromInline package var name: ByteView
  /// The offset of its start tag.
  @usableFromInline var offset: Int
  /// Namespace bindings before it.
  @usableFromInline var bindingCount: Int32
  /// The binding of its own prefix, or -1.
  @usableFromInline var binding: Int32
  /// Bytes of the name before its colon.
  @usableFromInline var prefixCount: Int32

  @inlinable
  init(name: ByteView, offset: Int, bindingCount: Int32, binding: Int32, prefixCount: Int32) {
    self.name = name
    self.offset = offset
    self.bindingCount = bindingCount
    self.binding = binding
    self.prefixCount = prefixCount
  }
}

/// An entity whose text is being read, and the position after it.
package struct XMLEntityFrame: BitwiseCopyable {
  package var input: ByteView
  package var position: Int
  var entity: Int
  /// The number of open elements at its start.
  var elementCount: Int
}

/// Throws or collects problems.
struct XMLProblemLog {
  let isCollecting: Bool
  var problems: [Failure] = []
  /// The maximum number collected; further ones are thrown.
  static let limit = 1000

  /// Throws or collects a problem.
  @inline(never)
  mutating func report(_ code: DiagnosticCode, at offset: Int, _ subject: String? = nil) throws(Failure) {
    let failure = Failure(code, at: offset, subject)
    guard isCollecting, problems.count < Self.limit else { throw failure }
    // A token that is read again with more input reports its problems again.
    if problems.contains(where: { $0.offset == offset && $0.code == code }) { return }
    problems.append(failure)
  }
}

/// The amount of text that entities may still add.
struct XMLExpansionBudget {
  private(set) var added = 0

  /// Counts the text of a reference against the size of the input so far.
  mutating func spend(_ count: Int, inputCount: Int, name: ByteView, at offset: Int) throws(Failure) {
    added &+= count &+ 1
    guard added > min(Limits.entityExpansionFloor, Limits.entityExpansionBytes) else { return }
    let factor = added > Limits.entityExpansionBytes ? 1 : Limits.entityExpansionFactor
    if added / factor > inputCount { throw Failure(.xmlExpansionLimit, at: offset, name.string) }
  }
}
