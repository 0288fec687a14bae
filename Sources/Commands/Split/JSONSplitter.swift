struct JSONSplitter: ~Copyable {
  private var stream: JSONValueStream
  private let isLines: Bool
  private let writer: PartWriter

  init(_ window: consuming InputWindow, framing: JSONValueStream.Framing, _ writer: PartWriter) {
    stream = JSONValueStream(window, framing: framing)
    isLines = framing != .elements
    self.writer = writer
  }

  /// Writes all parts; throws the first problem with its position.
  consuming func run() throws {
    do throws(Failure) { try copy() } catch {
      guard let offset = error.offset else { throw Diagnostic(error) }
      let position = stream.position(of: offset)
      throw Diagnostic(error, at: .text(line: position.line, column: position.column))
    }
  }

  private mutating func copy() throws(Failure) {
    var hasPart = false
    var isFirst = true
    let closing = isLines ? 1 : 3
    while let text = try stream.next() {
      guard stream.isArray else { throw Failure(.splitNoArray) }
      try check(text)
      let value = text.trimmed
      if !hasPart
        || writer.endsBefore(recordBytes: value.count + 2, closing: closing, progress: stream.offset)
      {
        if hasPart { try endPart() }
        try writer.begin()
        if !isLines { try writer.append(ByteView("[")) }
        hasPart = true
        isFirst = true
      }
      if !isLines { try writer.append(isFirst ? ByteView("\n") : ByteView(",\n")) }
      isFirst = false
      try writer.append(record: value)
      if isLines { try writer.append(ByteView("\n")) }
    }
    if hasPart { return try endPart() }
    // An empty array becomes one empty part.
    try writer.begin()
    try writer.append(ByteView(isLines ? "" : "[]\n"))
  }

  private mutating func check(_ value: ByteView) throws(Failure) {
    do throws(Failure) { try JSONReader.check(value) } catch {
      var placed = error
      placed.offset = error.offset.map { $0 + stream.offset }
      throw placed
    }
  }

  private func endPart() throws(Failure) {
    if !isLines { try writer.append(ByteView("\n]\n")) }
    try writer.end()
  }
}

// MARK: Arrays in a document

extension JSONSplitter {
  /// Writes the elements of an array in a whole document; each part repeats the text around them.
  ///
  /// Throws the first problem with its position, and `split.no-records` with the keys at the place.
  static func split(_ text: ByteView, at place: String, _ writer: PartWriter) throws {
    do throws(Failure) { try JSONReader.check(text) } catch { throw Diagnostic(error, in: text) }
    let path = KeyPath(place.utf8.contains(ASCII.solidus) && !place.hasPrefix("/") ? "/" + place : place)
    let found = JSONArrayText.find(in: text, at: path?.components ?? [Array(place.utf8)])
    guard let array = found.array else {
      throw Failure(.splitNoRecords, place, advice: found.meant.map { "did you mean '\($0)'?" })
    }
    let (head, tail) = (text[0..<array.range.lowerBound + 1], text[array.range.upperBound - 1..<text.count])
    var hasPart = false
    for element in array.elements {
      let value = text[element]
      let isNext = writer.endsBefore(
        recordBytes: value.count + 2, closing: tail.count + 1, progress: element.lowerBound)
      if !hasPart || isNext {
        if hasPart {
          try writer.append(tail)
          try writer.end()
        }
        try writer.begin()
        try writer.append(head)
        try writer.append(ByteView("\n"))
      } else {
        try writer.append(ByteView(",\n"))
      }
      hasPart = true
      try writer.append(record: value)
    }
    if !hasPart {
      try writer.begin()
      try writer.append(head)
    }
    try writer.append(tail)
    try writer.end()
  }
}
