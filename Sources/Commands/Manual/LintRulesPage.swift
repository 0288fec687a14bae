// pliant-lint-rules(7), from the rules themselves.

extension Manual {
  static let lintRules = ManualPage(
    "pliant-lint-rules", section: 7, summary: "the rules of pliant lint",
    sections: PageText.sections(
      #"""
      # DESCRIPTION
      `--select` and `--ignore` accept the id of a rule, or a family such as `encoding` for all of its rules. `pliant
      lint --explain` *RULE* describes one rule. On this page `\xNN` is a byte outside ASCII.
      """#) + LintFamily.allCases.map(section), seeAlso: ["lint"])

  private static func section(_ family: LintFamily) -> ManualSection {
    let rules = LintRule.all.filter { $0.family == family }
    return ManualSection("\(family.rawValue.uppercased()) RULES", [.terms(rules.map(term))])
  }

  private static func term(_ rule: LintRule) -> ManualTerm {
    let severity = rule.severity == .error ? "" : " (\(rule.severity.rawValue))"
    var paragraphs = [rule.summary.asSentence + " " + rule.why]
    if let fix = rule.fix { paragraphs.append("`--fix`: " + fix) }
    paragraphs += ["Found:", shown(rule.bad), "Not found:", shown(rule.good)]
    return ManualTerm("`\(rule.id)`\(severity)", paragraphs)
  }

  /// A small document as literal text; with `\xNN` for non-ASCII bytes and control characters.
  private static func shown(_ example: LintExample) -> String {
    var text = ""
    for byte in example.bytes.prefix(600) {
      switch byte {
      case ASCII.lineFeed: text.append("\n")
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "\\x" + byte.hexadecimal(2)
      }
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
    return shown.map { "    " + $0 }.joined(separator: "\n")
  }
}
