// xml/not-well-formed: the document breaks the grammar of XML.

extension LintRule {
  static let xmlNotWellFormed = LintRule(
    .xmlNotWellFormed,
    summary: "the document breaks the grammar of XML",
    why: "Every XML reader must refuse it.",
    bad: LintExample("a.xml", "<a><b></a>\n"),
    good: LintExample("a.xml", "<a><b/></a>\n"))
}
