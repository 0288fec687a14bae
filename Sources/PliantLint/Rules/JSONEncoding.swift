// json/encoding: JSON that is not UTF-8.

extension LintRule {
  static let jsonEncoding = LintRule(
    .jsonEncoding,
    summary: "JSON that is not UTF-8",
    why: "RFC 8259 requires UTF-8 between systems; some readers silently replace other bytes.",
    bad: LintExample("a.json", "{\"ort\": \"Grüße aus Köln\"}\n", encoding: .latin1),
    good: LintExample("a.json", "{\"ort\": \"Grüße aus Köln\"}\n"),
    fix: "--fix=bytes encodes the text as UTF-8 if its encoding is certain",
    check: .encoding { rule, analysis, collector in
      guard case .notUTF8(let offset) = analysis.contradiction else { return }
      let message = offset.map(analysis.strayText) ?? "the bytes are \(analysis.verdict.encoding.name)"
      collector.add(
        rule, at: offset.map(analysis.place) ?? EncodingAnalysis.beginning,
        "JSON must be UTF-8: \(message)",
        fixes: analysis.bytesFix(to: .utf8))
    })
}
