// The expressions of libxml2's and jaxen's test suites, each with its expected value.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct XPathCorpusTests {
  @Test(.corpus("xpath")) func everyCaseOfTheSuites() throws {
    guard let folder = corpus("xpath") else { return }
    let lines = try String(contentsOf: folder.appendingPathComponent("cases.jsonl"), encoding: .utf8)
    var count = 0
    for line in lines.split(separator: "\n") {
      guard let test = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        continue
      }
      // Functions that only jaxen has, and libxml2's exponents in numbers.
      if test["ext"] != nil { continue }
      count += 1
      let id = test["id"] as? String ?? "?"
      do {
        let problem = try check(test, in: folder)
        #expect(problem == nil, "\(id): \(test["expr"] ?? "")")
      } catch {
        #expect(test["type"] as? String == "error", "\(id): \(test["expr"] ?? ""): \(error)")
      }
    }
    #expect(count > 100)
  }

  /// What is wrong with the outcome, or nil.
  private func check(_ test: [String: Any], in folder: URL) throws -> String? {
    let path = test["doc"] as? String
    let bytes =
      try path.map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) } ?? Array("<any/>".utf8)
    var context = test["context"] as? String ?? "/"
    // libxml2's own tests start from the root element.
    if path != nil, context == "/", (test["id"] as? String)?.hasPrefix("libxml2/") == true { context = "/*" }
    if let second = test["context2"] as? String {
      context = context == "/" ? (second.hasPrefix("/") ? second : "/\(second)") : "\(context)/\(second)"
    }
    var bindings = XPathBindings()
    for (prefix, uri) in test["namespaces"] as? [String: String] ?? [:] {
      bindings.namespaces.append((prefix, uri))
    }
    let expression = test["expr"] as? String ?? ""
    return try evaluating(expression, on: bytes, context: context, bindings: bindings) { evaluator, value in
      if test["type"] as? String == "error" { return "it was accepted" }
      if case .nodeSet(let nodes) = value {
        if let count = test["count"] as? Int, nodes.count != count {
          return "\(nodes.count) nodes, not \(count)"
        }
        if let dump = test["dump"] as? String {
          let found = nodes.map { self.describe($0, evaluator.tree) }
          let wanted = self.heads(dump)
          if found != wanted { return "\(found) is not \(wanted)" }
        }
      }
      guard let wanted = test["value"] as? String else { return nil }
      return self.differs(value, wanted, isString: test["type"] as? String == "string-value", &evaluator)
    }
  }

  private func differs(
    _ value: XPathValue, _ wanted: String, isString: Bool, _ evaluator: inout XPathEvaluator
  ) -> String? {
    let found: String
    switch value {
    case .number(let number):
      if let other = Double(wanted), abs(other - number) <= abs(number) * 1e-14 { return nil }
      found = String(decoding: XPathNumber.text(number), as: UTF8.self)
    case .string(let text): found = String(decoding: text, as: UTF8.self)
    case .boolean(let truth): found = String(truth)
    case .nodeSet(let nodes):
      found =
        nodes.first.flatMap { try? evaluator.string(ofNode: $0) }.map { String(decoding: $0, as: UTF8.self) }
        ?? ""
    }
    func trimmed(_ text: String) -> String {
      isString ? text.trimmingCharacters(in: .whitespacesAndNewlines) : text
    }
    return trimmed(found) == trimmed(wanted) ? nil : "'\(found)' is not '\(wanted)'"
  }

  /// A node as libxml2's debug dump begins it.
  private func describe(_ node: XMLNodeID, _ tree: XMLTree) -> String {
    switch tree.kind(of: node) {
    case .root: "/"
    case .element: "ELEMENT \(tree.name(of: node).string)"
    case .text: "TEXT"
    case .comment: "COMMENT"
    case .processingInstruction: "PI \(tree.name(of: node).string)"
    case .attribute: "ATTRIBUTE \(tree.name(of: node).string)"
    }
  }

  private func heads(_ dump: String) -> [String] {
    dump.split(separator: "\n").compactMap { line in
      guard let first = line.first, first.isNumber else { return nil }
      let head = line.drop { $0.isNumber }.trimmingCharacters(in: .whitespaces)
      return head == "CDATA_SECTION" ? "TEXT" : head
    }
  }
}
