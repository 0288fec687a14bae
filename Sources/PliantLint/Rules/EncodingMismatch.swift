// encoding/mismatch: the declared encoding is not the actual one.

extension LintRule {
  static let encodingMismatch = LintRule(
    .encodingMismatch,
    summary: "the declared encoding is not the actual one",
    why: """
      Programs that trust the declaration decode the wrong characters, unnoticed until somebody reads the text.
      """,
    bad: .sentence(declaring: "ISO-8859-1", in: .macRoman),
    good: .sentence(declaring: "macintosh", in: .macRoman),
    fix:
      "--fix=declaration declares the encoding that the bytes are in; --fix=bytes encodes the text as declared",
    check: .encoding { rule, analysis, collector in
      guard case .mismatch(let offset) = analysis.contradiction, let declared = analysis.declared else {
        return
      }
      var fixes = analysis.truthfulDeclaration()
      if let encoding = declared.encoding, encoding.unitWidth == 1 {
        fixes += analysis.bytesFix(to: encoding)
      }
      let isLikely = analysis.verdict.evidence == .letters && analysis.certainEncoding == nil
      var message = "declared '\(declared.name)', but the bytes are \(isLikely ? "probably " : "")"
      message += analysis.verdict.encoding.name
      if let offset { message += ": here \(analysis.shown(offset))" }
      collector.add(
        rule, at: offset.map(analysis.place) ?? analysis.declarationPlace, message, fixes: fixes)
    })
}
