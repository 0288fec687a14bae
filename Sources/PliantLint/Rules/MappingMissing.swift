// mapping/missing: something that the mapping requires is missing.

extension LintRule {
  static let mappingMissing = LintRule(
    .mappingMissing,
    summary: "something that the mapping requires is missing",
    why: """
      Nothing identifies the record, or it means nothing. Needs a mapping from `--mapping` or the configuration.
      """,
    bad: LintExample("a.xml", "<teams><team size=\"7\"/></teams>\n"),
    good: LintExample("a.xml", "<teams><team code=\"100\" size=\"7\"/></teams>\n"),
    options: .teams)
}
