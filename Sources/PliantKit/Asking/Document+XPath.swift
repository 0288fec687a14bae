// XPath 1.0 on application XML, and on every other document as its XML property list.

import PliantCoding
import PliantCore
import PliantQuery

import struct PliantCoding.Document

/// The value of an XPath expression.
public enum XPathResult: Equatable, Sendable {
  /// Nodes in the order of the document.
  case nodes([XPathNode])
  case number(Double)
  case string(String)
  case boolean(Bool)
}

/// A node that an XPath expression selected.
public struct XPathNode: Equatable, Sendable {
  /// The kind of a node.
  public enum Kind: Sendable {
    case document, element, attribute, text, comment, processingInstruction, namespace
  }

  /// An attribute of an element.
  public struct Attribute: Equatable, Sendable {
    /// The name with its prefix.
    public let name: String
    /// The normalised value.
    public let value: String
  }

  /// The kind of the node.
  public let kind: Kind
  /// The name with its prefix; empty for an unnamed node.
  public let name: String
  /// The URI of the name's namespace; empty without a namespace.
  public let namespace: String
  /// The string-value: of an element, all text in it.
  public let text: String
  /// The attributes of an element, in order.
  public let attributes: [Attribute]
  /// The node as XML.
  public let xml: String
  /// The line in the text, from 1; nil for a document that is not XML.
  public let line: Int?
  /// The column in Unicode scalars, from 1; nil as `line`.
  public let column: Int?
}

extension Document {
  /// Evaluates an XPath 1.0 expression such as `//user[2]/name` on application XML or an XML property list as
  /// it was read; any other document is queried as its XML property list.
  ///
  /// Prefixes are those that the root element declares, and `namespaces` (URI by prefix); `variables` are
  /// strings by name. Throws a `DocumentError` of a rule `xpath/…` for an invalid expression, with its
  /// column, and for one that visits too many nodes.
  public func xPath(
    _ expression: String, namespaces: [String: String] = [:], variables: [String: String] = [:]
  ) throws(DocumentError) -> XPathResult {
    let bindings = XPathBindings(variables, namespaces)
    if format == .xml || format == .xmlPropertyList, !tape.source.isEmpty {
      return try Self.evaluate(expression, bindings, on: tape.source, hasPlaces: true)
    }
    let xml = try bytes(as: .xmlPropertyList, options: WritingOptions(loss: .note, null: .string))
    return try xml.withByteView { text throws(DocumentError) in
      try Self.evaluate(expression, bindings, on: text, hasPlaces: false)
    }
  }

  private static func evaluate(
    _ text: String, _ bindings: XPathBindings, on source: ByteView, hasPlaces: Bool
  ) throws(DocumentError) -> XPathResult {
    try DocumentError.of(expression: text) { () throws(Failure) in
      let expression = try XPathExpression(parsing: text)
      let tree = try XMLTree.read(source)
      var evaluator = try XPathEvaluator(expression, tree: tree, bindings: bindings)
      switch try evaluator.evaluate() {
      case .number(let number): return .number(number)
      case .string(let bytes): return .string(String(decoding: bytes, as: UTF8.self))
      case .boolean(let value): return .boolean(value)
      case .nodeSet(let nodes):
        var reader = XPathNodeReader(evaluator, hasPlaces: hasPlaces)
        return .nodes(try nodes.map { node throws(Failure) in try reader.node(node) })
      }
    }
  }
}

/// Copies nodes out of their tree.
private struct XPathNodeReader {
  private var evaluator: XPathEvaluator
  private let hasPlaces: Bool
  private var lines = LineIndex()

  init(_ evaluator: XPathEvaluator, hasPlaces: Bool) {
    self.evaluator = evaluator
    self.hasPlaces = hasPlaces
  }

  mutating func node(_ node: XMLNodeID) throws(Failure) -> XPathNode {
    let text = String(decoding: try evaluator.string(ofNode: node), as: UTF8.self)
    if let namespace = evaluator.namespaceNode(node) {
      return XPathNode(
        kind: .namespace, name: String(decoding: namespace.prefix, as: UTF8.self), namespace: "", text: text,
        attributes: [], xml: "", line: nil, column: nil)
    }
    let tree = evaluator.tree
    var output = OutputBuffer()
    try tree.appendXML(of: node, to: &output)
    let place = hasPlaces ? lines.position(of: tree.sourceOffset(of: node), in: tree.source) : nil
    return XPathNode(
      kind: XPathNode.Kind(tree.kind(of: node)), name: tree.name(of: node).string,
      namespace: tree.namespaceURI(of: node).string, text: text,
      attributes: tree.attributes(of: node).map {
        XPathNode.Attribute(name: tree.name(of: $0).string, value: tree.value(of: $0).string)
      }, xml: output.withHeldBytes { $0.string }, line: place?.line, column: place?.column)
  }
}

extension XPathNode.Kind {
  init(_ kind: XMLNodeKind) {
    switch kind {
    case .root: self = .document
    case .element: self = .element
    case .text: self = .text
    case .comment: self = .comment
    case .processingInstruction: self = .processingInstruction
    case .attribute: self = .attribute
    }
  }
}

extension XPathResult {
  /// The string of each node, or of the single value.
  public var strings: [String] {
    switch self {
    case .nodes(let nodes): nodes.map(\.text)
    case .number(let number): [String(decoding: XPathNumber.text(number), as: UTF8.self)]
    case .string(let text): [text]
    case .boolean(let value): [value ? "true" : "false"]
    }
  }
}
