// encoding/invalid-bytes: bytes that cannot stand in the declared encoding.

extension LintRule {
  static let encodingInvalidBytes = LintRule(
    "encoding/invalid-bytes",
    summary: "bytes that cannot stand in the declared encoding",
    why: """
      A reader must refuse the file, or replaces the letters it cannot read; mostly the text was saved \
      in another encoding than it declares.
      """,
    bad: LintExample(
      "a.xml", latin1: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>b\u{FF}\u{FE}c</a>\n"),
    good: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n"
    ))
}
