// A digest of the distinctions that application XML preserves of a document written in a style:
//
//   {"a": {"@b": 1, "c": ["x"], "d": null}}   and   {"a": {"c": "x", "@b": "1"}}   have the same digest
//
// Scalars are texts, a child equals a list of one, empty values are ignored, only lists are ordered.

/// Folds a document's events into one number under a style of application XML.
struct ElementDigest: EventSink, ~Copyable {
  private struct Level {
    let isDictionary: Bool
    var state = ByteHash.seed
    var count = 0
    var key: UInt64 = 0
    var value: UInt64 = 0
    /// Whether the key is that of an element's text, and whether that of the last counted value was.
    var isTextKey = false
    var isText = false
  }

  private(set) var value: UInt64 = 0
  private var levels: [Level] = []

  private mutating func add(_ value: UInt64) {
    guard let last = levels.indices.last else { return self.value = value }
    guard value != 0 else { return }
    levels[last].count += 1
    levels[last].value = value
    levels[last].isText = levels[last].isTextKey
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

  mutating func take(_ event: ValueEvent) {
    switch event {
    case .beginDictionary: levels.append(Level(isDictionary: true))
    case .beginArray, .beginSet: levels.append(Level(isDictionary: false))
    case .endDictionary, .endArray, .endSet: end()
    case .key(let text):
      guard let last = levels.indices.last else { return }
      levels[last].key = ByteHash.hash(text, seed: ByteHash.seed)
      levels[last].isTextKey = text == "#text"
    case .null: add(0)
    case .string(let text), .number(let text, _): add(text)
    case .boolean(let value): add(value ? "true" : "false")
    case .integer(let value): add(String(value))
    case .wideInteger(let value): add(String(value))
    case .uid(let value): add(String(value))
    case .real(let value):
      var text = OutputBuffer()
      text.appendShortest(value)
      text.withHeldBytes { add($0) }
    case .data(let bytes): Base64.encode(bytes).withByteView { add($0) }
    case .date(let seconds): (ISO8601.text(from: seconds) ?? []).withByteView { add($0) }
    }
  }

  private mutating func add(_ text: ByteView) {
    add(text.isEmpty ? 0 : ByteHash.hash(text, seed: ByteHash.seed))
  }

  private mutating func add(_ text: String) { Array(text.utf8).withByteView { add($0) } }
}
