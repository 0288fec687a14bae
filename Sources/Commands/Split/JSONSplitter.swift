struct JSONSplitter: ~Copyable {
  private var stream: JSONValueStream
  private let isLines: Bool
  private let writer: PartWriter

  init(_ window: consuming InputWindow, isLines: Bool, _ writer: PartWriter) {
    stream = JSONValueStream(window, framing: isLines ? .lines : .elements)
    self.isLines = isLines
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
    let path = KeyPath(place.contains("/") && !place.hasPrefix("/") ? "/" + place : place)
    let array = try self.array(in: text, at: path?.components ?? [Array(place.utf8)], typed: place)
    let (head, tail) = (text[0..<array.lowerBound + 1], text[array.upperBound - 1..<text.count])
    var hasPart = false
    for element in values(in: text, array, isDictionary: false) {
      let value = text[element.value]
      let isNext = writer.endsBefore(
        recordBytes: value.count + 2, closing: tail.count + 1, progress: element.value.lowerBound)
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

  private static func array(in text: ByteView, at path: [[UInt8]], typed: String) throws(Failure) -> Range<
    Int
  > {
    let start = text.endOfSpace(from: 0)
    var range = start..<JSONStructure.endOfValue(in: text, from: start)
    for step in path {
      let isDictionary = text.byte(at: range.lowerBound) == ASCII.leftBrace
      let entries = values(in: text, range, isDictionary: isDictionary)
      let index = entries.indices.last {
        isDictionary ? entries[$0].key == step : Array(String($0).utf8) == step
      }
      guard let index else {
        let keys = entries.compactMap { entry in entry.key.map { String(decoding: $0, as: UTF8.self) } }
        let meant = NearestSpelling.index(of: String(decoding: step, as: UTF8.self), among: keys)
        throw Failure(.splitNoRecords, typed, advice: meant.map { "did you mean '\(keys[$0])'?" })
      }
      range = entries[index].value
    }
    guard text.byte(at: range.lowerBound) == ASCII.leftBracket else { throw Failure(.splitNoRecords, typed) }
    return range
  }

  /// The values in a container of valid JSON.
  private static func values(
    in text: ByteView, _ range: Range<Int>, isDictionary: Bool
  ) -> [(key: [UInt8]?, value: Range<Int>)] {
    guard let first = text.byte(at: range.lowerBound), first == ASCII.leftBrace || first == ASCII.leftBracket
    else { return [] }
    var values: [(key: [UInt8]?, value: Range<Int>)] = []
    var at = text.endOfSpace(from: range.lowerBound + 1)
    while at < range.upperBound - 1 {
      var key: [UInt8]?
      if isDictionary {
        let end = JSONStructure.endOfValue(in: text, from: at)
        key = DocumentSource(format: .json, text: text[at..<end]).string
        at = text.endOfSpace(from: text.endOfSpace(from: end) + 1)
      }
      let end = JSONStructure.endOfValue(in: text, from: at)
      values.append((key, at..<end))
      at = text.endOfSpace(from: text.endOfSpace(from: end) + 1)
    }
    return values
  }
}
