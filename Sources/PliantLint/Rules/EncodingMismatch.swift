// encoding/mismatch: the declared encoding is not the actual one.

extension LintRule {
  static let encodingMismatch = LintRule(
    .encoding, "mismatch",
    summary: "the declared encoding is not the actual one",
    why: """
      Programs that trust the declaration decode the wrong characters, unnoticed until somebody reads the text.
      """,
    bad: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n",
      encoding: .macRoman),
    good: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"macintosh\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n",
      encoding: .macRoman),
    fix:
      "--fix=declaration declares the encoding that the bytes are in; --fix=bytes encodes the text as declared",
    check: .encoding(check))

  private static func check(_ facts: EncodingAnalysis, _ collector: inout LintCollector) {
    guard case .mismatch(let offset) = facts.fault, let declared = facts.declared else { return }
    var fixes = facts.truthfulDeclaration()
    if let encoding = declared.encoding, encoding.unitWidth == 1 { fixes += facts.bytesFix(to: encoding) }
    let isLikely = facts.verdict.evidence == .letters && facts.certainEncoding == nil
    var message = "declared '\(declared.name)', but the bytes are \(isLikely ? "probably " : "")"
    message += facts.verdict.encoding.name
    if let offset { message += ": here \(facts.shown(offset))" }
    collector.add(
      .encodingMismatch, at: offset.map(facts.place) ?? facts.declarationPlace, message, fixes: fixes)
  }
}
