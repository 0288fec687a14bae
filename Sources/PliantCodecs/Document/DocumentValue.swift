/// A value of a document, for direct traversal; a reference to a shared container is the container itself.
package struct DocumentValue {
  package let document: Document
  /// The tape index of the value itself (of the container, for a reference to a shared one).
  package let index: Int

  package init(_ document: Document, at index: Int = 0) {
    self.document = document
    let word = document.word(at: index)
    self.index = word.tag == .shared ? Int(truncatingIfNeeded: word.payload) : index
  }

  package var tag: TapeTag { document.tag(at: index) }

  package var container: ContainerKind? { tag == .container ? document.word(at: index).containerKind : nil }

  package var isDictionary: Bool { container == .dictionary }
  package var isArray: Bool { container == .array || container == .set }

  /// The entries or elements; 0 for a scalar.
  package var count: Int { tag == .container ? document.count(at: index) : 0 }

  package var text: ByteView? { tag == .string ? document.text(at: index) : nil }

  package var string: String? { text?.string }

  /// The text of a string, or of a number that keeps its spelling.
  package var spelling: ByteView? {
    switch tag {
    case .string, .integerText, .realText: document.text(at: index)
    default: nil
    }
  }

  /// Appends the text of a scalar, without its type; false for null, a container or a date out of range.
  @discardableResult
  package func appendText(to output: inout OutputBuffer) -> Bool {
    switch tag {
    case .string, .integerText, .realText: output.append(document.text(at: index))
    case .smallInteger, .integer: output.appendDecimal(integer ?? 0)
    case .wideInteger: output.appendDecimal(wide: document.wideInteger(at: index))
    case .real: output.appendShortest(double ?? 0)
    case .true: output.append("true")
    case .false: output.append("false")
    case .uid: output.append(document.bits(at: index).description)
    case .data: Base64.append(document.text(at: index), to: &output)
    case .date: return ISO8601.append(date ?? 0, to: &output)
    case .null, .container, .shared, .key: return false
    }
    return true
  }

  package var boolean: Bool? { tag == .true ? true : tag == .false ? false : nil }

  /// The integer, or nil if it is not one or does not fit.
  package var integer: Int64? {
    switch tag {
    case .smallInteger: document.word(at: index).smallInteger
    case .integer: Int64(bitPattern: document.bits(at: index))
    case .integerText: NumberText.integer(document.text(at: index))
    default: nil
    }
  }

  package var double: Double? {
    switch tag {
    case .real: Double(bitPattern: document.bits(at: index))
    case .realText, .integerText: NumberText.real(document.text(at: index))
    case .wideInteger: Double(document.wideInteger(at: index))
    default: integer.map(Double.init)
    }
  }

  /// The seconds of a date, or nil.
  package var date: Double? { tag == .date ? Double(bitPattern: document.bits(at: index)) : nil }

  /// The elements of an array or set, in order; empty for anything else.
  package var elements: Elements {
    Elements(document: document, start: index, isEmpty: !isArray)
  }

  /// The entries of a dictionary, in order; empty for anything else.
  package var entries: Entries {
    Entries(elements: Elements(document: document, start: index, isEmpty: !isDictionary))
  }

  package func value(forKey key: ByteView) -> DocumentValue? {
    guard isDictionary else { return nil }
    return document.value(forKey: key, in: index).map { DocumentValue(document, at: $0) }
  }

  package func value(forKey key: StaticString) -> DocumentValue? { value(forKey: ByteView(key)) }

  package struct Elements: Sequence, IteratorProtocol {
    let document: Document
    private var at: Int
    private let end: Int

    init(document: Document, start: Int, isEmpty: Bool) {
      self.document = document
      at = isEmpty ? 0 : start + 2
      end = isEmpty ? 0 : document.word(at: start).end
    }

    package mutating func next() -> DocumentValue? {
      guard let index = nextIndex() else { return nil }
      return DocumentValue(document, at: index)
    }

    mutating func nextIndex() -> Int? {
      guard at < end else { return nil }
      defer { at = document.next(after: at) }
      return at
    }
  }

  package struct Entries: Sequence, IteratorProtocol {
    var elements: Elements

    package mutating func next() -> Entry? {
      guard let key = elements.nextIndex(), let value = elements.nextIndex() else { return nil }
      return Entry(keyIndex: key, value: DocumentValue(elements.document, at: value))
    }
  }

  package struct Entry {
    package let keyIndex: Int
    package let value: DocumentValue
    package var key: ByteView { value.document.text(at: keyIndex) }
  }
}
