// The diagnostic codes of the library's own calls.

import PliantCore

extension DiagnosticRegistry {
  package static let kit: [DiagnosticCode] = [
    .decodedType, .decodedNumber, .decodedKey,
    .noFileToSave,
    .recordsNotArray,
    .recordsCancelled,
    .valueTooDeep, .valueNoNumber,
  ]
}
