// The state of an input when it was opened, to detect a change before replacing anything.

/// An input's identity, size and time of modification.
package struct InputSnapshot: Sendable {
  private let status: FileStatus
  private let current: @Sendable () -> FileStatus?

  /// Creates a snapshot of the regular file at `path` with its status when opened; nil for anything else,
  /// such as a pipe.
  package init?(path: String, status: FileStatus?) { self.init(status) { Platform.status(path) } }

  /// Creates a snapshot of an open regular file; nil for anything else.
  package init?(descriptor: Int32, status: FileStatus?) {
    self.init(status) { Platform.status(descriptor: descriptor) }
  }

  private init?(_ status: FileStatus?, _ current: @escaping @Sendable () -> FileStatus?) {
    guard let status, status.kind == .regular else { return nil }
    self.status = status
    self.current = current
  }

  /// Throws `file.changed` if the file has changed; if its path now leads to another file, or none, only if
  /// it is to be replaced.
  package func check(isToBeReplaced: Bool) throws(Failure) {
    guard let now = current(), now.identity == status.identity else {
      if isToBeReplaced { throw Failure(.changedWhileRead) }
      return
    }
    // The kernel generates files such as those in /proc, with size 0 and the current time.
    guard now.size == status.size, status.size == 0 || now.modified == status.modified else {
      throw Failure(.changedWhileRead)
    }
  }
}
