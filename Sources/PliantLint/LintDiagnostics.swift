// The diagnostic codes of this module.

extension DiagnosticCode {
  static let lintSchema = Self("lint.schema", rule: .lintConfiguration, "%")
}
