// strings/ignored-tail: text after the place where CoreFoundation stops.

extension LintRule {
  static let stringsIgnoredTail = LintRule(
    .stringsIgnoredTail,
    summary: "text after the place where Apple's readers stop",
    why: """
      The reader stops silently at the first text that is not an entry; all translations after it are missing.
      """,
    bad: LintExample("a.strings", "\"a\" = \"b\";\n\u{201C}c\u{201D} = \u{201C}d\u{201D};\n\"e\" = \"f\";\n"),
    good: LintExample("a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n\"e\" = \"f\";\n"))
}
