// XPath 1.0 on application XML, and on every other document as its XML property list.

import PliantCoding
import PliantCore
import PliantQuery
import Synchronization

import struct PliantCoding.Document

/// An XPath 1.0 expression, parsed once for any number of documents and nodes.
///
///     let price = try XPath("number(price)")
///     for book in try document.xPath("//book").nodes { print(try book.xPath(price).strings) }
public struct XPath: Sendable, CustomStringConvertible {
  /// The expression as written.
  public let description: String
  fileprivate let expression: XPathExpression
  fileprivate let bindings: XPathBindings

  /// Parses an expression.
  ///
  /// Prefixes are those that the root element of a document declares, and `namespaces` (URI by prefix); `variables` are
  /// strings by name. Throws a `DocumentError` of a rule `xpath/…` with the column.
  public init(
    _ expression: String, namespaces: [String: String] = [:], variables: [String: String] = [:]
  ) throws(DocumentError) {
    description = expression
    bindings = XPathBindings(variables, namespaces)
    self.expression = try DocumentError.of(expression: expression) { () throws(Failure) in
      try XPathExpression(parsing: expression)
    }
  }
}

/// The value of an XPath expression.
public enum XPathResult: Equatable, Sendable {
  /// Nodes in the order of the document.
  case nodes([XPathNode])
  case number(Double)
  case string(String)
  case boolean(Bool)
}

/// A node that an XPath expression selected; it keeps its document alive.
public struct XPathNode: Equatable, Sendable {
  /// The kind of a node.
  @nonexhaustive
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

  /// A namespace of an element, which the tree does not contain.
  fileprivate struct Namespace: Equatable {
    let prefix: String
    let uri: String
  }

  fileprivate let source: XPathSource
  fileprivate let number: XMLNodeID
  fileprivate let namespaceNode: Namespace?
}

/// A document as a tree, read once for all expressions.
final class XPathSource: @unchecked Sendable {
  fileprivate let tree: XMLTree
  /// Keeps the text alive.
  private let owner: AnyObject?
  /// Nil for a document that is not XML.
  private let lines: Mutex<LineIndex>?

  fileprivate init(_ text: ByteView, owner: AnyObject?, hasPlaces: Bool) throws(Failure) {
    tree = try XMLTree.read(text)
    self.owner = owner
    lines = hasPlaces ? Mutex(LineIndex()) : nil
  }

  fileprivate func position(of node: XMLNodeID) -> TextPosition? {
    lines?.withLock { $0.position(of: tree.sourceOffset(of: node), in: tree.source) }
  }

  /// Evaluates an expression with a node as its context.
  fileprivate func evaluate(
    _ xPath: XPath, at node: XMLNodeID, _ limits: DocumentLimits?
  ) throws(DocumentError) -> XPathResult {
    try DocumentError.of(expression: xPath.description) { () throws(Failure) in
      try Limits.with(limits?.values) { () throws(Failure) in
        var bindings = xPath.bindings
        bindings.maximumSteps = Limits.xpathSteps
        var evaluator = try XPathEvaluator(xPath.expression, tree: tree, bindings: bindings)
        switch try evaluator.evaluate(at: node) {
        case .number(let number): return .number(number)
        case .string(let bytes): return .string(String(decoding: bytes, as: UTF8.self))
        case .boolean(let value): return .boolean(value)
        case .nodeSet(let nodes):
          return .nodes(
            nodes.map { node in
              let namespace = evaluator.namespaceNode(node).map {
                XPathNode.Namespace(
                  prefix: String(decoding: $0.prefix, as: UTF8.self),
                  uri: String(decoding: $0.uri, as: UTF8.self))
              }
              return XPathNode(source: self, number: node, namespaceNode: namespace)
            })
        }
      }
    }
  }
}

extension Document {
  /// Evaluates an XPath 1.0 expression on application XML or an XML property list as it was read; any other document is
  /// queried as its XML property list.
  ///
  /// The first call reads the document as a tree, which remains in memory as long as the document. Throws a `DocumentError` of a rule
  /// `xpath/…` for an unknown prefix or variable and for an expression that visits too many nodes.
  public func xPath(
    _ expression: XPath, limits: DocumentLimits? = nil
  ) throws(DocumentError) -> XPathResult {
    try xPathSource().evaluate(expression, at: 0, limits)
  }

