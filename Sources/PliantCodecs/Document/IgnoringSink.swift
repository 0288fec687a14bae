/// A sink that ignores the events it does not declare.
package protocol IgnoringSink: ValueSink, ~Copyable {}

extension IgnoringSink where Self: ~Copyable {
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

/// A sink for input that only needs checking.
struct DiscardingSink: IgnoringSink, ~Copyable {}
