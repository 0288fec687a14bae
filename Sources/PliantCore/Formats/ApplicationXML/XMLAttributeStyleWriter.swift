/// Writes application XML in the attributes style, as in xmltodict; XMLAttributeStyleReader.swift shows it.
package struct XMLAttributeStyleWriter: ~Copyable {
  private enum Step {
    case element(name: ByteView, value: DocumentValue)
    case text(DocumentValue)
    case end
  }

  private var writer: XMLMarkupWriter
  private var steps: [Step] = []
  /// The tape index of the current value, for messages.
  package private(set) var index = 0
  package private(set) var losses: LossReport

  /// Prefixes in a fragment may be declared around it.
  package init(
    to output: consuming OutputBuffer, losses: LossReport = LossReport(), isFragment: Bool = false
  ) {
    writer = XMLMarkupWriter(to: output, checksPrefixes: !isFragment)
    self.losses = losses
  }

  package consuming func finish() -> OutputBuffer { writer.finish() }

  /// Writes the whole document: a dictionary whose one key is the root element.
  ///
  /// Throws `xml.style` if it has another shape, `xml.style-name` and `xml.unwritable-character` for content
  /// that XML cannot represent.
  package mutating func write(_ document: Document) throws(Failure) {
    let root = DocumentValue(document)
    guard root.isDictionary, root.count == 1, let entry = root.entries.first(where: { _ in true })
    else { throw Failure(.xmlStyleShape, "expected a dictionary with the root element as its only key") }
    if entry.value.isArray {
      throw Failure(
        .xmlStyleShape, "the root '\(entry.key.string)' is an array, but XML has a single root element")
    }
    writer.declaration()
    steps.append(.element(name: entry.key, value: entry.value))
    while let step = steps.popLast() {
      switch step {
      case .element(let name, let value): try element(name, value)
      case .text(let value): try scalar(value)
      case .end: try writer.endElement()
      }
    }
  }

  private mutating func element(_ name: ByteView, _ value: DocumentValue) throws(Failure) {
    index = value.index
    guard XMLCharacters.isName(name) else { throw Failure(.xmlStyleName, name.string) }
    guard writer.depth < Limits.depth else { throw Failure(.documentTooDeep, String(Limits.depth)) }
    let space = value.value(forKey: "@xml:space")?.text ?? .empty
    let keepsText = space == "preserve" || value.value(forKey: "#text") != nil
    try writer.startElement(name, keepsText: keepsText)
    steps.append(.end)
    if value.isArray {
      throw Failure(.xmlStyleShape, "an array in the array '\(name.string)' has no name as an element")
    }
    guard value.isDictionary else { return steps.append(.text(value)) }
    var content: [Step] = []
    for entry in value.entries {
      if entry.key.byte(at: 0) == ASCII.commercialAt {
        index = entry.value.index
        let name = entry.key.suffix(from: 1)
        guard XMLCharacters.isName(name) else { throw Failure(.xmlStyleName, entry.key.string) }
        let text = try Self.text(of: entry.value)
        try text.withByteView { (view: ByteView) throws(Failure) in try writer.attribute(name, view) }
      } else if entry.key == "#text" {
        content.append(.text(entry.value))
      } else if entry.value.isArray {
        if entry.value.count == 0 {
          index = entry.value.index
          try losses.record(.emptyArrays)
        }
        for element in entry.value.elements { content.append(.element(name: entry.key, value: element)) }
      } else {
        content.append(.element(name: entry.key, value: entry.value))
      }
    }
    steps += content.reversed()
  }

  private mutating func scalar(_ value: DocumentValue) throws(Failure) {
    index = value.index
    let text = try Self.text(of: value)
    try text.withByteView { (view: ByteView) throws(Failure) in try writer.text(view) }
  }

  /// The lexical form of a scalar.
  ///
  /// Throws `xml.style` for a container.
  package static func text(of value: DocumentValue) throws(Failure) -> [UInt8] {
    if let text = value.spelling { return text.array }
    var text = OutputBuffer()
    if !value.appendText(to: &text), value.tag != .null {
      if value.tag == .date { throw Failure(.dateOutOfRange) }
      throw Failure(.xmlStyleShape, "text or an attribute's value cannot be a container")
    }
    return text.bytes
  }
}
