// The diagnostic codes of lint other than its rules.

extension DiagnosticCode {
  // The codes of duplicate keys from `DuplicateKeySink`.
  static let lintJSONDuplicateKey = Self(
    "json.duplicate-key", rule: "json/duplicate-key", "duplicate key '%'")
  static let lintPropertyListDuplicateKey = Self(
    "plist.duplicate-key", rule: "plist/duplicate-key", "duplicate key '%'")
  static let lintStringsDuplicateKey = Self(
    "strings.duplicate-key", rule: "strings/duplicate-key", "duplicate key '%'")
}
