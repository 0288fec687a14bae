// Writes compact JSON from JSON in runs: while the text continues as the output must, only the end of a run moves.
// At white space, or at an escape that the output spells differently, the run is copied.
//
//   {"a": [1,2], "b":"\/"}     text
//   ───── ────── ────          runs
//   {"a":[1,2],"b":"/"}        output

/// Writes the events of one JSON text as compact JSON.
///
/// The strings, keys and numbers of the events must be slices of the text, strings and keys between quotation
/// marks. Throws errors of the output.
struct JSONCopyWriter: EventSink, ~Copyable {
  /// The length from which a run is copied although it may continue.
  private static let longRun = 4096

  private var writer: JSONWriter
  private let source: ByteView
  /// The run: the part of the text that continues the output.
  private var start = 0
  private var end = 0
  /// The number of commas before the next key or value: 0 or 1.
  private var comma = 0

  /// Continues the output of a compact writer that is before a document.
  init(_ writer: consuming JSONWriter, source: ByteView) {
    self.writer = writer
    self.source = source
  }

  /// Returns the writer, which is after the document.
  consuming func finish() -> JSONWriter {
    writer.output.append(source.run(start..<end), ASCII.comma, behind: 0)
    writer.leadStart = 1 &- comma
    return writer
  }

  // MARK: Runs

  /// Copies the run and up to one comma, and starts another run.
  @inline(__always)
  private mutating func restart(at place: Int, commas: Int) throws(Failure) {
    writer.output.append(source.run(start..<end), ASCII.comma, behind: commas)
    start = place
    end = place
    try writer.output.drainIfFull()
  }

  /// Whether the text has the next comma, if any, at the end of the run.
  @inline(__always)
  private var hasComma: Bool { comma == 0 || source.byte(at: end) == ASCII.comma }

  /// Writes a key or value that is at `place` in the text.
  @inline(__always)
  private mutating func take(_ place: Int, upTo next: Int) throws(Failure) {
    if place &- comma != end || !hasComma { try restart(at: place, commas: comma) }
    end = next
  }

  @inline(__always)
  private mutating func endValue() throws(Failure) {
    comma = 1
    if end &- start >= Self.longRun { try restart(at: end, commas: 0) }
  }

  /// Writes a byte, which the text may have at the end of the run.
  @inline(__always)
  private mutating func take(_ byte: UInt8) throws(Failure) {
    if source.byte(at: end) == byte {
      end &+= 1
    } else {
      try restart(at: end, commas: 0)
      writer.output.append(byte)
    }
  }

  @inline(__always)
  private mutating func open(_ bracket: UInt8) throws(Failure) {
    if comma == 1 { try take(ASCII.comma) }
    try take(bracket)
    comma = 0
  }

  @inline(__always)
  private mutating func close(_ bracket: UInt8) throws(Failure) {
    try take(bracket)
    try endValue()
  }

  /// Writes a literal, which the text may have at the end of the run.
  @inline(__always)
  private mutating func take(_ literal: StaticString, for event: ValueEvent) throws(Failure) {
    guard hasComma, source.starts(with: literal, at: end &+ comma) else { return try take(event) }
    end &+= comma &+ literal.utf8CodeUnitCount
    try endValue()
  }

  /// Writes an event that is not a slice of the text.
  @inline(never)
  mutating func take(_ event: ValueEvent) throws(Failure) {
    try restart(at: end, commas: 0)
    writer.leadStart = 1 &- comma
    try writer.send(event)
    comma = 1 &- writer.leadStart
  }

  @inline(__always)
  mutating func plainKey(_ text: ByteRun) throws(Failure) {
    guard let place = text.bytes.offset(in: source) else { return try take(.key(text.bytes)) }
    try take(place &- 1, upTo: place &+ text.bytes.count &+ 1)
    try take(ASCII.colon)
    comma = 0
  }

  @inline(__always)
  mutating func plainString(_ text: ByteRun) throws(Failure) {
    guard let place = text.bytes.offset(in: source) else { return try take(.string(text.bytes)) }
    try take(place &- 1, upTo: place &+ text.bytes.count &+ 1)
    try endValue()
  }

  var takesQuotedStrings: Bool { true }
  mutating func quotedString(_ text: ByteRun) throws(Failure) { try plainString(text) }

  @inline(__always)
  mutating func number(_ text: ByteRun, kind: NumberKind) throws(Failure) {
    guard let place = text.bytes.offset(in: source) else { return try take(.number(text.bytes, kind)) }
    try take(place, upTo: place &+ text.bytes.count)
    try endValue()
  }

  mutating func null() throws(Failure) { try take("null", for: .null) }
  mutating func boolean(_ value: Bool) throws(Failure) {
    try take(value ? "true" : "false", for: .boolean(value))
  }

  @inline(__always)
  mutating func beginDictionary(count: Int?) throws(Failure) { try open(ASCII.leftBrace) }
  @inline(__always)
  mutating func endDictionary() throws(Failure) { try close(ASCII.rightBrace) }
  @inline(__always)
  mutating func beginArray(count: Int?) throws(Failure) { try open(ASCII.leftBracket) }
  @inline(__always)
  mutating func endArray() throws(Failure) { try close(ASCII.rightBracket) }
}
