// How the program ends.

/// The exit codes; of several, the greatest wins.
package enum ExitCode: Int32, Comparable, Sendable {
  /// Done, or yes.
  case success = 0
  /// The negative answer of a verb that answers; a failed input of all others.
  case failure = 1
  /// Wrong usage; for a verb that answers also unreadable or malformed input.
  case trouble = 2
  /// Nobody reads the output any more: the process ends as SIGPIPE would have ended it.
  case brokenPipe = 141

  package static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }

  /// Keeps the worse of both.
  package mutating func worsen(to other: ExitCode) { self = max(self, other) }
}
