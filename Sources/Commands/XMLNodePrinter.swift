// Application XML as the tree of its nodes.
//
// <a x="1">hi<b/></a>       →   element a
//                                 @x "1"
//                                 text "hi"
//                                 element b

/// Writes the nodes of a document, one per line, indented by depth.
struct XMLNodePrinter: ~Copyable {
  private var output: OutputBuffer
  private let isColored: Bool
  /// The maximum width of a line; nil for no limit.
  private let width: Int?
  private var column = 0

  init(to output: consuming OutputBuffer, isColored: Bool, width: Int?) {
    self.output = output
    self.isColored = isColored
    self.width = width
  }

  consuming func finish() -> OutputBuffer { output }

  /// Writes all nodes in document order.
  mutating func print(_ tree: XMLTree) throws(Failure) {
    // The end of each open element.
    var ends: [XMLNodeID] = []
    var node: XMLNodeID = 1
    while Int(node) < tree.count {
      while let end = ends.last, node >= end { ends.removeLast() }
      begin(depth: ends.count)
      try print(node, of: tree, depth: ends.count)
      if tree.kind(of: node) == .element { ends.append(tree.end(of: node)) }
      node += 1
    }
  }

  private mutating func print(_ node: XMLNodeID, of tree: XMLTree, depth: Int) throws(Failure) {
    switch tree.kind(of: node) {
    case .element:
      add("element ", .type)
      add(tree.name(of: node).string, .key)
      for number in tree.declarations(on: node) {
        try endLine()
        begin(depth: depth + 1)
        let declaration = tree.namespace(number)
        add(declaration.prefix.isEmpty ? "xmlns" : "xmlns:" + declaration.prefix.string, .type)
        try addQuoted(declaration.uri)
      }
    case .attribute:
      add("@" + tree.name(of: node).string, .key)
      try addQuoted(tree.value(of: node))
    case .text:
      add("text", .type)
      try addQuoted(tree.value(of: node))
    case .comment:
      add("comment", .type)
      try addQuoted(tree.value(of: node))
    case .processingInstruction:
      add("instruction ", .type)
      add(tree.name(of: node).string, .key)
      if !tree.value(of: node).isEmpty { try addQuoted(tree.value(of: node)) }
    case .root: break
    }
    try endLine()
  }

  private mutating func begin(depth: Int) {
    column = 2 * depth
    output.append(repeating: ASCII.space, count: column)
  }

  private mutating func add(_ text: String, _ color: PrintedText.Color) {
    if isColored { output.append(color.rawValue) }
    output.append(text)
    if isColored { output.append("\u{1B}[0m") }
    column += text.count
  }

  private mutating func addQuoted(_ text: ByteView) throws(Failure) {
    output.append(ASCII.space)
    column += 1
    if isColored { output.append(PrintedText.Color.string.rawValue) }
    try PrintedText.appendQuoted(text, limit: width.map { max(16, $0 - column) }, to: &output)
    if isColored { output.append("\u{1B}[0m") }
  }

  private mutating func endLine() throws(Failure) {
    output.append(ASCII.lineFeed)
    column = 0
    try output.drainIfFull()
  }
}
