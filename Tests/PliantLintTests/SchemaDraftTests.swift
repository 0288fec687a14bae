// Schemas drafted from samples: what they say, and that all samples fit them.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct SchemaDraftTests {
  private static func draft(_ samples: [(text: [UInt8], format: Format?)]) throws -> String {
    var draft = SchemaDraft()
    for sample in samples {
      try sample.text.withByteView { bytes in
        let loaded = try Reading(sample.format).load(bytes)
        try draft.add(loaded.document, loaded.source.format)
      }
    }
    let document = try draft.document(named: "s")
    let loaded = LoadedDocument(DocumentSource(format: .json, text: .empty), document: document)
    var losses = LossReport(policy: .note)
    var writing = Writing(.json)
    writing.layout = .compact
    return String(
      decoding: try writing.write(loaded, to: OutputBuffer(), losses: &losses).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (["[1, 2.5]"], #""type":"array of real""#), (["{}"], #""type":"dictionary""#),
    (
      ["{\"a\":1}", "{\"a\":null,\"b\":[]}"],
      #""type":"dictionary","keys":{"a":"required integer | null","b":"array"}"#
    ),
    (
      [#"{"a":{"x":1,"y":2},"b":{"x":3,"y":2},"c":{"x":4,"y":5}}"#],
      #""type":"dictionary","of":{"type":"dictionary","keys":{"x":"required integer","y":"required integer"}}"#
    ),
    (
      [#"[{"t":"x"},{"t":{"u":true}},7]"#],
      #""type":"array","of":{"type":"integer | Type_Document"},"types":{"Type_Document":{"type":"dictionary","keys":{"t":{"type":"string | Type_t","required":true}}},"Type_t":{"type":"dictionary","keys":{"u":"required boolean"}}}"#
    ),
    ([#"[[1],["a"]]"#], #""type":"array","of":{"type":"array","of":"string | integer"}"#),
  ])
  func says(_ samples: [String], _ expected: String) throws {
    let text = try Self.draft(samples.map { (Array($0.utf8), .json) })
    let count = samples.count
    let about = "Drafted from \(count) sample\(count == 1 ? "" : "s")"
    #expect(text == #"{"schema":"s","about":"\#(about)",\#(expected)}\#n"#)
    for sample in samples {
      #expect(try SchemaTests.lint(sample, "a.json", schema: text).isEmpty, "\(sample)")
    }
  }

  @Test func linesAreDocuments() throws {
    let lines = "{\"a\":1}\n{\"a\":2,\"b\":\"\"}\n"
    let text = try Self.draft([(Array(lines.utf8), .jsonl)])
    #expect(text.contains(#""keys":{"a":"required integer","b":"string"}"#))
    #expect(try SchemaTests.lint(lines, "a.jsonl", schema: text).isEmpty)
    #expect(try SchemaTests.lint("{\"b\":1}\n", "a.jsonl", schema: text).count == 2)
  }

  /// Documents of others fit their own drafts.
  @Test(.corpus("jsontestsuite"), arguments: ["jsontestsuite", "realworld", "plist-impls"])
  func documentsFitTheirDrafts(corpus name: String) throws {
    var count = 0
    for entry in corpusEntries(name).sampled(every: 8) where entry.bytes.count < 1 << 20 {
      let bytes = entry.bytes
      let loaded = bytes.withByteView { try? Reading().load($0) }
      guard let format = loaded?.source.format, format.traits.syntax != .xml || format == .xml1,
        format != .csv, format != .tsv
      else { continue }
      let schema = try Self.draft([(bytes, format)])
      var options = LintOptions()
      options.schemas = [
        try Array(schema.utf8).withByteView { bytes throws(Diagnostic) in try LintSchema(bytes) }
      ]
      let found = LinterTests.lint(bytes, entry.url.lastPathComponent, options).filter {
        [.plistType, .plistRequired, .plistValue].contains($0.rule.id)
      }
      #expect(found.isEmpty, "\(entry.path): \(found.map(\.message)) \(schema.prefix(2000))")
      count += 1
    }
    #expect(count > 0 || corpus(name) == nil)
  }
}
