// A sink that writes events as compact text, for tests: {a: [1 'b'] c: 2.5r}.

import PliantKit

/// Writes every event it gets as text; integers plain, reals with `r`, number texts with `n`, dates with `d`.
struct EventLog: ValueSink, ~Copyable {
  private(set) var text = ""

  private mutating func add(_ piece: String) {
    if let last = text.last, !"{[( ".contains(last) { text += " " }
    text += piece
  }

  mutating func null() { add("null") }
  mutating func boolean(_ value: Bool) { add("\(value)") }
  mutating func integer(_ value: Int64) { add("\(value)") }
  mutating func wideInteger(_ value: Int128) { add("\(value)w") }
  mutating func real(_ value: Double) { add("\(value)r") }
  mutating func number(_ text: ByteView, kind: NumberKind) {
    add("\(text.string)\(kind == .integer ? "n" : "nr")")
  }
  mutating func date(_ seconds: Double) { add("\(seconds)d") }
  mutating func data(_ bytes: ByteView) {
    add("<" + bytes.array.map { String($0, radix: 16) }.joined(separator: " ") + ">")
  }
  mutating func uid(_ value: UInt64) { add("\(value)u") }
  mutating func string(_ text: ByteView) { add("'\(text.string)'") }
  mutating func key(_ text: ByteView) { add("\(text.string):") }
  mutating func beginDictionary(count: Int?) { add("{") }
  mutating func endDictionary() { text += "}" }
  mutating func beginArray(count: Int?) { add("[") }
  mutating func endArray() { text += "]" }
  mutating func beginSet(count: Int?) { add("(") }
  mutating func endSet() { text += ")" }
}

extension Document {
  /// The document's events as text.
  func log(_ options: ReplayOptions = ReplayOptions()) throws -> String {
    var log = EventLog()
    var replay = Replay(self, options: options)
    try replay.run(into: &log)
    return log.text
  }
}
