// The project's one XML reader: a pull parser for XML 1.0 (fifth edition) and Namespaces 1.0.
//
//   <a x="1">hi &lt; <b/></a>
//
// gives startElement a, text "hi < ", startElement b (token.isEmptyElement), endElement b, endElement a, endDocument.
//
// It reads UTF-8 in a window. A whole document is one final window. Of a stream, the window is a part: where it ends
// inside a token, `next()` answers `.needsInput`, and the token is read again from its beginning once there is more;
// a run of text goes on where it was. Text without references and carriage returns is a slice of the window.
// Entities are read by putting their replacement text in the place of the window (`frames`).
// It is non-validating, reads the internal DTD subset, and never opens anything external.

/// A non-validating pull parser over UTF-8.
///
/// All views and properties are valid until the next call of `next()`. Throws `xml.…` failures whose offset counts from
/// the beginning of the input; inside an entity, it is that of the outermost reference.
package struct XMLReader: ~Copyable {
  /// What the reader is to do.
  package struct Options: Sendable {
    /// Resolve prefixes and check names as Namespaces 1.0 asks.
    package var processesNamespaces = false
    /// Send CDATA sections as `.cdata` rather than as text.
    package var separatesCDATA = false
    /// Send references as `.reference` rather than expand them in text.
    package var separatesReferences = false
    /// Leave references to entities that are not read in the text, as written, rather than send them as `.reference`.
    package var keepsUnreadReferences = false
    /// Take control characters, which XML does not allow, as text; they are counted in `tally`.
    package var keepsControlCharacters = false
    /// Collect problems that allow to read on in `problems`.
    package var collectsProblems = false
    /// Leave out white space before markup; for readers to whom it says nothing.
    package var skipsWhitespace = false
    /// Drop most of a text that differs from the input's bytes; for readers who only want to know whether it is right.
    package var dropsGatheredText = false
    /// Elements open at once.
    package var maximumDepth = Limits.depth

    package init() {}
    /// References to entities that are not read are text.
    package static var values: Options {
      var options = Options()
      options.keepsUnreadReferences = true
      return options
    }
    /// What CoreFoundation takes is read, and references to entities that are not read are text.
    package static var propertyList: Options {
      var options = Options.values
      options.keepsControlCharacters = true
      return options
    }
    /// Namespaces are processed.
    package static var namespaces: Options {
      var options = Options()
      options.processesNamespaces = true
      return options
    }
  }

  package private(set) var options: Options

  // The parts of the reader, which only the files of this folder write: all that is internal is visible in the whole
  // module, but readers of formats go by the methods of `XMLReader+Plain.swift`.
  var source: Source
  var state = State()
  var elements = OpenElements()
  var token = Token()
  var attributes = Attributes()
  package internal(set) var namespaces = XMLNamespaces()
  var document: DocumentFacts

  /// A reader of `text`, which is UTF-8 without a byte order mark; a part of the document unless `isFinal`.
  package init(_ text: ByteView, options: Options = Options(), isFinal: Bool = true) {
    self.options = options
    source = Source(text, isFinal: isFinal)
    document = DocumentFacts(log: XMLProblemLog(isCollecting: options.collectsProblems))
  }

  /// Reads on to the next event.
  ///
  /// Throws a failure with its offset. After one nothing more can be read.
  package mutating func next() throws(Failure) -> XMLEvent {
    if source.isFinal { return try readEvent() }
    return try readEventOrAsk()
  }

  /// Reads to the end of a whole document for nothing but its failures.
  package mutating func readToEnd() throws(Failure) {
    while try readEvent() != .endDocument {}
  }

  @inline(never)
  private mutating func readEventOrAsk() throws(Failure) -> XMLEvent {
    source.hitEnd = false
    do throws(Failure) {
      return try readEvent()
    } catch {
      guard source.hitEnd else { throw error }
      return .needsInput
    }
  }

  @inline(__always)
  private mutating func readEvent() throws(Failure) -> XMLEvent {
    state.stage == .content ? try readContent() : try readOutsideRoot()
  }

  /// Inside the root element.
  private mutating func readContent() throws(Failure) -> XMLEvent {
    if state.isEndPending { return endEmptyElement() }
    namespaces.dropEnded()
    while true {
      if state.isTextPending {
        if let event = try gatherText() { return event }
      }
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

  /// A comment, or a CDATA section; nil if the section was put into a run of text that is gathered.
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

  /// Ends the token before the index, where the next one begins.
  @inline(__always)
  mutating func endToken(at index: Int) {
    source.advance(to: index)
    token.end = source.endOffset(of: index)
  }
}

// MARK: Where the reader is

extension XMLReader {
  /// The bytes that are read: the window, or an entity's replacement text.
  @inline(__always)
  package var input: ByteView { source.input }
  /// The index in `input` up to which all was read.
  @inline(__always)
  package var position: Int { source.position }
  /// The offset up to which all was read.
  package var offset: Int { source.endOffset(of: source.position) }
  /// The offset in the document of an index of `input`; inside an entity, that of the outermost reference.
  @inline(__always)
  package func offset(of index: Int) -> Int { source.offset(of: index) }
  /// Whether `input` is an entity's replacement text rather than a part of the document.
  package var isInEntity: Bool { source.isInEntity }
  /// Whether white space before markup is no event; from the next event on.
  package var skipsWhitespace: Bool {
    get { options.skipsWhitespace }
    set { options.skipsWhitespace = newValue }
  }
  /// Whether the document ends with the window.
  @inline(__always)
  var isFinal: Bool { source.isFinal }
  /// Where the run of text begins whose rest is in the next window, or nil.
  var pendingTextStart: Int? { state.isTextPending ? state.textStart : nil }
  /// The name of the innermost open element.
  @inline(__always)
  var innermostName: ByteView { elements.innermost.name }
}

// MARK: What the current event says

extension XMLReader {
  /// Where the token begins, in the document.
  @inline(__always)
  package var tokenStart: Int { token.start }
  /// Where the token ends, in the document.
  @inline(__always)
  package var tokenEnd: Int { token.end }
  /// The element's, target's, reference's or document type's name.
  @inline(__always)
  package var name: ByteView { token.name }
  /// The event's text.
  @inline(__always)
  package var text: ByteView { token.text }
  /// Whether `text` of a text event is white space only.
  @inline(__always)
  package var isWhitespace: Bool { token.isWhitespace }
  /// Whether the start event's tag, or the end event's, is an empty-element tag.
  @inline(__always)
  package var isEmptyElement: Bool { token.isEmptyElement }

  /// The number of open elements; the current one counts at its start and at its end no more.
  package var depth: Int { elements.count }

  /// The number of attributes of the start event.
  @inline(__always)
  package var attributeCount: Int { attributes.count }

  /// An attribute, in the order of the tag; defaulted ones come last.
  package func attribute(at index: Int) -> XMLAttribute {
    let record = attributes[index]
    return XMLAttribute(
      name: record.name, prefixCount: Int(record.prefixCount), rawValue: record.rawValue,
      value: attributes.value(of: record), namespaceURI: namespaces.uri(of: record.binding),
      offset: record.offset,
      valueOffset: record.valueOffset, isSpecified: record.isSpecified, isID: record.isID)
  }

  /// What is known of an attribute without a look at its namespace.
  @inline(__always)
  func attributeRecord(at index: Int) -> XMLAttributeRecord { attributes[index] }

  /// The normalised value of an attribute of the current tag.
  @inline(__always)
  func value(of record: XMLAttributeRecord) -> ByteView { attributes.value(of: record) }

  /// Where in an attribute's value references are to entities that are not read.
  package func unreadReferences(inAttributeAt index: Int) -> [Range<Int>] {
    attributes.unreadReferences(in: attributes[index])
  }

  /// The name of the tag's first reference to an entity that is not read, or nil.
  var unreadNameInTag: ByteView? {
    attributes.unread.first.map { attributes.values.view[$0.start + 1..<$0.end - 1] }
  }

  /// The normalised value of the attribute with this name as written, or nil.
  package func value(ofAttribute name: StaticString) -> ByteView? {
    for index in 0..<attributes.count where attributes[index].name == name {
      return attributes.value(of: attributes[index])
    }
    return nil
  }

  /// The prefix of the element's name, or empty.
  @inline(__always)
  package var prefix: ByteView { name[0..<Int(token.prefixCount)] }
  /// The element's name without its prefix.
  @inline(__always)
  package var localName: ByteView {
    token.prefixCount == 0 ? name : name.suffix(from: Int(token.prefixCount) + 1)
  }
  /// The URI of the element's namespace, or empty.
  @inline(__always)
  package var namespaceURI: ByteView { namespaces.uri(of: token.binding) }

  /// The number of namespaces that the current element declares (at its start and at its end).
  package var namespaceDeclarationCount: Int { Int(namespaces.count) - firstDeclaration }
  /// A namespace that the current element declares, in the order of the tag.
  package func namespaceDeclaration(at index: Int) -> (prefix: ByteView, uri: ByteView) {
    namespaces.binding(at: firstDeclaration + index)
  }
  private var firstDeclaration: Int {
    if namespaces.countAfterEnd >= 0 { return Int(namespaces.countAfterEnd) }
    return elements.count > 0 ? Int(elements.innermost.bindingCount) : 0
  }
  /// The URI bound to the prefix here, or nil.
  package func namespaceURI(ofPrefix prefix: ByteView) -> ByteView? {
    let found = namespaces.lookUp(prefix)
    return found == -1 ? nil : namespaces.uri(of: found)
  }
  /// The URI bound to the prefix around the current element, or nil.
  package func outerNamespaceURI(ofPrefix prefix: ByteView) -> ByteView? {
    let found = namespaces.lookUp(prefix, below: Int32(firstDeclaration))
    return found == -1 ? nil : namespaces.uri(of: found)
  }
  /// The number of bindings in scope, shadowed ones included.
  package var namespaceBindingCount: Int { Int(namespaces.count) }

  /// The version of the XML declaration, or empty.
  package var versionText: String { String(decoding: document.version, as: UTF8.self) }
  /// The encoding of the XML declaration, or nil.
  package var encodingName: String? { document.encoding.map { String(decoding: $0, as: UTF8.self) } }
  /// Problems collected so far (see `Options.collectsProblems`).
  package var problems: [Failure] { document.log.problems }
  /// Whether the declaration says `standalone`, and what.
  package var standalone: Bool? { document.standalone }
  /// The DOCTYPE, once it was read.
  package var documentType: XMLDocumentType? { document.type }
  /// What was met beside elements and text.
  package var tally: XMLTally { document.tally }
}
