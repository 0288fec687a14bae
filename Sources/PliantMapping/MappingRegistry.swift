// The diagnostic codes of mapping files and SQL.

import PliantCore

extension DiagnosticRegistry {
  package static let mapping: [DiagnosticCode] = [
    .mappingRoundTrip,
    .coreDataRoot, .coreDataCompiled, .coreDataOld, .coreDataNoVersion, .coreDataNothing,
    .mappingFile,
    .mappingNotFound,
    .inferenceRoot, .inferenceSize,
    .sqlName, .sqlValue, .sqlKeyMissing, .sqlRows, .sqlSchema,
  ]
}
