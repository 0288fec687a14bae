// encoding/nonstandard-name: the declared name is not one of IANA's.

extension LintRule {
  static let encodingNonstandardName = LintRule(
    .encodingNonstandardName, .warning,
    summary: "the declared name is not one of IANA's",
    why: "Programs know different private names; all of them know the registered one.",
    bad: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"utf8\"?>\n<a>b</a>\n"),
    good: LintExample("a.xml", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a>b</a>\n"),
    fix: "--fix=declaration writes the registered name",
    check: .encoding { rule, analysis, collector in
      guard let declared = analysis.declared, let encoding = declared.encoding,
        declared.source.wantsRegisteredName,
        !encoding.isStandardName(declared.name)
      else { return }
      // The rule that reports a false declaration also corrects its name.
      let isTrue =
        analysis.contradiction == .none
        && (analysis.verdict.byteOrderMark == nil || analysis.verdict.satisfies(encoding))
      collector.add(
        rule, at: analysis.declarationPlace,
        "'\(declared.name)' is not the registered name, which is '\(encoding.name)'",
        fixes: isTrue ? analysis.nameFix(encoding) : [])
    })
}

extension DeclaredEncoding.Source {
  /// Whether readers need to know only registered names; Python and browsers know many others.
  fileprivate var wantsRegisteredName: Bool {
    switch self {
    case .xmlDeclaration, .charsetRule: true
    case .metaElement, .codingLine, .catalogueHeader, .json: false
    }
  }
}
