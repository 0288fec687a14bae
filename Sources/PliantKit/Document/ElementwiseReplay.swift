// The elements of a top-level array, each changed by a replay and sent on as soon as it is whole.

/// A sink that keeps one element at a time.
package struct ElementwiseReplay<Sink: ValueSink & ~Copyable>: ValueSink, ~Copyable {
  package var sink: Sink
  private let options: ReplayOptions
  private var builder = DocumentBuilder(source: .empty)
  /// Open containers, that of the elements included.
  private var depth = 0

  /// Sends to `sink` what the replay makes of each element.
  package init(into sink: consuming Sink, options: ReplayOptions) {
    self.sink = sink
    self.options = options
  }

  package consuming func finish() -> Sink { sink }

  /// Sends the element on if it is whole.
  private mutating func end() throws(Failure) {
    guard depth <= 1 else { return }
    var whole = DocumentBuilder(source: .empty)
    swap(&whole, &builder)
    let element = try whole.finish()
    var replay = Replay(element, options: options)
    try replay.run(into: &sink)
  }

  package mutating func null() throws(Failure) {
    builder.null()
    try end()
  }
  package mutating func boolean(_ value: Bool) throws(Failure) {
    builder.boolean(value)
    try end()
  }
  package mutating func integer(_ value: Int64) throws(Failure) {
    builder.integer(value)
    try end()
  }
  package mutating func wideInteger(_ value: Int128) throws(Failure) {
    builder.wideInteger(value)
    try end()
  }
  package mutating func real(_ value: Double) throws(Failure) {
    builder.real(value)
    try end()
  }
  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    builder.number(text, kind: kind)
    try end()
  }
  package mutating func date(_ seconds: Double) throws(Failure) {
    builder.date(seconds)
    try end()
  }
  package mutating func data(_ bytes: ByteView) throws(Failure) {
    builder.data(bytes)
    try end()
  }
  package mutating func uid(_ value: UInt64) throws(Failure) {
    builder.uid(value)
    try end()
  }
  package mutating func string(_ text: ByteView) throws(Failure) {
    builder.string(text)
    try end()
  }
  package mutating func key(_ text: ByteView) throws(Failure) { builder.key(text) }

  package mutating func beginDictionary(count: Int?) throws(Failure) {
    depth += 1
    builder.beginDictionary(count: count)
  }
  package mutating func endDictionary() throws(Failure) {
    depth -= 1
    builder.endDictionary()
    try end()
  }
  package mutating func beginArray(count: Int?) throws(Failure) {
    depth += 1
    if depth == 1 { return try sink.beginArray(count: nil) }
    builder.beginArray(count: count)
  }
  package mutating func endArray() throws(Failure) {
    depth -= 1
    if depth == 0 { return try sink.endArray() }
    builder.endArray()
    try end()
  }
  package mutating func beginSet(count: Int?) throws(Failure) {
    depth += 1
    builder.beginSet(count: count)
  }
  package mutating func endSet() throws(Failure) {
    depth -= 1
    builder.endSet()
    try end()
  }
}
