// What the XML reader finds, one piece of a document after the other.

/// A kind of event; the reader's properties tell the rest of it until the next call of `next()`.
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
  /// A CDATA section, where asked for apart: `text`.
  case cdata
  /// A reference, where asked for apart, or one to an entity that is not read: `name` (`amp`, `#x41`), `text` (what it
  /// stands for, empty if unknown).
  case reference
  /// A comment: `text`.
  case comment
  /// A processing instruction: `name`, `text`.
  case processingInstruction
  /// The end; asking on gives it again.
  case endDocument
  /// The window ends inside something: `prepareToRefill()`, then `refill`. Never sent where the window is final.
  case needsInput
}

/// An attribute of the current element; valid until the next call of `next()`.
package struct XMLAttribute {
  /// The name as written.
  package let name: ByteView
  /// Bytes of `name` before its colon; 0 without a prefix (always, where namespaces are not processed).
  package let prefixCount: Int
  /// The value as written, between the quotes; for a defaulted attribute the value.
  package let rawValue: ByteView
  /// The value normalised: references replaced, white space as the DTD's type asks.
  package let value: ByteView
  /// The URI of the name's prefix; empty without a prefix.
  package let namespaceURI: ByteView
  /// Where the name begins, in the source.
  package let offset: Int
  /// Where the value begins, after its quote, in the source.
  package let valueOffset: Int
  /// Whether it is in the tag, rather than being a default of the DTD.
  package let isSpecified: Bool
  /// Whether the DTD declares it to be of type ID.
  package let isID: Bool

  /// The prefix, or empty.
  package var prefix: ByteView { name[0..<prefixCount] }
  /// The name without its prefix.
  package var localName: ByteView { prefixCount == 0 ? name : name.suffix(from: prefixCount + 1) }
}

/// What the reader keeps of an attribute.
package struct XMLAttributeRecord: BitwiseCopyable {
  package var name: ByteView
  var rawValue: ByteView
  /// The place of the normalised value in the reader's value buffer; nil count means: the raw value is it.
  var valueStart: Int
  var valueCount: Int
  package var offset: Int
  var valueOffset: Int
  package var prefixCount: Int32
  package var binding: Int32
  var isNormalized: Bool
  var isSpecified: Bool
  var isID: Bool
}

/// An element that is open.
package struct XMLOpenElement: BitwiseCopyable {
  package var name: ByteView
  /// Where its start tag begins.
  var offset: Int
  /// Namespace bindings before it.
  var bindingCount: Int32
  /// The binding of its own prefix, or -1.
  var binding: Int32
  /// Bytes of the name before its colon.
  var prefixCount: Int32
}

/// An entity whose text is being read, and where to go on after it.
package struct XMLEntityFrame: BitwiseCopyable {
  package var input: ByteView
  package var position: Int
  var entity: Int
  /// Elements that were open where it began.
  var elementCount: Int
}

/// Where problems go: thrown, or kept so that reading goes on.
struct XMLProblemLog {
  let isCollecting: Bool
  var problems: [Failure] = []
  /// Kept at most; further ones are thrown.
  static let limit = 1000

  /// Throws the problem, or keeps it where problems are collected.
  @inline(never)
  mutating func report(_ code: DiagnosticCode, at offset: Int, _ subject: String? = nil) throws(Failure) {
    let failure = Failure(code, at: offset, subject)
    guard isCollecting, problems.count < Self.limit else { throw failure }
    // A token that is read again, with more input, meets its problems again.
    if problems.contains(where: { $0.offset == offset && $0.code == code }) { return }
    problems.append(failure)
  }
}

/// How much text entities may still add.
struct XMLExpansionBudget {
  private(set) var added = 0

  /// Counts the text that a reference stands for, against the size of what was read so far.
  mutating func spend(_ count: Int, inputCount: Int, name: ByteView, at offset: Int) throws(Failure) {
    added &+= count &+ 1
    guard added > Limits.entityExpansionFloor else { return }
    let factor = added > Limits.entityExpansionBytes ? 1 : Limits.entityExpansionFactor
    if added / factor > inputCount { throw Failure(.xmlExpansionLimit, at: offset, name.string) }
  }
}
