// pliant-diagnostics(7): the cause and remedy of each rule.

extension Manual {
  static let diagnostics = ManualPage(
    "pliant-diagnostics", section: 7, summary: "messages of pliant by rule",
    text: """
      # DESCRIPTION
      pliant reports each problem with file, line and column, a message, and a rule in brackets. Scripts should match
      the rule, which is stable, not the message. Below are the cause and the remedy for each rule;
      pliant-lint-rules(7) has examples for those of `lint`.

      # RULES
      \(diagnosticRules.map { "`\($0.rule)` :: \($0.cause). \($0.remedy)." }.joined(separator: "\n"))
      """, seeAlso: ["lint", "pliant-lint-rules(7)"])

  /// A rule with its cause and its remedy, one line each; in the order of the ids.
  package static var diagnosticRules: [(rule: DiagnosticRule, cause: Substring, remedy: Substring)] {
    DiagnosticRule.allCases.compactMap { rule in
      guard let row = row(of: rule)?.split(separator: "|") else { return nil }
      return (rule, row[0], row[1])
    }
  }

  /// The rows of Pages/rules.txt, `RULE|CAUSE|REMEDY`.
  private static let causes = rows(PackageResources.rules_txt)

  /// The rows of a table, each without its first cell, which is its key.
  static func rows(_ table: [UInt8]) -> [Substring: Substring] {
    Dictionary(
      uniqueKeysWithValues: text(table).split(separator: "\n" as Character).map { line in
        let key = line.prefix { $0 != "|" }
        return (key, line.dropFirst(key.count + 1))
      })
  }

  private static func row(of rule: DiagnosticRule) -> Substring? {
    causes[Substring(rule.rawValue)]
      ?? LintRule.named(rule.rawValue).map { "\($0.summary.asSentence.dropLast())|See pliant-lint-rules(7)" }
  }
}
