// The edits for a patch: values become markup, and lists are aligned by the origins of their elements.

struct XMLPatchChanges {
  let tree: XMLTree
  let places: XMLNodePlaces
  let original: Document
  let encoding: TextEncoding
  /// Whether white space around added and removed elements belongs to them.
  let laysOut: Bool
  let strategy: Strategy
  var edits = XMLEdits()
  /// The source nodes of values, by index in the document; empty until a value is moved or copied.
  var sources: [Int: XMLNodeID] = [:]

  /// How much of the text is kept, most first.
  enum Strategy: CaseIterable {
    /// All unchanged text, even of moved or copied elements.
    case keepsMovedText
    /// Rewrites moved or copied elements: their prefixes may be undeclared in the new position.
    case keepsPlaces
    /// Rewrites the root element without keeping any of its text.
    case newRoot
  }

  /// The edits around a moved element.
  var outer: [XMLEdits] = []

  /// Whether a value is unchanged since it was read.
  func isUnchanged(_ node: PatchNode, _ old: PatchNode) -> Bool {
    node.place(in: original) != nil && node.place(in: original) == old.origin(in: original)
  }

  /// Parses markup in the scope of an element, with the declarations that the edits leave there.
  func fragment(_ markup: [UInt8], in parent: XMLNodeID) throws(Failure) -> XMLFragment {
    let doctype = edits.doctype ?? places.doctype.map { tree.source[$0].array } ?? []
    return try XMLFragment(markup, declarations: declarations(at: parent), doctype: doctype)
  }

  private func declarations(at element: XMLNodeID) -> [(prefix: [UInt8], uri: [UInt8])] {
    var found: [(prefix: [UInt8], uri: [UInt8])] = []
    var known = Set<[UInt8]>()
    func add(_ prefix: [UInt8], _ uri: [UInt8]) {
      if known.insert(prefix).inserted, !uri.isEmpty { found.append((prefix, uri)) }
    }
    let all = outer + [edits]
    var at: XMLNodeID? = element
    while let node = at {
      for attribute in all.flatMap({ $0.attributes[node] ?? [] }) {
        let isDeclaration = attribute.name.withByteView { $0.declaresNamespace }
        if isDeclaration { add(Array(attribute.name.dropFirst(6)), attribute.value) }
      }
      for number in tree.declarations(on: node) {
        switch all.lazy.compactMap({ $0.declarations[number] }).first {
        case .remove: continue
        case .text(let uri): add(tree.namespace(number).prefix.array, uri)
        default: add(tree.namespace(number).prefix.array, tree.namespace(number).uri.array)
        }
      }
      at = tree.parent(of: node)
    }
    return found
  }

  /// Inserts markup in an element: after a node, without one before the other, without both at the end.
  mutating func insert(
    _ markup: [UInt8], in parent: XMLNodeID, after last: XMLNodeID? = nil, before next: XMLNodeID? = nil
  ) throws(Failure) {
    if markup.isEmpty { return }
    let (side, node): (XMLEditRequest.Side, XMLNodeID) =
      last.map { (.after, $0) } ?? next.map { (.before, $0) } ?? (.append, parent)
    edits.insert(try fragment(markup, in: parent), side, node)
  }

  // MARK: Moved and copied nodes

  /// The changes inside a moved node; throws `edit.xml-unsafe` if such nodes are nested too deeply.
  func inside() throws(Failure) -> XMLPatchChanges {
    guard outer.count < Limits.patchedMoves else { throw Failure(.editXMLUnsafe) }
    var inner = self
    inner.outer.append(edits)
    inner.edits = XMLEdits()
    return inner
  }

  /// The source of a node with its edits, including parts that its style omits; without its indentation if
  /// that may change.
  func markup(of node: XMLNodeID, named name: [UInt8]?) throws(Failure) -> [UInt8] {
    guard let range = places.whole(node) else { throw Failure(.editXMLEntity, tree.shownName(of: node)) }
    var edits = edits
    if let name, tree.kind(of: node) == .element, !name.withByteView({ $0 == tree.name(of: node) }) {
      edits.names[node] = name
    }
    let maker = XMLSpliceMaker(tree, places, encoding: encoding, laysOut: laysOut)
    let splices = try XMLSpliceMaker.splices(
      for: edits, in: tree, places, encoding: encoding, laysOut: laysOut
    ).map {
      TextSplice($0.range.lowerBound - range.lowerBound..<$0.range.upperBound - range.lowerBound, $0.text)
    }
    let text = TextSplice.apply(splices, to: tree.source[range])
    return (maker.lineStart(of: node) ?? []) + text
  }

  // MARK: Attributes

