// Sinks that look for one thing and let all else pass.

/// A sink that takes no notice of the events it does not declare.
package protocol PassiveSink: ValueSink, ~Copyable {}

extension PassiveSink where Self: ~Copyable {
  package mutating func null() {}
  package mutating func boolean(_ value: Bool) {}
  package mutating func integer(_ value: Int64) {}
  package mutating func wideInteger(_ value: Int128) {}
  package mutating func real(_ value: Double) {}
  package mutating func number(_ text: ByteView, kind: NumberKind) {}
  package mutating func date(_ seconds: Double) {}
  package mutating func data(_ bytes: ByteView) {}
  package mutating func uid(_ value: UInt64) {}
  package mutating func string(_ text: ByteView) {}
  package mutating func key(_ text: ByteView) {}
  package mutating func beginDictionary(count: Int?) {}
  package mutating func endDictionary() {}
  package mutating func beginArray(count: Int?) {}
  package mutating func endArray() {}
  package mutating func beginSet(count: Int?) {}
  package mutating func endSet() {}
}

/// A sink for what only has to be checked.
struct DiscardingSink: PassiveSink, ~Copyable {}
