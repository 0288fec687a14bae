// Every limit that has a name: a document above it is refused with its value, and read with the default.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct LimitTests {
  private static func lists(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
  }

  private static let documents = [
    "deep.json": lists(6), "list.json": "[1,2,3]",
    "copies.json": #"[{"op":"copy","from":"","path":"/-"},{"op":"copy","from":"","path":"/-"}]"#,
    "text.xml": "<a>\(String(repeating: "x", count: 5000))</a>",
    "entities.xml": "<!DOCTYPE r [<!ENTITY a '\(String(repeating: "x", count: 100))'>]><r>"
      + String(repeating: "&a;", count: 100) + "</r>",
    "factor.xml": "<!DOCTYPE r [<!ENTITY a '\(String(repeating: "x", count: 12_000))'>]><r>"
      + String(repeating: "&a;", count: 95) + "</r>",
    "nested.xml": "<!DOCTYPE r [<!ENTITY a 'x'><!ENTITY b '&a;'><!ENTITY c '&b;'>]><r>&c;</r>",
    "wide.xml": "<r a='1' b='1' c='1' d='1'/>", "name.xml": "<\(String(repeating: "n", count: 3000))/>",
    "tokens.jsonl": "\"\(String(repeating: "x", count: 3_000_000))\"\n1\n",
  ]

  /// A limit with a low value, a command line that exceeds it, and words of the refusal.
  private static let rows = [
    ("memory=1KB", "convert xml1 -o - list.json", "memory budget of 1 KB exhausted"),
    ("depth=3", "convert xml1 -o - deep.json", "more than 3 deep"),
    ("entity-bytes=1KB", "convert json -o - entities.xml", "expands to more text than allowed"),
    ("entity-factor=2", "convert json -o - factor.xml", "expands to more text than allowed"),
    ("entity-depth=2", "convert json -o - nested.xml", "nested too deeply in others"),
    ("attributes=3", "convert json -o - wide.xml", "too many attributes"),
    ("name-bytes=1KB", "convert json -o - name.xml", "a name is longer than 1 KB"),
    ("token-bytes=1MB", "convert jsonl -o - tokens.jsonl", "one token is longer than 1 MB"),
    ("rewritten-bytes=1KB", "cdata wrap --all -o - text.xml", "1 KB"),
    ("expanded-values=1000", "convert json -o - bomb", "repeated beyond the budget"),
    ("expanded-bytes=1KB", "convert json -o - bomb", "repeated beyond the budget"),
    ("xpath-bytes=4", "xpath 'count(//a)' text.xml", "longer than 4 bytes"),
    ("xpath-depth=2", "xpath '(((//a)))' text.xml", "more than 2 levels deep"),
    ("xpath-steps=1", "xpath '//a//text()' text.xml", "more than 1 step"),
    ("xpath-string-bytes=4", "xpath 'concat(\"abc\", \"def\")' text.xml", "more than 4 bytes"),
    ("jsonpath-bytes=4", "query '$[0][0]' deep.json", "longer than 4 bytes"),
    ("jsonpath-depth=1", "query '$[?(@[?(@[0])])]' deep.json", "more than 1 level"),
    ("jsonpath-steps=2", "query '$..*' deep.json", "more than 2 steps"),
    ("jsonpath-nodes=2", "query '$..*' deep.json", "more than 2 nodes"),
    ("patch-copies=2", "patch list.json copies.json -o -", "more than 2 values"),
  ]

  @Test func everyLimitIsKept() async throws {
    #expect(Self.rows.map { $0.0.prefix { $0 != "=" } } == NamedLimit.all.map { Substring($0.name) })
    try await forEachRow(of: Self.rows) { (limit: String, command: String, words: String) in
      try withTemporaryFolder { folder in
        try write(Self.documents, in: folder)
        try Bomb.doubled(levels: 12).write(to: folder.appendingPathComponent("bomb"))
        #expect(try shell("pliant \(command)", in: folder).code == 0)
        for call in ["pliant \(command) --limit \(limit)", "PLIANT_LIMITS=\(limit) pliant \(command)"] {
          let refused = try shell(call, in: folder)
          #expect(refused.code != 0 && refused.error.contains(words), "\(call): \(refused.error)")
        }
      }
    }
  }
}
