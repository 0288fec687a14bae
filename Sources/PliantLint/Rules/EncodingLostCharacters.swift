// encoding/lost-characters: U+FFFD, which replaced undecodable bytes.

extension LintRule {
  static let encodingLostCharacters = LintRule(
    .encodingLostCharacters, .warning,
    summary: "a replacement character (U+FFFD) in place of one that was lost",
    why: """
      A program that could not decode a byte wrote the replacement character; only an older copy has the letter.
      """,
    bad: LintExample("a.xml", "<a>Gr\u{FFFD}\u{FFFD}e</a>\n"),
    good: LintExample("a.xml", "<a>Größe</a>\n"),
    check: .character(
      "\u{FFFD}", "replacement character U+FFFD; a character was lost",
      unlessAbout: ["fffd", "replac", "invalid", "malformed"]))
}
