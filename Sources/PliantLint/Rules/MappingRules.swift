// The rules mapping/…: application XML against its mapping.

extension LintRule {
  static let mappingUnknownElement = LintRule(
    ofMapping: .mappingUnknownElement,
    summary: "an element, attribute or text that the mapping does not cover",
    why: "A conversion omits it. Perhaps its name is misspelt, and the expected one is missing.",
    bad: "<team code=\"100\"><colour>red</colour></team>", good: "<team code=\"100\"/>")

  static let mappingMissing = LintRule(
    ofMapping: .mappingMissing, summary: "something that the mapping requires is missing",
    why: "Nothing identifies the record, or it means nothing.",
    bad: "<team size=\"7\"/>", good: "<team code=\"100\" size=\"7\"/>")

  static let mappingValue = LintRule(
    ofMapping: .mappingValue, summary: "a value that is not of its type, or that a constraint forbids",
    why: "Readers refuse the document or read a wrong value.",
    bad: "<team code=\"100\" size=\"seven\"/>", good: "<team code=\"100\" size=\"7\"/>")

  static let mappingReference = LintRule(
    ofMapping: .mappingReference, summary: "a reference to a record that does not exist",
    why: "Somebody removed the record or misspelt its key.",
    bad: "<team code=\"100\" partner=\"200\"/>",
    good: "<team code=\"100\" partner=\"200\"/><team code=\"200\"/>")

  static let mappingDuplicateKey = LintRule(
    ofMapping: .mappingDuplicateKey, summary: "a key that another record of the same type already has",
    why: "A reference to it could mean either, and a store keeps only one.",
    bad: "<team code=\"100\"/><team code=\"100\"/>", good: "<team code=\"100\"/><team code=\"200\"/>")

  /// Creates a rule with examples of teams.
  private convenience init(
    ofMapping id: DiagnosticRule, summary: String, why: String, bad: String, good: String
  ) {
    self.init(
      id, summary: summary,
      why: """
        \(why) Needs a mapping from `--mapping` or the configuration.
        """,
      bad: LintExample("a.xml", "<teams>\(bad)</teams>\n"),
      good: LintExample("a.xml", "<teams>\(good)</teams>\n"), options: .teams)
  }
}
