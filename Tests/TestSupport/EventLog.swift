// A sink that writes events as compact text, for tests: {a: [1 'b'] c: 2.5r}.

import PliantCore

/// Writes every event it gets as text; integers plain, reals with `r`, number texts with `n`, dates with `d`.
package struct EventLog: ValueSink, ~Copyable {
  package private(set) var text = ""

  package init() {}

  private mutating func add(_ piece: String) {
    if let last = text.last, !"{[( ".contains(last) { text += " " }
    text += piece
  }

  package mutating func null() { add("null") }
  package mutating func boolean(_ value: Bool) { add("\(value)") }
  package mutating func integer(_ value: Int64) { add("\(value)") }
  package mutating func wideInteger(_ value: Int128) { add("\(value)w") }
  package mutating func real(_ value: Double) { add("\(value)r") }
  package mutating func number(_ text: ByteView, kind: NumberKind) {
    add("\(text.string)\(kind == .integer ? "n" : "nr")")
  }
  package mutating func date(_ seconds: Double) { add("\(seconds)d") }
  package mutating func data(_ bytes: ByteView) {
    add("<" + bytes.array.map { String($0, radix: 16) }.joined(separator: " ") + ">")
  }
  package mutating func uid(_ value: UInt64) { add("\(value)u") }
  package mutating func string(_ text: ByteView) { add("'\(text.string)'") }
  package mutating func key(_ text: ByteView) { add("\(text.string):") }
  package mutating func beginDictionary(count: Int?) { add("{") }
  package mutating func endDictionary() { text += "}" }
  package mutating func beginArray(count: Int?) { add("[") }
  package mutating func endArray() { text += "]" }
  package mutating func beginSet(count: Int?) { add("(") }
  package mutating func endSet() { text += ")" }
}

extension Document {
  /// The document's events as text.
  package func log(_ options: ReplayOptions = ReplayOptions()) throws -> String {
    var log = EventLog()
    try send(options: options, into: &log)
    return log.text
  }
}
