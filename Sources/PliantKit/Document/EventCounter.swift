// Finds the place of a value in its source by reading the source again up to it: places are not kept, since they
// are only wanted when something is wrong.

/// A sink that stops the reader at its n-th value or key.
struct EventCounter: ValueSink, ~Copyable {
  private var left: Int
  private var seen: Set<Int> = []

  /// Stops at the value or key with this number, from 0.
  init(stoppingAt ordinal: Int) { left = ordinal }

  @inline(__always)
  private mutating func count() throws(Failure) {
    if left == 0 { throw Failure(.eventReached) }
    left &-= 1
  }

  mutating func null() throws(Failure) { try count() }
  mutating func boolean(_ value: Bool) throws(Failure) { try count() }
  mutating func integer(_ value: Int64) throws(Failure) { try count() }
  mutating func wideInteger(_ value: Int128) throws(Failure) { try count() }
  mutating func real(_ value: Double) throws(Failure) { try count() }
  mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) { try count() }
  mutating func date(_ seconds: Double) throws(Failure) { try count() }
  mutating func data(_ bytes: ByteView) throws(Failure) { try count() }
  mutating func uid(_ value: UInt64) throws(Failure) { try count() }
  mutating func string(_ text: ByteView) throws(Failure) { try count() }
  mutating func key(_ text: ByteView) throws(Failure) { try count() }
  mutating func beginDictionary(count: Int?) throws(Failure) { try self.count() }
  mutating func endDictionary() {}
  mutating func beginArray(count: Int?) throws(Failure) { try self.count() }
  mutating func endArray() {}
  mutating func beginSet(count: Int?) throws(Failure) { try self.count() }
  mutating func endSet() {}

  /// A container that the tape only refers to counts as one value.
  mutating func reuse(_ identity: Int) throws(Failure) -> Bool {
    guard !seen.insert(identity).inserted else { return false }
    try count()
    return true
  }
}

extension DiagnosticCode {
  /// Never shown: its offset is what is asked for.
  static var eventReached: DiagnosticCode {
    DiagnosticCode("document.event", rule: "document/event", "reached")
  }
}
