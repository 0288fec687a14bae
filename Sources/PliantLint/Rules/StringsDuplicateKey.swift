// strings/duplicate-key: a key with two translations.

extension LintRule {
  static let stringsDuplicateKey = LintRule(
    .stringsDuplicateKey,
    summary: "a key with two translations",
    why: "The application shows only one of them.",
    bad: LintExample("a.strings", "\"a\" = \"b\";\n\"a\" = \"c\";\n"),
    good: LintExample("a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n"))
}
