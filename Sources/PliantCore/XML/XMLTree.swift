// A whole document as flat arrays, with 16 bytes for each node, for XPath and other random access.
//
//   <a x="1">hi<b/></a>       node  kind       name  parent  extent        place
//                             0     root       -     -       5 (end)       0
//                             1     element    a     0       5 (end)       offset of <a
//                             2     attribute  x     1       1 (length)    offset of 1
//                             3     text       -     1       2 (length)    offset of hi
//                             4     element    b     1       5 (end)       offset of <b
//
// A node's number is its index in document order; attributes directly follow their element. Text is a slice
// of the source, or of the arena if it had to be assembled (references, CDATA, line ends); namespaces are
// listed separately.

/// A node of a tree: its index in document order.
@usableFromInline
package typealias XMLNodeID = UInt32

/// The kind of a node in XPath's data model.
@usableFromInline
package enum XMLNodeKind: UInt8, Sendable {
  case root = 0
  case element = 1
  case text = 2
  case comment = 3
  case processingInstruction = 4
  case attribute = 8
}

/// The kind, the name and a flag in one word, so that a scan for a name compares one number for each node.
@usableFromInline
package struct XMLNodeTag: BitwiseCopyable {
  @inlinable package static var kindMask: UInt32 { 0xF }
  /// Set only in attributes, which a scan of a subtree skips.
  @inlinable package static var attributeBit: UInt32 { 0x8 }
  @inlinable package static var arenaBit: UInt32 { 0x10 }
  @inlinable package static var nameShift: UInt32 { 5 }
  static let nameLimit = 1 << 27

  package static func make(_ kind: XMLNodeKind, name: UInt32 = 0) -> UInt32 {
    UInt32(kind.rawValue) | name << nameShift
  }
}

package struct XMLTreeNamespace {
  package let element: XMLNodeID
  /// Empty for the default namespace.
  package let prefix: ByteView
  /// Empty if the default namespace is undeclared.
  package let uri: ByteView
}

/// The nodes of a document, whose source must outlive the tree.
@usableFromInline
package final class XMLTree {
  package let source: ByteView
  @usableFromInline package let tags: GrowableBuffer<UInt32>
  @usableFromInline package let parents: GrowableBuffer<UInt32>
  /// For the root and elements, the node after the last descendant; for others, the text's length.
  @usableFromInline package let extents: GrowableBuffer<UInt32>
  @usableFromInline package let places: GrowableBuffer<UInt32>
  let arena: GrowableBuffer<UInt8>
  package let names: XMLNameTable
  package let declarations: GrowableBuffer<XMLTreeBuilder.Declaration>
  /// Attributes that identify their element, in document order.
  package let idAttributes: GrowableBuffer<UInt32>

  /// The count of other nodes than elements and text.
  package let tally: XMLTally

  init(_ builder: consuming XMLTreeBuilder, tally: XMLTally) {
    self.tally = tally
    source = builder.source
    tags = builder.tags
    parents = builder.parents
    extents = builder.extents
    places = builder.places
    arena = builder.arena
    names = builder.names
    declarations = builder.declarations
    idAttributes = builder.idAttributes
  }

  /// The parts of the document that the tree lacks or has only as text.
  package var ledger: ReadLosses {
    var ledger = ReadLosses()
    ledger.record(tally, keepsNodes: true)
    return ledger
  }

  /// The number of nodes, including attributes and the root.
  @inlinable package var count: Int { tags.count }

  @inlinable @inline(__always)
  package func kind(of node: XMLNodeID) -> XMLNodeKind {
    XMLNodeKind(rawValue: UInt8(truncatingIfNeeded: tags[Int(node)] & XMLNodeTag.kindMask)) ?? .root
  }

  @inlinable
  package func isAttribute(_ node: XMLNodeID) -> Bool { tags[Int(node)] & XMLNodeTag.attributeBit != 0 }

  /// Whether the node can have children: an element or the root.
  @inlinable
  package func isContainer(_ node: XMLNodeID) -> Bool { tags[Int(node)] & XMLNodeTag.kindMask <= 1 }

  /// The parent, or the element of an attribute; nil for the root.
  @inlinable package func parent(of node: XMLNodeID) -> XMLNodeID? { node == 0 ? nil : parents[Int(node)] }

  /// The number of the node after the node's subtree.
  @inlinable
  package func end(of node: XMLNodeID) -> XMLNodeID { isContainer(node) ? extents[Int(node)] : node &+ 1 }

  /// The number of the node after the node's last attribute: its first child, or its end.
  @inlinable @inline(__always)
  package func contentStart(of node: XMLNodeID) -> XMLNodeID {
    var next = node &+ 1
    while Int(next) < tags.count, tags[Int(next)] & XMLNodeTag.attributeBit != 0 { next &+= 1 }
    return next
  }

  @inlinable
  package func firstChild(of node: XMLNodeID) -> XMLNodeID? {
    guard isContainer(node) else { return nil }
    let first = contentStart(of: node)
    return first < extents[Int(node)] ? first : nil
  }

  @inlinable
  package func nextSibling(of node: XMLNodeID) -> XMLNodeID? {
    guard node != 0, !isAttribute(node) else { return nil }
    let next = end(of: node)
    return next < extents[Int(parents[Int(node)])] ? next : nil
  }

  @inlinable
  package func previousSibling(of node: XMLNodeID) -> XMLNodeID? {
    guard node != 0, !isAttribute(node) else { return nil }
    let parent = parents[Int(node)]
    var before = node &- 1
    // The previous node ends the sibling's subtree; its ancestor below our parent is the sibling.
    while before != parent, parents[Int(before)] != parent { before = parents[Int(before)] }
    return before == parent || isAttribute(before) ? nil : before
  }

  package func children(of parent: XMLNodeID) -> [XMLNodeID] {
    firstChild(of: parent).map { Array(sequence(first: $0, next: nextSibling)) } ?? []
  }

  /// The first attribute of the element, and the number of attributes.
  @inlinable
  package func attributes(of node: XMLNodeID) -> Range<XMLNodeID> {
    guard kind(of: node) == .element else { return 0..<0 }
    return node &+ 1..<contentStart(of: node)
  }

  package func nameNumber(of node: XMLNodeID) -> Int { Int(tags[Int(node)] >> XMLNodeTag.nameShift) }

  /// The name as written; the target of a processing instruction; empty for nodes without a name.
  package func name(of node: XMLNodeID) -> ByteView { names.name(nameNumber(of: node)) }
  package func localName(of node: XMLNodeID) -> ByteView { names.localName(nameNumber(of: node)) }
  package func namespaceURI(of node: XMLNodeID) -> ByteView {
    names.uri(names.uri(ofName: nameNumber(of: node)))
  }

  /// The text of a text node, comment, processing instruction or attribute; empty for others.
  @inline(__always)
  package func value(of node: XMLNodeID) -> ByteView {
    let tag = tags[Int(node)]
    guard tag & XMLNodeTag.kindMask > 1 else { return .empty }
    let start = Int(places[Int(node)])
    let range = start..<start &+ Int(extents[Int(node)])
    return tag & XMLNodeTag.arenaBit != 0 ? arena.view[range] : source[range]
  }

  /// Appends the string-value: the text, or all text of descendants.
  package func appendStringValue(of node: XMLNodeID, to bytes: inout [UInt8]) {
    guard isContainer(node) else { return Self.append(value(of: node), to: &bytes) }
    var at = node &+ 1
    let end = extents[Int(node)]
    while at < end {
      if tags[Int(at)] & XMLNodeTag.kindMask == UInt32(XMLNodeKind.text.rawValue) {
        Self.append(value(of: at), to: &bytes)
      }
      at &+= 1
    }
  }

  private static func append(_ view: ByteView, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: view.base, count: view.count))
  }

  /// The root element, or nil for an empty tree.
  package var rootElement: XMLNodeID? { children(of: 0).first { kind(of: $0) == .element } }
}

