// encoding/unknown-name: the declared encoding is unknown.

extension LintRule {
  static let encodingUnknownName = LintRule(
    .encodingUnknownName,
    summary: "the declared encoding is unknown",
    why: "A reader that does not know the name must refuse the file.",
    bad: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"utf-eight\"?>\n<a/>\n"),
    good: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a/>\n"),
    fix: "--fix=declaration declares the encoding that the bytes are in",
    check: .encoding { rule, analysis, collector in
      guard let declared = analysis.declared, declared.encoding == nil, !isPlaceholder(declared.name) else {
        return
      }
      let failure = EncodingFinder.unknownName(declared.name, at: 0)
      collector.add(
        rule, at: analysis.declarationPlace, failure.sentence, fixes: analysis.truthfulDeclaration())
    })

  /// Whether a template has a variable in place of the name: `%(encoding)s`, `{{ encoding }}`, `@ENCODING@`.
  private static func isPlaceholder(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return [ASCII.percentSign, ASCII.leftBrace, ASCII.dollarSign, ASCII.commercialAt].contains(first)
  }
}
