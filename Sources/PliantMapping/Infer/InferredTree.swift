// What the samples had where: a node for each element under its parent, the same node for an element inside its like.
//
//   <opml><body><outline text="a"><outline text="b"/></outline></body></opml>
//
//   0 opml ─ 1 body ─ 2 outline (@text) ─┐
//                         └──────────────┘

import PliantCore

/// An element under its parent.
struct InferredNode {
  struct Child {
    let node: Int
    /// Parents that have it.
    var presentIn = 0
    /// How often one parent has it, at most.
    var maximum = 0
  }

  let name: Int
  var instances = 0
  /// By name, in the order in which they were met.
  var attributes: [(name: Int, value: InferredValue)] = []
  var attributeNumbers: [Int: Int] = [:]
  var children: [Child] = []
  var childNumbers: [Int: Int] = [:]
  var text = InferredValue()
  /// Instances whose text was, in part, in CDATA sections.
  var cdataCount = 0
  /// Text occurred beside child elements.
  var isMixed = false
  /// What occurred before what.
  var order = InferredOrder()
  /// What values it had in documents that are not XML.
  var shapes: InferredTree.Shapes = []

  init(name: Int) { self.name = name }
}

/// All that is known of the samples.
struct InferredTree {
  /// Different elements under their parents, and different attributes of them, at most.
  static let maximumNodes = 20_000
  private static let maximumAttributes = 100_000
  /// Hashes of values, all together.
  var budget = InferredValue.maximumHashes
  /// Names of what tells records from each other.
  static let keyNames: Set<String> = ["id", "code", "guid", "uuid", "key", "identifier"]

  private(set) var names: [Mapping.Name] = []
  private var nameNumbers: [[UInt8]: Int] = [:]
  var nodes: [InferredNode] = []
  var sampleCount = 0
  /// Whether the samples are dictionaries and arrays rather than elements.
  var isOfDocuments = false
  private var attributeCount = 0
  /// Prefixes with their namespaces, in the order in which names with them were met.
  private(set) var prefixes: [(prefix: String, uri: String)] = []
  private var prefixKeys: Set<[UInt8]> = []
  /// What was looked up last; most names have the namespace of the one before.
  private var (lastPrefix, lastURI): ([UInt8], [UInt8]) = ([], [ASCII.colon])
  private var scratch: [UInt8] = []
  /// Prefixes that are declared somewhere.
  private var declaredPrefixes: Set<[UInt8]> = []

  /// An open element.
  private struct Frame {
    let node: Int
    var counts: [Int: Int] = [:]
    var last = -1
    var text: [UInt8] = []
    var hasText = false
    var hasCDATA = false
  }

