// mapping/missing: something that the mapping requires is missing.

import PliantCore

extension LintRule {
  static let mappingMissing = LintRule(
    .mapping, "missing",
    summary: "something that the mapping requires is missing",
    why: """
      The record cannot be identified, or means nothing. Found where a mapping is named by --mapping or the configuration.
      """,
    bad: LintExample("a.xml", "<teams><team size=\"7\"/></teams>\n"),
    good: LintExample("a.xml", "<teams><team code=\"100\" size=\"7\"/></teams>\n"),
    options: .teams)
}
