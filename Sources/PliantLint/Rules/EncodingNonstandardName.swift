// encoding/nonstandard-name: the declared name is not one that IANA registered.

extension LintRule {
  static let encodingNonstandardName = LintRule(
    "encoding/nonstandard-name", .warning,
    summary: "the declared name is not one that IANA registered",
    why: """
      Programs know different private names; the registered one is understood by all.
      """,
    bad: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"utf8\"?>\n<a>b</a>\n"),
    good: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a>b</a>\n"),
    fix: "--fix=declaration writes the registered name")
}
