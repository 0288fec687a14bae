// The sink that stores a document: writes the tape, copies text that is not in the input to the arena, and
// finds duplicate keys.

/// The tape indices of a key and of its later repetition in the same dictionary.
struct DuplicatePair: Equatable {
  let first: Int
  let later: Int
}

/// Builds a `Document` from events.
///
/// Beyond the memory budget it discards events, and `finish` throws.
package struct DocumentBuilder: ValueSink, ~Copyable {
  private var words: GrowableBuffer<UInt64>
  private var arena: GrowableBuffer<UInt8>
  private let source: ByteView
  /// The innermost open container's index and number of entries; `outer` has pairs for the outer ones.
  private var start = -1
  private var count = 0
  private var outer = GrowableBuffer<Int>(capacity: 64)
  private var tags: TagSet = []
  private var keys: DistinctKeys
  private var duplicates: [DuplicatePair] = []
  /// Nil before the first shared container.
  private var shared: SharedPlaces?
  private var lastText = 0
  private var announced: Int?
  private var announcedOpen: [(depth: Int, identity: Int)] = []
  /// Whether to store a real as a number rather than text, if that loses nothing.
  private let resolvesReals: Bool

  /// Creates a builder; views within `source` are stored as slices of it, all others are copied.
  package init(source: ByteView) { self.init(source: source, capacity: 64, resolvesReals: false) }

  /// Creates a builder for all of `source`, with memory for it; `resolvesReals` is for writers of numbers,
  /// which would parse each text several times.
  package init(reading source: ByteView, resolvesReals: Bool = false) {
    // One word per four bytes of text suffices for records of short values.
    self.init(source: source, capacity: max(64, source.count / 16), resolvesReals: resolvesReals)
  }

  private init(source: ByteView, capacity: Int, resolvesReals: Bool) {
    self.source = source
    self.resolvesReals = resolvesReals
    keys = DistinctKeys(source: source)
    words = GrowableBuffer(capacity: capacity, isBounded: true)
    arena = GrowableBuffer(capacity: 256, isBounded: true)
  }

  /// Whether the stored data is invalid, because the budget was exhausted.
  @inline(__always)
  private var isExhausted: Bool { words.isExhausted || arena.isExhausted }

  /// Returns the document, like `finish`; the builder then starts another from the same source.
  ///
  /// Throws `limit.memory` if the budget was exhausted.
  package mutating func takeDocument(owner: AnyObject? = nil) throws(Failure) -> Document {
    var whole = DocumentBuilder(source: source)
    swap(&whole, &self)
    // The next record has the same keys.
    swap(&whole.keys, &self.keys)
    return try whole.finish(owner: owner)
  }

  /// Returns the document, with the last value of a duplicate key in the position of the first, or with the
  /// first value.
  ///
  /// Throws `limit.memory` if the budget was exhausted.
  package consuming func finish(
    owner: AnyObject? = nil, origin: DocumentOrigin = DocumentOrigin(), keepsFirst: Bool = false
  ) throws(Failure) -> Document {
    if isExhausted { throw MemoryBudget.exhausted() }
    let duplicates = duplicates
    let document = Document(
      words: words, arena: arena, source: source, owner: owner, tags: tags, duplicateKeys: [],
      origin: origin)
    guard !duplicates.isEmpty else { return document }
    var resolved = DocumentBuilder(source: document.source)
    var replay = Replay(document)
    replay.replaceDuplicates(duplicates, keepsFirst: keepsFirst)
    try replay.run(into: &resolved)
    if resolved.isExhausted { throw MemoryBudget.exhausted() }
    var unplaced = 0
    let keys = duplicates.map(\.later).sorted().map { index in
      let offset = document.sourceOffset(at: index)
      if offset == nil { unplaced += 1 }
      // Each costs another reading of the source.
      let isFound = offset == nil && unplaced <= Limits.relocatedDuplicateKeys
      return DuplicateKey(
        key: document.text(at: index).string, offset: offset,
        ordinal: isFound ? document.ordinal(of: index) : nil)
    }
    return Document(
      words: resolved.words, arena: resolved.arena, source: document.source, owner: owner,
      tags: resolved.tags, duplicateKeys: keys, origin: origin)
  }

  // MARK: Scalars

  @inline(__always)
  private mutating func note(_ tag: TapeTag) {
    tags.formUnion(.tag(tag))
    if tag != .key { count &+= 1 }
  }

  @inline(__always)
  private mutating func append(_ tag: TapeTag, payload: UInt64 = 0) {
    note(tag)
    words.append(TapeWord(tag, payload: payload).bits)
  }

  @inline(__always)
  private mutating func appendText(_ tag: TapeTag, _ text: ByteView) {
    note(tag)
    lastText = words.count
    let word = TapeWord(tag, text: text, in: source, or: &arena)
    words.append(word.bits)
    if word.hasLongLength { words.append(UInt64(truncatingIfNeeded: text.count)) }
  }

  package mutating func null() { append(.null) }
  package mutating func boolean(_ value: Bool) { append(value ? .true : .false) }

  @inline(__always)
  package mutating func integer(_ value: Int64) {
    if (value &<< 4) &>> 4 == value {
      append(.smallInteger, payload: UInt64(bitPattern: value) & TapeWord.payloadMask)
    } else {
      append(.integer)
      words.append(UInt64(bitPattern: value))
    }
  }

  package mutating func wideInteger(_ value: Int128) {
    append(.wideInteger)
    words.append(UInt64(truncatingIfNeeded: value))
    words.append(UInt64(truncatingIfNeeded: value >> 64))
  }

  package mutating func real(_ value: Double) {
    append(.real)
    words.append(value.bitPattern)
  }

  package mutating func number(_ text: ByteView, kind: NumberKind) {
    // The value reproduces such a text, and saves consumers from parsing it.
    if kind == .integer, text.count <= 17, let value = NumberText.integer(text),
      value != 0 || text.byte(at: 0) != ASCII.hyphen
    {
      return append(.smallInteger, payload: UInt64(bitPattern: value) & TapeWord.payloadMask)
    }
    if kind == .real, resolvesReals, let value = NumberText.exactReal(text) { return real(value) }
    appendText(kind == .integer ? .integerText : .realText, text)
  }

  package mutating func date(_ seconds: Double) {
    append(.date)
    words.append(seconds.bitPattern)
  }

  package mutating func data(_ bytes: ByteView) { appendText(.data, bytes) }

  package mutating func uid(_ value: UInt64) {
    append(.uid)
    words.append(value)
  }

  @inline(__always)
  package mutating func string(_ text: ByteView) { appendText(.string, text) }

  @inline(__always)
  package mutating func key(_ text: ByteView) {
    noteKey(text)
    appendText(.key, text)
  }

  package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(ByteView(UnsafeRawBufferPointer($0))) }
  }

  package mutating func key(_ text: String) {
    var text = text
    text.withUTF8 { key(ByteView(UnsafeRawBufferPointer($0))) }
  }

  @inline(__always)
  private mutating func noteKey(_ text: ByteView) {
    if text.byte(at: 0) == ASCII.dollarSign { tags.formUnion(.dollarKey) }
    if !isExhausted { keys.add(text) }
  }

  @inline(__always)
  package mutating func takeExpectedKey(in text: ByteView, at start: Int, before closing: StaticString)
    -> Int?
  {
    guard let end = keys.takeExpected(in: text, at: start, before: closing) else { return nil }
    if text.byte(at: start) == ASCII.dollarSign { tags.formUnion(.dollarKey) }
    appendText(.key, text[start..<end])
    return end
  }

  // MARK: Containers

  @inline(__always)
  private mutating func begin(_ kind: ContainerKind) {
    note(.container)
    if let identity = announced {
      announcedOpen.append((outer.count, identity))
      announced = nil
    }
    outer.append(start)
    outer.append(count)
    start = words.count
    count = 0
    words.append(TapeWord(.container, payload: UInt64(kind.rawValue) &<< TapeWord.endBits).bits)
    words.append(0)
  }

  @inline(__always)
  private mutating func end() {
    let place = start
    if !isExhausted {
      words[place] |= UInt64(truncatingIfNeeded: words.count)
      words[place &+ 1] = UInt64(truncatingIfNeeded: count)
    }
    count = outer.removeLast()
    start = outer.removeLast()
    if let last = announcedOpen.last, last.depth == outer.count {
      announcedOpen.removeLast()
      sharedPlaces.containers[last.identity] = place
    }
  }

  package mutating func beginDictionary(count: Int?) {
    keys.open()
    begin(.dictionary)
  }

  package mutating func endDictionary() {
    if !keys.close(), !isExhausted { addDuplicates() }
    end()
  }

  /// Adds the repeated keys of the dictionary that ends.
  @inline(never)
  private mutating func addDuplicates() {
    var places = GrowableBuffer<Int>(capacity: count)
    var at = start + 2
    while at < words.count {
      places.append(at)
      at = TapeText.next(words, after: TapeText.next(words, after: at))
    }
    for pair in keys.repetitions {
      duplicates.append(DuplicatePair(first: places[pair.first], later: places[pair.later]))
    }
  }

  package mutating func beginArray(count: Int?) { begin(.array) }
  package mutating func endArray() { end() }

  package mutating func beginSet(count: Int?) {
    tags.formUnion(.setContainer)
    begin(.set)
  }

  package mutating func endSet() { end() }

  package mutating func reuse(_ identity: Int) -> Bool {
    guard let place = shared?.containers[identity] else {
      announced = identity
      return false
    }
    append(.shared, payload: UInt64(truncatingIfNeeded: place))
    return true
  }

  package mutating func reuseText(_ identity: Int, isKey: Bool) -> Bool {
    guard !isExhausted, let place = shared?.texts[identity] else { return false }
    let word = TapeWord(bits: words[place])
    let text = TapeText(arena: arena.view, source: source).text(words, at: place)
    if isKey { noteKey(text) }
    append(isKey ? .key : .string, payload: word.payload)
    if word.hasLongLength { words.append(UInt64(truncatingIfNeeded: text.count)) }
    return true
  }

  package mutating func rememberText(_ identity: Int) { sharedPlaces.texts[identity] = lastText }

  private var sharedPlaces: SharedPlaces {
    mutating get {
      if let shared { return shared }
      let made = SharedPlaces()
      shared = made
      return made
    }
  }

  /// The tape indices of shareable values, by identity; a class, whose tables small documents need not make.
  private final class SharedPlaces {
    @exclusivity(unchecked) var containers: [Int: Int] = [:]
    @exclusivity(unchecked) var texts: [Int: Int] = [:]
  }
}
