// A digest of the distinctions that application XML preserves of a document written in a style:
//
//   {"a": {"@b": 1, "c": ["x"], "d": null}}   and   {"a": {"c": "x", "@b": "1"}}   have the same digest
//
// Scalars are texts, a child equals a list of one, empty values are ignored, only lists are ordered.

/// Folds a document's events into one number under a style of application XML.
struct ElementDigest: ValueSink, ~Copyable {
  private struct Level {
    let isDictionary: Bool
    var state = ByteHash.seed
    var count = 0
    var key: UInt64 = 0
    var value: UInt64 = 0
    /// Whether the only key is the one of an element's text.
    var isText = false
  }

  private(set) var value: UInt64 = 0
  private var levels: [Level] = []

  private mutating func add(_ value: UInt64) {
    guard let last = levels.indices.last else { return self.value = value }
    guard value != 0 else { return }
    levels[last].count += 1
    levels[last].value = value
    if levels[last].isDictionary {
      levels[last].state &+= ByteHash.hash(value, seed: levels[last].key)
    } else {
      levels[last].state = ByteHash.hash(value, seed: levels[last].state)
    }
  }

  private mutating func end() {
    guard let level = levels.popLast() else { return }
    if level.count == 0 { return add(0) }
    let isAlone = level.count == 1 && (!level.isDictionary || level.isText)
    add(isAlone ? level.value : ByteHash.hash(level.state, seed: level.isDictionary ? 1 : 2))
  }

  mutating func beginDictionary(count: Int?) { levels.append(Level(isDictionary: true)) }
  mutating func endDictionary() { end() }
  mutating func beginArray(count: Int?) { levels.append(Level(isDictionary: false)) }
  mutating func endArray() { end() }
  mutating func beginSet(count: Int?) { beginArray(count: count) }
  mutating func endSet() { end() }

  mutating func key(_ text: ByteView) {
    guard let last = levels.indices.last else { return }
    levels[last].key = ByteHash.hash(text, seed: ByteHash.seed)
    levels[last].isText = text == "#text"
  }

  mutating func string(_ text: ByteView) { add(text.isEmpty ? 0 : ByteHash.hash(text, seed: ByteHash.seed)) }

  private mutating func string(_ text: String) { Array(text.utf8).withByteView { string($0) } }

  mutating func null() { add(0) }
  mutating func boolean(_ value: Bool) { string(value ? "true" : "false") }
  mutating func integer(_ value: Int64) { string(String(value)) }
  mutating func wideInteger(_ value: Int128) { string(String(value)) }
  mutating func number(_ text: ByteView, kind: NumberKind) { string(text) }
  mutating func uid(_ value: UInt64) { string(String(value)) }
  mutating func data(_ bytes: ByteView) { Base64.encode(bytes).withByteView { string($0) } }

  mutating func real(_ value: Double) {
    var text = OutputBuffer()
    text.appendShortest(value)
    text.withHeldBytes { string($0) }
  }

  mutating func date(_ seconds: Double) { (ISO8601.text(from: seconds) ?? []).withByteView { string($0) } }
}
