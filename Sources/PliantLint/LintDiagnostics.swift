// The diagnostic codes of lint beside its rules.

import PliantCore

extension DiagnosticRegistry {
  package static let lint: [DiagnosticCode] = [
    .lintJSONDuplicateKey,
    .lintPropertyListDuplicateKey,
    .lintStringsDuplicateKey,
  ]
}
