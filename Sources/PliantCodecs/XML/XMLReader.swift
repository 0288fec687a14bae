// The project's one XML reader: a pull parser for XML 1.0 (fifth edition) and Namespaces 1.0.
//
//   <a x="1">hi &lt; <b/></a>
//
// produces startElement a, text "hi < ", startElement b (token.isEmptyElement), endElement b, endElement a,
// endDocument.
//
// It reads UTF-8 in a window. A whole document is one final window. A stream's window is a part of it: if it
// ends in a token, `next()` returns `.needsInput`, and the token is read again from its beginning with more
// input; a run of text continues. Text without references and carriage returns is a slice of the window. An
// entity's replacement text takes the place of the window (`frames`). The parser is non-validating, reads the
// internal DTD subset, and never opens anything external.

/// A non-validating pull parser over UTF-8.
///
/// All views and properties are valid until the next call of `next()`. Throws `xml.…` failures whose offset
/// counts from the beginning of the input; in an entity, it is that of the outermost reference.
@usableFromInline
package struct XMLReader: ~Copyable {
  @usableFromInline
  package struct Options: Sendable {
    /// Resolve prefixes and check names according to Namespaces 1.0.
    @usableFromInline package var processesNamespaces = false
    /// Send CDATA sections as `.cdata` rather than as text.
    package var separatesCDATA = false
    /// Send references as `.reference` rather than expand them in text.
    package var separatesReferences = false
    /// Copy references to unread entities to the text, rather than send them as `.reference`.
    package var keepsUnreadReferences = false
    /// Treat references to declared entities as those to unread ones, rather than expand them.
    package var keepsEntities = false
    /// Accept control characters in text and `--` in comments, which XML forbids; counted in `tally`.
    package var isLenient = false
    /// Collect recoverable problems in `problems`.
    package var collectsProblems = false
    /// Omit white space before markup, for readers that ignore it.
    package var skipsWhitespace = false
    /// Drop most of a text that differs from the input's bytes, for readers that only validate.
    package var dropsGatheredText = false
    /// The maximum number of open elements.
    package var maximumDepth = Limits.depth

    package init() {}
    /// References to unread entities are text.
    package static var values: Options {
      var options = Options()
      options.keepsUnreadReferences = true
      return options
    }
    /// As lenient as CoreFoundation; references to unread entities are text.
    package static var propertyList: Options {
      var options = Options.values
      options.isLenient = true
      return options
    }
    package static var namespaces: Options {
      var options = Options()
      options.processesNamespaces = true
      return options
    }
  }

  @usableFromInline package private(set) var options: Options

  // The parts of the reader, internal for the files of this folder; readers of formats use the methods of
  // `XMLReader+Plain.swift`.
  @usableFromInline var source: Source
  @usableFromInline var state = State()
  @usableFromInline var elements = OpenElements()
  @usableFromInline var token = Token()
  @usableFromInline var attributes = Attributes()
  @usableFromInline package internal(set) var namespaces = XMLNamespaces()
  @usableFromInline var document: DocumentFacts

  /// Reads UTF-8 without byte order mark, which is only a part of the document unless `isFinal`.
  package init(_ text: ByteView, options: Options = Options(), isFinal: Bool = true) {
    self.options = options
    source = Source(text, isFinal: isFinal)
    document = DocumentFacts(log: XMLProblemLog(isCollecting: options.collectsProblems))
  }

  /// Reads up to the next event.
  ///
  /// Throws a failure with its offset. The reader cannot be used after a failure.
  @inlinable @inline(__always)
  package mutating func next() throws(Failure) -> XMLEvent {
    if source.isFinal { return try readEvent() }
    return try readEventOrAsk()
  }

  /// Reads to the end of a whole document only for its failures.
  package mutating func readToEnd() throws(Failure) { while try readEvent() != .endDocument {} }

  @usableFromInline @inline(never)
  mutating func readEventOrAsk() throws(Failure) -> XMLEvent {
    source.hitEnd = false
    do throws(Failure) {
      return try readEvent()
    } catch {
      guard source.hitEnd else { throw error }
      return .needsInput
    }
  }

  @inlinable @inline(__always)
  mutating func readEvent() throws(Failure) -> XMLEvent {
    state.stage == .content ? try readContent() : try readOutsideRoot()
  }

  /// Reads the next event in the root element.
  @usableFromInline
  mutating func readContent() throws(Failure) -> XMLEvent {
    if state.isEndPending { return endEmptyElement() }
    namespaces.dropEnded()
    while true {
      if state.isTextPending { if let event = try gatherText() { return event } }
      if state.isReferencePending { return try readReferenceEvent() }
      var at = source.position
      if options.skipsWhitespace { at = source.whitespaceEnd(from: at) }
      guard at < input.count else {
        guard source.isInEntity else { throw unclosedElement() }
        try leaveEntity()
        continue
      }
      token.start = offset(of: at)
      let first = input[at]
      if first == ASCII.lessThan {
        guard let second = input.byte(at: at &+ 1) else { throw source.cut(.xmlBadTag, at: at) }
        switch second {
        case ASCII.solidus: return try readEndTag(at: at)
        case ASCII.questionMark: return try readInstruction(at: at)
        case ASCII.exclamationMark:
          if let event = try readExclamation(at: at) { return event }
        default: return try readStartTag(at: at)
        }
      } else if first == ASCII.ampersand && options.separatesReferences {
        return try readReferenceEvent()
      } else if let event = try readText(from: at) {
        return event
      }
    }
  }

  /// A comment, or a CDATA section; nil if the section was added to a run of text.
  @inline(never)
  private mutating func readExclamation(at start: Int) throws(Failure) -> XMLEvent? {
    if try source.matches("<![CDATA[", at: start) {
      if options.separatesCDATA { return try readSectionEvent(at: start) }
      beginGathering()
      return nil
    }
    if try source.matches("<!--", at: start) { return try readComment(at: start) }
    if try source.matches("<!DOCTYPE", at: start) {
      throw Failure(.xmlMisplacedDoctype, at: offset(of: start))
    }
    throw Failure(.xmlBadTag, at: offset(of: start))
  }

  private mutating func endEmptyElement() -> XMLEvent {
    state.isEndPending = false
    attributes.removeAll()
    closeElement()
    return .endElement
  }

  @inline(never)
  private mutating func unclosedElement() -> Failure {
    let open = elements.innermost
    source.hitEnd = true
    return Failure(.xmlUnclosedElement, at: open.offset, open.name.string)
  }

  @inline(__always)
  mutating func endToken(at index: Int) {
    source.advance(to: index)
    token.end = source.endOffset(of: index)
  }
}

