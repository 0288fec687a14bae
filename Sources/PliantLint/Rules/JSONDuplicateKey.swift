// json/duplicate-key: an object has a key twice.

import PliantCore

extension LintRule {
  static let jsonDuplicateKey = LintRule(
    .json, "duplicate-key",
    summary: "an object has a key twice",
    why: """
      RFC 8259 does not define which value counts; programs silently lose one.
      """,
    bad: LintExample("a.json", "{\"a\": 1, \"a\": 2}\n"),
    good: LintExample("a.json", "{\"a\": 1, \"b\": 2}\n"))
}

extension DiagnosticCode {
  /// The code of a duplicate key from `DuplicateKeySink`.
  static var lintJSONDuplicateKey: DiagnosticCode {
    DiagnosticCode("json.duplicate-key", rule: "json/duplicate-key", "duplicate key '%'")
  }
}
