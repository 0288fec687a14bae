// encoding/utf16-without-bom: UTF-16 without a byte order mark.

extension LintRule {
  static let encodingUTF16WithoutBOM = LintRule(
    .encodingUTF16WithoutBOM,
    summary: "UTF-16 without a byte order mark",
    why: "XML requires the mark; without it readers guess the order of bytes, or refuse the file.",
    bad: LintExample("a.xml", document, encoding: .utf16LittleEndian),
    good: LintExample("a.xml", "\u{FEFF}" + document, encoding: .utf16LittleEndian),
    fix: "--fix=declaration puts the mark before the text",
    check: .encoding { rule, analysis, collector in
      guard analysis.contradiction == .unmarked else { return }
      let encoding = analysis.verdict.encoding
      collector.add(
        rule, at: EncodingAnalysis.beginning, "\(encoding.name) without a byte order mark",
        fixes: analysis.makesFixes
          ? [LintFix(.declaration, 0..<0, ByteOrderMark.bytes(for: encoding), source: encoding)] : [])
    })

  private static let document = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a/>"
}
