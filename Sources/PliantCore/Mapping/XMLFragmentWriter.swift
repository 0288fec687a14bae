// Parts of a document as XML text that can be elsewhere: with the namespace declarations that they need.
//
//   <a xmlns:p="urn:p"><b p:x="1">t<p:c/></b></a>      b kept:  <b xmlns:p="urn:p" p:x="1">t<p:c/></b>

/// Writes the events of a part of a document as text.
struct XMLFragmentWriter: ~Copyable {
  /// Whether events go here.
  private(set) var isActive = false
  /// Whether the element around the content has ended.
  private(set) var hasEnded = false
  private var output = OutputBuffer()
  /// Whether an element is kept with its tags, rather than the content of one.
  private var keepsElement = false
  private var depth = 0
  /// Bindings from this number on are declared inside.
  private var firstBinding: Int32 = 0
  /// Bindings from outside that were declared here, and the depth of the element that does so.
  private var declared: [(binding: Int32, depth: Int)] = []

  /// Begins with the content of the current element.
  mutating func begin(atBinding binding: Int32) {
    isActive = true
    hasEnded = false
    keepsElement = false
    depth = 0
    firstBinding = binding
  }

  /// Begins with the current element itself.
  mutating func beginElement(_ reader: borrowing XMLReader) {
    begin(
      atBinding: Int32(
        truncatingIfNeeded: reader.namespaceBindingCount - reader.namespaceDeclarationCount))
    keepsElement = true
    startElement(reader)
  }

  /// Gives the text that was written, and forgets it.
  mutating func take(_ body: (ByteView) -> Void) {
    output.withHeldBytes { body($0) }
    output.removeAll()
    isActive = false
    declared.removeAll(keepingCapacity: true)
  }

  mutating func startElement(_ reader: borrowing XMLReader) {
    depth += 1
    output.append(ASCII.lessThan)
    output.append(reader.name)
    declare(reader.prefix, reader)
    for index in 0..<reader.attributeCount {
      let attribute = reader.attributeRecord(at: index)
      let prefix = attribute.name[0..<Int(attribute.prefixCount)]
      if !prefix.isEmpty && !(prefix == "xmlns") { declare(prefix, reader) }
    }
    for index in 0..<reader.attributeCount {
      let attribute = reader.attributeRecord(at: index)
      output.append(ASCII.space)
      output.append(attribute.name)
      output.append("=\"")
      appendEscaped(reader.value(of: attribute), inAttribute: true)
      output.append(ASCII.quotationMark)
    }
    if reader.isEmptyElement { output.append(ASCII.solidus) }
    output.append(ASCII.greaterThan)
  }

  /// Declares the prefix where its binding comes from outside and is not declared here yet.
  private mutating func declare(_ prefix: ByteView, _ reader: borrowing XMLReader) {
    let binding = reader.namespaces.lookUp(prefix)
    guard binding >= 0, binding < firstBinding, !declared.contains(where: { $0.binding == binding }) else {
      return
    }
    let uri = reader.namespaces.uri(of: binding)
    if prefix.isEmpty && uri.isEmpty { return }
    declared.append((binding, depth))
    output.append(prefix.isEmpty ? " xmlns" : " xmlns:")
    output.append(prefix)
    output.append("=\"")
    appendEscaped(uri, inAttribute: true)
    output.append(ASCII.quotationMark)
  }

  /// An element ends; true if it is the one that is kept with its tags.
  mutating func endElement(_ reader: borrowing XMLReader) -> Bool {
    if depth == 0 {
      hasEnded = true
      return false
    }
    if !reader.isEmptyElement {
      output.append("</")
      output.append(reader.name)
      output.append(ASCII.greaterThan)
    }
    while let last = declared.last, last.depth == depth { declared.removeLast() }
    depth -= 1
    return depth == 0 && keepsElement
  }

  mutating func text(_ text: ByteView) throws(Failure) { appendEscaped(text, inAttribute: false) }

  mutating func comment(_ text: ByteView) {
    output.append("<!--")
    output.append(text)
    output.append("-->")
  }

  mutating func instruction(_ target: ByteView, _ data: ByteView) {
    output.append("<?")
    output.append(target)
    if !data.isEmpty { output.append(ASCII.space) }
    output.append(data)
    output.append("?>")
  }

  // MARK: What is beside elements

  /// `@name="value"`.
  mutating func attribute(_ name: ByteView, _ value: ByteView) throws(Failure) {
    output.append(ASCII.commercialAt)
    output.append(name)
    output.append("=\"")
    appendEscaped(value, inAttribute: true)
    output.append(ASCII.quotationMark)
  }

  /// `@xmlns:p="uri"` for an attribute's prefix, or nil if it has none that must be declared.
  func declaration(for attribute: XMLAttributeRecord, in reader: borrowing XMLReader) -> [UInt8]? {
    let prefix = attribute.name[0..<Int(attribute.prefixCount)]
    guard !prefix.isEmpty, !(prefix == "xml"), attribute.binding >= 0 else { return nil }
    var text = XMLFragmentWriter()
    text.output.append("@xmlns:")
    text.output.append(prefix)
    text.output.append("=\"")
    text.appendEscaped(reader.namespaces.uri(of: attribute.binding), inAttribute: true)
    text.output.append(ASCII.quotationMark)
    return text.output.bytes
  }

  /// Text that must not look like an attribute.
  mutating func standaloneText(_ text: ByteView) throws(Failure) {
    let trimmed = text.trimmed
    if trimmed.byte(at: 0) == ASCII.commercialAt {
      output.append("&#64;")
      appendEscaped(trimmed.suffix(from: 1), inAttribute: false)
    } else {
      appendEscaped(trimmed, inAttribute: false)
    }
  }

  /// What the reader gave can always be written again.
  private mutating func appendEscaped(_ text: ByteView, inAttribute: Bool) {
    do throws(Failure) { try output.appendXML(text, inAttribute: inAttribute) } catch { return }
  }
}
