// The digest of an XML document's content, regardless of insignificant white space, or of the differences
// that Canonical XML removes.
//
//   <a><b>x</b> </a>  and  <a>\n  <b>x</b>\n</a>   are the same layout of one content
//   <a>t <b/> u</a>   and  <a>t<b/>u</a>            are not
//
// Each element has two digests: one of every byte, and one without the white space between its children. Its
// end determines which of them counts for the elements around it.

struct XMLContentDigest: ~Copyable {
  /// The ignored differences.
  enum Mode: Equatable {
    /// White space in tags, and between elements without text next to them.
    case layout
    /// The changes of Canonical XML: references, quotes, CDATA, the order of attributes, the DOCTYPE.
    case canonical(keepsComments: Bool)
  }

  private struct Element: BitwiseCopyable {
    /// Of everything, and without white space between elements.
    var exact: UInt64
    var loose: UInt64
    var hasElements = false
    var hasText = false
    var preservesSpace: Bool
    /// Whether it ends the preservation of white space around it.
    var endsPreserving = false
  }

  private let mode: Mode
  /// Whether an element with nothing but white space is one without content.
  private let blankIsEmpty: Bool
  private let text: ByteView
  private var open = GrowableBuffer<Element>(capacity: 32)
  private var run = GrowableBuffer<UInt8>(capacity: 256)

  /// The digest of a document; `text` is valid UTF-8 without byte order mark.
  static func value(of text: ByteView, mode: Mode, blankIsEmpty: Bool = false) throws(Failure) -> UInt64 {
    var digest = XMLContentDigest(mode: mode, blankIsEmpty: blankIsEmpty, text: text)
    return try digest.compute()
  }

  private mutating func compute() throws(Failure) -> UInt64 {
    var reader = XMLReader(
      text, options: mode == .layout ? .sourceTokens(isLenient: true) : XMLReader.Options())
    open.append(Element(exact: ByteHash.seed, loose: ByteHash.seed, hasElements: true, preservesSpace: false))
    var inline = InlineSpace()
    while true {
      let event = try reader.next()
      if inline.follows(event, reader) { open[open.count &- 1].hasText = true }
      if event != .text && event != .cdata && !isDropped(event) { endRun() }
      switch event {
      case .startElement: begin(&reader)
      case .endElement: end()
      case .text, .cdata, .reference: characters(event, &reader)
      case .comment, .processingInstruction, .declaration, .doctype: add(event, &reader)
      case .needsInput: break
      case .endDocument: return open[0].loose
      }
    }
  }

  /// Whether Canonical XML joins the characters around the event.
  private func isDropped(_ event: XMLEvent) -> Bool {
    event == .comment && mode == .canonical(keepsComments: false)
  }

  private static func mixed(_ state: UInt64, _ bytes: ByteView, _ kind: XMLEvent) -> UInt64 {
    ByteHash.hash(bytes, seed: ByteHash.hash(UInt64(kind.rawValue), seed: state))
  }

  private mutating func fold(_ bytes: ByteView, _ kind: XMLEvent) {
    let top = open.count &- 1
    open[top].exact = Self.mixed(open[top].exact, bytes, kind)
    open[top].loose = Self.mixed(open[top].loose, bytes, kind)
  }

  private mutating func add(_ event: XMLEvent, _ reader: inout XMLReader) {
    if mode == .layout {
      open[open.count &- 1].hasElements = true
      return fold(text[reader.tokenStart..<reader.tokenEnd], event)
    }
    switch event {
    case .comment where mode == .canonical(keepsComments: true): fold(reader.text, event)
    case .processingInstruction:
      fold(reader.name, event)
      fold(reader.text, event)
    default: break
    }
  }

  private mutating func characters(_ event: XMLEvent, _ reader: inout XMLReader) {
    guard mode == .layout else {
      _ = run.append(reader.text)
      return
    }
    let token = text[reader.tokenStart..<reader.tokenEnd]
    let top = open.count &- 1
    open[top].exact = Self.mixed(open[top].exact, token, event)
    if event == .text && reader.isWhitespace { return }
    open[top].loose = Self.mixed(open[top].loose, token, event)
    open[top].hasText = true
  }

  /// Folds the characters of a run, which may come from several events.
  private mutating func endRun() {
    guard run.count > 0 else { return }
    let top = open.count &- 1
    let state = Self.mixed(open[top].exact, run.view, .text)
    open[top].exact = state
    open[top].loose = state
    run.truncate(to: 0)
  }

  private mutating func begin(_ reader: inout XMLReader) {
    let top = open.count &- 1
    open[top].hasElements = true
    var element = Element(
      exact: ByteHash.hash(reader.name, seed: ByteHash.seed), loose: 0,
      preservesSpace: open[top].preservesSpace)
    if mode == .layout {
      if reader.isEmptyElement && !blankIsEmpty { element.exact = ByteHash.hash(1, seed: element.exact) }
      if let space = reader.value(ofAttribute: "xml:space") {
        element.endsPreserving = element.preservesSpace && space == "default"
        element.preservesSpace = space == "preserve" || element.preservesSpace && !element.endsPreserving
      }
    }
    addAttributes(&reader, to: &element)
    element.loose = element.exact
    open.append(element)
  }

  private func addAttributes(_ reader: inout XMLReader, to element: inout Element) {
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      if mode == .layout {
        guard attribute.isSpecified else { continue }
        element.exact = Self.mixed(element.exact, attribute.name, .startElement)
        element.exact = Self.mixed(element.exact, attribute.rawValue, .startElement)
      } else if !attribute.name.starts(with: "xmlns") {
        // A sum does not depend on the order.
        element.exact &+= ByteHash.hash(
          attribute.value, seed: ByteHash.hash(attribute.name, seed: ByteHash.seed))
      }
    }
  }

  private mutating func end() {
    let element = open.removeLast()
    let top = open.count &- 1
    let holdsLayout = (element.hasElements || blankIsEmpty) && !element.hasText && !element.preservesSpace
    let loose = holdsLayout ? element.loose : element.exact
    let exact = element.endsPreserving ? loose : element.exact
    open[top].exact = ByteHash.hash(exact, seed: ByteHash.hash(open[top].exact, seed: 2))
    open[top].loose = ByteHash.hash(loose, seed: ByteHash.hash(open[top].loose, seed: 2))
  }
}
