// Writes elements, attributes and text as well-formed XML, indented in elements without text.

/// A writer of markup; the caller ensures balanced elements and valid names.
///
/// The writer checks their prefixes: every function throws `xml.undeclared-prefix` and other errors of Namespaces
/// 1.0 for the start tag that it ends.
package struct XMLMarkupWriter: ~Copyable {
  package var output: OutputBuffer
  /// One level of indentation; nil for no line breaks.
  private let indentation: ByteView?
  private var open: [OpenElement] = []
  private var tagIsOpen = false
  /// Whether prefixes are checked, as in a whole document.
  private let checksPrefixes: Bool
  private var namespaces = XMLNamespaces()
  /// The names with a colon in the current start tag, each after a space.
  private var prefixedNames: [[UInt8]] = []
  /// The attribute whose value is being written, if it declares a namespace, and the value.
  private var declaration: (name: [UInt8], uri: [UInt8])?

  private struct OpenElement {
    let name: [UInt8]
    /// Whether it has text, so that no white space may be added.
    var hasText: Bool
    var hasChildren = false
    /// Namespace bindings before it.
    let bindingCount: Int32
  }

  package init(
    to output: consuming OutputBuffer, indentation: StaticString? = "  ", checksPrefixes: Bool = true
  ) {
    self.output = output
    self.checksPrefixes = checksPrefixes
    self.indentation = indentation.map { ByteView($0) }
  }

  package consuming func finish() -> OutputBuffer { output }

  package var depth: Int { open.count }

  /// The XML declaration, which must be first.
  package mutating func declaration(standalone: Bool? = nil) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"")
    if let standalone { output.append(standalone ? " standalone=\"yes\"" : " standalone=\"no\"") }
    output.append("?>\n")
  }

  /// Begins an element; with `keepsText`, without white space between its children.
  package mutating func startElement(_ name: ByteView, keepsText: Bool = false) throws(Failure) {
    try beginNode(isText: false)
    output.append(ASCII.lessThan)
    output.append(name)
    tagIsOpen = true
    open.append(
      OpenElement(
        name: name.array, hasText: keepsText || open.last?.hasText == true, bindingCount: namespaces.count))
    if name.firstIndex(of: ASCII.colon) != nil { prefixedNames.append(name.array) }
  }

  /// An attribute of the current start tag.
  ///
  /// Throws `xml.unwritable-character` for a forbidden character.
  package mutating func attribute(_ name: ByteView, _ value: ByteView) throws(Failure) {
    beginAttribute(name)
    try piece(value)
    try endAttribute()
  }

  /// Begins an attribute whose value is written with `piece` and `reference(_:inAttribute:)`.
  package mutating func beginAttribute(_ name: ByteView) {
    output.append(ASCII.space)
    output.append(name)
    output.append("=\"")
    if name == "xmlns" || name.starts(with: "xmlns:") {
      declaration = (name.array, [])
    } else if name.firstIndex(of: ASCII.colon) != nil {
      prefixedNames.append(name.array)
    }
  }

  /// A piece of the current attribute.
  ///
  /// Throws `xml.unwritable-character` for a forbidden character.
  package mutating func piece(_ text: ByteView) throws(Failure) {
    try output.appendXML(text, inAttribute: true)
    declaration?.uri += text.array
  }

  package mutating func endAttribute() throws(Failure) {
    output.append(ASCII.quotationMark)
    guard let declared = declaration else { return }
    declaration = nil
    let prefix = Array(declared.name.dropFirst("xmlns:".utf8.count))
    try prefix.withByteView { (prefix: ByteView) throws(Failure) in
      try declared.uri.withByteView { (uri: ByteView) throws(Failure) in
        try namespaces.declare(prefix, uri: uri)
      }
    }
  }

  /// A reference to an entity, in text or in the current attribute.
  package mutating func reference(_ name: ByteView, inAttribute: Bool = false) throws(Failure) {
    if !inAttribute { try beginNode(isText: true) }
    output.append(ASCII.ampersand)
    output.append(name)
    output.append(ASCII.semicolon)
  }

  /// Text of the open element.
  ///
  /// Throws `xml.unwritable-character` for a forbidden character.
  package mutating func text(_ text: ByteView) throws(Failure) {
    if text.isEmpty { return }
    try beginNode(isText: true)
    try output.appendXML(text, inAttribute: false)
  }

  /// Text of the open element as CDATA sections; carriage returns are references between them.
  ///
  /// Throws `xml.unwritable-character` for a forbidden character.
  package mutating func cdata(_ text: ByteView) throws(Failure) {
    try beginNode(isText: true)
    try text.checkXMLCharacters()
    var start = 0
    while let end = text.firstIndex(of: ASCII.carriageReturn, from: start) {
      if end > start { output.appendCDATA(text[start..<end]) }
      output.append("&#13;")
      start = end + 1
    }
    if start < text.count || start == 0 { output.appendCDATA(text.suffix(from: start)) }
  }

  /// Well-formed markup, in place of text.
  package mutating func markup(_ markup: ByteView) throws(Failure) {
    if markup.isEmpty { return }
    try beginNode(isText: true)
    output.append(markup)
  }

  /// Throws `xml.unwritable-character` for a forbidden character or a carriage return.
  package mutating func comment(_ text: ByteView) throws(Failure) {
    try text.checkXMLCharacters(isVerbatim: true)
    try beginNode(isText: false)
    output.appendComment(text)
    endTopLevelNode()
  }

  /// Throws `xml.unwritable-character` for a forbidden character or a carriage return.
  package mutating func processingInstruction(_ target: ByteView, _ data: ByteView) throws(Failure) {
    try data.checkXMLCharacters(isVerbatim: true)
    try beginNode(isText: false)
    output.appendInstruction(target, data)
    endTopLevelNode()
  }

  /// A document type as it was written, with its line ends.
  ///
  /// Throws `xml.unwritable-character` for a forbidden character.
  package mutating func doctype(_ text: ByteView) throws(Failure) {
    try text.checkXMLCharacters()
    output.append(text)
    output.append(ASCII.lineFeed)
  }

  package mutating func endElement() throws(Failure) {
    if tagIsOpen { try checkTag() }
    guard let element = open.popLast() else { return }
    namespaces.truncate(to: element.bindingCount)
    if tagIsOpen {
      output.append("/>")
      tagIsOpen = false
    } else {
      if element.hasChildren && !element.hasText { breakLine() }
      element.name.withByteView { output.appendEndTag($0) }
    }
    endTopLevelNode()
    try output.drainIfFull()
  }

  // MARK: Layout

  private mutating func endTopLevelNode() { if open.isEmpty { output.append(ASCII.lineFeed) } }

  /// Checks the prefixes of the start tag that ends.
  private mutating func checkTag() throws(Failure) {
    guard !prefixedNames.isEmpty else { return }
    defer { prefixedNames.removeAll(keepingCapacity: true) }
    if checksPrefixes { try namespaces.check(prefixedNames, of: open.last?.name ?? []) }
  }

  private mutating func beginNode(isText: Bool) throws(Failure) {
    if tagIsOpen {
      try checkTag()
      output.append(ASCII.greaterThan)
      tagIsOpen = false
    }
    guard !open.isEmpty else { return }
    let last = open.count - 1
    if isText { open[last].hasText = true }
    open[last].hasChildren = true
    if !open[last].hasText { breakLine() }
  }

  private mutating func breakLine() {
    guard let indentation else { return }
    output.append(ASCII.lineFeed)
    for _ in 0..<open.count { output.append(indentation) }
  }
}

