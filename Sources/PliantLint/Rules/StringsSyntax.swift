// strings/syntax: the text breaks the grammar of .strings or old-style property lists.

extension LintRule {
  static let stringsSyntax = LintRule(
    .stringsSyntax,
    summary: "the text breaks the grammar of .strings or old-style property lists",
    why: "The application shows keys instead of text.",
    bad: LintExample("a.strings", "\"a\" = \"b\"\n\"c\" = \"d\";\n"),
    good: LintExample("a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n"))
}
