/// A receiver of records or of the elements of an array, called dynamically once for each.
package protocol ElementReceiver: AnyObject {
  func beginElements() throws(Failure)
  /// Says which dictionaries are around the next element, the outermost first.
  func enter(_ parents: [DocumentValue])
  func take(_ element: Document) throws(Failure)
  func endElements() throws(Failure)
  /// The first requested field that no element had, and the names of those they had.
  var missingField: (name: String, known: [String])? { get }
}

extension ElementReceiver {
  package func beginElements() {}
  package func enter(_ parents: [DocumentValue]) {}
  package func endElements() {}
  package var missingField: (name: String, known: [String])? { nil }
}

/// Sends elements to a sink, with the changes of a replay.
final class ElementReplay<Sink: ValueSink & ~Copyable>: ElementReceiver {
  /// Nil after `finish`.
  private var sink: Sink?
  private let options: ReplayOptions
  private var use = FieldUse()
  private var parents: [DocumentValue] = []

  var missingField: (name: String, known: [String])? { options.fields?.missing(use) }

  init(into sink: consuming Sink, options: ReplayOptions) {
    self.sink = consume sink
    self.options = options
  }

  /// Returns the sink; nothing can be sent afterwards.
  func finish() -> Sink { sink.take()! }

  func beginElements() throws(Failure) { try sink!.beginArray(count: nil) }

  func take(_ element: Document) throws(Failure) {
    let element = try options.fields?.project(element, under: parents, &use) ?? element
    try element.send(options: options, into: &sink!)
  }

  func enter(_ parents: [DocumentValue]) { self.parents = parents }

  func endElements() throws(Failure) { try sink!.endArray() }
}

/// A sink that passes on each element of a top-level array as soon as it is complete.
///
/// The receiver is called dynamically, once per element: readers are specialised for one such sink.
package struct ElementSink: ValueSink, ~Copyable {
  private let receiver: any ElementReceiver
  private var builder = DocumentBuilder(source: .empty)
  /// The number of open containers, including the array of elements.
  private var depth = 0

  package init(_ receiver: any ElementReceiver) { self.receiver = receiver }

  /// Adds a value or an end to the element, and passes it on when complete.
  private mutating func add(_ body: (inout DocumentBuilder) -> Void) throws(Failure) {
    body(&builder)
    guard depth <= 1 else { return }
    try receiver.take(try builder.takeDocument())
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
    if depth == 1 { return try receiver.beginElements() }
    builder.beginArray(count: count)
  }
  package mutating func endArray() throws(Failure) {
    depth -= 1
    if depth == 0 { return try receiver.endElements() }
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
