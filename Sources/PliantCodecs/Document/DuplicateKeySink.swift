// Finds duplicate keys while a document is read, without storing the document.
//
// One table contains the keys of all open dictionaries. When one ends, its keys are removed, the last first,
// which keeps the probe sequences of the others intact.

/// A sink that refuses a repeated key in a dictionary, and ignores everything else.
package struct DuplicateKeySink: EventSink, ~Copyable {
  struct Key: BitwiseCopyable {
    var hash: UInt64
    var start: Int
    var count: Int
    var slot: Int
  }

  /// Whether a key was not compared because those of the open dictionaries take `Limits.comparedKeyBytes`.
  package private(set) var isIncomplete = false
  private let rule: DiagnosticRule
  private var text = GrowableBuffer<UInt8>(capacity: 256)
  private var keys = GrowableBuffer<Key>(capacity: 16)
  /// The start of each open dictionary's keys.
  private var dictionaries = GrowableBuffer<Int>(capacity: 16)
  private var depth = 0
  /// Indices of keys plus one, by hash; 0 is free.
  private var table = GrowableBuffer<Int>(capacity: 64)
  private let seed = ByteHash.seed

  /// Whether the outermost dictionary is read in parts, each of which begins and ends it.
  private let isInParts: Bool

  package init(_ rule: DiagnosticRule, isInParts: Bool = false) {
    self.rule = rule
    self.isInParts = isInParts
    if isInParts { dictionaries.append(0) }
    table.append(repeating: 0, count: 64)
  }

  @inline(__always)
  package mutating func take(_ event: ValueEvent) {}

  package mutating func key(_ text: ByteView) throws(Failure) {
    guard dictionaries.count > 0 else { return }
    let first = dictionaries[dictionaries.count &- 1]
    let hash = ByteHash.hash(text, seed: seed &+ UInt64(truncatingIfNeeded: first))
    var slot = Int(truncatingIfNeeded: hash) & (table.count &- 1)
    while table[slot] > 0 {
      let found = keys[table[slot] &- 1]
      if found.hash == hash, table[slot] > first,
        self.text.view[found.start..<found.start &+ found.count].isEqual(text)
      {
        throw Failure(.repeatedKey.under(rule), text.excerpt(80, ifLongerThan: 100))
      }
      slot = (slot &+ 1) & (table.count &- 1)
    }
    guard self.text.count &+ keys.count &* MemoryLayout<Key>.stride < Limits.comparedKeyBytes else {
      isIncomplete = true
      return
    }
    let start = self.text.append(text)
    keys.append(Key(hash: hash, start: start, count: text.count, slot: slot))
    table[slot] = keys.count
    if keys.count &* 2 > table.count { grow() }
  }

  @inline(never)
  private mutating func grow() {
    let size = table.count * 2
    table.truncate(to: 0)
    table.append(repeating: 0, count: size)
    for index in 0..<keys.count {
      var slot = Int(truncatingIfNeeded: keys[index].hash) & (size - 1)
      while table[slot] > 0 { slot = (slot &+ 1) & (size - 1) }
      keys[index].slot = slot
      table[slot] = index + 1
    }
  }

  @inline(__always)
  package mutating func beginDictionary(count: Int?) {
    depth &+= 1
    if !isInParts || depth > 1 { dictionaries.append(keys.count) }
  }

  package mutating func endDictionary() {
    depth &-= 1
    guard dictionaries.count > 0, !isInParts || depth > 0 else { return }
    let first = dictionaries.removeLast()
    guard first < keys.count else { return }
    text.truncate(to: keys[first].start)
    while keys.count > first { table[keys.removeLast().slot] = 0 }
  }
}

// Specialised here for this sink: lint, in another module, would use the generic readers.

extension XMLPropertyListReader {
  /// Reads as `readTolerantly(_:limit:into:)` does, and checks for duplicate keys.
  package static func check(
    _ window: any StreamedText, limit: Int, keys: inout DuplicateKeySink
  ) throws(Failure) -> Outcome {
    try readTolerantly(window, limit: limit, into: &keys)
  }
}

extension JSONReader {
  /// Reads one line as `readTolerantly(_:enclosure:limit:into:)` does, and checks for duplicate keys.
  package static func checkLine(_ line: ByteView, limit: Int, keys: inout DuplicateKeySink) -> [Failure] {
    readTolerantly(line, enclosure: .line, limit: limit, into: &keys)
  }

  /// Reads as `read(_:dialect:into:ledger:)` does, up to the first error, and checks for duplicate keys.
  package static func check(_ text: ByteView, dialect: Dialect, keys: inout DuplicateKeySink) -> Failure? {
    var reader = JSONReader(text, dialect: dialect)
    do throws(Failure) { try reader.document(into: &keys) } catch { return error }
    return nil
  }
}
