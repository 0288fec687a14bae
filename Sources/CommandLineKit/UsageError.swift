/// An invalid command line; the program ends with exit status 2.
package struct UsageError: Error, Equatable, Sendable {
  /// One sentence without a full stop.
  package let message: String
  /// The correct spelling, if known.
  package let suggestion: String?
  /// The command whose help explains more.
  package let verb: String?
  /// The page that explains more than a command's help.
  package let page: String?

  package init(_ message: String, suggestion: String? = nil, verb: String? = nil, page: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.verb = verb
    self.page = page
  }

  /// The error for two options that contradict each other.
  package static func exclusive(_ first: String, _ second: String) -> UsageError {
    UsageError("\(first) and \(second) cannot be used together")
  }

  /// An operand that the command would ignore, and why.
  package static func unexpected(_ argument: String, _ reason: String) -> UsageError {
    UsageError("unexpected argument '\(argument)': \(reason)")
  }

  /// Returns the lines for standard error.
  package func text(program: String) -> String {
    let advice = suggestion.map { "; \($0)" } ?? ""
    let topic = (page ?? verb).map { " \($0)" } ?? ""
    return "\(program): \(message)\(advice)\nSee '\(program) help\(topic)'.\n"
  }
}
