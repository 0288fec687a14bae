// Child elements whose names are data, as a dictionary of texts, in both directions.
//
//   <java.version>21</java.version><encoding>UTF-8</encoding>      {"java.version": "21", "encoding": "UTF-8"}

/// Content between XML text and a dictionary.
enum XMLDictionary {
  struct Shape {
    /// Whether it consists of elements with only text and unique names.
    var isDictionary = true
    /// The number of comments and instructions, which a dictionary cannot represent.
    var comments = 0
    var instructions = 0
    /// Whether it contains text next to elements, or without any.
    var hasText = false
    /// Whether any text has surrounding white space.
    var hasSpace = false
  }

  static func shape(of content: ByteView) -> Shape {
    var shape = Shape()
    var names: Set<[UInt8]> = []
    var hasElements = false
    defer { shape.hasText = shape.hasText || !hasElements }
    do throws(Failure) {
      try read(content) { (event, reader) throws(Failure) in
        switch event {
        case .startElement where reader.depth == 2:
          hasElements = true
          if reader.attributeCount > 0 || !names.insert(reader.name.array).inserted {
            shape.isDictionary = false
          }
        case .startElement where reader.depth > 2: shape.isDictionary = false
        case .text, .cdata:
          if reader.depth > 1 {
            shape.hasSpace = shape.hasSpace || reader.text.trimmed.count < reader.text.count
          } else if !reader.text.isWhitespaceOnly {
            shape.isDictionary = false
            shape.hasText = true
          }
        case .comment: shape.comments += 1
        case .processingInstruction: shape.instructions += 1
        default: break
        }
      }
    } catch { shape.isDictionary = false }
    return shape
  }

  static func send(
    _ content: ByteView, trims: Bool, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    try sink.beginDictionary(count: nil)
    var text: [UInt8] = []
    try read(content) { (event, reader) throws(Failure) in
      switch event {
      case .startElement:
        text.removeAll(keepingCapacity: true)
        if reader.depth == 2 { try sink.key(reader.name) }
      case .text, .cdata: text += reader.text.array
      case .endElement where reader.depth == 1:
        try text.withByteView { (view: ByteView) throws(Failure) in
          try sink.string(trims ? view.trimmed : view)
        }
      default: break
      }
    }
    try sink.endDictionary()
  }

  /// Appends a dictionary of texts as elements.
  ///
  /// Throws `mapping.value` for another shape, and keys that are invalid as element names.
  static func append(
    _ value: DocumentValue, field: CompiledField, to output: inout OutputBuffer
  ) throws(Failure) {
    guard value.isDictionary else { throw field.problem("expected a dictionary of strings") }
    for entry in value.entries {
      guard XMLCharacters.isName(entry.key), entry.key.firstIndex(of: ASCII.colon, from: 0) == nil else {
        throw field.problem("'\(CompiledField.shortened(entry.key))' cannot be the name of an XML element")
      }
      output.append(ASCII.lessThan)
      output.append(entry.key)
      output.append(ASCII.greaterThan)
      try append(text: entry.value, field, to: &output)
      output.appendEndTag(entry.key)
    }
  }

  private static func append(
    text value: DocumentValue, _ field: CompiledField, to output: inout OutputBuffer
  ) throws(Failure) {
    if let text = value.spelling { return try output.appendXML(text, inAttribute: false) }
    switch value.tag {
    case .smallInteger, .integer, .real, .true, .false: value.appendText(to: &output)
    default: throw field.problem("expected a dictionary of strings")
    }
  }

  /// Reads XML text, the content of an element.
  static func read(
    _ content: ByteView, _ body: (XMLEvent, inout XMLReader) throws(Failure) -> Void
  ) throws(Failure) {
    let document = Array("<r>".utf8) + content.array + Array("</r>".utf8)
    try document.withByteView { (view: ByteView) throws(Failure) in
      var reader = XMLReader(view)
      while true {
        let event = try reader.next()
        if event == .endDocument { return }
        try body(event, &reader)
      }
    }
  }
}
