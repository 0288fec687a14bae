// json/encoding: JSON that is not UTF-8.

extension LintRule {
  static let jsonEncoding = LintRule(
    "json/encoding",
    summary: "JSON that is not UTF-8",
    why: """
      RFC 8259 allows nothing else between systems; some readers replace the letters and say nothing.
      """,
    bad: LintExample("a.json", "{\"ort\": \"Köln\"}\n", encoding: .latin1),
    good: LintExample("a.json", "{\"ort\": \"Köln\"}\n"),
    fix: "--fix=bytes encodes the text as UTF-8 where its encoding is certain")
}
