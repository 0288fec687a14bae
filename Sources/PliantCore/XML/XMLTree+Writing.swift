// Writes parts of a tree as XML.

extension XMLTree {
  /// Appends the node as XML, with the outer namespace declarations that it needs.
  ///
  /// Elements without content become empty-element tags; text that was a CDATA section is escaped.
  package func appendXML(of node: XMLNodeID, to output: inout OutputBuffer) throws(Failure) {
    switch kind(of: node) {
    case .root, .element: try appendSubtree(of: node, to: &output)
    default: appendLeaf(node, to: &output)
    }
  }

  private func appendSubtree(of top: XMLNodeID, to output: inout OutputBuffer) throws(Failure) {
    var open: [XMLNodeID] = []
    let end = self.end(of: top)
    var at = kind(of: top) == .root ? top &+ 1 : top
    while at < end {
      while let last = open.last, extents[Int(last)] <= at {
        open.removeLast()
        output.appendEndTag(name(of: last))
      }
      if kind(of: at) == .element {
        appendStartTag(of: at, isTop: at == top, to: &output)
        let content = contentStart(of: at)
        if content < extents[Int(at)] { open.append(at) }
        at = content
      } else {
        appendLeaf(at, to: &output)
        at &+= 1
        // The tree has no line ends between nodes outside the root element.
        if open.isEmpty, top == 0, at < end { output.append(ASCII.lineFeed) }
      }
      try output.drainIfFull()
    }
    while let last = open.popLast() { output.appendEndTag(name(of: last)) }
  }

  private func appendStartTag(of element: XMLNodeID, isTop: Bool, to output: inout OutputBuffer) {
    output.append(ASCII.lessThan)
    output.append(name(of: element))
    for number in isTop ? namespacesNeeded(by: element) : Array(declarations(on: element)) {
      let declared = namespace(number)
      output.append(ASCII.space)
      Self.appendDeclaration(prefix: declared.prefix, uri: declared.uri, to: &output)
    }
    for attribute in attributes(of: element) {
      output.append(ASCII.space)
      appendLeaf(attribute, to: &output)
    }
    let isEmpty = contentStart(of: element) >= extents[Int(element)]
    output.append(isEmpty ? "/>" : ">")
  }

  package static func appendDeclaration(prefix: ByteView, uri: ByteView, to output: inout OutputBuffer) {
    output.appendDeclaration(prefix: prefix, uri: uri, escaping: [.value, .greaterThan])
  }

  private func appendLeaf(_ node: XMLNodeID, to output: inout OutputBuffer) {
    switch kind(of: node) {
    case .text: Self.appendEscaped(value(of: node), inAttribute: false, to: &output)
    case .comment: output.appendComment(value(of: node))
    case .processingInstruction: output.appendInstruction(name(of: node), value(of: node))
    case .attribute:
      output.appendAttribute(name(of: node), value(of: node), escaping: [.value, .greaterThan])
    case .root, .element: break
    }
  }

  /// Appends text so that it round-trips; also escapes `<` and `>` in values.
  package static func appendEscaped(_ text: ByteView, inAttribute: Bool, to output: inout OutputBuffer) {
    output.append(text, escaping: inAttribute ? [.value, .greaterThan] : .text)
  }

  /// The element's own declarations, and those in scope whose prefix its subtree uses.
  private func namespacesNeeded(by top: XMLNodeID) -> [Int] {
    let own = declarations(on: top)
    if declarations.count == own.count { return Array(own) }
    var missing = prefixesUsed(in: top)
    for number in own { missing.remove(ByteKey(namespace(number).prefix)) }
    var needed = Array(own)
    var at = parent(of: top)
    while let node = at, !missing.isEmpty {
      for number in declarations(on: node) where missing.remove(ByteKey(namespace(number).prefix)) != nil {
        if !namespace(number).uri.isEmpty { needed.append(number) }
      }
      at = parent(of: node)
    }
    return needed
  }

  private func prefixesUsed(in top: XMLNodeID) -> Set<ByteKey> {
    var used: Set<ByteKey> = []
    // Not a flag for each name of the document: there may be as many results as names.
    var seen: Set<Int> = []
    for node in top..<end(of: top) {
      let kind = self.kind(of: node)
      // Attributes without a prefix are in no namespace.
      let prefix = names.prefix(nameNumber(of: node))
      guard kind == .element || kind == .attribute && !prefix.isEmpty else { continue }
      if seen.insert(nameNumber(of: node)).inserted { used.insert(ByteKey(prefix)) }
    }
    return used
  }
}
