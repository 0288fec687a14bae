// The formats `json` and `jsonl`.

/// RFC 8259 JSON.
enum JSONFormat: FormatDefinition {
  static let traits = FormatTraits(
    summary: "JSON (RFC 8259)", fileExtension: "json", values: .json, text: .json, syntax: .json,
    editing: .text, hasLayout: true, output: .inPlace(joins: true), duplicateKeyRule: "json/duplicate-key",
    isFoundations: true)

  static func read<Sink: ValueSink & ~Copyable>(
    _ source: DocumentSource, into sink: inout Sink, ledger: inout ReadingLedger
  ) throws(Failure) {
    try JSONReader.read(source.text, into: &sink)
  }

  static func write(
    _ pass: inout WritingPass, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    var writer = try pass.replayed(
      into: JSONWriter(to: output, style: pass.route.jsonStyle, losses: pass.losses))
    if pass.route.endsLine { try writer.endLine() }
    return writer.finish()
  }
}

/// JSON lines: one value a line, the elements of one array.
enum JSONLinesFormat: FormatDefinition {
  static let traits = FormatTraits(
    summary: "JSON lines: one value a line", fileExtension: "jsonl", values: .json, text: .json,
    syntax: .json,
    output: .inPlace(joins: true), duplicateKeyRule: "json/duplicate-key")

  static func read<Sink: ValueSink & ~Copyable>(
    _ source: DocumentSource, into sink: inout Sink, ledger: inout ReadingLedger
  ) throws(Failure) {
    try JSONLinesReader.read(source.text, into: &sink)
  }

  static func write(
    _ pass: inout WritingPass, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    try pass.replayed(into: JSONWriter(to: output, style: pass.route.jsonStyle, losses: pass.losses)).finish()
  }
}

extension Route {
  /// How JSON is laid out for this target.
  package var jsonStyle: JSONStyle {
    if target == .jsonl { return .lines(isCanonical: isCanonical) }
    return isCanonical ? .canonical : isPretty ? .pretty : .compact
  }
}
