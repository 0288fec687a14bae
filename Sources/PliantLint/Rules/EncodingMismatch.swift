// encoding/mismatch: the declared encoding is not the one that the bytes are in.

extension LintRule {
  static let encodingMismatch = LintRule(
    "encoding/mismatch",
    summary: "the declared encoding is not the one that the bytes are in",
    why: """
      Programs that believe the declaration read other letters than were written, and nobody notices \
      before the text is shown.
      """,
    bad: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n",
      encoding: .macRoman),
    good: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"macintosh\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n",
      encoding: .macRoman),
    fix:
      "--fix=declaration declares the encoding that the bytes are in; --fix=bytes encodes the text as declared"
  )
}