extension OutputBuffer {
  mutating func appendComment(_ text: ByteView) {
    append("<!--")
    append(text)
    append("-->")
  }

  mutating func appendInstruction(_ target: ByteView, _ data: ByteView) {
    append("<?")
    append(target)
    if !data.isEmpty { append(ASCII.space) }
    append(data)
    append("?>")
  }

  mutating func appendEndTag(_ name: ByteView) {
    append("</")
    append(name)
    append(ASCII.greaterThan)
  }

  /// Appends `name="value"`.
  mutating func appendAttribute(_ name: ByteView, _ value: ByteView, escaping escapes: XMLEscapes = .value) {
    append(name)
    append("=\"")
    append(value, escaping: escapes)
    append(ASCII.quotationMark)
  }

  /// Appends `xmlns:prefix="uri"`, or `xmlns="uri"` for an empty prefix.
  mutating func appendDeclaration(prefix: ByteView, uri: ByteView, escaping escapes: XMLEscapes = .value) {
    append(prefix.isEmpty ? "xmlns" : "xmlns:")
    appendAttribute(prefix, uri, escaping: escapes)
  }

  /// Appends text or a value, with markup and all characters escaped that a reader would change.
  ///
  /// Throws `xml.unwritable-character` for a forbidden character.
  package mutating func appendXML(_ text: ByteView, inAttribute: Bool) throws(Failure) {
    try text.checkXMLCharacters()
    append(text, escaping: inAttribute ? .value : .text)
  }
}

extension ByteView {
  /// Throws `xml.unwritable-character` for a character that XML forbids, or that a reader changes if it is not
  /// escaped.
  fileprivate func checkXMLCharacters(isVerbatim: Bool = false) throws(Failure) {
    let changed: UInt32? = isVerbatim && firstIndex(of: ASCII.carriageReturn) != nil ? 0xD : nil
    guard let scalar = XMLCharacters.firstForbidden(in: self) ?? changed else { return }
    throw Failure(
      .plistUnwritableCharacter.under(.xmlIllegalCharacter), scalar.codePoint,
      advice: "JSON can represent it")
  }
}

extension OutputBuffer {
  /// Appends text as CDATA sections; `]]>` is split between two.
  package mutating func appendCDATA(_ text: ByteView) {
    append("<![CDATA[")
    var at = 0
    while let end = text.firstIndex(of: "]]>", from: at) {
      append(text[at..<end + 2])
      append("]]><![CDATA[")
      at = end + 2
    }
    append(text.suffix(from: at))
    append("]]>")
  }
}
