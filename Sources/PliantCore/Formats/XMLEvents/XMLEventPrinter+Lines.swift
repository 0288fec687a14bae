// Events as lines: the event's name, then its data; line ends, tabs and backslashes as \n \r \t \\.

extension XMLEventPrinter {
  /// Prints the document's beginning, before its first event.
  mutating func printStart(_ event: XMLEvent) {
    guard options.asJSON else { return output.append("start-document\n") }
    output.append("{\"event\":\"start-document\",\"line\":1,\"column\":1")
    if event == .declaration {
      field("version", reader.versionText)
      if let encoding = reader.encodingName { field("encoding", encoding) }
      if let standalone = reader.standalone {
        output.append(standalone ? ",\"standalone\":true" : ",\"standalone\":false")
      }
    }
    output.append("}\n")
  }

  mutating func printLine(_ event: XMLEvent) {
    switch event {
    case .startElement: printStartElement()
    case .endElement: printEndElement()
    case .text: if let text = shownText { line("characters ", text) }
    case .cdata: line("cdata ", reader.text)
    case .comment: line("comment ", reader.text)
    case .reference: namedLine("reference ")
    case .processingInstruction: namedLine("processing-instruction ")
    case .doctype: printDoctype()
    case .endDocument: output.append("end-document\n")
    case .declaration, .needsInput: return
    }
  }

  private mutating func line(_ label: StaticString, _ text: ByteView) {
    output.append(label)
    appendEscaped(text)
    output.append(ASCII.lineFeed)
  }

  private mutating func namedLine(_ label: StaticString) {
    output.append(label)
    output.append(reader.name)
    line(reader.text.isEmpty ? "" : " ", reader.text)
  }

  private mutating func printStartElement() {
    for index in 0..<reader.namespaceDeclarationCount {
      let (prefix, uri) = reader.namespaceDeclaration(at: index)
      output.append("start-namespace ")
      appendName(prefix)
      output.append(ASCII.space)
      uri.isEmpty ? output.append("\"\"") : appendEscaped(uri)
      output.append(ASCII.lineFeed)
    }
    output.append("start-element ")
    output.append(reader.name)
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      if options.processesNamespaces && attribute.name.isNamespaceDeclaration { continue }
      output.append(ASCII.space)
      output.append(attribute.name)
      output.append("=\"")
      appendEscaped(attribute.value, quote: true)
      output.append(ASCII.quotationMark)
    }
    output.append(ASCII.lineFeed)
  }

  private mutating func printEndElement() {
    output.append("end-element ")
    output.append(reader.name)
    output.append(ASCII.lineFeed)
    for index in (0..<reader.namespaceDeclarationCount).reversed() {
      output.append("end-namespace ")
      appendName(reader.namespaceDeclaration(at: index).prefix)
      output.append(ASCII.lineFeed)
    }
  }

  private mutating func printDoctype() {
    output.append("doctype ")
    output.append(reader.name)
    if let publicID = reader.documentType?.publicID {
      output.append(" PUBLIC \"")
      appendEscaped(publicID, quote: true)
      output.append(ASCII.quotationMark)
    } else if reader.documentType?.systemID != nil {
      output.append(" SYSTEM")
    }
    if let systemID = reader.documentType?.systemID {
      output.append(" \"")
      appendEscaped(systemID, quote: true)
      output.append(ASCII.quotationMark)
    }
    output.append(ASCII.lineFeed)
  }

  /// Writes a prefix, the empty one as two quotation marks.
  private mutating func appendName(_ prefix: ByteView) {
    prefix.isEmpty ? output.append("\"\"") : output.append(prefix)
  }

  /// Appends text on one line.
  private mutating func appendEscaped(_ text: ByteView, quote: Bool = false) {
    var at = 0
    while true {
      let end = JSONScanner.endOfPlainText(in: text, from: at)
      output.append(text[at..<end])
      guard let byte = text.byte(at: end) else { return }
      if quote || byte != ASCII.quotationMark { output.append(ASCII.reverseSolidus) }
      switch byte {
      case ASCII.lineFeed: output.append(ASCII.lowerN)
      case ASCII.carriageReturn: output.append(ASCII.lowerR)
      case ASCII.tab: output.append(ASCII.lowerT)
      default: output.append(byte)
      }
      at = end &+ 1
    }
  }
}
