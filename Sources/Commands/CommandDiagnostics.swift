// The diagnostic codes of the verbs, and all codes together.

import PliantCore
import PliantKit
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

  /// Those of the whole program.
  package static let all = core + query + mapping + lint + kit + commands
}