// MARK: Position

extension XMLReader {
  /// The input: the window, or an entity's replacement text.
  @inlinable package var input: ByteView { source.input }
  /// The index up to which `input` was read.
  @inlinable package var position: Int { source.position }
  /// The offset up to which the document was read.
  @inlinable package var offset: Int { source.endOffset(of: source.position) }
  /// The offset in the document of an index of `input`; in an entity, that of the outermost reference.
  @inlinable package func offset(of index: Int) -> Int { source.offset(of: index) }
  /// Whether `input` is an entity's replacement text rather than a part of the document.
  @inlinable package var isInEntity: Bool { source.isInEntity }
  /// Whether white space before markup is ignored, from the next event on.
  package var skipsWhitespace: Bool {
    get { options.skipsWhitespace }
    set { options.skipsWhitespace = newValue }
  }
  /// Whether the document ends with the window.
  var isFinal: Bool { source.isFinal }
  /// The start of the run of text whose rest is in the next window, or nil.
  package var pendingTextStart: Int? { state.isTextPending ? state.textStart : nil }
  @inlinable package var innermostName: ByteView { elements.innermost.name }
}

// MARK: The current event

extension XMLReader {
  @inlinable package var tokenStart: Int { token.start }
  @inlinable package var tokenEnd: Int { token.end }
  /// The element's, target's, reference's or document type's name.
  @inlinable package var name: ByteView { token.name }
  @inlinable package var text: ByteView { token.text }
  /// Whether `text` of a text event is white space only.
  @inlinable package var isWhitespace: Bool { token.isWhitespace }
  /// Whether the start event's tag, or the end event's, is an empty-element tag.
  @inlinable package var isEmptyElement: Bool { token.isEmptyElement }

