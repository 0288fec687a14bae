// Parts of a document as self-contained XML text, with the namespace declarations that they need.
//
//   <a xmlns:p="urn:p"><b p:x="1">t<p:c/></b></a>      b kept:  <b xmlns:p="urn:p" p:x="1">t<p:c/></b>

/// Writes the events of a part of a document as text.
struct XMLFragmentWriter: ~Copyable {
  private(set) var isActive = false
  /// Whether the enclosing element has ended.
  private(set) var hasEnded = false
  private var output = OutputBuffer()
  /// Whether to keep an element with its tags, rather than only its content.
  private var keepsElement = false
  private var depth = 0
  /// The number of the first binding declared inside.
  private var firstBinding: Int32 = 0
  /// Outer bindings declared here, with the depth of the declaring element.
  private var declared: [(binding: Int32, depth: Int)] = []

  /// The namespace of names without a prefix around the content, which therefore needs no declaration.
  private var impliedNamespace = ByteView.empty

  /// Starts with the content of the current element.
  mutating func begin(atBinding binding: Int32, impliedNamespace: ByteView = .empty) {
    self.impliedNamespace = impliedNamespace
    isActive = true
    hasEnded = false
    keepsElement = false
    depth = 0
    firstBinding = binding
  }

  /// Starts with the current element itself.
  mutating func beginElement(_ reader: borrowing XMLReader) {
    begin(
      atBinding: Int32(truncatingIfNeeded: reader.namespaceBindingCount - reader.namespaceDeclarationCount))
    keepsElement = true
    startElement(reader)
  }

  /// Passes on the written text, and clears it.
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
      output.appendAttribute(attribute.name, reader.value(of: attribute))
    }
    if reader.isEmptyElement { output.append(ASCII.solidus) }
    output.append(ASCII.greaterThan)
  }

  /// Declares the prefix if its binding is from outside and not yet declared here.
  private mutating func declare(_ prefix: ByteView, _ reader: borrowing XMLReader) {
    let binding = reader.namespaces.lookUp(prefix)
    guard binding >= 0, binding < firstBinding, !declared.contains(where: { $0.binding == binding }) else {
      return
    }
    let uri = reader.namespaces.uri(of: binding)
    if prefix.isEmpty && (uri.isEmpty || uri == impliedNamespace) { return }
    declared.append((binding, depth))
    output.append(ASCII.space)
    output.appendDeclaration(prefix: prefix, uri: uri)
  }

  /// Ends an element; true if it is the one kept with its tags.
  mutating func endElement(_ reader: borrowing XMLReader) -> Bool {
    if depth == 0 {
      hasEnded = true
      return false
    }
    if !reader.isEmptyElement { output.appendEndTag(reader.name) }
    while let last = declared.last, last.depth == depth { declared.removeLast() }
    depth -= 1
    return depth == 0 && keepsElement
  }

  // Text from the reader can always be written again.
  mutating func text(_ text: ByteView) { output.append(text, escaping: .text) }
  mutating func comment(_ text: ByteView) { output.appendComment(text) }
  mutating func instruction(_ target: ByteView, _ data: ByteView) { output.appendInstruction(target, data) }

  // MARK: Other nodes

  /// `@name="value"`.
  mutating func attribute(_ name: ByteView, _ value: ByteView) {
    output.append(ASCII.commercialAt)
    output.appendAttribute(name, value)
  }

  /// `@xmlns:p="uri"` for an attribute's prefix, or nil if no declaration is needed.
  func declaration(for attribute: XMLAttributeRecord, in reader: borrowing XMLReader) -> [UInt8]? {
    let prefix = attribute.name[0..<Int(attribute.prefixCount)]
    guard !prefix.isEmpty, !(prefix == "xml"), attribute.binding >= 0 else { return nil }
    var text = OutputBuffer()
    text.append(ASCII.commercialAt)
    text.appendDeclaration(prefix: prefix, uri: reader.namespaces.uri(of: attribute.binding))
    return text.bytes
  }

  /// Writes text so that it does not look like an attribute.
  mutating func standaloneText(_ text: ByteView) {
    let isMarked = text.trimmed.byte(at: 0) == ASCII.commercialAt
    if isMarked { output.append("&#64;") }
    self.text(text.trimmed.suffix(from: isMarked ? 1 : 0))
  }
}
