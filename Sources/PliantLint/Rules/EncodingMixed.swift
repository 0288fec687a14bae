// encoding/mixed: parts of the file are in different encodings.

extension LintRule {
  static let encodingMixed = LintRule(
    .encoding, "mixed",
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
    check: .encoding(check))

  private static let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n"
  private static let sentence = "Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste."

  private static func check(_ facts: EncodingAnalysis, _ collector: inout LintCollector) {
    guard case .mixed(let offset) = facts.fault else { return }
    let parts = facts.foreignParts
    let start = facts.declared.map { "declared '\($0.name)', but " } ?? ""
    if parts.isEmpty {
      let message = start + (facts.declared == nil ? "\(facts.verdict.partsText): here " : "here ")
      return collector.add(
        .encodingMixed, at: facts.place(of: offset), message + "the \(facts.byteText(offset)) is not UTF-8")
    }
    // The last finding within the limit includes the fixes of all later ones.
    for (index, part) in parts.enumerated().prefix(collector.limit) {
      let fixes = index == collector.limit - 1 ? parts[index...].flatMap(\.fixes) : part.fixes
      collector.add(.encodingMixed, at: .place(part.place), start + part.sentence, fixes: fixes)
    }
  }
}
