// Events for consumers off the hot path: one specialisation of every reader serves them all.

/// One event of a document, corresponding to a call of `ValueSink`.
package enum ValueEvent {
  case null
  case boolean(Bool)
  case integer(Int64)
  case wideInteger(Int128)
  case real(Double)
  case number(ByteView, NumberKind)
  case date(Double)
  case data(ByteView)
  case uid(UInt64)
  case string(ByteView)
  case key(ByteView)
  case beginDictionary(count: Int?)
  case endDictionary
  case beginArray(count: Int?)
  case endArray
  case beginSet(count: Int?)
  case endSet

  package static func begin(_ kind: ContainerKind) -> ValueEvent {
    switch kind {
    case .dictionary: .beginDictionary(count: nil)
    case .array: .beginArray(count: nil)
    case .set: .beginSet(count: nil)
    }
  }

  package static func end(_ kind: ContainerKind) -> ValueEvent {
    switch kind {
    case .dictionary: .endDictionary
    case .array: .endArray
    case .set: .endSet
    }
  }

  /// An integer as narrow as possible.
  package static func integer(wide value: Int128) -> ValueEvent {
    Int64(exactly: value).map { .integer($0) } ?? .wideInteger(value)
  }

  /// Whether a value or key begins here, as opposed to the end of a container.
  package var beginsValue: Bool { nesting >= 0 }

  /// The change in the number of open containers: 1, 0 or -1.
  package var nesting: Int {
    switch self {
    case .beginDictionary, .beginArray, .beginSet: 1
    case .endDictionary, .endArray, .endSet: -1
    default: 0
    }
  }
}

extension ValueSink where Self: ~Copyable {
  /// Sends an event, off the hot path.
  package mutating func send(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .null: try null()
    case .boolean(let value): try boolean(value)
    case .integer(let value): try integer(value)
    case .wideInteger(let value): try wideInteger(value)
    case .real(let value): try real(value)
    case .number(let text, let kind): try number(text, kind: kind)
    case .date(let seconds): try date(seconds)
    case .data(let bytes): try data(bytes)
    case .uid(let value): try uid(value)
    case .string(let text): try string(text)
    case .key(let text): try key(text)
    case .beginDictionary(let count): try beginDictionary(count: count)
    case .endDictionary: try endDictionary()
    case .beginArray(let count): try beginArray(count: count)
    case .endArray: try endArray()
    case .beginSet(let count): try beginSet(count: count)
    case .endSet: try endSet()
    }
  }

  @inline(__always)
  package mutating func begin(_ kind: ContainerKind, count: Int?) throws(Failure) {
    switch kind {
    case .dictionary: try beginDictionary(count: count)
    case .array: try beginArray(count: count)
    case .set: try beginSet(count: count)
    }
  }

  @inline(__always)
  package mutating func end(_ kind: ContainerKind) throws(Failure) {
    switch kind {
    case .dictionary: try endDictionary()
    case .array: try endArray()
    case .set: try endSet()
    }
  }

  /// Sends the dictionary that represents a UID in other formats.
  package mutating func sendDictionary(ofUID value: UInt64) throws(Failure) {
    try beginDictionary(count: 1)
    try key(ByteView("CF$UID"))
    try send(.integer(wide: Int128(value)))
    try endDictionary()
  }
}

/// A dynamically dispatched receiver of a document's events.
package protocol ValueVisitor: AnyObject {
  /// Takes the next event; its views are valid only during the call.
  func visit(_ event: ValueEvent) throws(Failure)
  // The calls of `ValueSink` with these names, with the same defaults.
  func reuse(_ identity: Int) throws(Failure) -> Bool
  var wantsEveryContainer: Bool { get }
  var skipsNext: Bool { get }
  func skipNext()
}

extension ValueVisitor {
  package func reuse(_ identity: Int) throws(Failure) -> Bool { false }
  package var wantsEveryContainer: Bool { false }
  package var skipsNext: Bool { false }
  package func skipNext() {}
}

/// A sink off the critical path: one function receives every event.
package protocol EventSink: ValueSink, ~Copyable {
  /// Takes the next event; its views are valid only during the call.
  mutating func take(_ event: ValueEvent) throws(Failure)
}

extension EventSink where Self: ~Copyable {
  package mutating func null() throws(Failure) { try take(.null) }
  package mutating func boolean(_ value: Bool) throws(Failure) { try take(.boolean(value)) }
  package mutating func integer(_ value: Int64) throws(Failure) { try take(.integer(value)) }
  package mutating func wideInteger(_ value: Int128) throws(Failure) { try take(.wideInteger(value)) }
  package mutating func real(_ value: Double) throws(Failure) { try take(.real(value)) }
  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    try take(.number(text, kind))
  }
  package mutating func date(_ seconds: Double) throws(Failure) { try take(.date(seconds)) }
  package mutating func data(_ bytes: ByteView) throws(Failure) { try take(.data(bytes)) }
  package mutating func uid(_ value: UInt64) throws(Failure) { try take(.uid(value)) }
  package mutating func string(_ text: ByteView) throws(Failure) { try take(.string(text)) }
  package mutating func key(_ text: ByteView) throws(Failure) { try take(.key(text)) }
  package mutating func beginDictionary(count: Int?) throws(Failure) {
    try take(.beginDictionary(count: count))
  }
  package mutating func endDictionary() throws(Failure) { try take(.endDictionary) }
  package mutating func beginArray(count: Int?) throws(Failure) { try take(.beginArray(count: count)) }
  package mutating func endArray() throws(Failure) { try take(.endArray) }
  package mutating func beginSet(count: Int?) throws(Failure) { try take(.beginSet(count: count)) }
  package mutating func endSet() throws(Failure) { try take(.endSet) }
}

/// A sink for input that only needs checking.
struct DiscardingSink: EventSink, ~Copyable {
  @inline(__always)
  mutating func take(_ event: ValueEvent) {}
}

package struct VisitorSink: EventSink, ~Copyable {
  private let visitor: any ValueVisitor

  package init(_ visitor: any ValueVisitor) { self.visitor = visitor }

  /// A sink for values that only have to be read.
  package static var discarding: VisitorSink { VisitorSink(ValueLocator(stoppingAt: .max)) }

  package mutating func take(_ event: ValueEvent) throws(Failure) { try visitor.visit(event) }
  package mutating func reuse(_ identity: Int) throws(Failure) -> Bool { try visitor.reuse(identity) }
  package var wantsEveryContainer: Bool { visitor.wantsEveryContainer }
  package var skipsNext: Bool { visitor.skipsNext }
  package mutating func skipNext() { visitor.skipNext() }
}
