// Application XML as the tree of its nodes.
//
// <a x="1">hi<b/></a>       →   element a
//                                 @x "1"
//                                 text "hi"
//                                 element b

/// Writes the nodes of a document, one per line, indented by depth.
struct XMLNodePrinter: ~Copyable {
  private var lines: PrintedLines

  init(to output: consuming OutputBuffer, isColored: Bool, width: Int?) {
    lines = PrintedLines(to: output, isColored: isColored, width: width)
  }

  consuming func finish() -> OutputBuffer { lines.finish() }

  mutating func print(_ tree: XMLTree) throws(Failure) {
    // The end of each open element.
    var ends: [XMLNodeID] = []
    var node: XMLNodeID = 1
    while Int(node) < tree.count {
      while let end = ends.last, node >= end { ends.removeLast() }
      lines.begin(depth: ends.count)
      try print(node, of: tree, depth: ends.count)
      if tree.kind(of: node) == .element { ends.append(tree.end(of: node)) }
      node += 1
    }
  }

  private mutating func print(_ node: XMLNodeID, of tree: XMLTree, depth: Int) throws(Failure) {
    switch tree.kind(of: node) {
    case .element:
      lines.add("element ", .type)
      lines.add(tree.name(of: node).string, .key)
      for number in tree.declarations(on: node) {
        try lines.endLine()
        lines.begin(depth: depth + 1)
        let declaration = tree.namespace(number)
        let name = declaration.prefix.isEmpty ? "xmlns" : "xmlns:" + declaration.prefix.string
        try add(name, .type, quoted: declaration.uri)
      }
    case .attribute: try add("@" + tree.name(of: node).string, .key, quoted: tree.value(of: node))
    case .text: try add("text", .type, quoted: tree.value(of: node))
    case .comment: try add("comment", .type, quoted: tree.value(of: node))
    case .processingInstruction:
      lines.add("instruction ", .type)
      let (name, value) = (tree.name(of: node).string, tree.value(of: node))
      if value.isEmpty { lines.add(name, .key) } else { try add(name, .key, quoted: value) }
    case .root: break
    }
    try lines.endLine()
  }

  private mutating func add(_ label: String, _ color: PrintedText.Color, quoted text: ByteView)
    throws(Failure)
  {
    lines.add(label, color)
    lines.add(" ")
    try lines.addQuoted(text)
  }
}
