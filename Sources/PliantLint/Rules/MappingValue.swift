// mapping/value: a value that is not of its type, or that a constraint forbids.

extension LintRule {
  static let mappingValue = LintRule(
    .mappingValue,
    summary: "a value that is not of its type, or that a constraint forbids",
    why: """
      Readers refuse the document or read a wrong value. Needs a mapping from `--mapping` or the configuration.
      """,
    bad: LintExample("a.xml", "<teams><team code=\"100\" size=\"seven\"/></teams>\n"),
    good: LintExample("a.xml", "<teams><team code=\"100\" size=\"7\"/></teams>\n"),
    options: .teams)
}
