// A command line that cannot be run: what was wrong, and what to type instead.

/// Wrong usage; the program ends with exit code 2.
package struct UsageError: Error, Equatable, Sendable {
  /// One sentence without a full stop.
  package let message: String
  /// What to type instead, if that can be told.
  package let suggestion: String?
  /// The verb whose help tells more.
  package let verb: String?
  /// The page that tells more than a verb's help.
  package let page: String?

  package init(_ message: String, suggestion: String? = nil, verb: String? = nil, page: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.verb = verb
    self.page = page
  }

  /// Two options that contradict each other, as they are typed.
  package static func exclusive(_ first: String, _ second: String) -> UsageError {
    UsageError("\(first) and \(second) cannot be used together")
  }

  /// The lines shown on standard error.
  package func text(program: String) -> String {
    let advice = suggestion.map { "; \($0)" } ?? ""
    let topic = (page ?? verb).map { " \($0)" } ?? ""
    return "\(program): \(message)\(advice)\nSee '\(program) help\(topic)'.\n"
  }
}
