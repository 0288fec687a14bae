// Converts a patched document in the attributes style to edits of its source nodes.
//
//   {"a": {"@x": "1", "b": ["p", "q"]}}   with /a/b/1 removed and /a/@x made "2":
//
//   <a x="1"><b>p</b><!-- kept --><b>q</b></a>   →   the attribute's value changes, the second <b> goes

struct XMLAttributeStyleChanges: XMLStyleChanges {
  private struct Shape {
    var attributes: [(name: [UInt8], value: [UInt8])] = []
    var text: [UInt8] = []
    var groups: [(name: [UInt8], members: [PatchNode])] = []

    init(_ node: PatchNode) throws(Failure) {
      if let scalar = node.scalar {
        text = try XMLAttributeStyleWriter.text(of: scalar)
        return
      }
      guard node.kind == .dictionary else {
        throw Failure(.xmlStyleShape, "an element of an array cannot be an array")
      }
      for (key, value) in try node.entries {
        if key.first == ASCII.commercialAt {
          attributes.append((Array(key.dropFirst()), try Self.text(value)))
        } else if key.withByteView({ $0 == "#text" }) {
          text = try Self.text(value)
        } else {
          groups.append((key, value.kind == .array ? try value.elements : [value]))
        }
      }
    }

    private static func text(_ node: PatchNode) throws(Failure) -> [UInt8] {
      guard let scalar = node.scalar else {
        throw Failure(.xmlStyleShape, "text or an attribute's value cannot be a container")
      }
      return try XMLAttributeStyleWriter.text(of: scalar)
    }
  }

  /// Adds the edits that lead from a document, read in the style, to the patched one.
  func add(from original: Document, to root: PatchNode, _ changes: inout XMLPatchChanges) throws(Failure) {
    let entries = try root.entries
    guard let element = changes.tree.rootElement, let old = try PatchNode(original).entries.first,
      let entry = entries.first, entries.count == 1
    else { throw Failure(.xmlStyleShape, "expected a dictionary with the root element as its only key") }
    let value =
      entry.value.kind == .array && entry.value.count == 1 ? try entry.value.elements[0] : entry.value
    guard entry.key == old.key else {
      let markup = try markup(entry.key, value, &changes)
      return changes.edits.change(element, .replace(try changes.fragment(markup, in: 0)))
    }
    try compareAll([XMLPatchPair(element: element, old: old.value, new: value)], &changes)
  }

  /// A new element as markup; a moved or copied one is copied from the source.
  private func markup(
    _ name: [UInt8], _ value: PatchNode, _ changes: inout XMLPatchChanges
  ) throws(Failure) -> [UInt8] {
    if let moved = try movedMarkup(value, named: name, &changes) { return moved }
    return try XMLValueMarkup.element(name, value)
  }

  func sources(of changes: XMLPatchChanges) throws(Failure) -> [Int: XMLNodeID] {
    var found: [Int: XMLNodeID] = [:]
    guard let root = changes.tree.rootElement, let entry = try PatchNode(changes.original).entries.first
    else { return found }
    var pending = [(element: root, node: entry.value)]
    while let (element, node) = pending.popLast() {
      if let place = node.origin(in: changes.original) { found[place] = element }
      let shape = try Shape(node)
      if shape.groups.isEmpty { continue }
      let children = elements(in: element, changes.tree)
      for (name, members) in shape.groups { pending += zip(children[name] ?? [], members).map { ($0, $1) } }
    }
    return found
  }

  private func elements(in parent: XMLNodeID, _ tree: XMLTree) -> [[UInt8]: [XMLNodeID]] {
    Dictionary(grouping: tree.children(of: parent).filter { tree.kind(of: $0) == .element }) {
      tree.name(of: $0).array
    }
  }

  func compare(_ pair: XMLPatchPair, _ changes: inout XMLPatchChanges) throws(Failure) -> [XMLPatchPair] {
    let (old, new) = (try Shape(pair.old), try Shape(pair.new))
    try changes.setAttributes(of: pair.element, to: new.attributes)
    // Without child elements, white space is text.
    let isText = new.groups.isEmpty
    if isText && !old.groups.isEmpty {
      changes.edits.change(pair.element, .text(new.text))
      return []
    }
    if isText ? old.text != new.text : old.text.trimmed != new.text.trimmed {
      try setText(of: pair.element, to: new.text, keepsSpace: !isText, &changes)
    }
    let elements = elements(in: pair.element, changes.tree)
    var pairs: [XMLPatchPair] = []
    var wanted = Set<[UInt8]>()
    let groups = Dictionary(old.groups.map { ($0.name, $0.members) }) { first, _ in first }
    for (name, members) in new.groups {
      wanted.insert(name)
      let before = groups[name] ?? []
      let nodes = elements[name] ?? []
      guard before.count == nodes.count else { throw Failure(.editXMLUnsafe) }
      pairs += try compare(name, pair.element, nodes, before, members, &changes)
    }
    for (name, nodes) in elements where !wanted.contains(name) {
      for node in nodes { changes.edits.change(node, .remove) }
    }
    return pairs
  }

  private func compare(
    _ name: [UInt8], _ parent: XMLNodeID, _ nodes: [XMLNodeID], _ old: [PatchNode], _ new: [PatchNode],
    _ changes: inout XMLPatchChanges
  ) throws(Failure) -> [XMLPatchPair] {
    var pairs: [XMLPatchPair] = []
    var last: XMLNodeID?
    for step in changes.align(old[...], new[...], by: \.self) {
      switch step {
      case .pair(let before, let after):
        pairs.append(XMLPatchPair(element: nodes[before], old: old[before], new: new[after]))
        last = nodes[before]
      case .remove(let before): changes.edits.change(nodes[before], .remove)
      case .insert(let place):
        let markup = try markup(name, new[place], &changes)
        try changes.insert(markup, in: parent, after: last, before: nodes.first)
      }
    }
    return pairs
  }

  // MARK: Text

  /// Sets the element's own text; with `keepsSpace`, keeps the white space between its elements.
  private func setText(
    of element: XMLNodeID, to text: [UInt8], keepsSpace: Bool, _ changes: inout XMLPatchChanges
  ) throws(Failure) {
    let tree = changes.tree
    let children = tree.children(of: element)
    let runs = children.filter {
      tree.kind(of: $0) == .text && (!keepsSpace || !tree.value(of: $0).isWhitespaceOnly)
    }
    guard let first = runs.first else {
      if children.contains(where: { tree.kind(of: $0) != .text }) {
        return try changes.insert(XMLValueMarkup.escaped(text), in: element)
      }
      return changes.edits.change(element, .text(text))
    }
    for run in runs.dropFirst() { changes.edits.change(run, .remove) }
    changes.edits.change(first, text.isEmpty ? .remove : .text(text))
  }
}
