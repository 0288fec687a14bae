// mapping/duplicate-key: a key that another record of the same type already has.

extension LintRule {
  static let mappingDuplicateKey = LintRule(
    .mappingDuplicateKey,
    summary: "a key that another record of the same type already has",
    why: """
      A reference to it could mean either, and a store keeps only one. Needs a mapping from `--mapping` or the \
      configuration.
      """,
    bad: LintExample("a.xml", "<teams><team code=\"100\"/><team code=\"100\"/></teams>\n"),
    good: LintExample("a.xml", "<teams><team code=\"100\"/><team code=\"200\"/></teams>\n"),
    options: .teams)
}
