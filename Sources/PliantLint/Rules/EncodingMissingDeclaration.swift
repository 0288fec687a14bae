// encoding/missing-declaration: text that is not UTF-8 and declares no encoding.

extension LintRule {
  static let encodingMissingDeclaration = LintRule(
    .encodingMissingDeclaration,
    summary: "text that is not UTF-8 and declares no encoding",
    why: """
      Without a declaration XML, property lists and JSON are UTF-8; for any other text each program guesses \
      differently.
      """,
    bad: .sentence(declaring: nil, in: .latin1), good: .sentence(declaring: "ISO-8859-1", in: .latin1),
    fix: "--fix=declaration adds the declaration; --fix=bytes encodes the text as UTF-8",
    check: .encoding { rule, analysis, collector in
      guard case .undeclared(let offset) = analysis.contradiction else { return }
      var fixes = analysis.subject.kind == .xml ? analysis.truthfulDeclaration() : []
      fixes += analysis.bytesFix(to: .utf8)
      collector.add(
        rule, at: analysis.place(of: offset),
        "no encoding is declared, but \(analysis.strayText(offset))", fixes: fixes)
    })
}
