// encoding/unknown-name: the declared encoding is no encoding.

extension LintRule {
  static let encodingUnknownName = LintRule(
    "encoding/unknown-name",
    summary: "the declared encoding is no encoding",
    why: """
      A reader that does not know the name must refuse the file.
      """,
    bad: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"utf-eight\"?>\n<a/>\n"),
    good: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a/>\n"),
    fix: "--fix=declaration declares the encoding that the bytes are in")
}
