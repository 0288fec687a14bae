// The samples' structure: a node for each element under its parent; nested in its own kind, the same.
//
//   <opml><body><outline text="a"><outline text="b"/></outline></body></opml>
//
//   0 opml ─ 1 body ─ 2 outline (@text) ─┐
//                         └──────────────┘

struct InferredNode {
  struct Child {
    let node: Int
    /// The number of parents that contain it.
    var presentIn = 0
    /// Its maximum number in one parent.
    var maximum = 0
    /// The last child before it.
    var predecessor = -1
  }

  let name: Int
  var instances = 0
  /// By name, in order of first occurrence.
  var attributes: [(name: Int, value: InferredValue)] = []
  var attributeNumbers: [Int: Int] = [:]
  var children: [Child] = []
  var childNumbers: [Int: Int] = [:]
  var text: InferredValue
  var cdataCount = 0
  /// Whether text occurred next to child elements.
  var isMixed = false
  var order = InferredOrder()
  /// The kinds of its values in documents other than XML.
  var shapes: InferredTree.Shapes = []
  /// Whether its records are the values of dictionaries, with these keys.
  var isOfEntries = false
  var keys = InferredValue(types: [])

  init(name: Int, types: InferredTypes) {
    self.name = name
    text = InferredValue(types: types)
  }
}

/// The number of children of each kind in an open element.
struct ChildCounts {
  private static let maximumFew = 32
  /// The first kinds in the order of their occurrence.
  private var few: [(number: Int, count: Int)] = []
  private var last = 0
  private var more: [Int: Int] = [:]

  var isEmpty: Bool { few.isEmpty }

  mutating func add(_ number: Int) {
    if last < few.count, few[last].number == number { return few[last].count += 1 }
    if let found = few.firstIndex(where: { $0.number == number }) {
      last = found
      few[found].count += 1
    } else if few.count < Self.maximumFew {
      last = few.count
      few.append((number, 1))
    } else {
      more[number, default: 0] += 1
    }
  }

  func forEach(_ body: (_ number: Int, _ count: Int) -> Void) {
    for (number, count) in few { body(number, count) }
    for (number, count) in more { body(number, count) }
  }
}

struct InferredTree {
  /// The maximum number of different elements under their parents, and of different attributes.
  static let maximumNodes = 20_000
  private static let maximumAttributes = 100_000
  /// The remaining number of hashes of values.
  var budget = InferredValue.maximumHashes
  static let keyNames: Set<String> = ["id", "code", "guid", "uuid", "key", "identifier"]

  private(set) var names: [Mapping.Name] = []
  private var nameNumbers: [[UInt8]: Int] = [:]
  private var recentNames = [(hash: UInt64, number: Int)](repeating: (0, -1), count: recentSize)
  private static let recentSize = 256
  var nodes: [InferredNode] = []
  var sampleCount = 0
  var joinsSamples = false
  /// The sample in which a key must be unique.
  var keySample: Int { joinsSamples ? 0 : sampleCount }
  /// Whether the samples are dictionaries and arrays rather than elements.
  var isOfDocuments = false
  /// Whether strings have no other type, because their format has numbers and booleans.
  var keepsStrings = false
  /// Whether values are drafted for SQL: cells and elements are numbers or remain as written.
  var isForSQL = false
  /// The last document's name, and that of the records of a document that is a dictionary of them.
  var documentName = ""
  /// Whether the last document is a list of records, and the field of those that are single values.
  var isList = false
  var valueName = Mapping.Field.valueName
  var entriesName: String?
  /// The types to try.
  private var types: InferredTypes { isForSQL && !keepsStrings ? .numbers : .all }
  private var attributeCount = 0
  /// Prefixes with their namespaces, in order of first occurrence.
  private(set) var prefixes: [(prefix: String, uri: String)] = []
  private var prefixKeys: Set<[UInt8]> = []
  /// The last lookup; most names have the namespace of the previous one.
  private var (lastPrefix, lastURI): ([UInt8], [UInt8]) = ([], [ASCII.colon])
  private var scratch: [UInt8] = []
  private var declaredPrefixes: Set<[UInt8]> = []

  private struct Frame {
    let node: Int
    var counts = ChildCounts()
    var last = -1
    var text: [UInt8] = []
    var hasText = false
    var hasCDATA = false
  }

