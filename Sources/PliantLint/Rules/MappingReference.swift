// mapping/reference: a reference to a record that does not exist.

extension LintRule {
  static let mappingReference = LintRule(
    .mappingReference,
    summary: "a reference to a record that does not exist",
    why: """
      Somebody removed the record or misspelt its key. Needs a mapping from `--mapping` or the configuration.
      """,
    bad: LintExample("a.xml", "<teams><team code=\"100\" partner=\"200\"/></teams>\n"),
    good: LintExample("a.xml", "<teams><team code=\"100\" partner=\"200\"/><team code=\"200\"/></teams>\n"),
    options: .teams)
}
