// xml/undefined-entity: a reference to an undeclared entity.

extension LintRule {
  static let xmlUndefinedEntity = LintRule(
    .xmlUndefinedEntity,
    summary: "a reference to an undeclared entity",
    why: """
      XML itself knows five: amp, lt, gt, quot and apos; declare HTML's others, or write them as numbers.
      """,
    bad: LintExample("a.xml", "<a>&nbsp;</a>\n"),
    good: LintExample("a.xml", "<a>&#160;</a>\n"))
}
