// Writes elements, attributes and text as well-formed XML, indented where an element holds no text.

/// A writer of markup; the caller keeps elements balanced and names right.
package struct XMLMarkupWriter: ~Copyable {
  package var output: OutputBuffer
  /// What one level of indentation is; nil breaks no lines.
  private let indentation: ByteView?
  private var open: [OpenElement] = []
  private var tagIsOpen = false

  private struct OpenElement {
    let name: [UInt8]
    /// Whether it has text beside or instead of children, so that no white space may be added.
    var hasText: Bool
    var hasChildren = false
  }

  package init(to output: consuming OutputBuffer, indentation: StaticString? = "  ") {
    self.output = output
    self.indentation = indentation.map { ByteView($0) }
  }

  package consuming func finish() -> OutputBuffer { output }

  /// The number of open elements.
  package var depth: Int { open.count }

  /// The XML declaration, which is first.
  package mutating func declaration() { output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }

  /// Begins an element; with `keepsText` nothing is added between its children.
  package mutating func startElement(_ name: ByteView, keepsText: Bool = false) {
    beginNode(isText: false)
    output.append(ASCII.lessThan)
    output.append(name)
    tagIsOpen = true
    open.append(OpenElement(name: name.array, hasText: keepsText || open.last?.hasText == true))
  }

  /// An attribute of the element that was just begun.
  ///
  /// Throws `xml.unwritable-character` for what XML cannot hold.
  package mutating func attribute(_ name: ByteView, _ value: ByteView) throws(Failure) {
    beginAttribute(name)
    try piece(value)
    endAttribute()
  }

  /// Begins an attribute whose value is written in pieces, by `piece` and `reference(_:inAttribute:)`.
  package mutating func beginAttribute(_ name: ByteView) {
    output.append(ASCII.space)
    output.append(name)
    output.append("=\"")
  }

  /// A piece of the attribute that was begun.
  ///
  /// Throws `xml.unwritable-character` for what XML cannot hold.
  package mutating func piece(_ text: ByteView) throws(Failure) {
    try output.appendXML(text, inAttribute: true)
  }

  package mutating func endAttribute() { output.append(ASCII.quotationMark) }

  /// A reference to an entity, in text or in the attribute that was begun.
  package mutating func reference(_ name: ByteView, inAttribute: Bool = false) {
    if !inAttribute { beginNode(isText: true) }
    output.append(ASCII.ampersand)
    output.append(name)
    output.append(ASCII.semicolon)
  }

  /// Text of the open element.
  ///
  /// Throws `xml.unwritable-character` for what XML cannot hold.
  package mutating func text(_ text: ByteView) throws(Failure) {
    if text.isEmpty { return }
    beginNode(isText: true)
    try output.appendXML(text, inAttribute: false)
  }

  /// Text as CDATA sections; `]]>` is split between two.
  package mutating func cdata(_ text: ByteView) throws(Failure) {
    beginNode(isText: true)
    output.append("<![CDATA[")
    var at = 0
    while let end = text.firstIndex(of: "]]>", from: at) {
      output.append(text[at..<end + 2])
      output.append("]]><![CDATA[")
      at = end + 2
    }
    output.append(text.suffix(from: at))
    output.append("]]>")
  }

  /// Markup that is well-formed already, standing as text.
  package mutating func markup(_ markup: ByteView) {
    if markup.isEmpty { return }
    beginNode(isText: true)
    output.append(markup)
  }

  package mutating func comment(_ text: ByteView) {
    beginNode(isText: false)
    output.append("<!--")
    output.append(text)
    output.append("-->")
    endTopLevelNode()
  }

  package mutating func processingInstruction(_ target: ByteView, _ data: ByteView) {
    beginNode(isText: false)
    output.append("<?")
    output.append(target)
    if !data.isEmpty {
      output.append(ASCII.space)
      output.append(data)
    }
    output.append("?>")
    endTopLevelNode()
  }

  /// A document type as it was written.
  package mutating func doctype(_ text: ByteView) {
    output.append(text)
    output.append(ASCII.lineFeed)
  }

  /// Ends the innermost element.
  package mutating func endElement() throws(Failure) {
    guard let element = open.popLast() else { return }
    if tagIsOpen {
      output.append("/>")
      tagIsOpen = false
    } else {
      if element.hasChildren && !element.hasText { breakLine() }
      output.append("</")
      element.name.withByteView { output.append($0) }
      output.append(ASCII.greaterThan)
    }
    endTopLevelNode()
    try output.drainIfFull()
  }

  // MARK: Layout

  private mutating func endTopLevelNode() { if open.isEmpty { output.append(ASCII.lineFeed) } }

  private mutating func beginNode(isText: Bool) {
    if tagIsOpen {
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
  /// Appends text, or an attribute's value, with all markup and what a reader would change escaped.
  ///
  /// Throws `xml.unwritable-character` for what XML cannot hold.
  package mutating func appendXML(_ text: ByteView, inAttribute: Bool) throws(Failure) {
    if let scalar = XMLCharacters.firstForbidden(in: text) {
      throw Failure(.xmlUnwritableCharacter, XMLCharacters.description(of: scalar))
    }
    append(text, escaping: inAttribute ? .value : .text)
  }
}

extension DiagnosticCode {
  package static var xmlUnwritableCharacter: DiagnosticCode {
    DiagnosticCode(
      "xml.unwritable-character", rule: "xml/illegal-character", "XML cannot represent the character %")
  }
}
