// The diagnostic codes of the coders and of documents in memory.

import PliantCodecs

extension DiagnosticRegistry {
  package static let coding: [DiagnosticCode] = [
    .decodedType, .decodedNumber, .decodedKey, .valueTooDeep, .valueNoNumber, .duplicateKeyLost,
    .formatWithoutText,
  ]
}
