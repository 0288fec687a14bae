// What an input was when it was opened, so that a change during the work is noticed before anything replaces it.

/// An input's identity, size and time of modification.
package struct InputSnapshot: Sendable {
  private enum Origin: Sendable {
    case path(String)
    case descriptor(Int32)
  }

  private let origin: Origin
  private let status: FileStatus

  /// The regular file at `path` by the status that it had when it was opened; nil for anything else, such as a pipe.
  package init?(path: String, status: FileStatus?) { self.init(.path(path), status) }

  /// The open regular file; nil for anything else.
  package init?(descriptor: Int32, status: FileStatus?) { self.init(.descriptor(descriptor), status) }

  private init?(_ origin: Origin, _ status: FileStatus?) {
    guard let status, status.kind == .regular else { return nil }
    self.origin = origin
    self.status = status
  }

  /// Throws `file.changed` if the file is not what it was; that its path leads to another file, or none, counts only
  /// if it is to be replaced.
  package func check(isToBeReplaced: Bool) throws(Failure) {
    let now: FileStatus? =
      switch origin {
      case .path(let path): Platform.status(path)
      case .descriptor(let descriptor): Platform.status(descriptor: descriptor)
      }
    guard let now, now.identity == status.identity else {
      if isToBeReplaced { throw Failure(.changedWhileRead) }
      return
    }
    // The kernel makes files up, such as those of /proc, whose size is always 0 and whose time is now.
    guard now.size == status.size, status.size == 0 || now.modified == status.modified else {
      throw Failure(.changedWhileRead)
    }
  }
}
