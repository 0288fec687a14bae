/// The exit statuses; with several inputs, the highest is returned.
package enum ExitCode: Int32, Comparable, Sendable {
  /// Done, or yes.
  case success = 0
  /// The negative result of a command that tests; a failed input for all others.
  case failure = 1
  /// A usage error; for a command that tests, also unreadable or malformed input.
  case trouble = 2
  /// A closed output pipe: the process ends as after SIGPIPE.
  case brokenPipe = 141

  package static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }

  package mutating func worsen(to other: ExitCode) { self = max(self, other) }
}
