// Verifies that an edited text reads as the intended document: both are reduced to a number, ignoring white
// space at the ends of text, which layout may move.

struct XMLEditProof {
  /// An open element, and the value to add at its end.
  private struct Open {
    let end: XMLNodeID
    let inside: [XMLFragment]
    let after: [XMLFragment]
  }

  private enum Kind: UInt64 {
    case start = 1
    case end, text, comment, instruction
  }

  private var state = ByteHash.seed
  /// Characters that may continue.
  private var run: [UInt8] = []

  /// The content of a document with edits made.
  static func digest(of tree: XMLTree, with edits: XMLEdits = XMLEdits()) -> UInt64 {
    var walk = XMLEditProof()
    walk.add(tree, from: tree.firstChild(of: 0) ?? tree.end(of: 0), to: tree.end(of: 0), edits)
    walk.endRun()
    return walk.state
  }

  private mutating func fold(_ kind: Kind, _ bytes: ByteView = .empty) {
    state = ByteHash.hash(bytes, seed: ByteHash.hash(kind.rawValue, seed: state))
  }

  private mutating func endRun() {
    let text = run.trimmed
    if !text.isEmpty { text.withByteView { fold(.text, $0) } }
    run.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ tree: XMLTree, from start: XMLNodeID, to end: XMLNodeID, _ edits: XMLEdits) {
    var open: [Open] = []
    var at = start
    while at < end || !open.isEmpty {
      if let last = open.last, last.end <= at {
        open.removeLast()
        for fragment in last.inside { add(fragment) }
        endRun()
        fold(.end)
        for fragment in last.after { add(fragment) }
        continue
      }
      let node = at
      at = tree.end(of: node)
      for fragment in edits.insertions(.before, node) { add(fragment) }
      let after = edits.insertions(.after, node)
      switch edits.changes[node] {
      case .remove: after.forEach { add($0) }
      case .replace(let fragment):
        add(fragment)
        after.forEach { add($0) }
      case let change:
        guard tree.kind(of: node) == .element else {
          addLeaf(tree, node, change, name: edits.names[node])
          after.forEach { add($0) }
          continue
        }
        begin(tree, node, edits)
        if case .text(let text) = change {
          run += text
        } else {
          at = tree.attributes(of: node).upperBound
        }
        open.append(Open(end: tree.end(of: node), inside: edits.insertions(.append, node), after: after))
      }
    }
  }

  private mutating func add(_ fragment: XMLFragment) {
    let tree = fragment.tree
    guard let first = tree.firstChild(of: XMLFragment.top) else { return }
    add(tree, from: first, to: tree.end(of: XMLFragment.top), XMLEdits())
  }

  private mutating func addLeaf(
    _ tree: XMLTree, _ node: XMLNodeID, _ change: XMLEdits.Change?, name: [UInt8]?
  ) {
    var text = tree.value(of: node).array
    if case .text(let new) = change { text = new }
    switch tree.kind(of: node) {
    case .text: run += text
    case .comment:
      endRun()
      text.withByteView { fold(.comment, $0) }
    case .processingInstruction:
      endRun()
      (name ?? tree.name(of: node).array).withByteView { fold(.instruction, $0) }
      text.withByteView { fold(.instruction, $0) }
    case .root, .element, .attribute: break
    }
  }

  /// A start tag; the order of attributes and declarations does not count.
  private mutating func begin(_ tree: XMLTree, _ element: XMLNodeID, _ edits: XMLEdits) {
    endRun()
    if let name = edits.names[element] {
      name.withByteView { fold(.start, $0) }
    } else {
      fold(.start, tree.name(of: element))
    }
    var sum: UInt64 = 0
    func value(_ name: ByteView, _ value: ByteView) -> UInt64 {
      ByteHash.hash(value, seed: ByteHash.hash(name, seed: ByteHash.seed))
    }
    for number in tree.declarations(on: element) {
      let declared = tree.namespace(number)
      switch edits.declarations[number] {
      case .remove: continue
      case .text(let text):
        sum &+= declared.attributeName.withByteView { name in text.withByteView { value(name, $0) } }
      default: sum &+= declared.attributeName.withByteView { value($0, declared.uri) }
      }
    }
    var new = edits.attributes[element] ?? []
    for attribute in tree.attributes(of: element) {
      switch edits.changes[attribute] {
      case .remove: continue
      case .text(let text): new.append(XMLEdits.Attribute(name: tree.name(of: attribute).array, value: text))
      default:
        let name = edits.names[attribute] ?? tree.name(of: attribute).array
        sum &+= name.withByteView { value($0, tree.value(of: attribute)) }
      }
    }
    for attribute in new {
      sum &+= attribute.name.withByteView { name in attribute.value.withByteView { value(name, $0) } }
    }
    state = ByteHash.hash(sum, seed: state)
  }
}
