// encoding/declaration-not-first: text before the XML declaration.

extension LintRule {
  static let encodingDeclarationNotFirst = LintRule(
    .encodingDeclarationNotFirst,
    summary: "text before the XML declaration",
    why: "The declaration counts only at the very beginning; anywhere else the file is not well-formed.",
    bad: LintExample("a.xml", "\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n"),
    good: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n"),
    fix: "--fix=declaration removes the white space before the declaration")

  /// Reports a declaration that is not first.
  ///
  /// Returns its offset in the text, at which reading starts.
  static func checkBeginning(
    _ text: ByteView, _ analysis: EncodingAnalysis, _ collector: inout LintCollector
  ) -> Int? {
    guard analysis.subject.kind == .xml, let start = MisplacedDeclaration.offset(in: text) else { return nil }
    var fixes: [LintFix] = []
    // White space has the same bytes in every encoding with one-byte units.
    if analysis.makesFixes, analysis.input.held != nil, analysis.verdict.encoding.unitWidth == 1,
      (0..<start).allSatisfy({ text[$0].isWhitespace })
    {
      fixes = [LintFix(.declaration, analysis.markLength..<analysis.markLength + start, [])]
    }
    collector.add(
      .encodingDeclarationNotFirst, at: .text(start),
      "the XML declaration is only valid at the very beginning", fixes: fixes)
    return start
  }
}

/// Finds an XML declaration after white space or comments.
enum MisplacedDeclaration {
  /// Its offset; nil if it is missing or first.
  static func offset(in text: ByteView) -> Int? {
    var at = 0
    while at < text.count {
      if text[at].isWhitespace {
        at += 1
      } else if text.starts(with: "\u{FEFF}", at: at) {
        at += 3
      } else if text.starts(with: "<!--", at: at), let end = XMLMarkupScanner.end(in: text, at: at) {
        at = end
      } else {
        break
      }
    }
    return at > 0 && text.starts(with: "<?xml", at: at) && text.byte(at: at + 5)?.isWhitespace == true
      ? at : nil
  }
}
