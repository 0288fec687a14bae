// Documents in the lossless and JsonML styles → application XML (see XMLTreeStyleReader for their shapes).

/// Writes a style that keeps the order of nodes; without indentation, because it contains all text.
package struct XMLTreeStyleWriter: ~Copyable {
  private var writer: XMLMarkupWriter
  /// The tape index of the current value, for messages.
  package private(set) var index = 0
  /// The remaining children of each open node, and whether the node is an element.
  private var open: [(children: DocumentValue.Elements, isElement: Bool)] = []
  private var hasDoctype: Bool
  private var hasRoot = false
  private let isFragment: Bool

  /// Prefixes and entities in a fragment may be declared around it.
  package init(to output: consuming OutputBuffer, isFragment: Bool = false) {
    writer = XMLMarkupWriter(to: output, indentation: nil, checksPrefixes: !isFragment)
    hasDoctype = isFragment
    self.isFragment = isFragment
  }

  package consuming func finish() -> OutputBuffer { writer.finish() }

  /// Writes the whole document.
  ///
  /// Throws `xml.style` if it has another shape, `xml.style-name` and `xml.unwritable-character` for content
  /// that XML cannot represent.
  package mutating func write(_ document: Document, style: XMLStyle) throws(Failure) {
    let root = DocumentValue(document)
    try writer.declaration(standalone: standalone(of: root, style))
    if style == .lossless {
      try Self.checkKeys(of: root, ["version", "standalone", "children"], in: "a lossless document")
      guard let children = root.value(forKey: "children"), children.isArray else {
        throw Failure(.xmlStyleShape, "a lossless document is a dictionary with an array of children")
      }
      open.append((children.elements, false))
    } else {
      try jsonMLNode(root, isRoot: true)
    }
    while let last = open.indices.last {
      guard let child = open[last].children.next() else {
        if open.removeLast().isElement { try writer.endElement() }
        continue
      }
      index = child.index
      if let text = child.text {
        try checkPlaceOfText()
        try writer.text(text)
      } else if style == .lossless {
        try losslessNode(child)
      } else {
        try jsonMLNode(child, isRoot: false)
      }
    }
    if !hasRoot && !isFragment {
      index = 0
      throw Failure(.xmlStyleShape, DiagnosticCode.xmlNoRoot.text.description)
    }
  }

  // MARK: Lossless

  /// Throws `xml.style` for a key that would be left out.
  private static func checkKeys(
    of node: DocumentValue, _ keys: [StaticString], in subject: String
  ) throws(Failure) {
    for entry in node.entries where !keys.contains(where: { entry.key == $0 }) {
      let names = keys.map { "'\($0)'" }.joined(separator: ", ")
      throw Failure(.xmlStyleShape, "unknown key '\(entry.key.string)' in \(subject); expected \(names)")
    }
  }

  private func standalone(of root: DocumentValue, _ style: XMLStyle) throws(Failure) -> Bool? {
    guard style == .lossless, let value = root.value(forKey: "standalone") else { return nil }
    if let boolean = value.boolean { return boolean }
    guard let text = value.text, text == "yes" || text == "no" else {
      throw Failure(.xmlStyleShape, "standalone is true or false")
    }
    return text == "yes"
  }

  private mutating func losslessNode(_ node: DocumentValue) throws(Failure) {
    if let name = node.value(forKey: "name") {
      try Self.checkKeys(of: node, ["name", "attributes", "children"], in: "an element")
      try begin(name, attributes: node.value(forKey: "attributes"))
      guard let children = node.value(forKey: "children") else { return try writer.endElement() }
      guard children.isArray else { throw Failure(.xmlStyleShape, "children is not an array") }
      try enter(children.elements)
      return
    }
    let isInstruction = node.value(forKey: "instruction") != nil
    guard node.isDictionary, node.count <= (isInstruction ? 2 : 1) else {
      throw Failure(.xmlStyleShape, "a node has one key, or name, attributes and children")
    }
    if let comment = node.value(forKey: "comment")?.text {
      try self.comment(comment)
    } else if let text = node.value(forKey: "cdata")?.text {
      try checkPlaceOfText()
      try writer.cdata(text)
    } else if let doctype = node.value(forKey: "doctype")?.text {
      guard writer.depth == 0, !hasRoot, !hasDoctype, Self.isDoctype(doctype) else {
        throw Failure(.xmlStyleShape, "a doctype is one <!DOCTYPE …> before the root element")
      }
      try writer.doctype(doctype)
      hasDoctype = true
    } else if let name = node.value(forKey: "reference")?.text {
      try checkPlaceOfText()
      try writer.reference(try entityName(name))
    } else if let target = node.value(forKey: "instruction")?.text {
      try instruction(target, node.value(forKey: "data")?.text ?? .empty)
    } else {
      throw Failure(
        .xmlStyleShape, "a node is a string or has a name, comment, cdata, reference, instruction or doctype")
    }
  }

  // MARK: JsonML

  private mutating func jsonMLNode(_ node: DocumentValue, isRoot: Bool) throws(Failure) {
    var children = node.elements
    guard node.isArray, let name = children.next(), let text = name.text else {
      throw Failure(.xmlStyleShape, "a JsonML node is a string or an array that begins with a name")
    }
    if isRoot && text == "#document" { return open.append((children, false)) }
    if text == "!--" { return try comment(children.next()?.text ?? .empty) }
    if text.byte(at: 0) == ASCII.questionMark {
      return try instruction(text.suffix(from: 1), children.next()?.text ?? .empty)
    }
    var rest = children
    let attributes = rest.next().flatMap { $0.isDictionary ? $0 : nil }
    try begin(name, attributes: attributes)
    try enter(attributes == nil ? children : rest)
  }

  // MARK: Nodes

  private mutating func enter(_ children: DocumentValue.Elements) throws(Failure) {
    guard open.count < Limits.depth else { throw Failure(.documentTooDeep, String(Limits.depth)) }
    open.append((children, true))
  }

  /// Throws for text outside the root element.
  private func checkPlaceOfText() throws(Failure) {
    guard writer.depth == 0, !isFragment else { return }
    throw Failure(.xmlStyleShape, DiagnosticCode.xmlTextOutsideRoot.text.description)
  }

  /// Whether a document may begin with the text as its DOCTYPE.
  private static func isDoctype(_ text: ByteView) -> Bool {
    guard text.starts(with: "<!DOCTYPE") else { return false }
    return (text.array + Array("<r/>".utf8)).withByteView { document in
      var reader = XMLReader(document)
      do throws(Failure) {
        while try reader.next() != .endDocument {}
        return true
      } catch { return false }
    }
  }

  private mutating func begin(_ name: DocumentValue, attributes: DocumentValue?) throws(Failure) {
    if writer.depth == 0, hasRoot, !isFragment {
      throw Failure(.xmlStyleShape, "a document has one root element")
    }
    hasRoot = true
    try writer.startElement(try Self.checkedName(name.text ?? .empty))
    for entry in attributes?.entries ?? DocumentValue(name.document, at: name.index).entries {
      index = entry.value.index
      let name = try Self.checkedName(entry.key)
      if let value = entry.value.text {
        try writer.attribute(name, value)
      } else {
        try pieces(entry.value, of: name)
      }
    }
  }

  /// An attribute whose value is an array of strings and references.
  private mutating func pieces(_ value: DocumentValue, of name: ByteView) throws(Failure) {
    guard value.isArray else { throw Failure(.xmlStyleShape, "an attribute's value is a string") }
    writer.beginAttribute(name)
    for piece in value.elements {
      if let text = piece.text {
        try writer.piece(text)
      } else if let name = piece.value(forKey: "reference")?.text {
        try writer.reference(try entityName(name), inAttribute: true)
      } else {
        throw Failure(.xmlStyleShape, "a piece of an attribute's value is a string or a reference")
      }
    }
    try writer.endAttribute()
  }

  private func entityName(_ name: ByteView) throws(Failure) -> ByteView {
    guard hasDoctype else {
      throw Failure(.xmlStyleShape, "a reference to an entity needs a doctype that may declare it")
    }
    return try Self.checkedName(name)
  }

  private static func checkedName(_ name: ByteView) throws(Failure) -> ByteView {
    guard XMLCharacters.isName(name) else { throw Failure(.xmlStyleName, name.string) }
    return name
  }

  private mutating func comment(_ text: ByteView) throws(Failure) {
    if text.firstIndex(of: "--") != nil || (!text.isEmpty && text[text.count - 1] == ASCII.hyphen) {
      throw Failure(.xmlStyleShape, "a comment cannot hold -- or end with -")
    }
    try writer.comment(text)
  }

  private mutating func instruction(_ target: ByteView, _ data: ByteView) throws(Failure) {
    if data.firstIndex(of: "?>") != nil { throw Failure(.xmlStyleShape, "an instruction cannot hold ?>") }
    if target.string.lowercased() == "xml" { throw Failure(.xmlStyleShape, "'xml' cannot be an instruction") }
    try writer.processingInstruction(try Self.checkedName(target), data)
  }
}
