// Mixed content as an array of strings and JsonML elements, in both directions.
//
//   Take <b class="x">two</b> cups      ["Take ", ["b", {"class": "x"}, "two"], " cups"]

/// Content between XML text and runs.
enum XMLRuns {
  /// Sends XML text, the content of an element, as an array.
  static func send(
    _ content: ByteView, depth: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    let document = Array("<r>".utf8) + content.array + Array("</r>".utf8)
    try document.withByteView { (text: ByteView) throws(Failure) in
      var reader = XMLReader(text)
      while true {
        switch try reader.next() {
        case .startElement:
          guard depth + reader.depth <= Limits.depth else {
            throw Failure(.documentTooDeep, String(Limits.depth))
          }
          try sink.beginArray(count: nil)
          if reader.depth > 1 { try startElement(reader, into: &sink) }
        case .endElement: try sink.endArray()
        case .text, .cdata: try sink.string(reader.text)
        case .comment:
          try sink.beginArray(count: 2)
          try sink.string(ByteView("!--"))
          try sink.string(reader.text)
          try sink.endArray()
        case .processingInstruction:
          try sink.beginArray(count: 2)
          try ([ASCII.questionMark] + reader.name.array).withByteView { (name: ByteView) throws(Failure) in
            try sink.string(name)
          }
          try sink.string(reader.text)
          try sink.endArray()
        case .endDocument: return
        case .declaration, .doctype, .reference, .needsInput: break
        }
      }
    }
  }

  private static func startElement(
    _ reader: borrowing XMLReader, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    try sink.string(reader.name)
    guard reader.attributeCount > 0 else { return }
    try sink.beginDictionary(count: reader.attributeCount)
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      try sink.key(attribute.name)
      try sink.string(attribute.value)
    }
    try sink.endDictionary()
  }
}

// MARK: Writing

extension XMLRuns {
  /// Appends an array of strings and JsonML elements as XML text.
  ///
  /// Throws `mapping.value` for another shape.
  static func append(
    _ value: DocumentValue, field: CompiledField, to output: inout OutputBuffer
  ) throws(Failure) {
    let shape = field.problem("an array of strings and JsonML elements is needed here")
    guard value.isArray else { throw shape }
    /// The children still to come of each open element, and its name.
    var open: [(children: DocumentValue.Elements, name: ByteView)] = [(value.elements, .empty)]
    while let last = open.indices.last {
      guard let child = open[last].children.next() else {
        let name = open.removeLast().name
        if open.isEmpty { return }
        output.append("</")
        output.append(name)
        output.append(ASCII.greaterThan)
        continue
      }
      if let text = child.text {
        try output.appendXML(text, inAttribute: false)
        continue
      }
      var children = child.elements
      guard child.isArray, let name = children.next()?.text else { throw shape }
      if name == "!--" || name.byte(at: 0) == ASCII.questionMark {
        output.append(name == "!--" ? "<!--" : "<")
        if !(name == "!--") {
          output.append(name)
          output.append(ASCII.space)
        }
        output.append(children.next()?.text ?? .empty)
        output.append(name == "!--" ? "-->" : "?>")
        continue
      }
      guard open.count < Limits.depth else { throw Failure(.documentTooDeep, String(Limits.depth)) }
      output.append(ASCII.lessThan)
      output.append(name)
      var rest = children
      if let attributes = rest.next(), attributes.isDictionary {
        children = rest
        for entry in attributes.entries {
          guard let text = entry.value.text else { throw shape }
          output.append(ASCII.space)
          output.append(entry.key)
          output.append("=\"")
          try output.appendXML(text, inAttribute: true)
          output.append(ASCII.quotationMark)
        }
      }
      var ahead = children
      if ahead.next() == nil {
        output.append("/>")
      } else {
        output.append(ASCII.greaterThan)
        open.append((children, name))
      }
    }
  }
}
