// encoding/unexpected: the file is not in the expected encoding.

extension LintRule {
  static let encodingUnexpected = LintRule(
    .encoding, "unexpected",
    summary: "the file is not in the expected encoding",
    why: """
      Finds the files that are not in the encoding chosen for a project.
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
    options: LintOptions(expecting: .utf8),
    check: .encoding(check))

  private static func check(_ facts: EncodingAnalysis, _ collector: inout LintCollector) {
    guard let expected = collector.options.expectedEncoding, !facts.verdict.satisfies(expected),
      facts.verdict.evidence != .empty
    else { return }
    let first = facts.verdict.firstStray == nil ? facts.firstHigh : facts.strayOffset
    collector.add(
      .encodingUnexpected, at: facts.place(of: first ?? 0),
      "the file is in \(facts.verdict.encoding.name), not in \(expected.name)",
      fixes: facts.bytesFix(to: expected))
  }
}
