// encoding/invalid-bytes: bytes that are invalid in the declared encoding.

extension LintRule {
  static let encodingInvalidBytes = LintRule(
    .encodingInvalidBytes,
    summary: "bytes that are invalid in the declared encoding",
    why: """
      Readers refuse the file or replace the characters that they cannot decode. Usually an editor saved the text in \
      another encoding.
      """,
    bad: LintExample(
      "a.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>b\u{FF}\u{FE}c</a>\n", encoding: .latin1),
    good: .sentence(declaring: "UTF-8", in: .utf8),
    check: .encoding { rule, analysis, collector in
      guard case .invalid(let offset, let reason) = analysis.contradiction, let name = analysis.declared?.name
      else { return }
      collector.add(
        rule, at: analysis.place(of: offset),
        "declared '\(name)', but \(reason ?? "the \(analysis.byteText(offset)) is not valid in it")")
    })
}
