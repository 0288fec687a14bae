// A cache of the document's spellings of names, which replaces lookups by comparisons of bytes.
//
// Its spelling identifies a resolved name as long as the same namespaces are in scope.

/// The spelling of a short name, in whole words.
struct KnownName: BitwiseCopyable {
  private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private(set) var count = 0
  /// The namespaces in scope for which it is valid (`XMLNamespaces.state`), or -1 for none.
  private(set) var state = -1

  static let limit = 24

  init() {}

  /// Creates an entry.
  init(_ name: ByteView, state: Int) {
    guard name.count > 0, name.count <= Self.limit else { return }
    count = name.count
    self.state = state
    words.0 = Self.word(of: name, at: 0)
    words.1 = Self.word(of: name, at: 8)
    words.2 = Self.word(of: name, at: 16)
  }

  private static func word(of name: ByteView, at start: Int) -> UInt64 {
    if start >= name.count { return 0 }
    return start + 8 <= name.count ? name.word(at: start) : name.lastWord(at: start)
  }

  /// Whether the text has this name at an index; 24 bytes must be readable there.
  @inline(__always)
  func occurs(in text: ByteView, at index: Int) -> Bool {
    if count <= 8 {
      // An empty entry never matches.
      let unused = UInt64(truncatingIfNeeded: (8 &- count) &* 8)
      return count > 0 && (text.word(at: index) ^ words.0) &<< unused == 0
    }
    guard text.word(at: index) == words.0 else { return false }
    if count <= 16 {
      return (text.word(at: index &+ 8) ^ words.1) &<< UInt64(truncatingIfNeeded: (16 &- count) &* 8) == 0
    }
    return text.word(at: index &+ 8) == words.1
      && (text.word(at: index &+ 16) ^ words.2) &<< UInt64(truncatingIfNeeded: (24 &- count) &* 8) == 0
  }
}

/// The cached names of a mapping's places in one document.
struct NameCache: ~Copyable {
  /// For each node, its last spelling in the document.
  private var elements = GrowableBuffer<KnownName>(capacity: 64)
  /// For each node, the first one below it, and the one after it; -1 for none.
  private var first = GrowableBuffer<Int32>(capacity: 64)
  private var after = GrowableBuffer<Int32>(capacity: 64)
  /// The attributes without a namespace, by their numbers in the mapping.
  private var attributes = GrowableBuffer<KnownName>(capacity: 64)

  init(_ mapping: CompiledMapping) {
    elements.append(repeating: KnownName(), count: mapping.nodes.count)
    first.append(repeating: -1, count: mapping.nodes.count)
    after.append(repeating: -1, count: mapping.nodes.count)
    for attribute in mapping.attributes {
      attributes.append(attribute.namespace == 0 ? KnownName(attribute.name, state: 0) : KnownName())
    }
  }

  /// Records a node's spelling, and its predecessor below its parent, or -1.
  @inline(__always)
  mutating func learn(_ node: Int, _ name: ByteView, state: Int, after previous: Int32, below parent: Int) {
    elements[node] = KnownName(name, state: state)
    expect(node, after: previous, below: parent)
  }

  @inline(__always)
  mutating func expect(_ node: Int, after previous: Int32, below parent: Int) {
    if previous < 0 {
      first[parent] = Int32(truncatingIfNeeded: node)
    } else {
      after[Int(previous)] = Int32(truncatingIfNeeded: node)
    }
  }

  /// The node below `parent` whose name is at an index, the last successor first; `length` 0 if none.
  @inline(__always)
  func child(
    of parent: Int, after previous: Int32, in mapping: CompiledMapping, at index: Int, of text: ByteView,
    state: Int, _ length: inout Int
  ) -> Int {
    let expected = Int(previous < 0 ? first[parent] : after[Int(previous)])
    length = expected < 0 ? 0 : lengthOfName(of: expected, at: index, of: text, state: state)
    if length > 0 { return expected }
    let first = Int(mapping.nodes[parent].firstChild)
    for number in first..<first &+ Int(mapping.nodes[parent].childCount) {
      let node = Int(mapping.children[number])
      length = lengthOfName(of: node, at: index, of: text, state: state)
      if length > 0 { return node }
    }
    return -1
  }

  /// The length of the node's name if it is at an index of the text, followed by its end; 0 otherwise.
  @inline(__always)
  private func lengthOfName(of node: Int, at index: Int, of text: ByteView, state: Int) -> Int {
    let known = elements[node]
    guard known.state == state, known.occurs(in: text, at: index) else { return 0 }
    let end = text[index &+ known.count]
    return end == ASCII.greaterThan || end == ASCII.solidus || end.isWhitespace ? known.count : 0
  }

  /// The number of a node's attribute at an index, followed by an equals sign; `length` is 0 for none.
  ///
  /// Tries `expected` first, counted from the node's first: most attributes are in the mapping's order.
  @inline(__always)
  func attribute(
    of node: Int, expected: Int, in mapping: CompiledMapping, at index: Int, of text: ByteView,
    _ length: inout Int
  ) -> Int {
    let first = Int(mapping.nodes[node].firstAttribute)
    let count = Int(mapping.nodes[node].attributeCount)
    var number = expected < count ? expected : 0
    for _ in 0..<count {
      let known = attributes[first &+ number]
      length = known.count
      if known.occurs(in: text, at: index), text[index &+ length] == ASCII.equalsSign {
        return first &+ number
      }
      number = number &+ 1 == count ? 0 : number &+ 1
    }
    length = 0
    return -1
  }
}
