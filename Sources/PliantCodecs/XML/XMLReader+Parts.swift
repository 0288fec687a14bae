// The XML reader's state except its source: the position in the document, the open elements, the event, the
// prolog.

extension XMLReader {
  /// The position in the document, and the state of the next event.
  @usableFromInline
  struct State {
    @usableFromInline
    enum Stage: UInt8 {
      case start
      case prolog
      case content
      case epilog
    }

    @usableFromInline var stage = Stage.start
    /// The tag was an empty-element tag; its end event is next.
    @usableFromInline var isEndPending = false
    /// A run of text is being collected in the token's `scratch`.
    @usableFromInline var isTextPending = false
    /// A reference, to be sent as an event, is next.
    @usableFromInline var isReferencePending = false
    /// The window ended in text outside the root element, which was reported.
    var isInStrayText = false
    /// The start of the collected run of text, in the document.
    var textStart = 0
    /// Bytes of the run that were dropped.
    var droppedCount = 0

    /// Whether no text, reference or end tag in the root element is incomplete.
    @inlinable
    var isBetweenTokens: Bool { stage == .content && !isEndPending && !isTextPending && !isReferencePending }
  }

  /// The open elements, innermost last.
  @usableFromInline
  struct OpenElements: ~Copyable {
    @usableFromInline var elements = GrowableBuffer<XMLOpenElement>(capacity: 24)
    /// The concatenated names of outermost elements whose window was replaced.
    private var rescuedNames = GrowableBuffer<UInt8>(capacity: 1)
    @usableFromInline var rescuedCount = 0

    init() {}

    @inlinable var count: Int { elements.count }
    @inlinable var innermost: XMLOpenElement { elements[elements.count &- 1] }

    @inlinable package mutating func append(_ element: XMLOpenElement) { elements.append(element) }

    @inlinable @inline(__always)
    @discardableResult
    mutating func removeLast() -> XMLOpenElement {
      let last = elements.removeLast()
      if elements.count < rescuedCount { rescuedCount = elements.count }
      return last
    }

    /// Whether an element of this name is open.
    func contains(_ name: ByteView) -> Bool {
      for index in 0..<elements.count where elements[index].name == name { return true }
      return false
    }

    /// Copies names that are in the window.
    mutating func rescueNames() {
      var end = 0
      for index in 0..<rescuedCount { end += elements[index].name.count }
      rescuedNames.truncate(to: end)
      for index in rescuedCount..<elements.count { _ = rescuedNames.append(elements[index].name) }
      rescuedCount = elements.count
      var start = 0
      let names = rescuedNames.view
      for index in 0..<elements.count {
        let count = elements[index].name.count
        elements[index].name = names[start..<start + count]
        start += count
      }
    }
  }

  /// The current event.
  @usableFromInline
  struct Token: ~Copyable {
    /// Its start and end, in the document.
    @usableFromInline var start = 0
    @usableFromInline var end = 0
    @usableFromInline var name = ByteView.empty
    /// Bytes of an element's name before its colon, and the binding of its prefix.
    @usableFromInline var prefixCount: Int32 = 0
    @usableFromInline var binding: Int32 = -1
    /// The text: bytes of the input, or `scratch`.
    @usableFromInline var text = ByteView.empty
    @usableFromInline var isWhitespace = false
    @usableFromInline var isEmptyElement = false
    /// Text that differs from the input's bytes.
    var scratch = GrowableBuffer<UInt8>(capacity: 256)

    init() {}
  }

  /// The attributes of the current start tag.
  @usableFromInline
  struct Attributes: ~Copyable {
    @usableFromInline var records = GrowableBuffer<XMLAttributeRecord>(capacity: 12)
    /// The concatenated normalized values.
    @usableFromInline var values = GrowableBuffer<UInt8>(capacity: 64)
    /// References to unread entities; they are unchanged in `values`.
    var unread: [XMLValueNormalizer.UnreadReference] = []

    init() {}

    @inlinable var count: Int { records.count }

    @inlinable @inline(__always)
    subscript(index: Int) -> XMLAttributeRecord {
      get { records[index] }
      set { records[index] = newValue }
    }

    @inlinable package mutating func append(_ record: XMLAttributeRecord) { records.append(record) }

    /// Removes the attributes, but not their values (see `removeValues`).
    mutating func removeAll() { if records.count > 0 { records.truncate(to: 0) } }

    @inline(__always)
    mutating func removeValues() {
      values.truncate(to: 0)
      if !unread.isEmpty { unread.removeAll() }
    }

    /// The normalized value.
    @inlinable @inline(__always)
    func value(of record: XMLAttributeRecord) -> ByteView {
      guard record.isNormalized else { return record.rawValue }
      return values.view[record.valueStart..<record.valueStart + record.valueCount]
    }

    /// The ranges of references to unread entities in an attribute's value.
    func unreadReferences(in record: XMLAttributeRecord) -> [Range<Int>] {
      guard record.isNormalized, !unread.isEmpty else { return [] }
      let end = record.valueStart + record.valueCount
      return unread.filter { $0.start >= record.valueStart && $0.end <= end }
        .map { $0.start - record.valueStart..<$0.end - record.valueStart }
    }

    /// Trims a value and collapses runs of spaces.
    mutating func collapseValue(at index: Int) {
      let raw = value(of: records[index]).array
      let start = values.count
      raw.withUnsafeBytes { XMLValueNormalizer.collapse(ByteView($0), into: &values) }
      records[index].valueStart = start
      records[index].valueCount = values.count - start
      records[index].isNormalized = true
    }
  }

  /// The declaration, the DOCTYPE, and a count of nodes of the whole document.
  @usableFromInline
  struct DocumentFacts {
    var version: [UInt8] = []
    /// Whether references to control characters are allowed.
    var isVersion11: Bool { version.elementsEqual("1.1".utf8) }
    var encoding: [UInt8]?
    var standalone: Bool?
    var type: XMLDocumentType?
    /// Whether the DOCTYPE declares defaults or types of attributes, which affect tags.
    @usableFromInline var affectsTags = false
    /// The count of other nodes than elements and text.
    var tally = XMLTally()
    var budget = XMLExpansionBudget()
    var log: XMLProblemLog
  }
}
