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

  /// Adds a value to the element, or its end, and sends it on if it is whole then.
  private mutating func add(_ body: (inout DocumentBuilder) -> Void) throws(Failure) {
    body(&builder)
    guard depth <= 1 else { return }
    var whole = DocumentBuilder(source: .empty)
    swap(&whole, &builder)
    let element = try whole.finish()
    var replay = Replay(element, options: options)
    try replay.run(into: &sink)
  }

  package mutating func null() throws(Failure) { try add { $0.null() } }
  package mutating func boolean(_ value: Bool) throws(Failure) { try add { $0.boolean(value) } }
  package mutating func integer(_ value: Int64) throws(Failure) { try add { $0.integer(value) } }
  package mutating func wideInteger(_ value: Int128) throws(Failure) { try add { $0.wideInteger(value) } }
  package mutating func real(_ value: Double) throws(Failure) { try add { $0.real(value) } }
  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    try add { $0.number(text, kind: kind) }
  }
  package mutating func date(_ seconds: Double) throws(Failure) { try add { $0.date(seconds) } }
  package mutating func data(_ bytes: ByteView) throws(Failure) { try add { $0.data(bytes) } }
  package mutating func uid(_ value: UInt64) throws(Failure) { try add { $0.uid(value) } }
  package mutating func string(_ text: ByteView) throws(Failure) { try add { $0.string(text) } }
  package mutating func key(_ text: ByteView) throws(Failure) { builder.key(text) }

  package mutating func beginDictionary(count: Int?) throws(Failure) {
    depth += 1
    builder.beginDictionary(count: count)
  }
  package mutating func endDictionary() throws(Failure) {
    depth -= 1
    try add { $0.endDictionary() }
  }
  package mutating func beginArray(count: Int?) throws(Failure) {
    depth += 1
    if depth == 1 { return try sink.beginArray(count: nil) }
    builder.beginArray(count: count)
  }
  package mutating func endArray() throws(Failure) {
    depth -= 1
    if depth == 0 { return try sink.endArray() }
    try add { $0.endArray() }
  }
  package mutating func beginSet(count: Int?) throws(Failure) {
    depth += 1
    builder.beginSet(count: count)
  }
  package mutating func endSet() throws(Failure) {
    depth -= 1
    try add { $0.endSet() }
  }
}
