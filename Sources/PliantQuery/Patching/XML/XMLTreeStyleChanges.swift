// Converts a patched document in JsonML or the lossless style to edits of its source nodes: aligns the
// children of each element, and adds or removes unpaired ones. White space is part of the document, so none
// is added.

struct XMLTreeStyleChanges: XMLStyleChanges {
  let style: XMLStyle

  /// Adds the edits that lead from a document, read in the style, to the patched one.
  func add(from original: Document, to root: PatchNode, _ changes: inout XMLPatchChanges) throws(Failure) {
    let old = PatchNode(original)
    if style == .lossless { try setDeclaration(from: XMLProlog(old), to: XMLProlog(root), &changes) }
    let shape = XMLTreeStyleShape(style: style)
    try compareAll(try compare(0, try shape.roots(of: old), try shape.roots(of: root), &changes), &changes)
  }

  func compare(_ pair: XMLPatchPair, _ changes: inout XMLPatchChanges) throws(Failure) -> [XMLPatchPair] {
    let shape = XMLTreeStyleShape(style: style)
    let (was, wanted) = (try shape.element(pair.old), try shape.element(pair.new))
    if was.name != wanted.name { changes.edits.names[pair.element] = wanted.name }
    try changes.setAttributes(of: pair.element, to: wanted.attributes)
    return try compare(pair.element, was.children, wanted.children, &changes)
  }

  /// A new node as markup; a moved or copied one is copied from the source.
  private func markup(
    _ child: XMLTreeStyleShape.Child, _ changes: inout XMLPatchChanges
  ) throws(Failure) -> [UInt8] {
    if changes.strategy == .keepsMovedText, child.nodes.count == 1,
      let moved = try movedMarkup(child.first, isElement: child.kind == .element, &changes)
    {
      return moved
    }
    return try child.markup(style)
  }

  func sources(of changes: XMLPatchChanges) throws(Failure) -> [Int: XMLNodeID] {
    let shape = XMLTreeStyleShape(style: style)
    var found: [Int: XMLNodeID] = [:]
    var pending = [(parent: XMLNodeID(0), children: try shape.roots(of: PatchNode(changes.original)))]
    while let (parent, children) = pending.popLast() {
      for (node, child) in zip(changes.tree.children(of: parent), children.filter(\.hasNode)) {
        if child.nodes.count == 1, let place = child.first.origin(in: changes.original) {
          found[place] = node
        }
        if child.kind == .element { pending.append((node, try shape.element(child.first).children)) }
      }
    }
    return found
  }

  private func setDeclaration(
    from old: XMLProlog, to new: XMLProlog, _ changes: inout XMLPatchChanges
  ) throws(Failure) {
    if old == new { return }
    let range = changes.places.xmlDeclaration
    var declaration = XMLDeclarationText(range.map { changes.tree.source[$0].array })
    guard let version = new.version else {
      guard new.standalone == nil, !declaration.needsEncoding else { throw Failure(.patchXMLProlog) }
      return changes.edits.xmlDeclaration = []
    }
    declaration.set("version", in: declaration.parts.version, to: version)
    declaration.set(
      "standalone", in: declaration.parts.standalone,
      to: new.standalone.map { Array(($0 ? "yes" : "no").utf8) })
    changes.edits.xmlDeclaration = declaration.text
  }

  private func compare(
    _ parent: XMLNodeID, _ old: [XMLTreeStyleShape.Child], _ new: [XMLTreeStyleShape.Child],
    _ changes: inout XMLPatchChanges
  ) throws(Failure) -> [XMLPatchPair] {
    // A DOCTYPE and an empty CDATA section have no node.
    let before = old.filter(\.hasNode)
    let (doctypes, wanted) = (old.filter(\.isDoctype).map(\.text), new.filter(\.isDoctype).map(\.text))
    if doctypes != wanted { changes.edits.doctype = wanted.first ?? [] }
    let after = new.filter(\.hasNode)
    let nodes = changes.tree.children(of: parent)
    guard before.count == nodes.count else { throw Failure(.editXMLUnsafe) }
    let steps = parent == 0 ? alignRoots(before, after, changes) : align(before[...], after[...], changes)
    var pairs: [XMLPatchPair] = []
    var last: XMLNodeID?
    for step in steps {
      switch step {
      case .remove(let place): changes.edits.change(nodes[place], .remove)
      case .pair(let left, let right):
        last = nodes[left]
        if parent == 0, before[left].kind == .element, changes.strategy == .newRoot {
          let markup = try changes.fragment(try after[right].markup(style), in: parent)
          changes.edits.change(nodes[left], .replace(markup))
        } else if before[left].kind == .element, after[right].kind == .element {
          pairs.append(XMLPatchPair(element: nodes[left], old: before[left].first, new: after[right].first))
        } else {
          try change(nodes[left], before[left], after[right], in: parent, &changes)
        }
      case .insert(let place):
        let markup = try markup(after[place], &changes)
        try changes.insert(markup, in: parent, after: last, before: nodes.first)
      }
    }
    return pairs
  }

  private func align(
    _ old: ArraySlice<XMLTreeStyleShape.Child>, _ new: ArraySlice<XMLTreeStyleShape.Child>,
    _ changes: XMLPatchChanges
  ) -> [XMLPatchChanges.Step] {
    changes.align(old, new, by: \.first) { $0.resembles($1) }
  }

  /// Pairs the top-level nodes: the root element remains one, and others remain before or after it.
  private func alignRoots(
    _ old: [XMLTreeStyleShape.Child], _ new: [XMLTreeStyleShape.Child], _ changes: XMLPatchChanges
  ) -> [XMLPatchChanges.Step] {
    guard let left = old.firstIndex(where: { $0.kind == .element }),
      let right = new.firstIndex(where: { $0.kind == .element })
    else { return align(old[...], new[...], changes) }
    return align(old[..<left], new[..<right], changes) + [.pair(old: left, new: right)]
      + align(old[(left + 1)...], new[(right + 1)...], changes)
  }

  private func change(
    _ node: XMLNodeID, _ old: XMLTreeStyleShape.Child, _ new: XMLTreeStyleShape.Child, in parent: XMLNodeID,
    _ changes: inout XMLPatchChanges
  ) throws(Failure) {
    let isSame =
      old.nodes.count == new.nodes.count
      && zip(new.nodes, old.nodes).allSatisfy { changes.isUnchanged($0, $1) }
    if isSame { return }
    if old.resembles(new), !new.hasMarkup {
      if old.text != new.text || old.hasMarkup { changes.edits.change(node, .text(new.text)) }
    } else {
      changes.edits.change(node, .replace(try changes.fragment(try new.markup(style), in: parent)))
    }
  }
}