  /// Takes a sample.
  ///
  /// Throws what is not well-formed, another root element than that of the sample before, and too many different
  /// elements.
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
        let node = try open(name, &frames, at: reader.tokenStart)
        for index in 0..<reader.attributeCount {
          let attribute = reader.attribute(at: index)
          if attribute.prefix == "xmlns" || attribute.name == "xmlns" { continue }
          note(attribute.prefix, attribute.namespaceURI)
          let name = number(attribute.namespaceURI, attribute.localName)
          try add(attribute.value, name, to: node, at: attribute.offset)
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

  // MARK: Names

  mutating func number(_ uri: ByteView, _ local: ByteView) -> Int {
    scratch.removeAll(keepingCapacity: true)
    for index in 0..<local.count { scratch.append(local[index]) }
    scratch.append(0)
    for index in 0..<uri.count { scratch.append(uri[index]) }
    if let number = nameNumbers[scratch] { return number }
    nameNumbers[scratch] = names.count
    names.append(Mapping.Name(uri: uri.string, local: local.string))
    return names.count - 1
  }

  private func isKeyName(_ name: Int) -> Bool { Self.keyNames.contains(names[name].local.lowercased()) }

  private mutating func note(_ prefix: ByteView, _ uri: ByteView) {
    if lastPrefix.withByteView({ $0 == prefix }), lastURI.withByteView({ $0 == uri }) { return }
    (lastPrefix, lastURI) = (prefix.array, uri.array)
    guard prefixKeys.insert(prefix.array + [0] + uri.array).inserted else { return }
    prefixes.append((prefix.string, uri.string))
  }

  // MARK: Elements

  private mutating func open(_ name: Int, _ frames: inout [Frame], at offset: Int) throws(Failure) -> Int {
    guard let parent = frames.last else {
      if nodes.isEmpty { nodes.append(InferredNode(name: name)) }
      if nodes[0].name != name {
        throw Failure(
          .inferenceRoot, at: offset, "<\(names[nodes[0].name].local)> and <\(names[name].local)>")
      }
      return 0
    }
    let number = try child(name, of: parent.node, like: frames.map(\.node), at: offset)
    if parent.last >= 0 && parent.last != number {
      nodes[parent.node].order.note(number, after: parent.last)
    }
    frames[frames.count - 1].counts[number, default: 0] += 1
    frames[frames.count - 1].last = number
    if frames[frames.count - 1].hasText { nodes[parent.node].isMixed = true }
    return nodes[parent.node].children[number].node
  }

  /// The number of a child among those of its parent; one inside its like is the same node again.
  mutating func child(
    _ name: Int, of parent: Int, like around: @autoclosure () -> [Int], at offset: Int? = nil
  ) throws(Failure) -> Int {
    if let number = nodes[parent].childNumbers[name] { return number }
    var node = nodes.count
    if let like = around().last(where: { nodes[$0].name == name }) {
      node = like
    } else {
      guard nodes.count < Self.maximumNodes else { throw Failure(.inferenceSize, at: offset) }
      nodes.append(InferredNode(name: name))
      nodes[node].text.isKeyName = isKeyName(name)
    }
    let number = nodes[parent].children.count
    nodes[parent].childNumbers[name] = number
    nodes[parent].children.append(InferredNode.Child(node: node))
    return number
  }

  private mutating func add(_ value: ByteView, _ name: Int, to node: Int, at offset: Int) throws(Failure) {
    if let number = nodes[node].attributeNumbers[name] {
      nodes[node].attributes[number].value.add(value, sample: sampleCount, budget: &budget)
      if isPrefixed(value) { nodes[node].attributes[number].value.prefixedCount += 1 }
      return
    }
    attributeCount += 1
    guard attributeCount <= Self.maximumAttributes else { throw Failure(.inferenceSize, at: offset) }
    var first = InferredValue()
    first.isKeyName = isKeyName(name)
    first.add(value, sample: sampleCount, budget: &budget)
    if isPrefixed(value) { first.prefixedCount += 1 }
    nodes[node].attributeNumbers[name] = nodes[node].attributes.count
    nodes[node].attributes.append((name, first))
  }

  private mutating func append(_ text: ByteView, isCDATA: Bool, to frames: inout [Frame]) {
    guard !frames.isEmpty else { return }
    let last = frames.count - 1
    if isCDATA { frames[last].hasCDATA = true }
    if !frames[last].hasText && !Self.trimmed(text).isEmpty {
      frames[last].hasText = true
      if frames[last].last >= 0 { nodes[frames[last].node].isMixed = true }
    }
    // Of long text only the length matters.
    if frames[last].text.count < 4096 { frames[last].text += text.array.prefix(8192) }
  }

  private mutating func close(_ frame: Frame) {
    nodes[frame.node].instances += 1
    for (number, count) in frame.counts {
      nodes[frame.node].children[number].presentIn += 1
      nodes[frame.node].children[number].maximum = max(nodes[frame.node].children[number].maximum, count)
    }
    if frame.hasCDATA { nodes[frame.node].cdataCount += 1 }
    guard frame.hasText || frame.counts.isEmpty else { return }
    frame.text.withByteView {
      nodes[frame.node].text.add($0, sample: sampleCount, budget: &budget)
      if isPrefixed($0) { nodes[frame.node].text.prefixedCount += 1 }
    }
  }

  /// Whether a value is a name with a prefix that is declared, such as `xs:string`.
  private func isPrefixed(_ value: ByteView) -> Bool {
    guard !declaredPrefixes.isEmpty, let colon = value.firstIndex(of: ASCII.colon, from: 0), colon > 0,
      colon < 64
    else { return false }
    let local = value.suffix(from: colon + 1)
    return declaredPrefixes.contains(value[0..<colon].array) && XMLCharacters.isName(local)
      && local.firstIndex(of: ASCII.colon, from: 0) == nil
  }

  /// The text without white space of XML at both ends.
  static func trimmed(_ text: ByteView) -> ByteView {
    var (start, end) = (0, text.count)
    while start < end, text[start].isWhitespace { start += 1 }
    while end > start, text[end - 1].isWhitespace { end -= 1 }
    return text[start..<end]
  }
}

extension DiagnosticCode {
  static var inferenceRoot: DiagnosticCode {
    DiagnosticCode(
      "inference.root", rule: "mapping/infer",
      "the samples have different root elements, %; infer a mapping for each")
  }
  static var inferenceSize: DiagnosticCode {
    DiagnosticCode(
      "inference.size", rule: "mapping/infer",
      "the samples have too many different elements and attributes for a readable mapping")
  }
}
