// pliant-diagnostics(7), from the registry of all codes.

import CommandLineKit
import PliantCore

extension Manual {
  static let diagnostics = ManualPage(
    "pliant-diagnostics", section: 7, summary: "messages of pliant by rule",
    sections: [
      ManualSection(
        "DESCRIPTION",
        [
          """
          pliant reports each problem with file, line and column, a message, and a rule in brackets. Scripts should match \
          the rule, which is stable, not the message. On this page `…` marks text that depends on the input.
          """,
          "*pliant-lint-rules*(7) describes the rules of `pliant lint`.",
        ]),
      ManualSection("RULES", [.terms(rules)]),
    ], seeAlso: ["lint", "pliant-lint-rules(7)"])

  private static var rules: [ManualTerm] {
    Dictionary(grouping: DiagnosticRegistry.all) { $0.rule.description }
      .sorted { $0.key < $1.key }
      .map { rule, codes in ManualTerm("`\(rule)`", paragraphs: sentences(codes)) }
  }

  /// What the codes of a rule say, each sentence once, with what to type about it.
  private static func sentences(_ codes: [DiagnosticCode]) -> [String] {
    var sentences: [String] = []
    for code in codes where code.text.description != "%" {
      let text = code.text.description + (code.advice.map { "; \($0)" } ?? "")
      let sentence = text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "…")
        .asSentence
      if !sentences.contains(sentence) { sentences.append(sentence) }
    }
    return sentences.isEmpty ? ["The text depends on the input."] : sentences
  }
}
