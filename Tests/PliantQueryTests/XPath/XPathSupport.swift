// How tests evaluate expressions and show what comes out.

import Foundation
import PliantCore
import PliantQuery
import TestSupport

/// Evaluates an expression and gives `show` its value.
func evaluating<Result>(
  _ expression: String, on document: [UInt8], context: String = "/", bindings: XPathBindings = .init(),
  _ show: (inout XPathEvaluator, XPathValue) throws -> Result
) throws -> Result {
  try document.withUnsafeBytes { buffer in
    let tree = try XMLTree.read(ByteView(buffer))
    var start: XMLNodeID = 0
    var first: XPathEvaluator?
    if context != "/" {
      var evaluator = try XPathEvaluator(XPathExpression(parsing: context), tree: tree, bindings: bindings)
      guard case .nodeSet(let nodes) = try evaluator.evaluate(), let node = nodes.first else {
        throw TestProblem("no context node: \(context)")
      }
      start = node
      first = evaluator
    }
    var evaluator = try XPathEvaluator(
      XPathExpression(parsing: expression), tree: tree, bindings: bindings, after: first)
    let value = try evaluator.evaluate(at: start)
    return try show(&evaluator, value)
  }
}

/// The value as one line: of a node-set, each node's `describe`, with blanks between.
func result(
  _ expression: String, on document: [UInt8], context: String = "/", bindings: XPathBindings = .init()
) throws -> String {
  try evaluating(expression, on: document, context: context, bindings: bindings) { evaluator, value in
    switch value {
    case .nodeSet(let nodes): return nodes.map { describe($0, &evaluator) }.joined(separator: " ")
    case .number(let number): return String(decoding: XPathNumber.text(number), as: UTF8.self)
    case .string(let text): return "'" + String(decoding: text, as: UTF8.self) + "'"
    case .boolean(let truth): return String(truth)
    }
  }
}

/// A node in short: `name(id)` or `name`, `@name=value`, `"text"`, `<!--…-->`, `?target`, `/`.
func describe(_ node: XMLNodeID, _ evaluator: inout XPathEvaluator) -> String {
  let tree = evaluator.tree
  if let namespace = evaluator.namespaceNode(node) {
    return "xmlns:\(String(decoding: namespace.prefix, as: UTF8.self))"
  }
  switch tree.kind(of: node) {
  case .root: return "/"
  case .element:
    let id = tree.attributes(of: node).first { tree.name(of: $0).string == "id" }
    return tree.name(of: node).string + (id.map { "(\(tree.value(of: $0).string))" } ?? "")
  case .attribute: return "@\(tree.name(of: node).string)=\(tree.value(of: node).string)"
  case .text:
    return "\""
      + tree.value(of: node).string.replacingOccurrences(of: "\n", with: "~")
      .replacingOccurrences(of: " ", with: "_") + "\""
  case .comment: return "<!--\(tree.value(of: node).string)-->"
  case .processingInstruction: return "?\(tree.name(of: node).string)"
  }
}

struct TestProblem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

func document(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: testdata("valid/xml/\(name)"))) }
