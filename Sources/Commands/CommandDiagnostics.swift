// The diagnostic codes of the commands, the list of all codes, and errors in expressions.

import CommandLineKit
import PliantCore
import PliantLint
import PliantMapping
import PliantQuery

extension DiagnosticRegistry {
  package static let commands: [DiagnosticCode] = [
    .cdataTooLarge, .unorderedNeedsXML, .fileExists, .formatWithoutLayout, .formatNotCanonical,
    .mergeConflict, .plutilRaw, .sqliteFailed, .splitUnknownLength, .splitNeedsPlace, .splitJSONPlace,
    .splitFormat, .splitNoRecords, .splitNoArray, .splitTooManyParts, .workflowProblem, .workflowRoot,
    .workflowUnmapped,
  ]

  /// The codes of the whole program; the library adds only codes of its own calls.
  package static let all = base + text + codecs + core + formats + query + mapping + lint + commands
}

extension UsageError {
  /// An error in an expression; a short one of one line is shown with a mark below the position.
  init(_ failure: Failure, in what: String, _ expression: String) {
    guard let column = failure.column(in: expression) else {
      self.init("\(what): \(failure.message)")
      return
    }
    var message = "\(what), column \(column): \(failure.message)"
    if expression.utf8.count < 200, !expression.contains(where: \.isNewline) {
      let indent = TerminalText.indent(below: expression, scalars: column - 1)
      message += "\n  \(expression)\n  \(indent)^"
    }
    self.init(message)
  }
}
