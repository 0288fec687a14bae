// xml/illegal-character: a character that XML does not allow.

extension LintRule {
  static let xmlIllegalCharacter = LintRule(
    .xmlIllegalCharacter,
    summary: "a character that XML does not allow",
    why: "XML does not allow most control characters, not even as references.",
    bad: LintExample("a.xml", "<a>&#1;</a>\n"),
    good: LintExample("a.xml", "<a>&#9;</a>\n"))
}
