// The nodes that values of JsonML and the lossless style represent; XMLTreeStyleReader shows the two.

struct XMLTreeStyleShape {
  let style: XMLStyle

  enum Kind: Equatable {
    case text, element, comment
    /// With its target.
    case instruction([UInt8])
    case doctype
  }

  /// A child of an element or of the document; adjacent text, CDATA sections and references are one.
  struct Child {
    let kind: Kind
    var nodes: [PatchNode]
    /// A text, a comment, an instruction's data or a DOCTYPE; an element's name.
    var text: [UInt8]
    /// Whether text contains CDATA sections or references.
    var hasMarkup = false

    var first: PatchNode { nodes[0] }
    var isDoctype: Bool { kind == .doctype }
    /// Whether the tree has a node for it.
    var hasNode: Bool { kind != .doctype && (kind != .text || !text.isEmpty) }

    /// Whether it can be changed into the other.
    func resembles(_ other: Child) -> Bool { kind == other.kind && (kind != .element || text == other.text) }

    func markup(_ style: XMLStyle) throws(Failure) -> [UInt8] {
      guard kind == .text else { return try XMLValueMarkup.node(first, style: style) }
      guard hasMarkup else { return try XMLValueMarkup.escaped(text) }
      var markup: [UInt8] = []
      for node in nodes {
        let text = try XMLTreeStyleShape.scalar(node.scalar == nil ? try node.entries.first?.value : node)
        if node.scalar != nil {
          markup += try XMLValueMarkup.escaped(text)
        } else if try node.child(Array("reference".utf8)) != nil {
          markup += [ASCII.ampersand] + text + [ASCII.semicolon]
        } else {
          markup += XMLValueMarkup.section(text)
        }
      }
      return markup
    }
  }

  struct Element {
    var name: [UInt8]
    var attributes: [(name: [UInt8], value: [UInt8])] = []
    var children: [Child] = []
  }

  private static func scalar(_ node: PatchNode?) throws(Failure) -> [UInt8] {
    guard let scalar = node?.scalar else { throw Failure(.xmlStyleShape, "text or a name is a string") }
    return try XMLAttributeStyleWriter.text(of: scalar)
  }

  private static func optionalScalar(_ node: PatchNode?) throws(Failure) -> [UInt8] {
    try node.map { node throws(Failure) in try scalar(node) } ?? []
  }

  func roots(of document: PatchNode) throws(Failure) -> [Child] {
    if style == .lossless { return try children(document.child(Array("children".utf8))?.elements ?? []) }
    let elements = try document.elements
    if let first = elements.first?.scalar?.text, first == "#document" {
      return try children(Array(elements.dropFirst()))
    }
    return try children([document])
  }

  func element(_ node: PatchNode) throws(Failure) -> Element {
    if style == .lossless {
      return Element(
        name: try Self.scalar(node.child(Array("name".utf8))),
        attributes: try attributes(node.child(Array("attributes".utf8))),
        children: try children(node.child(Array("children".utf8))?.elements ?? []))
    }
    var rest = try node.elements[...]
    var element = Element(name: try Self.scalar(rest.popFirst()))
    if rest.first?.kind == .dictionary { element.attributes = try attributes(rest.popFirst()) }
    element.children = try children(Array(rest))
    return element
  }

  private func attributes(_ node: PatchNode?) throws(Failure) -> [(name: [UInt8], value: [UInt8])] {
    var found: [(name: [UInt8], value: [UInt8])] = []
    for (name, value) in try node?.entries ?? [] {
      var text: [UInt8] = []
      for piece in value.kind == .array ? try value.elements : [value] {
        if let reference = try piece.child(Array("reference".utf8)) {
          text += [ASCII.ampersand] + (try Self.scalar(reference)) + [ASCII.semicolon]
        } else {
          text += try Self.scalar(piece)
        }
      }
      found.append((name, text))
    }
    return found
  }

  private func children(_ values: [PatchNode]) throws(Failure) -> [Child] {
    var found: [Child] = []
    for value in values {
      let next = try child(value)
      guard next.kind == .text, let last = found.last, last.kind == .text else {
        found.append(next)
        continue
      }
      found[found.count - 1].nodes += next.nodes
      found[found.count - 1].text += next.text
      found[found.count - 1].hasMarkup = last.hasMarkup || next.hasMarkup
    }
    return found
  }

