// Builds a tree from the reader's events.

package struct XMLTreeBuilder: ~Copyable {
  /// A namespace declaration; its prefix is in the arena.
  package struct Declaration: BitwiseCopyable {
    var element: XMLNodeID
    var uri: XMLURIID
    var prefixStart: Int
    var prefixCount: UInt32
  }

  /// The number of nodes, or bytes in the arena, between checks of memory.
  private static let checkInterval = 4096
  /// The size of a text's header in the arena: its offset in the source.
  static let arenaHeader = 8

  let source: ByteView
  private(set) var tags: GrowableBuffer<UInt32>
  private(set) var parents: GrowableBuffer<UInt32>
  private(set) var extents: GrowableBuffer<UInt32>
  private(set) var places: GrowableBuffer<UInt32>
  private(set) var arena = GrowableBuffer<UInt8>(capacity: 256)
  private(set) var names = XMLNameTable()
  private(set) var declarations = GrowableBuffer<Declaration>(capacity: 4)
  private(set) var idAttributes = GrowableBuffer<UInt32>(capacity: 4)
  /// The innermost open element, or the root.
  private var current: XMLNodeID = 0
  private var lastURI: XMLURIID = 0
  /// The local names of the elements to keep, with all that is in them; nil keeps everything.
  private let wanted: [[UInt8]]?
  /// Whether each name is wanted, by its number.
  private var verdicts = GrowableBuffer<Bool>(capacity: 64)
  /// The outermost open element whose subtree is kept, or 0.
  private var whole: XMLNodeID = 0
  /// The last node to keep, with its ancestors, whatever they contain.
  private var lastKept: XMLNodeID = 0
  /// The number of nodes at which memory is checked next.
  private var checkedCount = 0
  private var checkedBytes = 0

  init(source: ByteView, keeping wanted: [[UInt8]]? = nil) {
    self.source = source
    self.wanted = wanted
    // A guess that avoids most reallocation; unused pages are never touched.
    let guess = source.count / 24 + 16
    tags = GrowableBuffer(capacity: guess)
    parents = GrowableBuffer(capacity: guess)
    extents = GrowableBuffer(capacity: guess)
    places = GrowableBuffer(capacity: guess)
    add(tag: XMLNodeTag.make(.root), extent: 0, place: 0)
  }

  @inline(__always)
  private mutating func add(tag: UInt32, extent: Int, place: Int) {
    tags.append(tag)
    parents.append(current)
    extents.append(UInt32(truncatingIfNeeded: extent))
    places.append(UInt32(truncatingIfNeeded: place))
  }

  private var next: XMLNodeID { UInt32(truncatingIfNeeded: tags.count) }

  /// Adds a node with text, which is copied unless it is at `place` in the source.
  private mutating func addText(_ tag: UInt32, _ text: ByteView, place: Int, node: Int) {
    if text.isEmpty || text.offset(in: source) == place {
      return add(tag: tag, extent: text.count, place: min(place, source.count))
    }
    let start = copy(text, from: node)
    add(tag: tag | XMLNodeTag.arenaBit, extent: text.count, place: start)
  }

  private mutating func copy(_ text: ByteView, from offset: Int) -> Int {
    for shift in 0..<Self.arenaHeader { arena.append(UInt8(truncatingIfNeeded: offset >> (shift * 8))) }
    return arena.append(text)
  }

  // MARK: Nodes

  @inline(__always)
  private mutating func beginElement(_ name: UInt32, at offset: Int) {
    let node = next
    add(tag: XMLNodeTag.make(.element, name: name), extent: 0, place: offset)
    current = node
    if wanted != nil, whole == 0, isWanted(name) { whole = node }
  }

  /// Whether nodes of the current element are kept.
  private var keepsContent: Bool { wanted == nil || whole != 0 }

  @inline(__always)
  private mutating func isWanted(_ name: UInt32) -> Bool {
    while verdicts.count <= Int(name) { verdicts.append(isWanted(names.localName(verdicts.count))) }
    return verdicts[Int(name)]
  }

  @inline(never)
  private func isWanted(_ local: ByteView) -> Bool {
    wanted.map { $0.contains { $0.withByteView { $0 == local } } } ?? true
  }

  /// Removes the current element, which ends, if nothing in it is kept and it is not the root element.
  @inline(__always)
  private mutating func drops() -> Bool {
    if whole != 0 {
      if whole == current { (whole, lastKept) = (0, current) }
      return false
    }
    let parent = parents[Int(current)]
    if lastKept >= current || parent == 0 { return false }
    tags.truncate(to: Int(current))
    parents.truncate(to: Int(current))
    extents.truncate(to: Int(current))
    places.truncate(to: Int(current))
    current = parent
    return true
  }

  mutating func declareNamespace(prefix: ByteView, uri: ByteView) {
    // Errors suggest namespaces of the whole document.
    lastKept = current
    let start = arena.append(prefix)
    declarations.append(
      Declaration(
        element: current, uri: internURI(uri), prefixStart: start,
        prefixCount: UInt32(truncatingIfNeeded: prefix.count)))
  }

  mutating func attribute(_ attribute: XMLAttribute) {
    let number = names.intern(
      attribute.name, prefixCount: attribute.prefixCount, uri: internURI(attribute.namespaceURI))
    if attribute.isID || attribute.name == "xml:id" { idAttributes.append(next) }
    addText(
      XMLNodeTag.make(.attribute, name: number), attribute.value, place: attribute.valueOffset,
      node: attribute.offset)
  }

  mutating func endElement() {
    if wanted != nil, drops() { return }
    extents[Int(current)] = next
    current = parents[Int(current)]
  }

  mutating func text(_ text: ByteView, at offset: Int) {
    guard current != 0, keepsContent else { return }
    addText(XMLNodeTag.make(.text), text, place: offset, node: offset)
  }

  mutating func comment(_ text: ByteView, at offset: Int) {
    guard keepsContent else { return }
    addText(XMLNodeTag.make(.comment), text, place: offset + 4, node: offset)
  }

  mutating func processingInstruction(_ target: ByteView, _ text: ByteView, at offset: Int) {
    guard keepsContent else { return }
    let number = names.intern(target, prefixCount: 0, uri: 0)
    let place = text.offset(in: source) ?? offset
    let isSlice = !text.isEmpty && place > offset
    addText(
      XMLNodeTag.make(.processingInstruction, name: number), text,
      place: isSlice ? place : offset + 2 + target.count, node: offset)
  }

  mutating func finish() { extents[0] = next }

  private mutating func internURI(_ uri: ByteView) -> XMLURIID {
    if uri.isEmpty { return 0 }
    if names.uri(lastURI) == uri { return lastURI }
    lastURI = names.internURI(uri)
    return lastURI
  }

  /// Throws `xml.tree-too-large` if numbers would no longer fit, and `limit.memory` beyond the budget.
  @inline(__always)
  mutating func checkSize(at offset: Int) throws(Failure) {
    if tags.count > checkedCount || arena.count > checkedBytes { try checkGrown(at: offset) }
  }

  @inline(never)
  private mutating func checkGrown(at offset: Int) throws(Failure) {
    try MemoryBudget.check()
    checkedCount = tags.count + Self.checkInterval
    checkedBytes = arena.count + Self.checkInterval
    if tags.count > Limits.treeNodes || names.count >= XMLNodeTag.nameLimit || arena.count > Limits.treeBytes
    {
      throw Failure(.xmlTreeTooLarge, at: offset)
    }
  }
}

