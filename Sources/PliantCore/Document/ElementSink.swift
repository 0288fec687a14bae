// The elements of a top-level array, each passed on as soon as it is complete.

/// Receives elements.
protocol ElementReceiver: AnyObject {
  func beginElements() throws(Failure)
  func take(_ element: Document) throws(Failure)
  func endElements() throws(Failure)
}

/// A sink that stores one element at a time.
///
/// The receiver is called dynamically, once per element, so that readers are specialised for one such sink
/// only.
struct ElementSink: ValueSink, ~Copyable {
  private let receiver: any ElementReceiver
  private var builder = DocumentBuilder(source: .empty)
  /// The number of open containers, including the array of elements.
  private var depth = 0

  init(_ receiver: any ElementReceiver) { self.receiver = receiver }

  /// Adds a value or an end to the element, and passes it on when complete.
  private mutating func add(_ body: (inout DocumentBuilder) -> Void) throws(Failure) {
    body(&builder)
    guard depth <= 1 else { return }
    try receiver.take(try builder.takeDocument())
  }

  mutating func null() throws(Failure) { try add { $0.null() } }
  mutating func boolean(_ value: Bool) throws(Failure) { try add { $0.boolean(value) } }
  mutating func integer(_ value: Int64) throws(Failure) { try add { $0.integer(value) } }
  mutating func wideInteger(_ value: Int128) throws(Failure) { try add { $0.wideInteger(value) } }
  mutating func real(_ value: Double) throws(Failure) { try add { $0.real(value) } }
  mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    try add { $0.number(text, kind: kind) }
  }
  mutating func date(_ seconds: Double) throws(Failure) { try add { $0.date(seconds) } }
  mutating func data(_ bytes: ByteView) throws(Failure) { try add { $0.data(bytes) } }
  mutating func uid(_ value: UInt64) throws(Failure) { try add { $0.uid(value) } }
  mutating func string(_ text: ByteView) throws(Failure) { try add { $0.string(text) } }
  mutating func key(_ text: ByteView) throws(Failure) { builder.key(text) }

  mutating func beginDictionary(count: Int?) throws(Failure) {
    depth += 1
    builder.beginDictionary(count: count)
  }
  mutating func endDictionary() throws(Failure) {
    depth -= 1
    try add { $0.endDictionary() }
  }
  mutating func beginArray(count: Int?) throws(Failure) {
    depth += 1
    if depth == 1 { return try receiver.beginElements() }
    builder.beginArray(count: count)
  }
  mutating func endArray() throws(Failure) {
    depth -= 1
    if depth == 0 { return try receiver.endElements() }
    try add { $0.endArray() }
  }
  mutating func beginSet(count: Int?) throws(Failure) {
    depth += 1
    builder.beginSet(count: count)
  }
  mutating func endSet() throws(Failure) {
    depth -= 1
    try add { $0.endSet() }
  }
}

/// Replays each element into a sink.
final class ElementReplay<Sink: ValueSink & ~Copyable>: ElementReceiver {
  /// Nil after `finish`.
  private var sink: Sink?
  private let options: ReplayOptions

  init(into sink: consuming Sink, options: ReplayOptions) {
    self.sink = consume sink
    self.options = options
  }

  /// Returns the sink; nothing can be sent afterwards.
  func finish() -> Sink { sink.take()! }

  func beginElements() throws(Failure) { try sink!.beginArray(count: nil) }

  func take(_ element: Document) throws(Failure) {
    var replay = Replay(try options.fields?.project(element) ?? element, options: options)
    try replay.run(into: &sink!)
  }

  func endElements() throws(Failure) { try sink!.endArray() }
}

/// Passes each element to a function.
final class ElementCall: ElementReceiver {
  private let body: (Document) throws(Failure) -> Void

  init(_ body: @escaping (Document) throws(Failure) -> Void) { self.body = body }

  func beginElements() {}
  func take(_ element: Document) throws(Failure) { try body(element) }
  func endElements() {}
}
