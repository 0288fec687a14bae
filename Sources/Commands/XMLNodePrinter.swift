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
        lines.add(declaration.prefix.isEmpty ? "xmlns" : "xmlns:" + declaration.prefix.string, .type)
        try add(quoted: declaration.uri)
      }
    case .attribute:
      lines.add("@" + tree.name(of: node).string, .key)
      try add(quoted: tree.value(of: node))
    case .text:
      lines.add("text", .type)
      try add(quoted: tree.value(of: node))
    case .comment:
      lines.add("comment", .type)
      try add(quoted: tree.value(of: node))
    case .processingInstruction:
      lines.add("instruction ", .type)
      lines.add(tree.name(of: node).string, .key)
      if !tree.value(of: node).isEmpty { try add(quoted: tree.value(of: node)) }
    case .root: break
    }
    try lines.endLine()
  }

  private mutating func add(quoted text: ByteView) throws(Failure) {
    lines.add(" ")
    try lines.addQuoted(text)
  }
}
