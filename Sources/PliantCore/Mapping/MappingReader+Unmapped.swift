// Unmapped content: counted, and kept on request.

extension MappingReader {
  @inline(never)
  mutating func skipUnmappedElement() {
    guard open.count > 0 else {
      skipDepth = 1
      return
    }
    note(.element, reader.name, at: reader.tokenStart)
    if options.keepsUnmapped {
      // It is written after all mapped content.
      frames[frames.count - 1].rank = .max
      capture.beginElement(reader)
    } else {
      skipDepth = 1
    }
  }

  /// Handles the end of an unmapped element that is kept.
  mutating func finishUnmappedElement() { keepCaptured(in: innermostPlace) }

  /// Keeps the captured text of a node's element, -1 for the record's own.
  private mutating func keepCaptured(in node: Int) {
    var text = (0, 0)
    capture.take { text = (log.arena.append($0), $0.count) }
    keepUnmapped(start: text.0, count: text.1, in: node)
  }

  /// The node of the innermost element; -1 if it is the record's own.
  private var innermostPlace: Int {
    let frame = frames[frames.count - 1]
    return frame.opensRecord ? -1 : frame.node
  }

  /// Handles an unmapped attribute of a node's element, -1 for the record's own.
  @inline(never)
  mutating func skipUnmappedAttribute(_ attribute: XMLAttributeRecord, of node: Int) {
    note(.attribute, attribute.name, at: attribute.offset)
    guard options.keepsUnmapped else { return }
    if let declaration = capture.declaration(for: attribute, in: reader) {
      let start = declaration.withByteView { log.arena.append($0) }
      keepUnmapped(start: start, count: declaration.count, in: node)
    }
    capture.attribute(attribute.name, reader.value(of: attribute))
    keepCaptured(in: node)
  }

  /// Handles unmapped text of the innermost element.
  @inline(never)
  mutating func skipUnmappedText(_ text: ByteView) {
    let frame = frames[frames.count - 1]
    let name =
      frame.opensRecord ? mapping.records[open[open.count - 1].type].name : mapping.nodes[frame.node].name
    note(.text, name, at: reader.tokenStart)
    guard options.keepsUnmapped else { return }
    frames[frames.count - 1].rank = .max
    if text.trimmed.count < text.count { count(.trimmedText, at: frame.offset) }
    capture.standaloneText(text)
    keepCaptured(in: innermostPlace)
  }

  /// Reports a container whose list has already begun, because both become one list.
  mutating func noteRepeatedContainer(_ node: Int) {
    let list = Int(mapping.nodeFields[Int(mapping.nodes[node].firstList)])
    if open.count > 0, isFilled(list) { note(.container, reader.name, at: reader.tokenStart) }
  }

  mutating func note(_ kind: MappingReport.Unmapped.Kind, _ name: ByteView, at offset: Int) {
    let type = open[open.count - 1].type
    guard report.count(kind, name, record: type) else { return }
    let position = countsLines ? reader.place(of: offset) : nil
    report.list(kind, name, record: mapping.records[type].name.string, offset: offset, position: position)
  }

  /// Adds a text of the arena to the unmapped content of the innermost record.
  private mutating func keepUnmapped(start: Int, count: Int, in node: Int) {
    let last = open.count - 1
    if open[last].unmapped < 0 {
      open[last].unmapped = log.append(MappingEntry(.list, field: RecordBuffer.unmapped))
    }
    guard node >= 0 else {
      let text = arenaEntry(start, count, field: RecordBuffer.unmapped)
      return log.link(text, to: open[last].unmapped)
    }
    let path = Array(mapping.path(to: node).utf8)
    let pathStart = path.withByteView { log.arena.append($0) }
    let dictionary = log.append(MappingEntry(.record, field: RecordBuffer.unmapped))
    log.link(arenaEntry(pathStart, path.count, field: RecordBuffer.unmappedPlace), to: dictionary)
    log.link(arenaEntry(start, count, field: RecordBuffer.unmappedContent), to: dictionary)
    log.link(dictionary, to: open[last].unmapped)
  }

  private mutating func arenaEntry(_ start: Int, _ count: Int, field: Int) -> Int32 {
    var entry = MappingEntry(.text, field: field)
    entry.isInArena = true
    entry.value = start
    entry.count = Int32(truncatingIfNeeded: count)
    return log.append(entry)
  }

  /// Reports a value kept as text, because the field is lenient.
  mutating func noteText(_ failure: Failure, at offset: Int) {
    report.textCount += 1
    guard report.firstText == nil else { return }
    report.firstText = MappingReport.NotedText(message: failure.sentence, offset: offset)
    if countsLines { report.firstText?.position = reader.place(of: offset) }
  }

  // MARK: Places

  /// Stores the line and column of start tags that leave the window.
  mutating func rememberPlaces() {
    var places = reader.places
    for index in 0..<frames.count where frames[index].line == 0 {
      guard let place = places.place(of: frames[index].offset) else { continue }
      frames[index].line = place.line
      frames[index].column = place.column
    }
  }

  /// A failure with its line and column, if the document is read through a window.
  func diagnostic(_ failure: Failure) -> Diagnostic {
    guard let offset = failure.offset else { return Diagnostic(failure) }
    return Diagnostic(failure, at: frames.place(ofStartTag: offset) ?? Place(reader.place(of: offset)))
  }
}

extension GrowableBuffer where Element == MappingReader.Frame {
  /// The position of the start tag at an offset, if stored.
  fileprivate func place(ofStartTag offset: Int) -> Place? {
    for index in 0..<count where self[index].offset == offset && self[index].line > 0 {
      return .text(line: self[index].line, column: self[index].column)
    }
    return nil
  }
}
