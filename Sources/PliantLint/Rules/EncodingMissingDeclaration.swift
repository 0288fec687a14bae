// encoding/missing-declaration: text that is not UTF-8 and declares no encoding.

extension LintRule {
  static let encodingMissingDeclaration = LintRule(
    .encoding, "missing-declaration",
    summary: "text that is not UTF-8 and declares no encoding",
    why: """
      Without a declaration XML, property lists and JSON are UTF-8; for any other text each program guesses \
      differently.
      """,
    bad: LintExample(
      "a.xml",
      "<?xml version=\"1.0\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n",
      encoding: .latin1),
    good: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n",
      encoding: .latin1),
    fix: "--fix=declaration adds the declaration; --fix=bytes encodes the text as UTF-8",
    check: .encoding(check))

  private static func check(_ facts: EncodingAnalysis, _ collector: inout LintCollector) {
    guard case .undeclared(let offset) = facts.fault else { return }
    var fixes = facts.subject.kind == .xml ? facts.truthfulDeclaration() : []
    fixes += facts.bytesFix(to: .utf8)
    collector.add(
      .encodingMissingDeclaration, at: facts.place(of: offset),
      "no encoding is declared, but \(facts.strayText(offset))", fixes: fixes)
  }
}
