// encoding/stray-bom: a byte order mark inside the text.

extension LintRule {
  static let encodingStrayBOM = LintRule(
    .encodingStrayBOM, .warning,
    summary: "a byte order mark (U+FEFF) inside the text",
    why: """
      Somebody joined files that each began with a mark. The mark is invisible, and makes names and values differ that \
      look the same.
      """,
    bad: LintExample("a.xml", "<a>b</a>\n<!-- \u{FEFF}c -->\n"),
    good: LintExample("a.xml", "\u{FEFF}<a>b</a>\n<!-- c -->\n"),
    check: .character("\u{FEFF}", "byte order mark U+FEFF inside the text"))
}
