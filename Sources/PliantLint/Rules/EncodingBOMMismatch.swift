// encoding/bom-mismatch: the byte order mark contradicts the declaration.

extension LintRule {
  static let encodingBOMMismatch = LintRule(
    .encodingBOMMismatch,
    summary: "the byte order mark contradicts the declaration",
    why: "XML 1.0 makes this an error; programs differ in whether they trust the mark or the declaration.",
    bad: LintExample("a.xml", "\u{FEFF}<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a/>\n"),
    good: LintExample("a.xml", "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n"),
    fix: "--fix=declaration declares the encoding of the mark",
    check: .encoding { rule, analysis, collector in
      guard let mark = analysis.verdict.byteOrderMark, let declared = analysis.declared,
        let encoding = declared.encoding, !analysis.verdict.satisfies(encoding), encoding != mark.encoding
      else { return }
      collector.add(
        rule, at: analysis.declarationPlace,
        "the byte order mark is that of \(mark.encoding.name), but the declared encoding is '\(declared.name)'",
        fixes: analysis.declarationFix(mark.encoding.unitWidth == 2 ? .utf16(nil) : mark.encoding))
    })
}
