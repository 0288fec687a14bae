// A fast path for plain elements: tags without attributes around text without markup, nearly everything in a
// property list. Anything else is left to the XML reader, with nothing consumed.

extension XMLPropertyListReader {
  /// Sends plain elements, begins and ends plain containers, up to the first that is not.
  mutating func readPlainElements(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let input = xml.input
    var at = xml.position
    while true {
      at = input.endOfSpace(from: at)
      elementStart = xml.offset(of: at)
      let isRead =
        switch container {
        case .dictionary: try readPlainKey(input, &at, into: &sink)
        case .keyedDictionary, .array: try readPlainValue(input, &at, into: &sink)
        case .root, .wrapper, .fullWrapper: false
        }
      guard isRead else { return }
      xml.skip(to: at)
    }
  }

  /// Reads `<key>…</key>`, or the end of the dictionary.
  @inline(__always)
  private mutating func readPlainKey(
    _ input: ByteView, _ at: inout Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    if input.starts(with: "<key>", at: at), try takeExpectedKey(input, &at, into: &sink) { return true }
    if let text = Self.plainContent(input, &at, "<key>", "</key>") {
      container = .keyedDictionary
      keyStart = elementStart
      lastKey = text
      try sendKey(text, into: &sink)
      return true
    }
    return try endPlainContainer(input, &at, "</dict>", into: &sink)
  }

  /// Reads the `key` element at `at`, if it has the key that the sink expects.
  @inline(__always)
  private mutating func takeExpectedKey(
    _ input: ByteView, _ at: inout Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    let start = at &+ 5
    guard let end = try sink.takeExpectedKey(in: input, at: start, before: "</key>") else { return false }
    container = .keyedDictionary
    keyStart = elementStart
    lastKey = input[start..<end]
    at = end &+ 6
    return true
  }

  /// Reads an element that is a value, the start of a container, or the end of an array.
  @inline(__always)
  private mutating func readPlainValue(
    _ input: ByteView, _ at: inout Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    // The letter after the bracket distinguishes most elements.
    switch input.byte(at: at &+ 1) {
    case 0x73:  // s
      guard input.starts(with: "<string>", at: at) else { return false }
      let start = at &+ 8
      let end = XMLReader.endOfPlainRun(in: input, from: start, pieceStart: start)
      if input.starts(with: "</string>", at: end) {
        at = end &+ 9
        try sink.string(input[start..<end])
      } else if let text = stringWithReferences(input, start..<end, &at) {
        try sink.string(text)
      } else {
        return false
      }
    case 0x69:  // i
      guard let text = Self.plainContent(input, &at, "<integer>", "</integer>") else { return false }
      try sendInteger(text, into: &sink)
    case ASCII.lowerR:
      guard let text = Self.plainContent(input, &at, "<real>", "</real>") else { return false }
      try sendReal(text, into: &sink)
    case ASCII.lowerT:
      guard Self.skip("<true/>", in: input, &at) else { return false }
      try sink.boolean(true)
    case ASCII.lowerF:
      guard Self.skip("<false/>", in: input, &at) else { return false }
      try sink.boolean(false)
    case ASCII.lowerA:
      return try beginPlainContainer(input, &at, "<array>", .array, into: &sink)
    case ASCII.solidus:
      guard container == .array else { return false }
      return try endPlainContainer(input, &at, "</array>", into: &sink)
    case 0x64:  // d
      if let text = Self.plainContent(input, &at, "<date>", "</date>") {
        try sendDate(text, into: &sink)
      } else if let text = Self.plainContent(input, &at, "<data>", "</data>") {
        try sendData(text, into: &sink)
      } else {
        return try beginPlainContainer(input, &at, "<dict>", .dictionary, into: &sink)
      }
    default: return false
    }
    if container == .keyedDictionary { container = .dictionary }
    return true
  }

  // MARK: Pieces

  /// Consumes two tags and returns the text between them; nil, consuming nothing, for anything else.
  @inline(__always)
  static func plainContent(
    _ input: ByteView, _ at: inout Int, _ startTag: StaticString, _ endTag: StaticString
  ) -> ByteView? {
    guard input.starts(with: startTag, at: at) else { return nil }
    let start = at &+ startTag.utf8CodeUnitCount
    let end = XMLReader.endOfPlainRun(in: input, from: start, pieceStart: start)
    guard input.starts(with: endTag, at: end) else { return nil }
    at = end &+ endTag.utf8CodeUnitCount
    return input[start..<end]
  }

  /// Consumes the rest of a string with references to characters, and returns its text; `piece` is its plain start.
  @inline(never)
  private mutating func stringWithReferences(
    _ input: ByteView, _ piece: Range<Int>, _ at: inout Int
  ) -> ByteView? {
    scratch.truncate(to: 0)
    var (start, end) = (piece.lowerBound, piece.upperBound)
    while input.byte(at: end) == ASCII.ampersand {
      _ = scratch.append(input[start..<end])
      if let known = XMLReferenceScanner.predefined(input, at: end) {
        scratch.append(known.byte)
        start = known.end
      } else {
        guard let reference = try? XMLReferenceScanner.scan(input, at: end),
          case .scalar(let scalar) = reference.meaning
        else { return nil }
        XMLCharacters.append(scalar, to: &scratch)
        start = reference.end
      }
      end = XMLReader.endOfPlainRun(in: input, from: start, pieceStart: start)
    }
    guard input.starts(with: "</string>", at: end) else { return nil }
    _ = scratch.append(input[start..<end])
    at = end &+ 9
    return scratch.view
  }

  @inline(__always)
  static func skip(_ tag: StaticString, in input: ByteView, _ at: inout Int) -> Bool {
    guard input.starts(with: tag, at: at) else { return false }
    at &+= tag.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  private mutating func beginPlainContainer(
    _ input: ByteView, _ at: inout Int, _ tag: StaticString, _ kind: Container,
    into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    let start = at
    guard xml.depth < xml.options.maximumDepth, Self.skip(tag, in: input, &at) else { return false }
    if sink.skipsNext, xml.isFinal, start >= skipFloor, depth < Limits.depth,
      let end = endOfPlainContainer(input, at, isDictionary: kind == .dictionary)
    {
      sink.skipNext()
      at = end
      if container == .keyedDictionary { container = .dictionary }
      WorkProgress.reached(end)
      return true
    }
    if container == .keyedDictionary { container = .dictionary }
    try push(kind)
    xml.openPlainElement(name: input[start &+ 1..<at &- 1], offset: elementStart)
    if kind == .dictionary {
      try sink.beginDictionary(count: nil)
    } else {
      try sink.beginArray(count: nil)
    }
    return true
  }

  /// Reads the end tag of the innermost container; the root's is left to the XML reader.
  @inline(__always)
  private mutating func endPlainContainer(
    _ input: ByteView, _ at: inout Int, _ tag: StaticString, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    guard xml.depth > 1, Self.skip(tag, in: input, &at) else { return false }
    xml.closePlainElement()
    try endContainer(into: &sink)
    return true
  }
}
