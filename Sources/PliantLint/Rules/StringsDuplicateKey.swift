// strings/duplicate-key: a key is translated twice.

import PliantCore

extension LintRule {
  static let stringsDuplicateKey = LintRule(
    .strings, "duplicate-key",
    summary: "a key is translated twice",
    why: """
      Only one of the translations is shown.
      """,
    bad: LintExample("a.strings", "\"a\" = \"b\";\n\"a\" = \"c\";\n"),
    good: LintExample("a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n"))
}

extension DiagnosticCode {
  /// A key that `DuplicateKeySink` finds again.
  static var lintStringsDuplicateKey: DiagnosticCode {
    DiagnosticCode("strings.duplicate-key", rule: "strings/duplicate-key", "duplicate key '%'")
  }
}
