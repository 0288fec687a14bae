// Mixed content as an array of strings and JsonML elements, in both directions.
//
//   Take <b class="x">two</b> cups      ["Take ", ["b", {"class": "x"}, "two"], " cups"]

/// Content between XML text and runs.
enum XMLRuns {
  /// Sends XML text, the content of an element, as an array.
  static func send(
    _ content: ByteView, depth: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    try XMLDictionary.read(content) { (event, reader) throws(Failure) in
      if event == .startElement && depth + reader.depth > Limits.depth {
        throw Failure(.documentTooDeep, String(Limits.depth))
      }
      if event == .startElement && reader.depth == 1 {
        try sink.beginArray(count: nil)
      } else {
        try reader.sendJsonML(event, into: &sink)
      }
    }
  }

  /// Appends an array of strings and JsonML elements as XML text.
  ///
  /// Throws `mapping.value` for another shape.
  static func append(
    _ value: DocumentValue, field: CompiledField, to output: inout OutputBuffer
  ) throws(Failure) {
    let shape = field.problem("expected an array of strings and JsonML elements")
    guard value.isArray else { throw shape }
    /// The remaining children of each open element, and its name.
    var open: [(children: DocumentValue.Elements, name: ByteView)] = [(value.elements, .empty)]
    while let last = open.indices.last {
      guard let child = open[last].children.next() else {
        let name = open.removeLast().name
        if open.isEmpty { return }
        output.appendEndTag(name)
        continue
      }
      if let text = child.text {
        try output.appendXML(text, inAttribute: false)
        continue
      }
      var children = child.elements
      guard child.isArray, let name = children.next()?.text else { throw shape }
      if name == "!--" || name.byte(at: 0) == ASCII.questionMark {
        let text = children.next()?.text ?? .empty
        name == "!--" ? output.appendComment(text) : output.appendInstruction(name.suffix(from: 1), text)
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
