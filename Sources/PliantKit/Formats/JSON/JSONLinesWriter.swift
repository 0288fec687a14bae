// JSON lines: the elements of the top-level array, or a single other value, each on a line of its own.

/// Writes one document as JSON lines; the losses are those of `JSONWriter`.
package struct JSONLinesWriter: ValueSink, ~Copyable {
  private var json: JSONWriter
  private var depth = 0
  /// The depth at which a value makes a line: 1 inside a top-level array, else 0.
  private var lineDepth = 0

  /// `isCanonical` writes each line by RFC 8785.
  package init(
    to output: consuming OutputBuffer = OutputBuffer(), isCanonical: Bool = false,
    losses: LossReport = LossReport()
  ) {
    json = JSONWriter(to: output, style: isCanonical ? .canonical : .compact, losses: losses)
  }

  /// What could not be held as it was.
  package var losses: LossReport { json.losses }

  /// The output with all that was written; it may still hold bytes to drain.
  package consuming func finish() -> OutputBuffer { json.finish() }

  @inline(__always)
  private mutating func end() throws(Failure) {
    if depth == lineDepth { try json.endLine() }
  }

  /// Whether the array that begins is the one whose elements become lines.
  private mutating func beginsLines() -> Bool {
    guard depth == 0 else { return false }
    depth = 1
    lineDepth = 1
    return true
  }

  /// Whether the array that ends is the one whose elements became lines.
  private mutating func endsLines() -> Bool {
    depth -= 1
    return depth == 0 && lineDepth == 1
  }

  package mutating func null() throws(Failure) {
    try json.null()
    try end()
  }

  package mutating func boolean(_ value: Bool) throws(Failure) {
    try json.boolean(value)
    try end()
  }

  package mutating func integer(_ value: Int64) throws(Failure) {
    try json.integer(value)
    try end()
  }

  package mutating func wideInteger(_ value: Int128) throws(Failure) {
    try json.wideInteger(value)
    try end()
  }

  package mutating func real(_ value: Double) throws(Failure) {
    try json.real(value)
    try end()
  }

  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    try json.number(text, kind: kind)
    try end()
  }

  package mutating func date(_ seconds: Double) throws(Failure) {
    try json.date(seconds)
    try end()
  }

  package mutating func data(_ bytes: ByteView) throws(Failure) {
    try json.data(bytes)
    try end()
  }

  package mutating func uid(_ value: UInt64) throws(Failure) {
    try json.uid(value)
    try end()
  }

  package mutating func string(_ text: ByteView) throws(Failure) {
    try json.string(text)
    try end()
  }

  package mutating func key(_ text: ByteView) { json.key(text) }

  package mutating func beginDictionary(count: Int?) {
    depth += 1
    json.beginDictionary(count: count)
  }

  package mutating func endDictionary() throws(Failure) {
    depth -= 1
    try json.endDictionary()
    try end()
  }

  package mutating func beginArray(count: Int?) {
    if beginsLines() { return }
    depth += 1
    json.beginArray(count: count)
  }

  package mutating func endArray() throws(Failure) {
    if endsLines() { return }
    try json.endArray()
    try end()
  }

  package mutating func beginSet(count: Int?) throws(Failure) {
    if beginsLines() { return try json.losses.record(.setAsArray) }
    depth += 1
    try json.beginSet(count: count)
  }

  package mutating func endSet() throws(Failure) { try endArray() }
}