  /// The number of open elements, which includes the current one at its start, but not at its end.
  @inlinable package var depth: Int { elements.count }

  @inlinable package var attributeCount: Int { attributes.count }

  /// An attribute, in the order of the tag; defaulted ones come last.
  @inlinable @inline(__always)
  package func attribute(at index: Int) -> XMLAttribute {
    let record = attributes[index]
    return XMLAttribute(
      name: record.name, prefixCount: Int(record.prefixCount), rawValue: record.rawValue,
      value: attributes.value(of: record), namespaceURI: namespaces.uri(of: record.binding),
      offset: record.offset,
      valueOffset: record.valueOffset, isSpecified: record.isSpecified, isID: record.isID)
  }

  @inlinable package func attributeRecord(at index: Int) -> XMLAttributeRecord { attributes[index] }

  /// The normalized value of an attribute of the current tag.
  @inlinable package func value(of record: XMLAttributeRecord) -> ByteView { attributes.value(of: record) }

  /// The ranges of references to unread entities in an attribute's value.
  package func unreadReferences(inAttributeAt index: Int) -> [Range<Int>] {
    attributes.unreadReferences(in: attributes[index])
  }

  /// The name of the tag's first reference to an unread entity, or nil.
  package var unreadNameInTag: ByteView? {
    attributes.unread.first.map { attributes.values.view[$0.start + 1..<$0.end - 1] }
  }

  /// The normalized value of the attribute with this name, or nil.
  @inlinable @inline(__always)
  package func value(ofAttribute name: StaticString) -> ByteView? {
    for index in 0..<attributes.count where attributes[index].name == name {
      return attributes.value(of: attributes[index])
    }
    return nil
  }

  @inlinable package var prefix: ByteView { name[0..<Int(token.prefixCount)] }
  @inlinable @inline(__always)
  package var localName: ByteView {
    token.prefixCount == 0 ? name : name.suffix(from: Int(token.prefixCount) + 1)
  }
  @inlinable package var namespaceURI: ByteView { namespaces.uri(of: token.binding) }

  /// The number of namespaces that the current element declares (at its start and at its end).
  @inlinable package var namespaceDeclarationCount: Int { Int(namespaces.count) - firstDeclaration }
  /// A namespace that the current element declares, in the order of the tag.
  package func namespaceDeclaration(at index: Int) -> (prefix: ByteView, uri: ByteView) {
    namespaces.binding(at: firstDeclaration + index)
  }
  @inlinable
  var firstDeclaration: Int {
    if namespaces.countAfterEnd >= 0 { return Int(namespaces.countAfterEnd) }
    return elements.count > 0 ? Int(elements.innermost.bindingCount) : 0
  }
  /// The URI bound to the prefix around the current element, or nil.
  package func outerNamespaceURI(ofPrefix prefix: ByteView) -> ByteView? {
    let found = namespaces.lookUp(prefix, below: Int32(firstDeclaration))
    return found == -1 ? nil : namespaces.uri(of: found)
  }
  /// The number of bindings in scope, shadowed ones included.
  @inlinable package var namespaceBindingCount: Int { Int(namespaces.count) }

  package var versionText: String { String(decoding: document.version, as: UTF8.self) }
  package var encodingName: String? { document.encoding.map { String(decoding: $0, as: UTF8.self) } }
  /// Problems collected so far (see `Options.collectsProblems`).
  package var problems: [Failure] { document.log.problems }
  /// The value of the declaration's `standalone`, if any.
  package var standalone: Bool? { document.standalone }
  package var documentType: XMLDocumentType? { document.type }
  /// The count of other nodes than elements and text.
  package var tally: XMLTally { document.tally }
}
