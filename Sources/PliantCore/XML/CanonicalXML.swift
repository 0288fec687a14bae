// Canonical XML 1.0 of a whole document, written directly from the reader's events.

/// Writes documents in Canonical XML 1.0 (W3C Recommendation of 15 March 2001), with or without comments.
package struct CanonicalXML: ~Copyable {
  private var reader: XMLReader
  private let keepsComments: Bool
  private var order: [Int] = []
  private var hasRoot = false

  /// Appends the canonical form of `text`, which is valid UTF-8 without byte order mark; returns the nodes
  /// that the form omits, except comments.
  ///
  /// Throws the reader's failures; `xml.relative-namespace` for a namespace that is a relative URI, which the
  /// specification (1.3) forbids; `xml.unread-entity` for a reference to an external entity.
  @discardableResult
  package static func write(
    _ text: ByteView, keepsComments: Bool = true, to output: inout OutputBuffer
  ) throws(Failure) -> ReadLosses {
    var canonical = CanonicalXML(reader: XMLReader(text, options: .namespaces), keepsComments: keepsComments)
    try canonical.run(into: &output)
    var ledger = ReadLosses()
    ledger.record(canonical.reader.meaningfulTally, keepsNodes: true)
    return ledger
  }

  private mutating func run(into output: inout OutputBuffer) throws(Failure) {
    while true {
      switch try reader.next() {
      case .startElement:
        if reader.tally.unreadReferences.count > 0 {
          throw Failure(
            .xmlUnreadEntity, at: reader.tally.unreadReferences.offset, reader.unreadNameInTag?.string)
        }
        hasRoot = true
        try startTag(into: &output)
      case .endElement:
        output.appendEndTag(reader.name)
      case .text, .cdata: output.append(reader.text, escaping: .canonicalText)
      case .comment:
        guard keepsComments else { break }
        breakBefore(into: &output)
        output.appendComment(reader.text)
        breakAfter(into: &output)
      case .processingInstruction:
        breakBefore(into: &output)
        output.appendInstruction(reader.name, reader.text)
        breakAfter(into: &output)
      case .reference: throw Failure(.xmlUnreadEntity, at: reader.tokenStart, reader.name.string)
      case .declaration, .doctype, .needsInput: break
      case .endDocument: return
      }
      try output.drainIfFull()
    }
  }

  /// A line break separates the root element from the nodes that follow it.
  private func breakBefore(into output: inout OutputBuffer) {
    if hasRoot && reader.depth == 0 { output.append(ASCII.lineFeed) }
  }

  private func breakAfter(into output: inout OutputBuffer) { if !hasRoot { output.append(ASCII.lineFeed) } }

  // MARK: Start tags

  private mutating func startTag(into output: inout OutputBuffer) throws(Failure) {
    output.append(ASCII.lessThan)
    output.append(reader.name)
    if reader.attributeCount > 0 {
      try namespaces(into: &output)
      attributes(into: &output)
    }
    output.append(ASCII.greaterThan)
  }

  /// Declarations that change a binding, by prefix.
  private mutating func namespaces(into output: inout OutputBuffer) throws(Failure) {
    order.removeAll(keepingCapacity: true)
    for index in 0..<reader.namespaceDeclarationCount {
      let (prefix, uri) = reader.namespaceDeclaration(at: index)
      if !uri.isEmpty && !Self.isAbsolute(uri) {
        throw Failure(.xmlRelativeNamespace, at: reader.tokenStart, uri.string)
      }
      let isKnown = (reader.outerNamespaceURI(ofPrefix: prefix) ?? .empty) == uri
      if !isKnown && !(prefix == "xml") { order.append(index) }
    }
    order.sort {
      reader.namespaceDeclaration(at: $0).prefix.precedes(reader.namespaceDeclaration(at: $1).prefix)
    }
    for index in order {
      let (prefix, uri) = reader.namespaceDeclaration(at: index)
      output.append(ASCII.space)
      output.appendDeclaration(prefix: prefix, uri: uri, escaping: .canonicalValue)
    }
  }

  private mutating func attributes(into output: inout OutputBuffer) {
    order.removeAll(keepingCapacity: true)
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      if !(attribute.name == "xmlns") && !(attribute.prefix == "xmlns") { order.append(index) }
    }
    order.sort { left, right in
      let (left, right) = (reader.attribute(at: left), reader.attribute(at: right))
      if left.namespaceURI == right.namespaceURI { return left.localName.precedes(right.localName) }
      return left.namespaceURI.precedes(right.namespaceURI)
    }
    for index in order {
      let attribute = reader.attribute(at: index)
      output.append(ASCII.space)
      output.appendAttribute(attribute.name, attribute.value, escaping: .canonicalValue)
    }
  }

  /// Whether the URI begins with a scheme (RFC 3986, 3.1).
  private static func isAbsolute(_ uri: ByteView) -> Bool {
    guard uri[0].isLetter else { return false }
    for index in 1..<max(1, uri.count) {
      let byte = uri[index]
      if byte == ASCII.colon { return true }
      let isPunctuation = byte == ASCII.plusSign || byte == ASCII.hyphen || byte == ASCII.fullStop
      guard byte.isLetter || byte.isDigit || isPunctuation else { return false }
    }
    return false
  }
}
