// encoding/unexpected: the file is not in the expected encoding.

extension LintRule {
  static let encodingUnexpected = LintRule(
    .encodingUnexpected,
    summary: "the file is not in the expected encoding",
    why: "Finds the files that are not in the encoding chosen for a project.",
    bad: .sentence(declaring: "ISO-8859-1", in: .latin1), good: .sentence(declaring: "UTF-8", in: .utf8),
    fix: "--fix=bytes encodes the text as expected",
    options: LintOptions(expecting: .utf8),
    check: .encoding { rule, analysis, collector in
      guard let expected = collector.options.expectedEncoding, !analysis.verdict.satisfies(expected),
        analysis.verdict.evidence != .empty
      else { return }
      let first =
        analysis.verdict.firstStray == nil ? analysis.subject.firstHigh : analysis.subject.firstInvalid
      collector.add(
        rule, at: analysis.place(of: first ?? 0),
        "the file is in \(analysis.verdict.encoding.name), not in \(expected.name)",
        fixes: analysis.bytesFix(to: expected))
    })
}
