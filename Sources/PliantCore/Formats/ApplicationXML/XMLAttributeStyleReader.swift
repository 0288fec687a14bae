// Application XML in the attributes style, as in xmltodict.
//
// <a x="1">hi<b/><b>2</b></a>   {"a": {"@x": "1", "b": [null, "2"], "#text": "hi"}}
//
// Text is kept with its white space; white space between elements is layout unless it is next to other text and
// without a line end, or under xml:space="preserve". Comments and instructions are dropped, and so is the order among text and elements of
// different names: the ledger records it if it is significant.

/// Sends application XML as dictionaries.
package struct XMLAttributeStyleReader: ~Copyable {
  /// An element being sent.
  private struct Frame {
    let element: XMLNodeID
    let content: Content
    /// The next child element, and the end of the run of one name being sent as an array; 0 if none.
    var next: Int
    var arrayEnd = 0
    /// Whether `xml:space` makes white space between its elements text.
    var preservesSpace: Bool
  }

  /// The contents of an element: its child elements, as a range of `members`, and its own text.
  private struct Content {
    var members: Range<Int>
    /// The first text node that counts, and their number.
    var firstText: XMLNodeID = 0
    var textCount = 0
  }

  /// Elements with losses, found in another order than the document's.
  private struct Elements {
    private(set) var count = 0
    private(set) var first = Int.max

    mutating func add(at offset: Int) {
      count += 1
      first = min(first, offset)
    }
  }

  private let tree: XMLTree
  /// A number for each of the tree's names equal for equally spelled names.
  private var keys = GrowableBuffer<UInt32>(capacity: 64)
  /// Keys whose elements are always arrays.
  private var lists: Set<UInt32> = []
  /// The names of other lists, each after those of its parents; `anyName` for `*`.
  private var listPaths: [[UInt32]] = []
  private static let anyName = UInt32.max
  private var frames: [Frame] = []
  /// The child elements of all open elements, grouped by name, in order of first occurrence.
  private var members = GrowableBuffer<XMLNodeID>(capacity: 256)
  /// For each key, the number of the current element's children with it, or during sorting the next index.
  private var counts = GrowableBuffer<UInt32>(capacity: 64)
  /// The keys of the current element's children, in order of first occurrence.
  private var found = GrowableBuffer<UInt32>(capacity: 64)
  private var sorted = GrowableBuffer<XMLNodeID>(capacity: 64)
  private var scratch = GrowableBuffer<UInt8>(capacity: 256)
  private let trimsText: Bool
  private let stripsNamespaces: Bool
  /// The number of the name `xml:space`, if it occurs in the document.
  private let spaceName: Int?
  /// Elements that mix text and children.
  private var mixed = Elements()
  /// Elements whose children of one name are not adjacent.
  private var apart = Elements()
  /// Elements whose text was trimmed.
  private var trimmed = Elements()

  /// Reads a document; elements in `lists` are always arrays, `ledger` records losses of the style.
  ///
  /// An entry of `lists` is a name, the last names of a path (`x/server`) or `*` for all elements. Throws the
  /// reader's `xml.…` failures, `xml.tree-too-large`, or the sink's failure, with its position; with
  /// `requiresLists` also if no element has the name.
  package static func read(
    _ text: ByteView, lists: [String], requiresLists: Bool = false, trimsText: Bool,
    stripsNamespaces: Bool = false,
    into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    let tree = try XMLTree.read(text)
    if requiresLists, let missing = missing(lists, in: tree, stripsNamespaces: stripsNamespaces).first {
      var names: [String] = []
      for number in 0..<tree.names.count { names.append(tree.names.name(number).string) }
      let nearest = NearestSpelling.index(of: missing, among: names)
      throw Failure(.xmlListMissing, missing, advice: nearest.map { "did you mean '\(names[$0])'?" })
    }
    try read(
      tree, lists: lists, trimsText: trimsText, stripsNamespaces: stripsNamespaces, into: &sink,
      ledger: &ledger)
  }

  /// Returns the lists whose last names the tree lacks.
  static func missing(_ lists: [String], in tree: XMLTree, stripsNamespaces: Bool) -> [String] {
    lists.filter { list in
      let last = Array(list.utf8.split(separator: ASCII.solidus).last ?? [])
      if last == [ASCII.asterisk] { return false }
      return last.withByteView { name in
        (0..<tree.names.count).allSatisfy {
          !(tree.names.name($0) == name) && !(stripsNamespaces && tree.names.localName($0) == name)
        }
      }
    }
  }

  /// Sends a tree, or with `isBare` the value of its root element without the name.
  static func read(
    _ tree: XMLTree, lists: [String], trimsText: Bool, stripsNamespaces: Bool, isBare: Bool = false,
    into sink: inout some ValueSink & ~Copyable,
    ledger: inout ReadLosses
  ) throws(Failure) {
    var reader = XMLAttributeStyleReader(
      tree: tree, lists: lists, trimsText: trimsText, stripsNamespaces: stripsNamespaces)
    do throws(Failure) {
      try reader.run(isBare: isBare, into: &sink)
    } catch {
      var failure = error
      if failure.offset == nil, let node = reader.frames.last?.element {
        failure.offset = tree.sourceOffset(of: node)
      }
      throw failure
    }
    ledger.record(tree.tally)
    ledger.record(.mixedOrder, count: reader.mixed.count, at: reader.mixed.first)
    ledger.record(.siblingOrder, count: reader.apart.count, at: reader.apart.first)
    ledger.record(.trimmedText, count: reader.trimmed.count, at: reader.trimmed.first)
  }

  private init(tree: XMLTree, lists: [String], trimsText: Bool, stripsNamespaces: Bool) {
    self.tree = tree
    self.trimsText = trimsText
    self.stripsNamespaces = stripsNamespaces
    var spellings = XMLNameTable()
    var spaceName: Int?
    for number in 0..<tree.names.count {
      let name = tree.names.name(number)
      let key = stripsNamespaces ? tree.names.localName(number) : name
      keys.append(spellings.intern(key, prefixCount: 0, uri: 0))
      if name == "xml:space" { spaceName = number }
    }
    self.spaceName = spaceName
    for list in lists {
      let path = list.utf8.split(separator: ASCII.solidus).map { step in
        if step.elementsEqual([ASCII.asterisk]) { return Self.anyName }
        return Array(step).withByteView { spellings.intern($0, prefixCount: 0, uri: 0) }
      }
      if path.count == 1, path[0] != Self.anyName {
        self.lists.insert(path[0])
      } else {
        listPaths.append(path)
      }
    }
    counts.append(repeating: 0, count: spellings.count)
  }

  private mutating func run(isBare: Bool, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    guard let root = tree.rootElement else { return }
    if !isBare {
      try sink.beginDictionary(count: 1)
      try sink.key(name(of: root))
    }
    try enter(root, into: &sink)
    while let last = frames.indices.last {
      let frame = frames[last]
      if frame.arrayEnd > 0 && frame.next == frame.arrayEnd {
        try sink.endArray()
        frames[last].arrayEnd = 0
      } else if frame.next == frame.content.members.upperBound {
        try leave(frame, into: &sink)
      } else {
        let member = members[frame.next]
        if frame.arrayEnd == 0 { try beginRun(of: member, at: last, into: &sink) }
        frames[last].next += 1
        try enter(member, into: &sink)
      }
    }
    if !isBare { try sink.endDictionary() }
  }

  /// The key of a run of elements of one name, and an array around them if there are several.
  private mutating func beginRun(
    of member: XMLNodeID, at level: Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    try sink.key(name(of: member))
    let (start, limit) = (frames[level].next, frames[level].content.members.upperBound)
    let key = key(of: member)
    var end = start + 1
    while end < limit, self.key(of: members[end]) == key { end += 1 }
    if end > start + 1 || lists.contains(key) || !listPaths.isEmpty && isListPath(key, in: level) {
      try sink.beginArray(count: end - start)
      frames[level].arrayEnd = end
    }
  }

  /// Whether a path of lists ends with a child of this name in the open element at a level.
  private func isListPath(_ child: UInt32, in level: Int) -> Bool {
    listPaths.contains { path in
      let above = path.dropLast().reversed()
      guard let last = path.last, last == child || last == Self.anyName, above.count <= level + 1 else {
        return false
      }
      return zip(above, frames[...level].reversed()).allSatisfy {
        $0 == Self.anyName || $0 == key(of: $1.element)
      }
    }
  }

  private mutating func enter(
    _ element: XMLNodeID, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    let content = contents(of: element)
    let attributes = tree.attributes(of: element)
    let namespaces = declaredNamespaces(of: element)
    if content.members.isEmpty && attributes.isEmpty && namespaces.isEmpty {
      let text = text(of: content, in: element, preservesSpace: false)
      return text.isEmpty ? try sink.null() : try sink.string(text)
    }
    try sink.beginDictionary(count: nil)
    for number in namespaces {
      let namespace = tree.namespace(number)
      try entry("@xmlns", namespace.prefix.isEmpty ? "" : ":", namespace.prefix, namespace.uri, into: &sink)
    }
    let repeated = stripsNamespaces ? repeatedNames(attributes) : []
    for attribute in attributes {
      let isLocal = stripsNamespaces && !repeated.contains(keys[tree.nameNumber(of: attribute)])
      let name = isLocal ? name(of: attribute) : tree.name(of: attribute)
      try entry("@", "", name, tree.value(of: attribute), into: &sink)
    }
    frames.append(
      Frame(
        element: element, content: content, next: content.members.lowerBound,
        preservesSpace: preservesSpace(attributes)))
  }

  /// The name of an element or attribute, without its prefix if namespaces are stripped.
  @inline(__always)
  private func name(of node: XMLNodeID) -> ByteView {
    stripsNamespaces ? tree.localName(of: node) : tree.name(of: node)
  }

  /// The keys of attributes that would be the same without their prefixes, which therefore keep them.
  private func repeatedNames(_ attributes: Range<XMLNodeID>) -> Set<UInt32> {
    var (known, repeated): (Set<UInt32>, Set<UInt32>) = ([], [])
    for attribute in attributes {
      let key = keys[tree.nameNumber(of: attribute)]
      if !known.insert(key).inserted { repeated.insert(key) }
    }
    return repeated
  }

  /// Whether white space is text in an element.
  private func preservesSpace(_ attributes: Range<XMLNodeID>) -> Bool {
    guard let spaceName else { return false }
    for attribute in attributes where tree.nameNumber(of: attribute) == spaceName {
      return tree.value(of: attribute) == "preserve"
    }
    return frames.last?.preservesSpace == true
  }

  private mutating func entry(
    _ start: StaticString, _ separator: StaticString, _ name: ByteView, _ value: ByteView,
    into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    scratch.truncate(to: 0)
    _ = scratch.append(ByteView(start))
    _ = scratch.append(ByteView(separator))
    _ = scratch.append(name)
    try sink.key(scratch.view)
    try sink.string(value)
  }

  private mutating func leave(_ frame: Frame, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let text = text(of: frame.content, in: frame.element, preservesSpace: frame.preservesSpace)
    if !text.isEmpty {
      if !frame.content.members.isEmpty { mixed.add(at: tree.sourceOffset(of: frame.element)) }
      try sink.key(ByteView("#text"))
      try sink.string(text)
    }
    try sink.endDictionary()
    members.truncate(to: frame.content.members.lowerBound)
    frames.removeLast()
  }

  private func declaredNamespaces(of element: XMLNodeID) -> [Int] {
    let declared = tree.declarations(on: element)
    if declared.isEmpty || stripsNamespaces { return [] }
    return declared.filter {
      let namespace = tree.namespace($0)
      return namespace.prefix.isEmpty || !namespace.uri.isEmpty && !(namespace.prefix == "xml")
    }
  }

  private func key(of element: XMLNodeID) -> UInt32 { keys[tree.nameNumber(of: element)] }

  /// Pushes the child elements on `members`, grouped by name, and finds the text between them.
  private mutating func contents(of element: XMLNodeID) -> Content {
    let start = members.count
    var content = Content(members: start..<start)
    var isTogether = true
    var last: UInt32?
    var child = tree.firstChild(of: element)
    while let node = child {
      child = tree.nextSibling(of: node)
      switch tree.kind(of: node) {
      case .text:
        if content.textCount == 0 { content.firstText = node }
        content.textCount += 1
      case .element:
        let key = key(of: node)
        if key != last {
          if counts[Int(key)] == 0 {
            found.append(key)
          } else if isTogether {
            isTogether = false
            apart.add(at: tree.sourceOffset(of: node))
          }
          last = key
        }
        counts[Int(key)] += 1
        members.append(node)
      default: break
      }
    }
    if !isTogether { gather(from: start) }
    for index in 0..<found.count { counts[Int(found[index])] = 0 }
    found.truncate(to: 0)
    content.members = start..<members.count
    return content
  }

  /// Groups the members from `start` by key, with a counting sort.
  private mutating func gather(from start: Int) {
    var place = 0
    for index in 0..<found.count {
      let count = Int(counts[Int(found[index])])
      counts[Int(found[index])] = UInt32(truncatingIfNeeded: place)
      place += count
    }
    sorted.truncate(to: 0)
    sorted.append(repeating: 0, count: place)
    for index in start..<members.count {
      let key = Int(key(of: members[index]))
      sorted[Int(counts[key])] = members[index]
      counts[key] += 1
    }
    for index in 0..<place { members[start + index] = sorted[index] }
  }

  /// Whether a text node or a later sibling has more than white space.
  private func hasWords(from first: XMLNodeID) -> Bool {
    var child: XMLNodeID? = first
    while let node = child {
      if tree.kind(of: node) == .text, !tree.value(of: node).isWhitespaceOnly { return true }
      child = tree.nextSibling(of: node)
    }
    return false
  }

  /// The element's own text, its pieces joined; valid until the next call.
  ///
  /// Next to child elements, white space with a line end is layout.
  private mutating func text(of content: Content, in element: XMLNodeID, preservesSpace: Bool) -> ByteView {
    if content.textCount == 0 { return .empty }
    let dropsLayout = !content.members.isEmpty && !preservesSpace
    var text = tree.value(of: content.firstText)
    if content.textCount > 1 || dropsLayout {
      let hasWords = dropsLayout && self.hasWords(from: content.firstText)
      scratch.truncate(to: 0)
      var child: XMLNodeID? = content.firstText
      while let node = child {
        if tree.kind(of: node) == .text {
          let piece = tree.value(of: node)
          let isLayout = dropsLayout && piece.isWhitespaceOnly && (!hasWords || !piece.separatesWords)
          // A carriage return comes only from a reference, so it is not layout.
          if !isLayout || piece.firstIndex(of: ASCII.carriageReturn) != nil { _ = scratch.append(piece) }
        }
        child = tree.nextSibling(of: node)
      }
      text = scratch.view
    }
    guard trimsText, text.trimmed.count < text.count else { return text }
    trimmed.add(at: tree.sourceOffset(of: element))
    return text.trimmed
  }
}