  mutating func add(_ text: ByteView) throws(Failure) {
    var options = XMLReader.Options.namespaces
    options.separatesCDATA = true
    var reader = XMLReader(text, options: options)
    var frames: [Frame] = []
    sampleCount += 1
    while true {
      let event = try reader.next()
      switch event {
      case .startElement:
        let name = number(reader.namespaceURI, reader.localName)
        note(reader.prefix, reader.namespaceURI)
        for index in 0..<reader.namespaceDeclarationCount {
          declaredPrefixes.insert(reader.namespaceDeclaration(at: index).prefix.array)
        }
        WorkProgress.reached(reader.tokenStart)
        let (text, place) = (reader.input, reader.position)
        let hasAttributes = reader.attributeCount > 0
        let node = try open(
          name, &frames, isLeaf: !hasAttributes && Self.isBeforeEndTag(text, place), at: reader.tokenStart)
        for index in 0..<reader.attributeCount {
          let attribute = reader.attribute(at: index)
          if attribute.prefix == "xmlns" || attribute.name == "xmlns" { continue }
          note(attribute.prefix, attribute.namespaceURI)
          let name = number(attribute.namespaceURI, attribute.localName)
          try add(attribute.value, name, expected: index, to: node, at: attribute.offset)
        }
        frames.append(Frame(node: node))
      case .text, .cdata: append(reader.text, isCDATA: event == .cdata, to: &frames)
      case .reference: throw Failure(.xmlUnreadEntity, at: reader.tokenStart, reader.name.string)
      case .endElement: close(frames.removeLast())
      case .endDocument, .needsInput: return
      default: break
      }
    }
  }

  /// Whether only text is before the end of the element that begins before `place`.
  private static func isBeforeEndTag(_ text: ByteView, _ place: Int) -> Bool {
    text.firstIndex(of: ASCII.lessThan, from: place).map { text.byte(at: $0 + 1) == ASCII.solidus } ?? false
  }

  // MARK: Names

  mutating func number(_ uri: ByteView, _ local: ByteView) -> Int {
    let hash = ByteHash.hash(local, seed: ByteHash.hash(uri, seed: ByteHash.seed))
    let slot = Int(truncatingIfNeeded: hash) & (Self.recentSize - 1)
    if recentNames[slot].number >= 0, recentNames[slot].hash == hash { return recentNames[slot].number }
    let number = findNumber(uri, local)
    recentNames[slot] = (hash, number)
    return number
  }

  private mutating func findNumber(_ uri: ByteView, _ local: ByteView) -> Int {
    scratch.removeAll(keepingCapacity: true)
    for index in 0..<local.count { scratch.append(local[index]) }
    scratch.append(0)
    for index in 0..<uri.count { scratch.append(uri[index]) }
    if let number = nameNumbers[scratch] { return number }
    nameNumbers[scratch] = names.count
    names.append(Mapping.Name(uri: uri.string, local: local.string))
    return names.count - 1
  }

  private func isKeyName(_ name: Int) -> Bool { Self.isKeyName(names[name].local) }

  /// Whether a name, without the mark of attributes in JSON, is usual for a key.
  static func isKeyName(_ name: String) -> Bool {
    keyNames.contains((name.hasPrefix("@") ? String(name.dropFirst()) : name).lowercased())
  }

  private mutating func note(_ prefix: ByteView, _ uri: ByteView) {
    if lastPrefix.withByteView({ $0 == prefix }), lastURI.withByteView({ $0 == uri }) { return }
    (lastPrefix, lastURI) = (prefix.array, uri.array)
    guard prefixKeys.insert(prefix.array + [0] + uri.array).inserted else { return }
    prefixes.append((prefix.string, uri.string))
  }

  // MARK: Elements

  private mutating func open(
    _ name: Int, _ frames: inout [Frame], isLeaf: @autoclosure () -> Bool, at offset: Int
  ) throws(Failure) -> Int {
    guard let parent = frames.last else {
      if nodes.isEmpty { nodes.append(InferredNode(name: name, types: types)) }
      if nodes[0].name != name {
        throw Failure(
          .inferenceRoot, at: offset, "<\(names[nodes[0].name].local)> and <\(names[name].local)>")
      }
      return 0
    }
    let expected = expectedChild(name, of: parent.node, after: parent.last)
    let isAlone = expected == nil && isForSQL && isLeaf()
    let number =
      if let expected { expected } else {
        // An element with only text belongs to another record type than those around it.
        try child(name, of: parent.node, like: isAlone ? [] : frames.map(\.node), at: offset)
      }
    if parent.last >= 0, parent.last != number,
      nodes[parent.node].children[number].predecessor != parent.last
    {
      nodes[parent.node].children[number].predecessor = parent.last
      nodes[parent.node].order.note(number, after: parent.last)
    }
    frames[frames.count - 1].counts.add(number)
    frames[frames.count - 1].last = number
    if frames[frames.count - 1].hasText { nodes[parent.node].isMixed = true }
    return nodes[parent.node].children[number].node
  }

