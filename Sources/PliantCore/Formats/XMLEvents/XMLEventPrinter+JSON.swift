// Events as JSON Lines, with positions, paths and namespaces.

extension XMLEventPrinter {
  mutating func printJSON(_ event: XMLEvent) {
    switch event {
    case .startElement: printStartElementJSON()
    case .endElement: printEndElementJSON()
    case .text: if let text = shownText { textEvent("characters", text) }
    case .cdata: textEvent("cdata", reader.text)
    case .comment: textEvent("comment", reader.text)
    case .reference: namedEvent("reference", "name", "text")
    case .processingInstruction: namedEvent("processing-instruction", "target", "data")
    case .doctype:
      open("doctype")
      field("name", reader.name)
      if let publicID = reader.documentType?.publicID { field("public-id", publicID) }
      if let systemID = reader.documentType?.systemID { field("system-id", systemID) }
      close()
    case .endDocument:
      open("end-document")
      close()
    case .declaration, .needsInput: return
    }
  }

  private mutating func textEvent(_ name: StaticString, _ text: ByteView) {
    open(name)
    field("text", text)
    close()
  }

  private mutating func namedEvent(_ name: StaticString, _ label: StaticString, _ text: StaticString) {
    open(name)
    field(label, reader.name)
    field(text, reader.text)
    close()
  }

  private mutating func printStartElementJSON() {
    for index in 0..<reader.namespaceDeclarationCount {
      let (prefix, uri) = reader.namespaceDeclaration(at: index)
      open("start-namespace")
      field("prefix", prefix)
      field("uri", uri)
      close()
    }
    open("start-element")
    elementName()
    output.append(",\"attributes\":[")
    var isFirst = true
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      if options.processesNamespaces && attribute.name.isNamespaceDeclaration { continue }
      if !isFirst { output.append(ASCII.comma) }
      isFirst = false
      output.append("{\"name\":")
      appendQuoted(attribute.name)
      if options.processesNamespaces {
        field("local", attribute.localName)
        field("namespace", attribute.namespaceURI)
      }
      value(attribute.value, references: reader.unreadReferences(inAttributeAt: index))
      output.append(ASCII.rightBrace)
    }
    output.append(ASCII.rightBracket)
    close()
    path.append(ASCII.solidus)
    _ = path.append(reader.name)
  }

  /// An attribute's value: as in the lossless style, an array if it has references to unread entities.
  private mutating func value(_ value: ByteView, references: [Range<Int>]) {
    if references.isEmpty { return field("value", value) }
    output.append(",\"value\":[")
    var at = 0
    for reference in references {
      if at > 0 { output.append(ASCII.comma) }
      if reference.lowerBound > at {
        output.appendJSONString(value[at..<reference.lowerBound])
        output.append(ASCII.comma)
      }
      output.append("{\"reference\":")
      appendQuoted(value[reference.lowerBound + 1..<reference.upperBound - 1])
      output.append(ASCII.rightBrace)
      at = reference.upperBound
    }
    if at < value.count {
      output.append(ASCII.comma)
      output.appendJSONString(value.suffix(from: at))
    }
    output.append(ASCII.rightBracket)
  }

  private mutating func printEndElementJSON() {
    path.truncate(to: path.view.lastIndex(of: ASCII.solidus) ?? 0)
    open("end-element")
    elementName()
    close()
    for index in (0..<reader.namespaceDeclarationCount).reversed() {
      open("end-namespace")
      field("prefix", reader.namespaceDeclaration(at: index).prefix)
      close()
    }
  }

  private mutating func elementName() {
    field("name", reader.name)
    guard options.processesNamespaces else { return }
    field("local", reader.localName)
    field("namespace", reader.namespaceURI)
  }

  // MARK: Pieces

  /// Writes the event's name, position and the path of the enclosing elements.
  private mutating func open(_ name: StaticString) {
    let place = place(of: reader.tokenStart)
    output.append("{\"event\":\"")
    output.append(name)
    output.append("\",\"line\":")
    output.appendDecimal(Int64(place.line))
    output.append(",\"column\":")
    output.appendDecimal(Int64(place.column))
    output.append(",\"path\":")
    appendQuoted(path.count == 0 ? ByteView("/") : path.view)
  }

  /// Names need no escapes in JSON.
  private mutating func appendQuoted(_ name: ByteView) {
    output.append(ASCII.quotationMark)
    output.append(name)
    output.append(ASCII.quotationMark)
  }

  private mutating func close() { output.append("}\n") }

  private mutating func field(_ name: StaticString, _ value: ByteView) {
    output.append(",\"")
    output.append(name)
    output.append("\":")
    output.appendJSONString(value)
  }

  mutating func field(_ name: StaticString, _ value: String) {
    Array(value.utf8).withByteView { field(name, $0) }
  }
}