// MARK: Namespaces

extension XMLTree {
  /// The numbers of the element's own declarations.
  package func declarations(on element: XMLNodeID) -> Range<Int> {
    let start = (0..<declarations.count).firstIndex(notBefore: { declarations[$0].element < element })
    var end = start
    while end < declarations.count, declarations[end].element == element { end += 1 }
    return start..<end
  }

  package func namespace(_ number: Int) -> XMLTreeNamespace {
    let declaration = declarations[number]
    let prefix = arena.view[declaration.prefixStart..<declaration.prefixStart + Int(declaration.prefixCount)]
    return XMLTreeNamespace(element: declaration.element, prefix: prefix, uri: names.uri(declaration.uri))
  }

  /// The numbers of the declarations in scope at the element, the innermost first; without `xml`.
  package func namespacesInScope(at element: XMLNodeID) -> [Int] {
    var found: [Int] = []
    var shadowed = Set<ByteKey>()
    var at: XMLNodeID? = element
    while let node = at {
      for number in declarations(on: node) where shadowed.insert(ByteKey(namespace(number).prefix)).inserted {
        if !namespace(number).uri.isEmpty { found.append(number) }
      }
      at = parent(of: node)
    }
    return found
  }
}

// MARK: Places in the source

extension XMLTree {
  /// The offset of the node in the source: of its `<`, its first character, or an attribute's name.
  ///
  /// For a node from an entity's text, the offset of the reference.
  package func sourceOffset(of node: XMLNodeID) -> Int {
    let tag = tags[Int(node)]
    let place = Int(places[Int(node)])
    if tag & XMLNodeTag.arenaBit != 0 {
      let header = place - XMLTreeBuilder.arenaHeader
      return Int(truncatingIfNeeded: arena.view.word(at: header))
    }
    switch kind(of: node) {
    case .root, .element, .text: return place
    case .comment: return max(place - 4, 0)
    case .processingInstruction:
      return max(skipSpaceBack(from: place) - name(of: node).count - 2, 0)
    case .attribute:
      var at = skipSpaceBack(from: max(place - 1, 0))
      guard at > 0, source[at - 1] == ASCII.equalsSign else { return place }
      at = skipSpaceBack(from: at - 1)
      return max(at - name(of: node).count, 0)
    }
  }

  private func skipSpaceBack(from end: Int) -> Int {
    var at = end
    while at > 0, source[at - 1].isWhitespace { at -= 1 }
    return at
  }
}
