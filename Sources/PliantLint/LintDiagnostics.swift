// The diagnostic codes of lint other than its rules.

import PliantCore

extension DiagnosticRegistry {
  package static let lint: [DiagnosticCode] = [
    .lintJSONDuplicateKey,
    .lintPropertyListDuplicateKey,
    .lintStringsDuplicateKey,
  ]
}