  /// Evaluates an expression such as `//user[2]/name`, which is parsed for this call.
  ///
  /// Throws as `XPath.init(_:namespaces:variables:)` and `xPath(_:limits:)`.
  public func xPath(
    _ expression: String, namespaces: [String: String] = [:], variables: [String: String] = [:]
  ) throws(DocumentError) -> XPathResult {
    try xPath(XPath(expression, namespaces: namespaces, variables: variables))
  }

  private func xPathSource() throws(DocumentError) -> XPathSource {
    if let known = tape.companion.withLock({ $0 }) as? XPathSource { return known }
    let isXML = (format == .xml || format == .xmlPropertyList) && !tape.source.isEmpty
    let made: XPathSource
    if isXML {
      made = try DocumentError.of(file: tape.origin.name) { () throws(Failure) in
        try XPathSource(tape.source, owner: tape.owner, hasPlaces: true)
      }
    } else {
      let xml = try bytes(as: .xmlPropertyList, options: WritingOptions(loss: .note, null: .string))
      let file = InputFile(bytes: xml, name: "-")
      made = try DocumentError.of { () throws(Failure) in
        try file.withBytes { text throws(Failure) in
          try XPathSource(text, owner: file, hasPlaces: false)
        }
      }
    }
    tape.companion.withLock { $0 = made }
    return made
  }
}

extension XPathNode {
  /// Evaluates an expression such as `price` or `../@id` with this node as its context.
  ///
  /// Throws as `Document.xPath(_:limits:)`, and for a namespace node, which cannot be a context.
  public func xPath(
    _ expression: XPath, limits: DocumentLimits? = nil
  ) throws(DocumentError) -> XPathResult {
    if namespaceNode != nil {
      throw DocumentError(Failure(.xPathNamespaceContext), in: expression.description)
    }
    return try source.evaluate(expression, at: number, limits)
  }

  /// Evaluates an expression that is parsed for this call.
  ///
  /// Throws as `XPath.init(_:namespaces:variables:)` and `xPath(_:limits:)`.
  public func xPath(_ expression: String) throws(DocumentError) -> XPathResult {
    try xPath(XPath(expression))
  }

  /// Whether both are the same node of one document.
  public static func == (left: Self, right: Self) -> Bool {
    left.source === right.source && left.number == right.number && left.namespaceNode == right.namespaceNode
  }

  private var tree: XMLTree { source.tree }

  /// The kind of the node.
  public var kind: Kind { namespaceNode == nil ? Kind(tree.kind(of: number)) : .namespace }

  /// The name with its prefix; empty for an unnamed node.
  public var name: String { namespaceNode?.prefix ?? tree.name(of: number).string }

  /// The URI of the name's namespace; empty without a namespace.
  public var namespace: String { namespaceNode == nil ? tree.namespaceURI(of: number).string : "" }

  /// The string-value: of an element, all text in it, in time proportional to its size.
  public var text: String {
    if let namespaceNode { return namespaceNode.uri }
    var bytes: [UInt8] = []
    tree.appendStringValue(of: number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The attributes of an element, in order, in an array made for each access.
  public var attributes: [Attribute] {
    guard namespaceNode == nil else { return [] }
    return tree.attributes(of: number).map {
      Attribute(name: tree.name(of: $0).string, value: tree.value(of: $0).string)
    }
  }

  /// The value of an attribute by its name with the prefix, or nil; in time proportional to the number of attributes.
  public subscript(attribute name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The node as XML; empty for a namespace.
  public var xml: String {
    get throws(DocumentError) {
      guard namespaceNode == nil else { return "" }
      var output = OutputBuffer()
      do throws(Failure) { try tree.appendXML(of: number, to: &output) } catch { throw DocumentError(error) }
      return output.withHeldBytes { $0.string }
    }
  }

  /// The line in the text, from 1; nil for a document that is not XML.
  public var line: Int? { position?.line }

  /// The column in Unicode scalars, from 1; nil as `line`.
  public var column: Int? { position?.column }

  private var position: TextPosition? { namespaceNode == nil ? source.position(of: number) : nil }
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
  /// The nodes; empty for a single value.
  public var nodes: [XPathNode] { if case .nodes(let nodes) = self { nodes } else { [] } }

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
