// encoding/declaration-not-first: something stands before the XML declaration.

extension LintRule {
  static let encodingDeclarationNotFirst = LintRule(
    "encoding/declaration-not-first",
    summary: "something stands before the XML declaration",
    why: """
      The declaration counts only at the very beginning; anywhere else the file is not well-formed.
      """,
    bad: LintExample("a.xml", "\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n"),
    good: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n"),
    fix: "--fix=declaration removes the white space before the declaration")
}
