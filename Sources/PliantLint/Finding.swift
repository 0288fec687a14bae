/// A violation of a rule at a position.
package struct Finding: Sendable, Equatable {
  package let rule: LintRule
  package internal(set) var place: Place
  package let message: String
  /// The changes that fix it, by kind; empty if nothing can fix it.
  package internal(set) var fixes: [LintFix]

  package var severity: Severity { rule.severity }
  package var line: Int { if case .text(let line, _) = place { line } else { 1 } }
  package var column: Int { if case .text(_, let column) = place { column } else { 1 } }

  package var diagnostic: Diagnostic { Diagnostic(severity, at: place, message, rule: rule.id) }
}
