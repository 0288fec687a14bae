// json/syntax: the text breaks the grammar of JSON (RFC 8259).

extension LintRule {
  static let jsonSyntax = LintRule(
    .jsonSyntax,
    summary: "the text breaks the grammar of JSON (RFC 8259)",
    why: "Every JSON reader must refuse it; comments and trailing commas are not JSON.",
    bad: LintExample("a.json", "{\"a\": [1, 2,]}\n"),
    good: LintExample("a.json", "{\"a\": [1, 2]}\n"))
}