  /// Returns the number of a child if it repeats the last one or is the next one, as in most documents.
  private func expectedChild(_ name: Int, of parent: Int, after last: Int) -> Int? {
    for number in max(last, 0)...max(last + 1, 0) where number < nodes[parent].children.count {
      if nodes[nodes[parent].children[number].node].name == name { return number }
    }
    return nil
  }

  /// Returns a child's number in its parent; an element nested in its own kind is the same node.
  mutating func child(
    _ name: Int, of parent: Int, like around: @autoclosure () -> [Int], at offset: Int? = nil
  ) throws(Failure) -> Int {
    if let number = nodes[parent].childNumbers[name] { return number }
    var node = nodes.count
    if let like = around().last(where: { nodes[$0].name == name }) {
      node = like
    } else {
      guard nodes.count < Self.maximumNodes else { throw Failure(.inferenceSize, at: offset) }
      nodes.append(InferredNode(name: name, types: types))
      nodes[node].text.isKeyName = isKeyName(name)
    }
    let number = nodes[parent].children.count
    nodes[parent].childNumbers[name] = number
    nodes[parent].children.append(InferredNode.Child(node: node))
    return number
  }

  private mutating func add(
    _ value: ByteView, _ name: Int, expected: Int, to node: Int, at offset: Int
  ) throws(Failure) {
    let isExpected = expected < nodes[node].attributes.count && nodes[node].attributes[expected].name == name
    if let number = isExpected ? expected : nodes[node].attributeNumbers[name] {
      nodes[node].attributes[number].value.add(value, sample: keySample, budget: &budget)
      if isPrefixed(value) { nodes[node].attributes[number].value.prefixedCount += 1 }
      return
    }
    attributeCount += 1
    guard attributeCount <= Self.maximumAttributes else { throw Failure(.inferenceSize, at: offset) }
    var first = InferredValue(types: types)
    first.isKeyName = isKeyName(name)
    first.add(value, sample: keySample, budget: &budget)
    if isPrefixed(value) { first.prefixedCount += 1 }
    nodes[node].attributeNumbers[name] = nodes[node].attributes.count
    nodes[node].attributes.append((name, first))
  }

  private mutating func append(_ text: ByteView, isCDATA: Bool, to frames: inout [Frame]) {
    guard !frames.isEmpty else { return }
    let last = frames.count - 1
    if isCDATA { frames[last].hasCDATA = true }
    if !frames[last].hasText && !text.isWhitespaceOnly {
      frames[last].hasText = true
      if frames[last].last >= 0 { nodes[frames[last].node].isMixed = true }
    }
    if !frames[last].hasText && !frames[last].counts.isEmpty { return }
    // Only the length of long text matters.
    if frames[last].text.count < 4096 { frames[last].text += text[0..<min(text.count, 8192)].array }
  }

  private mutating func close(_ frame: Frame) {
    nodes[frame.node].instances += 1
    frame.counts.forEach { number, count in
      nodes[frame.node].children[number].presentIn += 1
      nodes[frame.node].children[number].maximum = max(nodes[frame.node].children[number].maximum, count)
    }
    if frame.hasCDATA { nodes[frame.node].cdataCount += 1 }
    guard frame.hasText || frame.counts.isEmpty else { return }
    // White space alone is layout.
    let text = frame.hasText ? frame.text : []
    let isName = !declaredPrefixes.isEmpty && text.withByteView { isPrefixed($0) }
    text.withByteView { [keySample] in
      nodes[frame.node].text.add($0, sample: keySample, budget: &budget)
    }
    if isName { nodes[frame.node].text.prefixedCount += 1 }
  }

  /// Whether a value is a name with a declared prefix, such as `xs:string`.
  private func isPrefixed(_ value: ByteView) -> Bool {
    guard !declaredPrefixes.isEmpty, let colon = value.firstIndex(of: ASCII.colon, from: 0), colon > 0,
      colon < 64
    else { return false }
    let local = value.suffix(from: colon + 1)
    return declaredPrefixes.contains(value[0..<colon].array) && XMLCharacters.isName(local)
      && local.firstIndex(of: ASCII.colon, from: 0) == nil
  }
}
