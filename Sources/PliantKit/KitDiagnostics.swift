// The diagnostic codes of the library's own calls.

import PliantCoding
import PliantCore

extension DiagnosticRegistry {
  package static let kit: [DiagnosticCode] =
    coding + [.noFileToSave, .recordsNotArray, .recordsCancelled, .xPathNoNodes, .xPathNoAttribute]
}