  private func child(_ node: PatchNode) throws(Failure) -> Child {
    if node.scalar != nil { return Child(kind: .text, nodes: [node], text: try Self.scalar(node)) }
    return style == .lossless ? try losslessChild(node) : try jsonMLChild(node)
  }

  private func jsonMLChild(_ node: PatchNode) throws(Failure) -> Child {
    let parts = try node.elements
    let name = try Self.scalar(parts.first)
    let data = parts.count > 1 ? parts[1] : nil
    if name.withByteView({ $0 == "!--" }) {
      return Child(kind: .comment, nodes: [node], text: try Self.optionalScalar(data))
    }
    if name.first == ASCII.questionMark {
      let text = try Self.optionalScalar(data)
      return Child(kind: .instruction(Array(name.dropFirst())), nodes: [node], text: text)
    }
    return Child(kind: .element, nodes: [node], text: name)
  }

  private func losslessChild(_ node: PatchNode) throws(Failure) -> Child {
    func part(_ key: StaticString) throws(Failure) -> PatchNode? { try node.child(ByteView(key).array) }
    func child(_ kind: Kind, _ text: PatchNode, hasMarkup: Bool = false) throws(Failure) -> Child {
      Child(kind: kind, nodes: [node], text: try Self.scalar(text), hasMarkup: hasMarkup)
    }
    if let name = try part("name") { return try child(.element, name) }
    if let comment = try part("comment") { return try child(.comment, comment) }
    if let target = try part("instruction") {
      let data = try Self.optionalScalar(try part("data"))
      return Child(kind: .instruction(try Self.scalar(target)), nodes: [node], text: data)
    }
    if let doctype = try part("doctype") { return try child(.doctype, doctype) }
    if let text = try part("cdata") { return try child(.text, text, hasMarkup: true) }
    if let name = try part("reference") {
      let text = [ASCII.ampersand] + (try Self.scalar(name)) + [ASCII.semicolon]
      return Child(kind: .text, nodes: [node], text: text, hasMarkup: true)
    }
    throw Failure(
      .xmlStyleShape, "a node is a string or has a name, comment, cdata, reference, instruction or doctype")
  }
}

/// The XML declaration in a value of the lossless style.
struct XMLProlog: Equatable {
  let version: [UInt8]?
  let standalone: Bool?

  init(_ document: PatchNode) throws(Failure) {
    let first = try document.child(Array("version".utf8))
    let second = try document.child(Array("standalone".utf8))
    version = first?.scalar?.text?.array
    standalone = second?.scalar?.boolean
    guard (first == nil) == (version == nil), (second == nil) == (standalone == nil) else {
      throw Failure(.xmlStyleShape, "version is a string, and standalone a boolean")
    }
  }
}

/// The XML declaration in a patch of the lossless style, which can change its version and standalone only.
struct XMLDeclarationText {
  private(set) var text: [UInt8]

  /// A document's declaration, or an empty one.
  init(_ text: [UInt8]?) { self.text = text ?? Array("<?xml?>".utf8) }

  var parts: XMLDeclaration { text.withByteView { XMLDeclaration(upToEnd: $0[0..<$0.count - 2]) } }

  /// Whether it declares an encoding other than the default.
  var needsEncoding: Bool {
    guard let range = parts.encoding?.value else { return false }
    return String(decoding: text[range], as: UTF8.self).lowercased() != "utf-8"
  }

  mutating func set(_ name: StaticString, in part: XMLDeclaration.Part?, to value: [UInt8]?) {
    switch (part, value) {
    case (let part?, let value?): text.replaceSubrange(part.value, with: value)
    case (let part?, nil): text.removeSubrange(part.range)
    case (nil, let value?):
      let part = [ASCII.space] + ByteView(name).array + [ASCII.equalsSign, ASCII.quotationMark] + value
      text.insert(contentsOf: part + [ASCII.quotationMark], at: text.count - 2)
    case (nil, nil): break
    }
  }
}
