// encoding/unexpected: the file is not in the encoding that is expected.

extension LintRule {
  static let encodingUnexpected = LintRule(
    "encoding/unexpected",
    summary: "the file is not in the encoding that is expected",
    why: """
      A project that keeps its files in one encoding is told which ones are not.
      """,
    bad: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n",
      encoding: .latin1),
    good: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n"
    ),
    fix: "--fix=bytes encodes the text as expected",
    options: LintOptions(expecting: .utf8))
}
