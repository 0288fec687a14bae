// The diagnostic codes of the verbs, and all codes together.

import PliantCore
import PliantLint
import PliantMapping
import PliantQuery

extension DiagnosticRegistry {
  package static let commands: [DiagnosticCode] = [
    .cdataTooLarge,
    .fileExists,
    .formatWithoutLayout, .formatNotCanonical,
    .mergeConflict,
    .plutilRaw,
    .splitUnknownLength, .splitNeedsPlace, .splitJSONPlace, .splitFormat, .splitNoRecords,
    .splitNoArray, .splitTooManyParts,
    .workflowProblem,
    .workflowRoot, .workflowUnmapped,
  ]

  /// Those of the whole program; what the library has beside is of its own calls alone.
  package static let all = core + query + mapping + lint + commands
}
