// encoding/stray-bom: a byte order mark inside the text.

import PliantCore

extension LintRule {
  static let encodingStrayBOM = LintRule(
    .encoding, "stray-bom", .warning,
    summary: "a byte order mark (U+FEFF) inside the text",
    why: """
      Files were joined that each began with a mark; it is invisible, and makes names and values differ that look the \
      same.
      """,
    bad: LintExample("a.xml", "<a>b</a>\n<!-- \u{FEFF}c -->\n"),
    good: LintExample("a.xml", "\u{FEFF}<a>b</a>\n<!-- c -->\n"),
    check: .text(check))

  @Sendable
  private static func check(
    _ source: LintText, _ facts: EncodingFacts, _ collector: inout LintCollector
  ) throws(Failure) {
    guard facts.isReadable, facts.mayHaveHighCharacters,
      collector.options.wants(.encodingStrayBOM)
    else { return }
    try source.eachLine(with: "\u{FEFF}") { offset in
      collector.add(.encodingStrayBOM, at: .text(offset), "byte order mark U+FEFF inside the text")
    }
  }
}
