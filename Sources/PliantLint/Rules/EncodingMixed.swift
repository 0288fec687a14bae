// encoding/mixed: parts of the file are in different encodings.

extension LintRule {
  static let encodingMixed = LintRule(
    .encodingMixed,
    summary: "parts of the file are in different encodings",
    why: """
      No single declaration can be true; somebody joined pieces, or edited the file with programs that disagreed.
      """,
    bad: LintExample(
      "a.xml",
      bytes: Array(start.utf8) + Array("<b>\(sentence)</b>\n<c>".utf8)
        + LintExample("", sentence, encoding: .latin1).bytes + Array("</c>\n</a>\n".utf8)),
    good: LintExample("a.xml", start + "<b>\(sentence)</b>\n<c>\(sentence)</c>\n</a>\n"),
    fix: "--fix=mixed puts each part whose encoding is certain into the declared encoding, or into UTF-8",
    check: .encoding { rule, analysis, collector in
      guard case .mixed(let offset) = analysis.contradiction else { return }
      let parts = analysis.foreignParts
      let start = analysis.declared.map { "declared '\($0.name)', but " } ?? ""
      if parts.isEmpty {
        let message = start + (analysis.declared == nil ? "\(analysis.verdict.partsText): here " : "here ")
        return collector.add(
          rule, at: analysis.place(of: offset), message + "the \(analysis.byteText(offset)) is not UTF-8")
      }
      // The last finding within the limit includes the fixes of all later ones.
      for (index, part) in parts.enumerated().prefix(collector.limit) {
        let fixes = index == collector.limit - 1 ? parts[index...].flatMap(\.fixes) : part.fixes
        collector.add(rule, at: .place(part.place), start + part.sentence, fixes: fixes)
      }
    })

  private static let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n"
  private static let sentence = LintExample.sentence
}
