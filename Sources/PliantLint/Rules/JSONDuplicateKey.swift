// json/duplicate-key: an object has a key twice.

extension LintRule {
  static let jsonDuplicateKey = LintRule(
    .jsonDuplicateKey,
    summary: "an object has a key twice",
    why: "RFC 8259 does not define which value counts; programs silently lose one.",
    bad: LintExample("a.json", "{\"a\": 1, \"a\": 2}\n"),
    good: LintExample("a.json", "{\"a\": 1, \"b\": 2}\n"))
}
