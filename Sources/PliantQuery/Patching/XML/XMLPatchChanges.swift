// The edits that a patch comes to, gathered: values become markup, lists are aligned by where their elements came from.

import PliantCore

/// Gathers edits of one document.
struct XMLPatchChanges {
  let tree: XMLTree
  let places: XMLNodePlaces
  /// The document that the tree's text was read to.
  let original: Document
  let encoding: TextEncoding
  /// Whether white space beside elements that come or go is theirs.
  let laysOut: Bool
  var edits = XMLEdits()
  /// The nodes that values were read from, by their places in the document; empty until something is moved or copied.
  var sources: [Int: XMLNodeID] = [:]
  /// How much of the text stays, the most first.
  enum Way: CaseIterable {
    /// All that is the same, a moved or copied element's too.
    case keepsMovedText
    /// What is moved or copied is written again: its prefixes may mean nothing in its new place.
    case keepsPlaces
    /// The root element is written again, with nothing kept of its text.
    case newRoot

    /// The ways to try in turn.
    static func ways(for style: XMLStyle) -> [Way] {
      // Edits in the style of attributes write what is added anew in any case.
      style == .attributes ? [.keepsMovedText] : allCases
    }
  }
  var way = Way.keepsMovedText
  /// How many moved elements this one is moved inside.
  private(set) var nesting = 0
  /// The edits around a moved element.
  private var outer: [XMLEdits] = []

  init(
    _ tree: XMLTree, _ places: XMLNodePlaces, _ original: Document, encoding: TextEncoding, laysOut: Bool
  ) {
    self.tree = tree
    self.places = places
    self.original = original
    self.encoding = encoding
    self.laysOut = laysOut
  }

  /// Whether a value is as it was read at a place.
  func isUnchanged(_ node: PatchNode, _ old: PatchNode) -> Bool {
    node.place(in: original) != nil && node.place(in: original) == old.origin(in: original)
  }

  /// Markup as it reads inside an element, with the declarations that the edits leave in scope there.
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

  /// Where new nodes go: behind a node, before one, or at the end of an element.
  enum Anchor {
    case after(XMLNodeID)
    case before(XMLNodeID)
    case inside(XMLNodeID)
  }

  mutating func insert(_ markup: [UInt8], _ anchor: Anchor, in parent: XMLNodeID) throws(Failure) {
    if markup.isEmpty { return }
    let fragment = try fragment(markup, in: parent)
    switch anchor {
    case .after(let node): edits.after[node, default: []].append(fragment)
    case .before(let node): edits.before[node, default: []].append(fragment)
    case .inside(let element): edits.inside[element, default: []].append(fragment)
    }
  }

  // MARK: Moved and copied nodes

  /// The changes inside a node that is put somewhere else.
  ///
  /// Throws `edit.xml-unsafe` if such nodes are put into one another too often.
  func inside() throws(Failure) -> XMLPatchChanges {
    guard nesting < Limits.patchedMoves else { throw Failure(.editXMLUnsafe) }
    var inner = self
    inner.outer.append(edits)
    inner.edits = XMLEdits()
    inner.nesting += 1
    return inner
  }

  /// The source of a node with the edits made, so that what its style leaves out goes along; with its indentation where
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

  /// Makes the attributes of an element, declarations included, those that are wanted.
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
      let name = Array("xmlns".utf8) + (declared.prefix.isEmpty ? [] : [ASCII.colon]) + declared.prefix.array
      let value = take(name)
      // What no style shows of declarations is left alone.
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

  /// What becomes of the members of two lists.
  enum Step {
    /// An old member that stays or is changed into a new one.
    case pair(old: Int, new: Int)
    case remove(old: Int)
    case insert(new: Int)

    /// The step with its indices in longer lists.
    func moved(by left: Int, _ right: Int) -> Step {
      switch self {
      case .pair(let old, let new): .pair(old: old + left, new: new + right)
      case .remove(let old): .remove(old: old + left)
      case .insert(let new): .insert(new: new + right)
      }
    }
  }

  /// Pairs members that came from the same place, and between those such as `resemble` each other, in order.
  func align(
    _ old: [PatchNode], _ new: [PatchNode], resemble: (Int, Int) -> Bool = { _, _ in true }
  ) -> [Step] {
    var indices: [Int: Int] = [:]
    for (index, node) in old.enumerated() {
      if let place = node.origin(in: original) { indices[place] = index }
    }
    let known = new.indices.compactMap { place in
      new[place].origin(in: original).flatMap { indices[$0] }.map { (old: $0, new: place) }
    }
    var steps: [Step] = []
    var (x, y) = (0, 0)
    for anchor in SequenceAlignment.longestAscending(known, by: \.old) + [(old: old.count, new: new.count)] {
      while x < anchor.old || y < anchor.new {
        if x < anchor.old, y < anchor.new, resemble(x, y) {
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
      if anchor.old < old.count { steps.append(.pair(old: anchor.old, new: anchor.new)) }
      (x, y) = (anchor.old + 1, anchor.new + 1)
    }
    return steps
  }
}