  mutating func setAttributes(
    of element: XMLNodeID, to wanted: [(name: [UInt8], value: [UInt8])]
  ) throws(Failure) {
    var left = wanted
    func take(_ name: [UInt8]) -> [UInt8]? {
      guard let index = left.firstIndex(where: { $0.name == name }) else { return nil }
      return left.remove(at: index).value
    }
    for attribute in tree.attributes(of: element) {
      let value = take(tree.name(of: attribute).array)
      if let value, value.withByteView({ $0 == tree.value(of: attribute) }) { continue }
      edits.change(attribute, value.map { .text($0) } ?? .remove)
    }
    for number in tree.declarations(on: element) {
      let declared = tree.namespace(number)
      let value = take(declared.attributeName)
      // Leaves declarations alone that no style shows.
      if value == nil, declared.uri.isEmpty || declared.prefix == "xml" { continue }
      if let value, value.withByteView({ $0 == declared.uri }) { continue }
      edits.declarations[number] = value.map { .text($0) } ?? .remove
    }
    for attribute in left {
      guard attribute.name.withByteView(XMLCharacters.isName) else {
        throw Failure(.editXMLName, String(decoding: attribute.name, as: UTF8.self))
      }
      edits.attributes[element, default: []].append(
        XMLEdits.Attribute(name: attribute.name, value: attribute.value))
    }
  }

  // MARK: Lists

  enum Step {
    /// An old member that remains or changes into a new one.
    case pair(old: Int, new: Int)
    case remove(old: Int)
    case insert(new: Int)
  }

  /// Pairs members with the same origin, and between those, members that `resemble` each other, in order.
  func align<Member>(
    _ old: ArraySlice<Member>, _ new: ArraySlice<Member>, by node: (Member) -> PatchNode,
    resemble: (Member, Member) -> Bool = { _, _ in true }
  ) -> [Step] {
    var indices: [Int: Int] = [:]
    for (index, member) in zip(old.indices, old) {
      if let place = node(member).origin(in: original) { indices[place] = index }
    }
    let known = new.indices.compactMap { place in
      node(new[place]).origin(in: original).flatMap { indices[$0] }.map { (old: $0, new: place) }
    }
    var steps: [Step] = []
    var (x, y) = (old.startIndex, new.startIndex)
    let end = (old: old.endIndex, new: new.endIndex)
    for anchor in SequenceAlignment.longestAscending(known, by: \.old) + [end] {
      while x < anchor.old || y < anchor.new {
        if x < anchor.old, y < anchor.new, resemble(old[x], new[y]) {
          steps.append(.pair(old: x, new: y))
          (x, y) = (x + 1, y + 1)
        } else if x < anchor.old {
          steps.append(.remove(old: x))
          x += 1
        } else {
          steps.append(.insert(new: y))
          y += 1
        }
      }
      if anchor.old < end.old { steps.append(.pair(old: anchor.old, new: anchor.new)) }
      (x, y) = (anchor.old + 1, anchor.new + 1)
    }
    return steps
  }
}

/// An element in the comparison of a patched document with its source.
struct XMLPatchPair {
  let element: XMLNodeID
  let old: PatchNode
  let new: PatchNode
}

/// Converts a patched document in a style to edits of its source nodes.
protocol XMLStyleChanges {
  /// Compares one element, and returns the pairs of its children.
  func compare(_ pair: XMLPatchPair, _ changes: inout XMLPatchChanges) throws(Failure) -> [XMLPatchPair]
  func sources(of changes: XMLPatchChanges) throws(Failure) -> [Int: XMLNodeID]
}

extension XMLStyleChanges {
  func compareAll(_ pairs: [XMLPatchPair], _ changes: inout XMLPatchChanges) throws(Failure) {
    var pending = pairs
    while let pair = pending.popLast() {
      if !changes.isUnchanged(pair.new, pair.old) { pending += try compare(pair, &changes) }
    }
  }

  /// The source of a moved or copied node with the changes inside it; nil for a new one.
  func movedMarkup(
    _ value: PatchNode, named name: [UInt8]? = nil, isElement: Bool = true, _ changes: inout XMLPatchChanges
  ) throws(Failure) -> [UInt8]? {
    guard let place = value.origin(in: changes.original) else { return nil }
    if changes.sources.isEmpty { changes.sources = try sources(of: changes) }
    guard let node = changes.sources[place] else { return nil }
    var inner = try changes.inside()
    let old = PatchNode(changes.original, at: place)
    if isElement {
      try compareAll([XMLPatchPair(element: node, old: old, new: value)], &inner)
    } else if !changes.isUnchanged(value, old) {
      return nil
    }
    return try inner.markup(of: node, named: name)
  }
}
