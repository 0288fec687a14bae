// The formats `json`, `jsonl`, and `jsonc` and `json5`, whose texts pliant edits but never writes as a whole.

/// RFC 8259 JSON.
package enum JSONFormat: WritableJSONFormat {
  package static var format: Format { .json }
  package static let traits = FormatTraits(
    summary: "JSON (RFC 8259)", fileExtension: "json", values: .json, text: .json, syntax: .json,
    editing: .text, hasLayout: true, output: .inPlace(joins: true), duplicateKeyRule: .jsonDuplicateKey,
    isFoundationFormat: true)
}

/// JSON with comments and trailing commas.
package enum CommentedJSONFormat: JSONDialectFormat {
  package static var format: Format { .jsonc }
  package static let traits = FormatTraits(
    summary: "JSON with comments and trailing commas", fileExtension: "jsonc", values: .json, text: .json,
    syntax: .json, editing: .text, hasLayout: true, isWritable: false,
    decisiveExtensions: JSONDialectNames.commentedExtensions, duplicateKeyRule: .jsonDuplicateKey)
}

/// JSON5 (spec.json5.org).
package enum JSON5Format: JSONDialectFormat {
  package static var format: Format { .json5 }
  package static let traits = FormatTraits(
    summary: "JSON5", fileExtension: "json5", values: .json, text: .json, syntax: .json, editing: .text,
    hasLayout: true, isWritable: false, decisiveExtensions: ["json5"], duplicateKeyRule: .jsonDuplicateKey)
}

/// JSON Lines: one value per line, the elements of one array.
package enum JSONLinesFormat: WritableJSONFormat {
  package static var format: Format { .jsonl }
  package static let traits = FormatTraits(
    summary: "JSON Lines: one value per line", fileExtension: "jsonl", values: .json, text: .json,
    syntax: .json, decisiveExtensions: ["jsonl", "ndjson"], output: .inPlace(joins: true),
    duplicateKeyRule: .jsonDuplicateKey)
}

protocol WritableJSONFormat: CodedFormat {}

extension WritableJSONFormat {
  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    try pass.replayed(into: JSONWriter(to: output, style: pass.writing.jsonStyle, losses: pass.losses))
      .finish()
  }
}

protocol JSONDialectFormat: CodedFormat {}

extension JSONDialectFormat {
  package static func hasSameTokens(_ left: ByteView, _ right: ByteView) -> Bool {
    JSON5Scanner.hasSameTokens(left, right)
  }
}
