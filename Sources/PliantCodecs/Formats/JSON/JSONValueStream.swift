// Streams the values of JSON Lines, or of one large array, from a descriptor in constant memory.

/// Returns the text of one value after another; memory is bounded by the longest value.
///
/// Parses only the text between values; the values themselves are not parsed. Validates UTF-8; skips a UTF-8
/// byte order mark at the start.
package struct JSONValueStream: ~Copyable {
  package enum Framing: Sendable {
    /// Line ends; blank lines are skipped.
    case lines
    /// Nothing, white space or record separators (RFC 7464): concatenated values on any number of lines.
    case values
    /// The commas of a top-level array; a document that is not an array is one value.
    case elements
  }

  private enum State {
    case start
    /// Before an element; the bracket or comma before it has been consumed.
    case beforeElement(isFirst: Bool)
    /// After the last element of a truncated array, `[1, 2`.
    case unterminated
    case done
  }

  var window: InputWindow
  let framing: Framing
  private var state = State.start
  /// Whether it is a run of whole values in an array or in lines, and whether another run follows.
  private let isRun: Bool
  private let hasLaterValues: Bool
  /// The length of the last value and its separator in the window.
  private var used = 0
  private var counter = TextPositionCounter()
  /// The positions of the array's bracket and of the last comma.
  private(set) var bracket = Mark()
  private var comma = Mark()
  /// The position of a failure found in a run.
  private var problem = Mark()

  /// A position that may be needed after its bytes are gone.
  struct Mark: Sendable {
    var offset = -1
    var position = TextPosition(line: 1, column: 1)
  }

  /// Whether the document is a top-level array rather than JSON Lines; known after the first `next`.
  package private(set) var isArray: Bool
  /// The offset of the last value in the input, in bytes.
  package var offset: Int { window.offset }

  package init(_ window: consuming InputWindow, framing: Framing) {
    self.window = window
    self.framing = framing
    (isRun, hasLaterValues) = (false, false)
    isArray = framing != .elements
  }

  /// Creates a stream of a run of values; positions are relative to the run, offsets to the input.
  init(run window: consuming InputWindow, framing: Framing, isFirst: Bool, isLast: Bool, bracket: Mark) {
    self.window = window
    self.framing = framing
    self.bracket = bracket
    (isRun, hasLaterValues) = (true, !isLast)
    isArray = true
    state = .beforeElement(isFirst: isFirst)
    // Bytes in memory are available at once and cannot fail.
    _ = try? self.window.refill()
  }

  /// The text of the next value, valid until the next call, or nil at the end.
  ///
  /// Throws `json/syntax` for an error between the values, `json.encoding`, and errors of reading.
  package mutating func next() throws(Failure) -> ByteView? {
    try begin()
    consume(used)
    used = 0
    let count =
      switch framing {
      case .lines: try nextLine()
      case .values: try nextValue()
      case .elements: try nextElement()
      }
    guard let count else { return nil }
    let value = window.bytes[0..<count]
    if let bad = UTF8Validation.firstInvalidOffset(in: value) {
      throw Failure(
        .jsonEncoding, at: offset + bad, "the byte \(value[bad].hexadecimal(2)) is not valid in UTF-8")
    }
    return value
  }

  /// Bytes of the input, or 0 if unknown.
  package var inputSize: Int { window.status?.kind == .regular ? window.status?.size ?? 0 : 0 }

  /// Records the position of a failure in a run of the values.
  mutating func place(_ failure: Failure, at position: TextPosition) {
    if let offset = failure.offset { problem = Mark(offset: offset, position: position) }
  }

  var currentPosition: TextPosition { counter.position }

  /// The position of a failure's offset: in the last value, or in its separators.
  package func position(of offset: Int) -> TextPosition {
    if offset == 0 { return TextPosition(line: 1, column: 1) }
    if offset == bracket.offset { return bracket.position }
    if offset == comma.offset { return comma.position }
    if offset == problem.offset { return problem.position }
    var counter = counter
    let end = max(0, min(offset - window.offset, window.bytes.count))
    counter.advance(over: window.bytes[0..<end])
    return counter.position
  }

  // MARK: The window

  private mutating func consume(_ count: Int) {
    counter.advance(over: window.bytes[0..<count])
    window.consume(count)
  }

  /// Returns the first byte other than white space, without consuming it; nil at the end.
  private mutating func skipSpace() throws(Failure) -> UInt8? {
    while true {
      let bytes = window.bytes
      let at = JSONScanner.endOfSpace(in: bytes, from: 0)
      // A line end that begins with CR may continue in the next chunk, and counts once.
      let isCut = at > 0 && at == bytes.count && bytes[at - 1] == ASCII.carriageReturn
      consume(isCut ? at - 1 : at)
      if at < bytes.count { return window.bytes[0] }
      guard try window.refill() else {
        consume(window.bytes.count)
        return nil
      }
    }
  }

  private mutating func mark() -> Mark { Mark(offset: window.offset, position: counter.position) }

  /// Finds out whether the document is a top-level array; only the first time.
  mutating func begin() throws(Failure) {
    guard case .start = state else { return }
    while window.bytes.count < 3, try window.refill() {}
    if window.bytes.starts(with: "\u{FEFF}") { window.consume(3) }
    state = .beforeElement(isFirst: true)
    guard framing == .elements else { return }
    guard let first = try skipSpace() else { throw Failure(.jsonEmpty, at: 0) }
    guard first == ASCII.leftBracket else { return }
    isArray = true
    bracket = mark()
    consume(1)
  }

  // MARK: Lines

  private mutating func nextLine() throws(Failure) -> Int? {
    var scanned = 0
    while true {
      let bytes = window.bytes
      if let end = bytes.firstIndex(of: ASCII.lineFeed, from: scanned) {
        if !bytes[0..<end].isWhitespaceOnly {
          used = end + 1
          return end
        }
        consume(end + 1)
        scanned = 0
      } else if try !window.refill() {
        used = bytes.count
        return bytes.isWhitespaceOnly ? nil : bytes.count
      } else {
        scanned = bytes.count
      }
    }
  }

  // MARK: Values

  private mutating func nextValue() throws(Failure) -> Int? {
    var first = try skipSpace()
    while first == ASCII.recordSeparator {
      consume(1)
      first = try skipSpace()
    }
    guard let first else { return nil }
    var structure = JSONStructure(at: 1)
    var depth = 0
    while true {
      let end =
        first == ASCII.leftBrace || first == ASCII.leftBracket
        ? structure.endOfElement(in: window.bytes, notBefore: .max, depth: &depth).map { $0 + 1 }
        : JSONStructure.endOfScalar(in: window.bytes)
      if let end {
        used = end
        return end
      }
      guard try window.refill() else { break }
    }
    used = window.bytes.count
    return used
  }

  // MARK: Elements

  private mutating func nextElement() throws(Failure) -> Int? {
    switch state {
    case .start, .done: return nil
    case .unterminated: throw Failure(.jsonUnterminatedArray, at: bracket.offset)
    case .beforeElement where !isArray:
      state = .done
      while try window.refill() {}
      used = window.bytes.count
      return used
    case .beforeElement(let isFirst):
      if !isFirst && window.bytes.byte(at: 0) != ASCII.comma { return try end() }
      if !isFirst {
        comma = mark()
        consume(1)
      }
      return try element(isFirst: isFirst)
    }
  }

  /// Reads the element after the bracket or comma just consumed.
  private mutating func element(isFirst: Bool) throws(Failure) -> Int? {
    guard let first = try skipSpace() else {
      // A run of values ends before the next comma.
      if hasLaterValues { throw Failure(.jsonExtraComma, at: offset) }
      throw Failure(.jsonUnterminatedArray, at: bracket.offset)
    }
    if first == ASCII.rightBracket {
      guard isFirst else { throw Failure(.jsonTrailingComma, at: comma.offset, "]") }
      return try end()
    }
    if first == ASCII.comma { throw Failure(.jsonExtraComma, at: offset) }
    state = .beforeElement(isFirst: false)
    var structure = JSONStructure()
    var depth = 0
    while true {
      if let end = structure.endOfElement(in: window.bytes, depth: &depth) {
        used = end
        return end
      }
      if try !window.refill() { break }
    }
    state = hasLaterValues ? .done : .unterminated
    used = window.bytes.count
    return used
  }

  /// Reads the bracket that closes the array, which must be the last token.
  private mutating func end() throws(Failure) -> Int? {
    guard window.bytes[0] == ASCII.rightBracket else {
      throw Failure(.jsonMismatchedBracket, at: offset, "}")
    }
    consume(1)
    state = .done
    try checkTail()
    return nil
  }

  /// Throws `json/syntax` if something but white space follows the array.
  private mutating func checkTail() throws(Failure) {
    guard let next = try skipSpace() else { return }
    let isBracket = next == ASCII.rightBracket || next == ASCII.rightBrace
    throw Failure(
      isBracket ? .jsonUnopenedBracket : .jsonTrailingContent, at: offset,
      isBracket ? String(UnicodeScalar(next)) : "text")
  }

  /// Checks that nothing but white space follows the last run of values, which ends at `position`.
  mutating func finishRuns(at position: TextPosition) throws(Failure) {
    counter = TextPositionCounter(at: position)
    if framing == .elements { try checkTail() }
  }

  // MARK: Copying

  /// Writes all values as the elements of one array.
  ///
  /// A value is written once it is complete and valid, before reading the next. `report` receives
  /// losses. Throws errors of reading and of the writer, always with an offset; `position(of:)` returns its
  /// position.
  package mutating func copy(
    into writer: inout JSONWriter, options: ReplayOptions = ReplayOptions(),
    report: (JSONStreamLoss, TextPosition) -> Void = { _, _ in }
  ) throws(Failure) {
    var direct = DirectSink(writer, source: .empty)
    var problem: Failure?
    do throws(Failure) {
      try copyValues(into: &direct, options, report)
    } catch {
      problem = error
    }
    writer = direct.finish()
    if let problem { throw problem }
  }

  private mutating func copyValues(
    into direct: inout DirectSink<JSONWriter>, _ options: ReplayOptions,
    _ report: (JSONStreamLoss, TextPosition) -> Void
  ) throws(Failure) {
    var value = try next()
    let isArray = isArray
    var reader = JSONReader(.empty, enclosure: !isArray ? .document : framing == .elements ? .element : .line)
    reader.acceptsLoneSurrogates = true
    if isArray { try direct.beginArray(count: nil) }
    while let text = value {
      if options.changesNothing {
        try copyDirectly(text, &reader, into: &direct, options, report)
      } else {
        try copyDocument(text, &reader, into: &direct.writer, options, report)
      }
      value = try next()
    }
    // The caller adds the elements of a run to the array and ends it.
    if !isRun, isArray { try direct.endArray() }
  }

  /// Sends a value while reading it, or rolls back if that requires the whole document: for a duplicate key,
  /// or a failure, whose position only the document knows.
  private mutating func copyDirectly(
    _ text: ByteView, _ reader: inout JSONReader, into direct: inout DirectSink<JSONWriter>,
    _ options: ReplayOptions, _ report: (JSONStreamLoss, TextPosition) -> Void
  ) throws(Failure) {
    direct.reset(source: text)
    reader.loneSurrogateCount = 0
    let mark = direct.writer.hold()
    do throws(Failure) {
      try reader.read(text, base: offset, into: &direct)
    } catch {
      direct.writer.revert(to: mark)
      return try copyDocument(text, &reader, into: &direct.writer, options, report)
    }
    do throws(Failure) {
      try direct.writer.keep()
    } catch { throw error.at(offset) }
  }

  /// Sends a value through a separate document.
  private mutating func copyDocument(
    _ text: ByteView, _ reader: inout JSONReader, into writer: inout JSONWriter,
    _ options: ReplayOptions, _ report: (JSONStreamLoss, TextPosition) -> Void
  ) throws(Failure) {
    var builder = DocumentBuilder(source: text)
    reader.loneSurrogateCount = 0
    try reader.read(text, base: offset, into: &builder)
    let document = try builder.finish()
    if reader.loneSurrogateCount > 0 {
      report(.loneSurrogates(reader.loneSurrogateCount), position(of: reader.firstLoneSurrogate ?? offset))
    }
    if !document.duplicateKeys.isEmpty {
      let source = FormattedText(format: .json, text: text)
      let start = position(of: offset)
      // One index for all: counting lines separately would take quadratic time.
      var lines = LineIndex()
      for key in document.duplicateKeys {
        let token = source.offset(of: key) { locator throws(Failure) in
          var sink = VisitorSink(locator)
          var ignored = ReadLosses()
          try CodingFormats.read(text, .json, into: &sink, ledger: &ignored)
        }
        let place = start.advanced(by: lines.position(of: token ?? 0, in: text))
        report(.duplicateKey(key.key), place)
      }
    }
    var replay = Replay(document, options: options)
    do throws(Failure) {
      try replay.run(into: &writer)
    } catch {
      throw Failure(error.code, at: offset + (document.sourceOffset(at: replay.index) ?? 0), error.subject)
    }
  }
}

/// A loss in a value of a stream that needs a document.
package enum JSONStreamLoss: Sendable {
  case duplicateKey(String)
  case loneSurrogates(Int)
}
