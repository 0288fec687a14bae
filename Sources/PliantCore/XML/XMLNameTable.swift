// Interned names and namespace URIs, identified by numbers.

/// A namespace URI of a tree, the number of its entry; 0 is “no namespace”.
package typealias XMLURIID = UInt32

/// The names of one document, its bytes as written and its namespace, and namespace URIs.
package struct XMLNameTable: ~Copyable {
  struct Entry: BitwiseCopyable {
    var start: Int
    var count: UInt32
    /// Bytes before the colon; 0 without one.
    var prefixCount: UInt32
    var uri: XMLURIID
  }

  private var bytes = GrowableBuffer<UInt8>(capacity: 1024)
  private var entries = GrowableBuffer<Entry>(capacity: 64)
  /// Open addressing; 0 is free, otherwise the entry's number + 1.
  private var slots = GrowableBuffer<UInt32>(capacity: 256)
  /// Recent short names, each as one word, so that most need neither hashing nor comparing.
  private var recent = GrowableBuffer<Recent>(capacity: 64)
  private let seed = ByteHash.seed
  /// The “namespace” of entries that are URIs.
  private static let isURI = XMLURIID.max

  struct Recent: BitwiseCopyable {
    var word: UInt64
    var uri: XMLURIID
    /// 0 if free.
    var number: UInt32
  }

  package init() {
    slots.append(repeating: 0, count: 256)
    recent.append(repeating: Recent(word: 0, uri: 0, number: 0), count: 64)
    // Entry 0 is the name of nodes without one.
    entries.append(Entry(start: 0, count: 0, prefixCount: 0, uri: 0))
  }

  /// The number of entries, the empty one included.
  package var count: Int { entries.count }

  /// The number of the name, added if new.
  @inline(__always)
  package mutating func intern(_ name: ByteView, prefixCount: Int, uri: XMLURIID) -> UInt32 {
    // A name has no zero byte, so that the word determines its length.
    guard name.count < 8 else { return find(name, prefixCount: prefixCount, uri: uri) }
    let word = name.lastWord(at: 0)
    let slot = Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    let known = recent[slot]
    if known.word == word, known.uri == uri, known.number != 0 { return known.number }
    let number = find(name, prefixCount: prefixCount, uri: uri)
    recent[slot] = Recent(word: word, uri: uri, number: number)
    return number
  }

  @inline(never)
  private mutating func find(_ name: ByteView, prefixCount: Int, uri: XMLURIID) -> UInt32 {
    let slot = slot(of: name, uri)
    return slots[slot] != 0 ? slots[slot] &- 1 : add(name, prefixCount: prefixCount, uri: uri, slot: slot)
  }

  /// The slot of the name, or the free one for it.
  private func slot(of name: ByteView, _ uri: XMLURIID) -> Int {
    let mask = slots.count &- 1
    var slot = hash(name, uri) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot] &- 1)
      if entries[number].uri == uri && self.name(number) == name { break }
      slot = (slot &+ 1) & mask
    }
    return slot
  }

  @inline(never)
  private mutating func add(_ name: ByteView, prefixCount: Int, uri: XMLURIID, slot: Int) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: entries.count)
    let start = bytes.append(name)
    entries.append(
      Entry(
        start: start, count: UInt32(truncatingIfNeeded: name.count),
        prefixCount: UInt32(truncatingIfNeeded: prefixCount), uri: uri))
    slots[slot] = number &+ 1
    if entries.count &* 2 > slots.count { rehash() }
    return number
  }

  private mutating func rehash() {
    let size = slots.count * 4
    slots = GrowableBuffer<UInt32>(capacity: size)
    slots.append(repeating: 0, count: size)
    for number in 1..<entries.count {
      slots[slot(of: name(number), entries[number].uri)] = UInt32(truncatingIfNeeded: number) + 1
    }
  }

  @inline(__always)
  private func hash(_ name: ByteView, _ uri: XMLURIID) -> Int {
    Int(truncatingIfNeeded: ByteHash.hash(name, seed: seed &+ UInt64(uri)) & 0x7FFF_FFFF)
  }

  /// The number of the namespace URI, added if new; 0 for none.
  package mutating func internURI(_ uri: ByteView) -> XMLURIID {
    uri.isEmpty ? 0 : find(uri, prefixCount: 0, uri: Self.isURI)
  }

  /// The number of a namespace URI that the document uses, or nil.
  package func find(uri: ByteView) -> XMLURIID? {
    if uri.isEmpty { return 0 }
    let found = slots[slot(of: uri, Self.isURI)]
    return found == 0 ? nil : found - 1
  }

  /// Whether an entry is the name of a node rather than a URI.
  package func isName(_ number: Int) -> Bool { entries[number].uri != Self.isURI }

  package func name(_ number: Int) -> ByteView {
    let entry = entries[number]
    return bytes.view[entry.start..<entry.start + Int(entry.count)]
  }

  package func prefix(_ number: Int) -> ByteView { name(number)[0..<Int(entries[number].prefixCount)] }

  package func localName(_ number: Int) -> ByteView {
    let prefixCount = Int(entries[number].prefixCount)
    return prefixCount == 0 ? name(number) : name(number).suffix(from: prefixCount + 1)
  }

  package func uri(ofName number: Int) -> XMLURIID { entries[number].uri }

  package func uri(_ number: XMLURIID) -> ByteView { name(Int(number)) }
}
