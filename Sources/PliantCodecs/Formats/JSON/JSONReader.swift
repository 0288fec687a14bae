// Reads JSON (RFC 8259): containers and their separators here; strings, numbers and errors in the extensions.

/// Sends the events of a JSON text.
///
/// Sends all numbers as `number(_:kind:)` with their text in the input; strings without escapes are slices of
/// the input. Does not recurse; `Limits.depth` bounds the nesting.
package struct JSONReader: ~Copyable {
  /// Valid UTF-8 without byte order mark.
  var text: ByteView
  /// The offset of `text` in the whole input; added to the offsets of failures.
  var base = 0
  var at = 0
  /// The source of the text if it is streamed (see `JSONReader+Window.swift`).
  var window: (any StreamedText)?
  /// The offset from which the chunk has only white space, and the next one is needed.
  var pieceEnd = Int.max
  var readFailure: Failure?
  /// The offsets in the whole input of the open brackets, doubled, plus one if the bracket is a brace.
  private var open = GrowableBuffer<Int>(capacity: 64)
  /// The text of the last string with escapes.
  var scratch = GrowableBuffer<UInt8>(capacity: 256)
  var enclosure: Enclosure

  /// The extensions to RFC 8259.
  let dialect: Dialect

  /// The enclosure of a text, which determines its end.
  package enum Enclosure {
    case document
    case line
    case element
  }

  /// Whether an unpaired surrogate is U+FFFD, or as written for a sink that takes strings as written.
  var acceptsLoneSurrogates = false
  /// The number of surrogates that became U+FFFD, and the offset of the first.
  var loneSurrogateCount = 0
  var firstLoneSurrogate: Int?
  /// Its line and column, if the text is read through a window.
  var placeOfLoneSurrogate: TextPosition?
  /// The number of comments, and the offset of the first.
  var commentCount = 0
  var firstComment: Int?
  /// Errors from which reading recovered, in the order of the text.
  package private(set) var findings: [Failure] = []
  /// The maximum number of recovered errors.
  private let findingLimit: Int

  package init(
    _ text: ByteView, enclosure: Enclosure = .document, dialect: Dialect = .json, findingLimit: Int = 0
  ) {
    self.text = text
    self.dialect = dialect
    self.enclosure = enclosure
    self.findingLimit = findingLimit
  }

  /// Sends the events of the one value in `text`, valid UTF-8 without byte order mark.
  ///
  /// Throws a `json/syntax` failure with its offset, or the sink's failure with the offset of the value. The
  /// sink must discard events before a failure.
  package static func read(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    var reader = JSONReader(text)
    try reader.document(into: &sink)
  }

  /// Does the same, but continues after unpaired surrogates, which `ledger` records unless the sink takes them.
  package static func read(
    _ text: ByteView, into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    try read(text, dialect: .json, into: &sink, ledger: &ledger)
  }

  /// Does the same for a writer: other modules cannot specialise the generic function.
  package static func read(
    _ text: ByteView, into writer: inout JSONWriter, ledger: inout ReadLosses
  ) throws(Failure) {
    try read(text, dialect: .json, into: &writer, ledger: &ledger)
  }

  package static func check(_ text: ByteView) throws(Failure) {
    var sink = DiscardingSink()
    try read(text, into: &sink)
  }

  /// Sends the events like `read`, recovers from errors with a clear intention, and returns all errors.
  ///
  /// Stops at `limit` errors or at the first one without recovery, which is the last one returned.
  package static func readTolerantly(
    _ text: ByteView, enclosure: Enclosure = .document, limit: Int = 100,
    into sink: inout some ValueSink & ~Copyable
  ) -> [Failure] {
    var reader = JSONReader(text, enclosure: enclosure, findingLimit: limit)
    do throws(Failure) {
      try reader.document(into: &sink)
      return reader.findings
    } catch { return reader.findings + [error] }
  }

  /// Reads in chunks like `readTolerantly`, and checks for duplicate keys.
  ///
  /// Also returns the reason for an early end, if bytes were undecodable. Throws `file.read`.
  package static func check(
    _ window: any StreamedText, limit: Int, keys: inout DuplicateKeySink
  ) throws(Failure) -> (mistakes: [Failure], textProblem: Failure?) {
    var reader = JSONReader(.empty, findingLimit: limit)
    reader.window = window
    var last: [Failure] = []
    do throws(Failure) {
      try reader.slide()
      try reader.document(into: &keys)
    } catch {
      last = [error]
    }
    if let failure = reader.readFailure { throw failure }
    return (reader.findings + last, reader.window?.problem)
  }

  /// Sends the events of a streamed JSON text to a visitor.
  ///
  /// Throws the errors of `read`, with their positions, and `file.read`.
  package static func read(
    _ window: any StreamedText, into sink: inout VisitorSink, ledger: inout ReadLosses
  ) throws(Diagnostic) {
    var reader = JSONReader(.empty)
    reader.window = window
    reader.acceptsLoneSurrogates = ledger.acceptsLoneSurrogates
    defer { reader.recordLosses(in: &ledger) }
    do throws(Failure) {
      try reader.slide()
      try reader.document(into: &sink)
      if let problem = reader.window?.problem { throw problem }
    } catch { throw reader.window?.diagnostic(error) ?? Diagnostic(error) }
  }

  /// Sends the events of the one value in `piece`, which begins at `base` in the whole input.
  mutating func read(
    _ piece: ByteView, base: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    text = piece
    self.base = base
    at = 0
    open.truncate(to: 0)
    try document(into: &sink)
  }

  /// Does the same for a visitor: other modules cannot specialise the generic function.
  ///
  /// Records unpaired surrogates with their position, which `position` returns for an offset.
  package mutating func read(
    value: ByteView, base: Int, into visitor: inout VisitorSink, ledger: inout ReadLosses,
    position: (Int) -> TextPosition
  ) throws(Failure) {
    acceptsLoneSurrogates = ledger.acceptsLoneSurrogates
    loneSurrogateCount = 0
    defer {
      if loneSurrogateCount > 0 { placeOfLoneSurrogate = firstLoneSurrogate.map(position) }
      recordLosses(in: &ledger)
    }
    try read(value, base: base, into: &visitor)
  }

  func recordLosses(in ledger: inout ReadLosses) {
    ledger.record(
      .loneSurrogates, count: loneSurrogateCount, at: firstLoneSurrogate, position: placeOfLoneSurrogate)
  }

  mutating func document(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    do throws(Failure) {
      try skipSpace()
      guard at < text.count else { throw Failure(.jsonEmpty, at: 0) }
      try values(into: &sink)
      try skipSpace()
      while at >= pieceEnd {
        try slide()
        try skipSpace()
      }
      guard at == text.count else { throw trailingContent() }
    } catch { throw error.at(base + (error.offset ?? at)) }
  }

  /// Records an error if there is room, otherwise throws it.
  mutating func report(_ failure: Failure) throws(Failure) {
    guard findings.count < findingLimit else { throw failure }
    findings.append(failure.at(base + (failure.offset ?? at)))
  }

  // MARK: Containers

  // The functions for each token have the text and the offset as parameters: these remain in registers while
  // the sink writes to memory, whereas `self` would be reloaded each time. `at` is set before it may be read.

  private mutating func values(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    var text = text
    let outer = open.count
    var place = at
    var isFirst = true
    var isValueNext = true
    while true {
      if !isValueNext {
        guard open.count > outer else { break }
        while place >= pieceEnd {
          try slide()
          text = self.text
          place = 0
        }
        isValueNext =
          open[open.count &- 1] & 1 == 1
          ? try member(text, &place, isFirst: isFirst, into: &sink)
          : try element(text, &place, isFirst: isFirst, into: &sink)
        isFirst = false
        if !isValueNext { continue }
      }
      isFirst = try value(text, &place, into: &sink)
      isValueNext = false
    }
    at = place
  }

  /// Whether to check the next container without sending it; chunks of an input send all events.
  @inline(__always)
  private func skips(_ sink: borrowing some ValueSink & ~Copyable) -> Bool {
    sink.skipsNext && pieceEnd == .max
  }

  /// Checks the container that begins at `place` without sending it.
  @inline(never)
  private mutating func checkContainer(_ place: inout Int) throws(Failure) {
    var discarding = DiscardingSink()
    at = place
    try values(into: &discarding)
    place = at
  }

  /// The offset of the innermost open bracket, and whether it is a brace.
  var openBracket: (offset: Int, isBrace: Bool)? {
    guard open.count > 0 else { return nil }
    let innermost = open[open.count - 1]
    return (innermost >> 1 - base, innermost & 1 == 1)
  }

  /// Sends a scalar, or opens a container and returns true.
  @inline(__always)
  private mutating func value(
    _ text: ByteView, _ place: inout Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    at = place
    guard let byte = text.byte(at: place) else { throw unterminated() }
    switch byte {
    case ASCII.quotationMark:
      let start = place &+ 1
      let end = JSONScanner.endOfPlainText(in: text, from: start)
      if text.byte(at: end) == ASCII.quotationMark {
        place = end &+ 1
        try sink.plainString(text.run(start..<end))
      } else {
        place = try escapedString(start, firstSpecial: end, into: &sink)
      }
    case ASCII.leftBrace where skips(sink), ASCII.leftBracket where skips(sink):
      sink.skipNext()
      try checkContainer(&place)
    case ASCII.leftBrace:
      try push(place, isBrace: 1)
      try sink.beginDictionary(count: nil)
      place &+= 1
      return true
    case ASCII.leftBracket:
      try push(place, isBrace: 0)
      try sink.beginArray(count: nil)
      place &+= 1
      return true
    case ASCII.digit0...ASCII.digit9, ASCII.hyphen:
      if let number = JSONScanner.endOfNumber(in: text, from: place), !isHexadecimal(text, number.end) {
        try sink.number(text.run(place..<number.end), kind: number.kind)
        place = number.end
      } else {
        let event = try recoverNumber()
        try send(event, &place, into: &sink)
      }
    case ASCII.lowerT where text.starts(with: "true", at: place):
      try sink.boolean(true)
      place &+= 4
    case ASCII.lowerF where text.starts(with: "false", at: place):
      try sink.boolean(false)
      place &+= 5
    case ASCII.lowerN where text.starts(with: "null", at: place):
      try sink.null()
      place &+= 4
    default:
      let event = try recoverValue()
      try send(event, &place, into: &sink)
    }
    return false
  }

  /// Sends the value parsed between `place` and `at`; a refusal has the offset of the beginning.
  @inline(never)
  private mutating func send(
    _ event: ValueEvent, _ place: inout Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    swap(&place, &at)
    try sink.send(event)
  }

  /// Whether the zero before an offset begins JSON5's `0x1F`.
  @inline(__always)
  private func isHexadecimal(_ text: ByteView, _ end: Int) -> Bool {
    dialect == .json5 && text.byte(at: end).map { $0 | 0x20 } == ASCII.lowerX
  }

  @inline(__always)
  private mutating func push(_ place: Int, isBrace: Int) throws(Failure) {
    // A line or an element is nested in one more array.
    let depth = enclosure == .document ? Limits.depth : Limits.depth - 1
    guard open.count < depth else { throw Failure(.jsonDepth, at: place, String(Limits.depth)) }
    open.append((base &+ place) &<< 1 | isBrace)
  }

  /// Advances to an object's next value, past its key; false if the object ends.
  @inline(__always)
  private mutating func member(
    _ text: ByteView, _ place: inout Int, isFirst: Bool, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    if !isFirst, let next = usualEntry(text, place), text.byte(at: next) == ASCII.quotationMark {
      place = next
    } else if try !separator(text, &place, isFirst: isFirst, closing: ASCII.rightBrace) {
      _ = open.removeLast()
      WorkProgress.reached(place)
      try sink.endDictionary()
      return false
    }
    at = place
    if text.byte(at: place) == ASCII.quotationMark {
      let start = place &+ 1
      let known = try sink.takeExpectedKey(in: text, at: start, before: "\"")
      let end = known ?? JSONScanner.endOfPlainText(in: text, from: start)
      if known != nil {
        place = end &+ 1
      } else if text.byte(at: end) == ASCII.quotationMark {
        place = end &+ 1
        do throws(Failure) { try sink.plainKey(text.run(start..<end)) } catch { try report(error) }
      } else {
        place = try escapedKey(start, firstSpecial: end, into: &sink)
      }
    } else {
      let key = try recoverKey()
      swap(&place, &at)
      do throws(Failure) { try sink.key(key) } catch { try report(error) }
    }
    if text.byte(at: place) == ASCII.colon {
      place &+= 1
    } else {
      at = place
      try skipToColon()
      place = at
    }
    try skipSpace(text, &place)
    return true
  }

  /// Skips white space and the colon after a key.
  @inline(never)
  private mutating func skipToColon() throws(Failure) {
    try skipSpace()
    if text.byte(at: at) == ASCII.colon {
      at &+= 1
    } else {
      try recoverColon()
    }
  }

  /// Advances to an array's next element; false if the array ends.
  @inline(__always)
  private mutating func element(
    _ text: ByteView, _ place: inout Int, isFirst: Bool, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) -> Bool {
    if !isFirst, let next = usualEntry(text, place), let byte = text.byte(at: next), beginsElement(byte) {
      place = next
      return true
    }
    if try separator(text, &place, isFirst: isFirst, closing: ASCII.rightBracket) { return true }
    _ = open.removeLast()
    WorkProgress.reached(place)
    try sink.endArray()
    return false
  }

  /// The index after a comma at `place` and the white space after it; nil without a comma there.
  @inline(__always)
  private func usualEntry(_ text: ByteView, _ place: Int) -> Int? {
    text.byte(at: place) == ASCII.comma ? JSONScanner.endOfSpace(in: text, from: place &+ 1) : nil
  }

  /// Whether a byte after a comma begins an element in the usual case.
  @inline(__always)
  private func beginsElement(_ byte: UInt8) -> Bool {
    byte == ASCII.quotationMark
      || byte > ASCII.comma && byte <= ASCII.delete && byte != ASCII.rightBracket && byte != ASCII.solidus
  }

  /// Consumes the comma before the next entry, or the closing bracket (false).
  @inline(__always)
  private mutating func separator(
    _ text: ByteView, _ place: inout Int, isFirst: Bool, closing: UInt8
  ) throws(Failure) -> Bool {
    try skipSpace(text, &place)
    guard let byte = text.byte(at: place) else { throw unterminated() }
    if byte == closing {
      at = place
      place &+= 1
      return false
    }
    if isFirst && byte != ASCII.comma { return true }
    let comma = place
    if byte == ASCII.comma && !isFirst {
      place &+= 1
    } else {
      at = place
      try recoverSeparator(isFirst: isFirst, closing: closing)
      place = at
    }
    try skipSpace(text, &place)
    guard let next = text.byte(at: place), next == closing || next == ASCII.comma else { return true }
    at = place
    let follows = try recoverComma(comma, closing: closing)
    place = at
    return follows
  }

  // MARK: White space

  @inline(__always)
  private mutating func skipSpace(_ text: ByteView, _ place: inout Int) throws(Failure) {
    place = JSONScanner.endOfSpace(in: text, from: place)
    guard let byte = text.byte(at: place), Self.mayBeInvalidSpace(byte) else { return }
    at = place
    try skipSpace()
    place = at
  }

  /// Whether the byte may begin a comment, invalid white space or a byte order mark.
  @inline(__always)
  private static func mayBeInvalidSpace(_ byte: UInt8) -> Bool {
    byte == ASCII.solidus || byte < ASCII.space || byte > ASCII.delete
  }

  /// Skips runs of white space, and invalid white space.
  @inline(never)
  mutating func skipSpace() throws(Failure) {
    while true {
      at = JSONScanner.endOfSpace(in: text, from: at)
      guard let byte = text.byte(at: at), Self.mayBeInvalidSpace(byte), try skipInvalidSpace() else { return }
    }
  }
}
