// encoding/invalid-bytes: bytes that are invalid in the declared encoding.

extension LintRule {
  static let encodingInvalidBytes = LintRule(
    .encoding, "invalid-bytes",
    summary: "bytes that are invalid in the declared encoding",
    why: """
      Readers refuse the file or replace the characters that they cannot decode. Usually an editor saved the text in \
      another encoding.
      """,
    bad: LintExample("a.xml", latin1: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>b\u{FF}\u{FE}c</a>\n"),
    good: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<satz>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</satz>\n"
    ),
    check: .encoding(check))

  private static func check(_ facts: EncodingAnalysis, _ collector: inout LintCollector) {
    guard case .invalid(let offset, let reason) = facts.fault, let name = facts.declared?.name else { return }
    collector.add(
      .encodingInvalidBytes, at: facts.place(of: offset),
      "declared '\(name)', but \(reason ?? "the \(facts.byteText(offset)) is not valid in it")")
  }
}
