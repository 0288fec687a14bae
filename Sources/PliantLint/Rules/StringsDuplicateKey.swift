// strings/duplicate-key: a key is translated twice.

extension LintRule {
  static let stringsDuplicateKey = LintRule(
    "strings/duplicate-key",
    summary: "a key is translated twice",
    why: """
      Only one of the translations is shown.
      """,
    bad: LintExample("a.strings", "\"a\" = \"b\";\n\"a\" = \"c\";\n"),
    good: LintExample("a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n"))
}
