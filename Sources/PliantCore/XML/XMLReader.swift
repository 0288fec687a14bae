// The project's one XML reader: a pull parser for XML 1.0 (fifth edition) and Namespaces 1.0.
//
//   <a x="1">hi &lt; <b/></a>
//
// gives startElement a, text "hi < ", startElement b (isEmptyElement), endElement b, endElement a, endDocument.
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
    /// Keep problems that can be passed over in `problems` and go on.
    package var collectsProblems = false
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

  enum Stage: UInt8 {
    case start
    case prolog
    case content
    case epilog
  }

  package let options: Options

  // The input.
  package var input: ByteView
  package var position = 0
  /// The offset of the window's first byte.
  package var windowOffset = 0
  var isFinal: Bool
  /// Whether the last failure came from the end of the window.
  var hitEnd = false
  package var frames = GrowableBuffer<XMLEntityFrame>(capacity: 1)
  /// Where the outermost open entity was referred to, or -1 outside entities.
  var referenceStart = -1
  var referenceEnd = -1
  package var places = TextPositionCounter()

  // Where in the document.
  var stage = Stage.start
  package var elements = GrowableBuffer<XMLOpenElement>(capacity: 24)
  /// Names of open elements whose window is gone, one after the other.
  var rescuedNames = GrowableBuffer<UInt8>(capacity: 1)
  var rescuedCount = 0
  /// The tag was empty; its end comes next.
  var endIsPending = false
  /// A run of text is being gathered in `scratch`.
  var textIsPending = false
  /// The next thing is a reference that is sent as an event.
  var referenceIsPending = false
  var textStart = 0
  /// Text outside of the root element was reported, and the window ended in it.
  var strayTextGoesOn = false
  /// White space before markup is no event; for readers to whom it says nothing.
  package var passesOverWhitespace = false

  // The current event.
  /// Where the token begins, in the source.
  package var tokenStart = 0
  /// Where the token ends, in the source.
  package internal(set) var tokenEnd = 0
  /// The element's, target's, reference's or document type's name.
  package internal(set) var name = ByteView.empty
  /// The event's text.
  package internal(set) var text = ByteView.empty
  /// Whether `text` of a text event is white space only.
  package internal(set) var isWhitespace = false
  /// Whether the start event's tag, or the end event's, is an empty-element tag.
  package internal(set) var isEmptyElement = false
  var scratch = GrowableBuffer<UInt8>(capacity: 256)
  package var records = GrowableBuffer<XMLAttributeRecord>(capacity: 12)
  var values = GrowableBuffer<UInt8>(capacity: 64)
  package var namespaces = XMLNamespaces()
  /// The prefix length and binding of the current element's name.
  var prefixCount: Int32 = 0
  var binding: Int32 = -1
  /// Bindings that stay once the current end event is over, or -1.
  package var bindingsToKeep: Int32 = -1

  // The document.
  var version: [UInt8] = []
  var encoding: [UInt8]?
  /// Whether the declaration says `standalone`, and what.
  package internal(set) var standalone: Bool?
  /// The DOCTYPE, once it was read.
  package internal(set) var documentType: XMLDocumentType?
  /// Whether the DOCTYPE declares attributes, so that tags need a look at it.
  var hasAttributeLists = false
  var budget = XMLExpansionBudget()
  var log: XMLProblemLog
  /// What was met beside elements and text.
  package internal(set) var tally = XMLTally()
  /// Where in `values` references of the current tag stand to entities that are not read, which are kept as written.
  var unreadInValues: [Range<Int>] = []

  /// A reader of `text`, which is UTF-8 without a byte order mark; a part of the document unless `isFinal`.
  package init(_ text: ByteView, options: Options = Options(), isFinal: Bool = true) {
    self.input = text
    self.options = options
    self.isFinal = isFinal
    self.log = XMLProblemLog(isCollecting: options.collectsProblems)
  }

  /// Reads on to the next event.
  ///
  /// Throws a failure with its offset. After one nothing more can be read.
  package mutating func next() throws(Failure) -> XMLEvent {
    if isFinal { return try readEvent() }
    return try readEventOrAsk()
  }

  /// Reads to the end of a whole document for nothing but its failures.
  package mutating func readToEnd() throws(Failure) {
    while try readEvent() != .endDocument {}
  }

  @inline(never)
  private mutating func readEventOrAsk() throws(Failure) -> XMLEvent {
    hitEnd = false
    do throws(Failure) {
      return try readEvent()
    } catch {
      guard hitEnd else { throw error }
      return .needsInput
    }
  }

  @inline(__always)
  private mutating func readEvent() throws(Failure) -> XMLEvent {
    stage == .content ? try readContent() : try readOutsideRoot()
  }

  /// Inside the root element.
  private mutating func readContent() throws(Failure) -> XMLEvent {
    if endIsPending { return endEmptyElement() }
    if bindingsToKeep >= 0 { dropBindings() }
    while true {
      if textIsPending {
        if let event = try gatherText() { return event }
      }
      if referenceIsPending { return try readReferenceEvent() }
      var at = position
      if passesOverWhitespace { at = whitespaceEnd(from: at) }
      guard at < input.count else {
        guard frames.count > 0 else { throw unclosedElement() }
        try leaveEntity()
        continue
      }
      tokenStart = offset(of: at)
      let first = input[at]
      if first == ASCII.lessThan {
        guard let second = input.byte(at: at &+ 1) else { throw cut(.xmlBadTag, at: at) }
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

  /// The end of white space before markup; `start` where something else follows.
  @inline(__always)
  private func whitespaceEnd(from start: Int) -> Int {
    var at = start
    while at < input.count {
      let byte = input[at]
      if byte == ASCII.lessThan { return at }
      guard byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.tab else { return start }
      at &+= 1
    }
    return start
  }

  /// A comment, or a CDATA section; nil where the section was put into a run of text that is gathered.
  @inline(never)
  private mutating func readExclamation(at start: Int) throws(Failure) -> XMLEvent? {
    if try matches("<![CDATA[", at: start) {
      if options.separatesCDATA { return try readSectionEvent(at: start) }
      beginGathering()
      return nil
    }
    if try matches("<!--", at: start) { return try readComment(at: start) }
    if try matches("<!DOCTYPE", at: start) { throw Failure(.xmlMisplacedDoctype, at: offset(of: start)) }
    throw Failure(.xmlBadTag, at: offset(of: start))
  }

  private mutating func endEmptyElement() -> XMLEvent {
    endIsPending = false
    records.truncate(to: 0)
    closeElement()
    return .endElement
  }

  @inline(never)
  private mutating func unclosedElement() -> Failure {
    let open = elements[elements.count - 1]
    hitEnd = true
    return Failure(.xmlUnclosedElement, at: open.offset, open.name.string)
  }

  /// Whether what is read stands in an entity's replacement text rather than in the document.
  package var isInEntity: Bool { referenceStart >= 0 }

  // MARK: Places

  /// The offset in the source of an index of the current input.
  @inline(__always)
  package func offset(of index: Int) -> Int { referenceStart >= 0 ? referenceStart : windowOffset &+ index }

  /// The offset in the source at which a token that ends at the index ends.
  @inline(__always)
  func endOffset(of index: Int) -> Int { referenceStart >= 0 ? referenceEnd : windowOffset &+ index }

  /// A failure because the input ends at or after `index`, where something was open.
  @inline(never)
  mutating func cut(_ code: DiagnosticCode, at index: Int, _ subject: ByteView? = nil) -> Failure {
    hitEnd = frames.count == 0
    return Failure(code, at: offset(of: index), subject?.string)
  }

  /// Whether the literal stands at `index`; where the window ends inside of it, more input is asked for.
  @inline(__always)
  mutating func matches(_ literal: StaticString, at index: Int) throws(Failure) -> Bool {
    if input.starts(with: literal, at: index) { return true }
    if !isFinal { try checkCut(literal, at: index) }
    return false
  }

  @inline(never)
  private mutating func checkCut(_ literal: StaticString, at index: Int) throws(Failure) {
    let left = input.count - index
    guard frames.count == 0, left < literal.utf8CodeUnitCount else { return }
    if input.suffix(from: index) == ByteView(literal)[0..<left] { throw cut(.xmlBadTag, at: index) }
  }
}

// MARK: What the current event says

extension XMLReader {
  /// The number of open elements; the current one counts at its start and at its end no more.
  package var depth: Int { elements.count }

  /// The number of attributes of the start event.
  @inline(__always)
  package var attributeCount: Int { records.count }

  /// An attribute, in the order of the tag; defaulted ones come last.
  package func attribute(at index: Int) -> XMLAttribute {
    let record = records[index]
    return XMLAttribute(
      name: record.name, prefixCount: Int(record.prefixCount), rawValue: record.rawValue,
      value: value(of: record), namespaceURI: namespaces.uri(of: record.binding), offset: record.offset,
      valueOffset: record.valueOffset, isSpecified: record.isSpecified, isID: record.isID)
  }

  /// Where in an attribute's value references stand to entities that are not read.
  func unreadReferences(inAttributeAt index: Int) -> [Range<Int>] {
    let record = records[index]
    guard record.isNormalized, !unreadInValues.isEmpty else { return [] }
    let end = record.valueStart + record.valueCount
    return unreadInValues.filter { $0.lowerBound >= record.valueStart && $0.upperBound <= end }
      .map { $0.lowerBound - record.valueStart..<$0.upperBound - record.valueStart }
  }

  /// The name of the tag's first reference to an entity that is not read, or nil.
  var unreadNameInTag: ByteView? {
    unreadInValues.first.map { values.view[$0.lowerBound + 1..<$0.upperBound - 1] }
  }

  /// The normalised value of the attribute with this name as written, or nil.
  package func value(ofAttribute name: StaticString) -> ByteView? {
    for index in 0..<records.count where records[index].name == name { return value(of: records[index]) }
    return nil
  }

  @inline(__always)
  package func value(of record: XMLAttributeRecord) -> ByteView {
    guard record.isNormalized else { return record.rawValue }
    return values.view[record.valueStart..<record.valueStart + record.valueCount]
  }

  /// The prefix of the element's name, or empty.
  @inline(__always)
  package var prefix: ByteView { name[0..<Int(prefixCount)] }
  /// The element's name without its prefix.
  @inline(__always)
  package var localName: ByteView { prefixCount == 0 ? name : name.suffix(from: Int(prefixCount) + 1) }
  /// The URI of the element's namespace, or empty.
  @inline(__always)
  package var namespaceURI: ByteView { namespaces.uri(of: binding) }

  /// The number of namespaces that the current element declares (at its start and at its end).
  package var namespaceDeclarationCount: Int { Int(namespaces.count) - firstDeclaration }
  /// A namespace that the current element declares, in the order of the tag.
  package func namespaceDeclaration(at index: Int) -> (prefix: ByteView, uri: ByteView) {
    namespaces.binding(at: firstDeclaration + index)
  }
  private var firstDeclaration: Int {
    if bindingsToKeep >= 0 { return Int(bindingsToKeep) }
    return elements.count > 0 ? Int(elements[elements.count - 1].bindingCount) : 0
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
  package var versionText: String { String(decoding: version, as: UTF8.self) }
  /// The encoding of the XML declaration, or nil.
  package var encodingName: String? { encoding.map { String(decoding: $0, as: UTF8.self) } }
  /// Problems passed over so far (see `Options.collectsProblems`).
  package var problems: [Failure] { log.problems }
  /// The offset up to which all was read.
  package var offset: Int { endOffset(of: position) }
}
