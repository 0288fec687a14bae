// Documents with very many of one thing: each verb is to take time in proportion to them, not to their square.
//
// Nothing is timed here. What grows with the square takes minutes at these sizes, and is noticed.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct WideInputTests {
  private static let count = 20_000

  private func output(_ words: [String], of document: String) throws -> String {
    let run = try CapturedRun(input: Array(document.utf8))
    let code = Program.run(words, context: run.context)
    #expect(code == .success, "\(run.errorText)")
    return run.outputText
  }

  @Test func pathsOfTheTextInManySiblings() throws {
    let document = "<a>" + String(repeating: "<b>x</b>", count: Self.count) + "</a>"
    let found = try output(["xpath", "--as", "json", "//node()"], of: document)
    #expect(found.contains("\"path\":\"/a/b[\(Self.count)]/text()[1]\""))
  }

  @Test func manyNamespaces() throws {
    let children = (0..<Self.count).map { "<b xmlns:p\($0)=\"u\($0)\"/>" }.joined()
    #expect(try output(["xpath", "count(//b)"], of: "<a>\(children)</a>") == "\(Self.count)\n")
    let object = try output(["convert", "json", "--xml-style", "attributes"], of: "<a>\(children)</a>")
    #expect(object.hasSuffix("{\"@xmlns:p\(Self.count - 1)\":\"u\(Self.count - 1)\"}]}}\n"))
  }

  @Test func manyElementsInManyNamespaces() throws {
    let depth = 400
    let open = (0..<depth).map { "<b xmlns:p\($0)=\"u\($0)\">" }.joined()
    let document = open + String(repeating: "<c/>", count: 5000) + String(repeating: "</b>", count: depth)
    let object = try output(["convert", "json", "--xml-style", "attributes"], of: document)
    #expect(object.contains("\"@xmlns:p399\":\"u399\",\"c\":[null,null"))
  }

  @Test func manyResultsWithNamesOfTheirOwn() throws {
    let document = "<a>" + (0..<Self.count).map { "<n\($0)/>" }.joined() + "</a>"
    let found = try output(["xpath", "--as", "xml", "/a/*"], of: document)
    #expect(found.hasPrefix("<n0/>\n<n1/>\n") && found.hasSuffix("<n\(Self.count - 1)/>\n"))
  }
}