extension XMLTree {
  /// Reads a document, which is UTF-8 without a byte order mark and must outlive the tree.
  ///
  /// Unless `wanted` is nil, the tree has only the elements of these local names, with all that is in them, and
  /// their ancestors, without attributes and text; in addition the root element and those that declare namespaces.
  ///
  /// Throws the reader's failures, and `xml.tree-too-large` beyond `Limits.treeBytes` or `Limits.treeNodes`.
  package static func read(_ source: ByteView, keeping wanted: [[UInt8]]? = nil) throws(Failure) -> XMLTree {
    guard source.count <= Limits.treeBytes else { throw Failure(.xmlTreeTooLarge, at: 0) }
    var builder = XMLTreeBuilder(source: source, keeping: wanted)
    var options = XMLReader.Options.namespaces
    options.keepsUnreadReferences = true
    var reader = XMLReader(source, options: options)
    while try builder.take(from: &reader) != .endDocument {}
    builder.finish()
    return XMLTree(builder, tally: reader.meaningfulTally)
  }
}

extension XMLTreeBuilder {
  /// Adds the reader's next event to the tree, and returns it.
  @inline(__always)
  mutating func take(from reader: inout XMLReader) throws(Failure) -> XMLEvent {
    let event = try reader.next()
    switch event {
    case .startElement:
      try checkSize(at: reader.tokenStart)
      let name = internName(of: &reader)
      if wanted != nil, whole == 0, passes(name, &reader) { break }
      begin(name, &reader)
      if wanted != nil { reader.skipsWhitespace = whole == 0 }
    case .endElement:
      endElement()
      if wanted != nil { reader.skipsWhitespace = whole == 0 }
    case .text: text(reader.text, at: reader.tokenStart)
    case .comment: comment(reader.text, at: reader.tokenStart)
    case .processingInstruction:
      processingInstruction(reader.name, reader.text, at: reader.tokenStart)
    case .declaration, .doctype, .cdata, .reference, .needsInput, .endDocument: break
    }
    return event
  }

  /// Takes the content and the end of the current element, if it is not wanted and has only text.
  @inline(__always)
  private mutating func passes(_ name: UInt32, _ reader: inout XMLReader) -> Bool {
    guard current != 0, !isWanted(name) else { return false }
    if reader.attributeCount > 0, reader.namespaceDeclarationCount > 0 { return false }
    return reader.takePlainContent() != nil
  }

  /// Takes the reader as `inout`: the compiler copies one that is borrowed from a variable.
  @inline(__always)
  private mutating func internName(of reader: inout XMLReader) -> UInt32 {
    names.intern(reader.name, prefixCount: reader.prefix.count, uri: internURI(reader.namespaceURI))
  }

  mutating func begin(_ reader: inout XMLReader) { begin(internName(of: &reader), &reader) }

  @inline(__always)
  private mutating func begin(_ name: UInt32, _ reader: inout XMLReader) {
    beginElement(name, at: reader.tokenStart)
    if reader.attributeCount > 0 { addAttributes(of: &reader) }
  }

  private mutating func addAttributes(of reader: inout XMLReader) {
    for index in 0..<reader.namespaceDeclarationCount {
      let declared = reader.namespaceDeclaration(at: index)
      declareNamespace(prefix: declared.prefix, uri: declared.uri)
    }
    guard keepsContent else { return }
    for index in 0..<reader.attributeCount {
      let found = reader.attribute(at: index)
      if !found.name.isNamespaceDeclaration { attribute(found) }
    }
  }
}

extension ByteView {
  /// Whether an attribute of this name declares a namespace.
  @inline(__always)
  var isNamespaceDeclaration: Bool { starts(with: "xmlns") && (count == 5 || self[5] == ASCII.colon) }
}
