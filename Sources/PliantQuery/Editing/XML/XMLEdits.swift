/// Changes to nodes; all other nodes remain.
struct XMLEdits {
  enum Change {
    case remove
    /// An attribute's value, an element's content, or a text, comment or instruction's own.
    case text([UInt8])
    case replace(XMLFragment)
  }

  /// A new attribute, or a namespace declaration.
  struct Attribute {
    let name: [UInt8]
    let value: [UInt8]
  }

  private(set) var changes: [XMLNodeID: Change] = [:]
  /// By side.
  private var insertions = [[XMLNodeID: [XMLFragment]]](repeating: [:], count: 3)
  var attributes: [XMLNodeID: [Attribute]] = [:]
  /// Changes to namespace declarations, by number.
  var declarations: [Int: Change] = [:]
  /// The replacement of the XML declaration; empty if it is removed.
  var xmlDeclaration: [UInt8]?
  /// The replacement of the DOCTYPE; empty if it is removed.
  var doctype: [UInt8]?
  var names: [XMLNodeID: [UInt8]] = [:]
  /// The markup of new text or a new value, if it is to keep more than its meaning.
  var spellings: [XMLNodeID: [UInt8]] = [:]

  mutating func change(_ node: XMLNodeID, _ change: Change) { changes[node] = change }

  mutating func insert(_ fragment: XMLFragment, _ side: XMLEditRequest.Side, _ node: XMLNodeID) {
    insertions[side.rawValue][node, default: []].append(fragment)
  }

  func insertions(_ side: XMLEditRequest.Side, _ node: XMLNodeID) -> [XMLFragment] {
    insertions[side.rawValue][node] ?? []
  }

  /// Whether new text replaces the content of an element.
  func setsText(of element: XMLNodeID) -> Bool {
    if case .text? = changes[element] { return true }
    return false
  }

  /// The changed nodes in document order, without those inside a removed node.
  func nodes(in tree: XMLTree) -> [XMLNodeID] {
    var all = Set(changes.keys)
    for fragments in insertions { all.formUnion(fragments.keys) }
    all.formUnion(attributes.keys)
    all.formUnion(names.keys)
    all.formUnion(declarations.keys.map { tree.namespace($0).element })
    var result: [XMLNodeID] = []
    var removedStart: XMLNodeID = 0
    var removedEnd: XMLNodeID = 0
    for node in all.sorted() where node < removedStart || node >= removedEnd {
      result.append(node)
      guard tree.kind(of: node) == .element, changes[node] != nil else { continue }
      removedEnd = tree.end(of: node)
      // Replacing an element's content keeps its attributes.
      removedStart = setsText(of: node) ? tree.attributes(of: node).upperBound : node + 1
    }
    return result
  }
}

extension XMLTreeNamespace {
  var attributeName: [UInt8] {
    Array("xmlns".utf8) + (prefix.isEmpty ? [] : [ASCII.colon]) + prefix.array
  }
}

extension XMLTree {
  /// The part of a node in the source; throws `edit.xml-entity` if it has none.
  func required<Part>(_ part: Part?, of node: XMLNodeID) throws(Failure) -> Part {
    guard let part else { throw Failure(.editXMLEntity, shownName(of: node)) }
    return part
  }

  func shownName(of node: XMLNodeID) -> String {
    switch kind(of: node) {
    case .root: "the document"
    case .element: "<\(name(of: node).string)>"
    case .text: "the text"
    case .comment: "the comment"
    case .processingInstruction: "<?\(name(of: node).string)?>"
    case .attribute: name(of: node).string
    }
  }
}
