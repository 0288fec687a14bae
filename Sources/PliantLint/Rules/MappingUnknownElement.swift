// mapping/unknown-element: an element, attribute or text that the mapping does not cover.

extension LintRule {
  static let mappingUnknownElement = LintRule(
    .mappingUnknownElement,
    summary: "an element, attribute or text that the mapping does not cover",
    why: """
      A conversion omits it. Perhaps its name is misspelt, and the expected one is missing. Needs a mapping from \
      `--mapping` or the configuration.
      """,
    bad: LintExample("a.xml", "<teams><team code=\"100\"><colour>red</colour></team></teams>\n"),
    good: LintExample("a.xml", "<teams><team code=\"100\"/></teams>\n"),
    options: .teams)
}
