/// The kind of file at a path or descriptor.
package enum FileKind: Sendable, Equatable {
  case regular, folder, symbolicLink, pipe, device, socket, other
}

/// A file's identity, the same for all its hard links.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}

package struct FileTime: Comparable, Sendable {
  package let seconds: Int
  package let nanoseconds: Int

  package static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// The attributes of a file that pliant needs.
package struct FileStatus: Sendable {
  package let kind: FileKind
  package let identity: FileIdentity
  package let size: Int
  package let modified: FileTime
  package let linkCount: Int
  /// Permission bits, set-id bits and the sticky bit.
  package let mode: UInt32
  package let owner: UInt32
  package let group: UInt32
}
