/// The output form of an expression's value.
package enum XPathResultStyle: String, CaseIterable, Sendable {
  /// The string-value of each node, one per line.
  case value
  case xml
  /// An array of objects, or a number, string or boolean.
  case json
  case count
}

package struct XPathResultWriter: ~Copyable {
  private var evaluator: XPathEvaluator
  private let style: XPathResultStyle
  /// Whether the tree's positions are those of the input.
  private let hasPlaces: Bool
  private var lines = LineIndex()
  private var paths: XPathNodePath

  package init(_ evaluator: XPathEvaluator, style: XPathResultStyle, hasPlaces: Bool = true) {
    self.evaluator = evaluator
    self.style = style
    self.hasPlaces = hasPlaces
    paths = XPathNodePath(evaluator.tree)
  }

  private var tree: XMLTree { evaluator.tree }

  /// Writes a value, with a line feed after each line.
  package mutating func write(_ value: XPathValue, to output: inout OutputBuffer) throws(Failure) {
    guard case .nodeSet(let nodes) = value else {
      try writeScalar(value, to: &output)
      return output.append(ASCII.lineFeed)
    }
    switch style {
    case .count:
      output.appendDecimal(Int64(nodes.count))
      output.append(ASCII.lineFeed)
    case .json: try writeArray(nodes, to: &output)
    case .value, .xml:
      for node in nodes {
        if style == .xml {
          try writeXML(node, to: &output)
        } else {
          let text = try evaluator.string(ofNode: node)
          text.withByteView { output.append($0) }
        }
        output.append(ASCII.lineFeed)
        try output.drainIfFull()
      }
    }
  }

  private mutating func writeScalar(_ value: XPathValue, to output: inout OutputBuffer) throws(Failure) {
    let text = try evaluator.string(of: value)
    var isQuoted = style == .json
    if case .boolean = value { isQuoted = false }
    if case .number(let number) = value, number.isFinite { isQuoted = false }
    text.withByteView { view in
      if isQuoted {
        output.appendJSONString(view)
      } else if style == .xml {
        XMLTree.appendEscaped(view, inAttribute: false, to: &output)
      } else {
        output.append(view)
      }
    }
  }

  private func writeXML(_ node: XMLNodeID, to output: inout OutputBuffer) throws(Failure) {
    guard let namespace = evaluator.namespaceNode(node) else {
      return try tree.appendXML(of: node, to: &output)
    }
    namespace.prefix.withByteView { prefix in
      namespace.uri.withByteView { XMLTree.appendDeclaration(prefix: prefix, uri: $0, to: &output) }
    }
  }

  // MARK: JSON

  private mutating func writeArray(_ nodes: [XMLNodeID], to output: inout OutputBuffer) throws(Failure) {
    output.append(ASCII.leftBracket)
    for (index, node) in nodes.enumerated() {
      if index > 0 { output.append(ASCII.comma) }
      try writeObject(node, to: &output)
      try output.drainIfFull()
    }
    output.append("]\n")
  }

  private mutating func writeObject(_ node: XMLNodeID, to output: inout OutputBuffer) throws(Failure) {
    if let namespace = evaluator.namespaceNode(node) {
      output.append("{\"type\":\"namespace\"")
      namespace.prefix.withByteView { Self.member("name", $0, to: &output) }
      namespace.uri.withByteView { Self.member("value", $0, to: &output) }
      return output.append(ASCII.rightBrace)
    }
    output.append("{\"type\":\"")
    output.append(Self.typeName(tree.kind(of: node)))
    output.append(ASCII.quotationMark)
    if !tree.name(of: node).isEmpty { Self.member("name", tree.name(of: node), to: &output) }
    if !tree.namespaceURI(of: node).isEmpty {
      Self.member("namespace", tree.namespaceURI(of: node), to: &output)
    }
    Array(paths.path(of: node).utf8).withByteView { Self.member("path", $0, to: &output) }
    if hasPlaces { writePlace(node, to: &output) }
    let attributes = tree.attributes(of: node)
    if !attributes.isEmpty {
      output.append(",\"attributes\":{")
      for attribute in attributes {
        if attribute > attributes.lowerBound { output.append(ASCII.comma) }
        output.appendJSONString(tree.name(of: attribute))
        output.append(ASCII.colon)
        output.appendJSONString(tree.value(of: attribute))
      }
      output.append(ASCII.rightBrace)
    }
    let text = try evaluator.string(ofNode: node)
    text.withByteView { Self.member("value", $0, to: &output) }
    output.append(ASCII.rightBrace)
  }

  private mutating func writePlace(_ node: XMLNodeID, to output: inout OutputBuffer) {
    let place = lines.position(of: tree.sourceOffset(of: node), in: tree.source)
    output.append(",\"line\":")
    output.appendDecimal(Int64(place.line))
    output.append(",\"column\":")
    output.appendDecimal(Int64(place.column))
  }

  private static func member(_ name: StaticString, _ value: ByteView, to output: inout OutputBuffer) {
    output.append(",\"")
    output.append(name)
    output.append("\":")
    output.appendJSONString(value)
  }

  private static func typeName(_ kind: XMLNodeKind) -> StaticString {
    switch kind {
    case .root: "root"
    case .element: "element"
    case .text: "text"
    case .comment: "comment"
    case .processingInstruction: "processing-instruction"
    case .attribute: "attribute"
    }
  }
}
