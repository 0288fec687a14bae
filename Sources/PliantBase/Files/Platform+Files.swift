// System calls on files, descriptors and directories: opening, reading, mapping, status, listing, renaming.

import CLibrary

extension Platform {
  package static var lastError: Int32 { errno }

  /// The system's sentence for an error number, in lower case as all messages.
  package static func errorText(_ number: Int32) -> String {
    let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  package static let errorExists = EEXIST
  package static let errorNameTooLong = ENAMETOOLONG
  package static let errorIsFolder = EISDIR

  package static func readFailure(_ number: Int32) -> Failure {
    switch number {
    case ENOENT, ENOTDIR: Failure(.noSuchFile)
    case EISDIR: Failure(.isFolder)
    case EACCES, EPERM: Failure(.mayNotRead)
    default: Failure(.cannotRead, errorText(number))
    }
  }

  /// Opens for reading, or nil with `lastError` set.
  ///
  /// Opening a FIFO waits for its writer.
  package static func openForReading(_ path: String) -> Int32? {
    opened(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
  }

  /// Opens a file for reading by its path, or by its name in an open directory; nil with `lastError` set.
  static func openForReading(_ path: UnsafePointer<CChar>, in folder: Int32?) -> Int32? {
    opened(path, in: folder, O_RDONLY | O_CLOEXEC | O_NOCTTY)
  }

  /// Opens a directory for `openForReading(_:in:)`; nil also if it may be searched but not listed.
  static func openFolder(_ path: String) -> Int32? { opened(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  /// Opens an existing file for writing without truncating it; nil with `lastError` set.
  package static func openForWriting(_ path: String) -> Int32? {
    opened(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
  }

  /// Creates a file that must not exist, for writing and reading back; nil with `lastError` set.
  package static func createExclusively(_ path: String, mode: UInt32) -> Int32? {
    opened(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, mode)
  }

  /// Creates an unnamed file, deleted with its descriptor unless `giveName` names it.
  ///
  /// Nil if the system or the file system does not support that, or naming it later.
  static func createUnnamed(inFolder folder: String, mode: UInt32) -> Int32? {
    #if canImport(Glibc) || canImport(Musl)
      let path = folder.isEmpty ? "." : folder
      guard let descriptor = opened(path, O_RDWR | unnamedFlags | O_CLOEXEC, mode) else { return nil }
      // Naming it requires /proc, which a container may lack.
      if access(descriptorPath(descriptor), F_OK) == 0 { return descriptor }
      close(descriptor)
    #endif
    return nil
  }

  /// Names an unnamed file, with a name that must not exist; false with `lastError` set.
  static func giveName(_ path: String, to descriptor: Int32) -> Bool {
    withPath(path) {
      linkat(AT_FDCWD, descriptorPath(descriptor), AT_FDCWD, $0, AT_SYMLINK_FOLLOW) == 0
    }
  }

  private static func descriptorPath(_ descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  #if canImport(Glibc) || canImport(Musl)
    /// O_TMPFILE, hidden by a feature macro in the C library's headers.
    private static let unnamedFlags = 0o20_000_000 | O_DIRECTORY
  #endif

  private static func opened(_ path: String, _ flags: Int32, _ mode: UInt32 = 0) -> Int32? {
    withPath(path) { opened($0, in: nil, flags, mode) }
  }

  private static func opened(
    _ path: UnsafePointer<CChar>, in folder: Int32?, _ flags: Int32, _ mode: UInt32 = 0
  ) -> Int32? {
    while true {
      let descriptor = openat(folder ?? AT_FDCWD, path, flags, mode_t(truncatingIfNeeded: mode))
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { return nil }
    }
  }

  /// Closes; returns the error number, or 0.
  @discardableResult
  package static func closeDescriptor(_ descriptor: Int32) -> Int32 {
    close(descriptor) == 0 || errno == EINTR ? 0 : errno
  }

  /// A second descriptor for the same open file, or nil.
  package static func duplicate(_ descriptor: Int32) -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Reads at most `count` bytes; 0 at the end, nil with `lastError` set.
  ///
  /// With an offset, independently of the descriptor's own; then a pipe is an error.
  package static func readSome(
    _ descriptor: Int32, at offset: Int? = nil, into buffer: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Int? {
    // One gigabyte at a time, because some systems refuse counts above 2^31.
    let size = min(count, 1 << 30)
    while true {
      let result = offset.map { pread(descriptor, buffer, size, off_t($0)) } ?? read(descriptor, buffer, size)
      if result >= 0 { return result }
      if errno == EAGAIN || errno == EWOULDBLOCK {
        waitUntilReadable(descriptor)
      } else if errno != EINTR {
        return nil
      }
    }
  }

  /// Whether a short read in the directory means the end of a file: it is on a disk, which returns all
  /// requested bytes at once, and not in /proc or another generated file system.
  static func readsAreWhole(inFolder descriptor: Int32) -> Bool {
    #if os(Linux)
      var raw = stat()
      // File systems without a device have the major number 0.
      return fstat(descriptor, &raw) == 0 && raw.st_dev >> 8 & 0xFFF != 0
    #else
      return false
    #endif
  }

  private static func waitUntilReadable(_ descriptor: Int32) {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&wanted, 1, -1)
  }

  /// The two ends of a pipe.
  typealias PipeEnds = (reading: Int32, writing: Int32)

  /// Opens a pipe that child processes do not inherit; nil without descriptors.
  static func openPipe() -> PipeEnds? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func writeByte(to descriptor: Int32) {
    var byte: UInt8 = 0
    _ = write(descriptor, &byte, 1)
  }

  /// Whether the first descriptor has input or has ended, and the other one has no input; nil if neither has.
  static func waitForInput(_ descriptor: Int32, or other: Int32, isWaiting: Bool) -> Bool? {
    var wanted = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&wanted, 2, isWaiting ? -1 : 0) < 0, errno == EINTR || errno == EAGAIN {}
    if wanted[1].revents != 0 { return false }
    return wanted[0].revents != 0 ? true : nil
  }

  /// Maps a file for reading, or nil if that is not possible.
  package static func map(_ descriptor: Int32, byteCount: Int) -> UnsafeRawPointer? {
    guard let start = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      return nil
    }
    return UnsafeRawPointer(start)
  }

  static func unmap(_ start: UnsafeRawPointer, byteCount: Int) {
    munmap(UnsafeMutableRawPointer(mutating: start), byteCount)
  }

  /// The status of the path's target, following symbolic links; nil with `lastError` set.
  package static func status(_ path: String) -> FileStatus? {
    var raw = stat()
    return withPath(path) { stat($0, &raw) } == 0 ? status(raw) : nil
  }

  /// The status of the path itself; nil with `lastError` set.
  package static func linkStatus(_ path: String) -> FileStatus? {
    var raw = stat()
    return withPath(path) { lstat($0, &raw) } == 0 ? status(raw) : nil
  }

  package static func status(descriptor: Int32) -> FileStatus? {
    var raw = stat()
    return fstat(descriptor, &raw) == 0 ? status(raw) : nil
  }

  private static func status(_ raw: stat) -> FileStatus {
    let kind: FileKind =
      switch UInt32(raw.st_mode) & 0o170000 {
      case 0o100000: .regular
      case 0o040000: .folder
      case 0o120000: .symbolicLink
      case 0o010000: .pipe
      case 0o020000, 0o060000: .device
      case 0o140000: .socket
      default: .other
      }
    return FileStatus(
      kind: kind,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(truncatingIfNeeded: raw.st_ino)),
      size: Int(truncatingIfNeeded: raw.st_size), modified: modified(raw),
      linkCount: Int(truncatingIfNeeded: raw.st_nlink),
      mode: UInt32(raw.st_mode) & 0o7777, owner: UInt32(raw.st_uid), group: UInt32(raw.st_gid))
  }

  private static func modified(_ raw: stat) -> FileTime {
    #if canImport(Darwin)
      let time = raw.st_mtimespec
    #else
      let time = raw.st_mtim
    #endif
    return FileTime(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  /// The names in a directory without `.` and `..`, in byte order; opendir(3).
  ///
  /// Nil if it is unreadable.
  package static func names(inFolder path: String) -> [String]? { try? entries(inFolder: path).map(\.name) }

  /// The names in a directory without `.` and `..`, in byte order, with their kinds if the directory contains
  /// them.
  ///
  /// Throws `file.no-permission` and the like.
  package static func entries(inFolder path: String) throws(Failure) -> [(name: String, kind: FileKind?)] {
    guard let folder = withPath(path, { opendir($0) }) else { throw readFailure(lastError) }
    defer { closedir(folder) }
    var entries: [(name: String, kind: FileKind?)] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          text(cString: $0)
        }
      }
      let kind: FileKind? =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): .regular
        case Int32(DT_DIR): .folder
        case Int32(DT_LNK): .symbolicLink
        default: nil
        }
      if let name, name != ".", name != ".." { entries.append((name, kind)) }
    }
    if errno != 0 { throw readFailure(lastError) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The target of a symbolic link, or nil.
  package static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = buffer.withUnsafeMutableBytes { space in
      guard let start = space.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
      return withPath(path) { readlink($0, start, space.count) }
    }
    guard count >= 0, count < buffer.count else { return nil }
    return buffer.withByteView { text($0[0..<count]) }
  }

  /// The absolute path without links; nil if it does not exist.
  package static func realPath(_ path: String) -> String? {
    withPath(path) { text(freeing: realpath($0, nil)) }
  }

  /// Whether the process may write to the path's target.
  package static func mayWrite(_ path: String) -> Bool {
    withPath(path) { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } == 0
  }

  /// Renames; returns the error number, or 0.
  package static func renameFile(_ path: String, to target: String) -> Int32 {
    withPath(path) { from in withPath(target) { rename(from, $0) == 0 ? 0 : errno } }
  }

  /// Creates a directory, unless it exists or cannot be created.
  package static func makeFolder(_ path: String) { _ = withPath(path) { mkdir($0, 0o777) } }
  /// Removes an empty directory.
  package static func removeFolder(_ path: String) { _ = withPath(path) { rmdir($0) } }

  @discardableResult
  package static func removeFile(_ path: String) -> Int32 { withPath(path) { unlink($0) == 0 ? 0 : errno } }

  /// Flushes the file's bytes to the disk; returns the error number, or 0.
  ///
  /// Files without a disk (pipes, some file systems) count as flushed.
  package static func synchronize(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      // fsync alone leaves the bytes in the drive's cache on macOS.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, ENOTSUP, EROFS, ENOSYS: return 0
      default: return errno
      }
    }
    return 0
  }

  /// Makes a rename in the directory durable, as far as the system allows.
  package static func synchronizeFolder(_ path: String) {
    guard let folder = opened(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) else {
      return
    }
    _ = fsync(folder)
    close(folder)
  }

  /// Ensures that the three standard descriptors are open.
  ///
  /// If the caller closed one, a file opened later would get its number and its output; the replacement
  /// refuses reading or writing.
  package static func holdStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // Without /dev, the root directory also refuses.
      if open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0 {
        _ = open("/", O_RDONLY | O_DIRECTORY)
      }
    }
  }

  /// Creates an empty unnamed regular file for reading and writing; nil with `lastError` set.
  ///
  /// It is in TMPDIR or, if that fails, in /tmp or the working directory.
  package static func makeAnonymousFile() -> Int32? {
    for folder in [variable("TMPDIR") ?? "", "/tmp", "."] where !folder.isEmpty {
      #if canImport(Glibc) || canImport(Musl)
        if let unnamed = opened(folder, O_RDWR | unnamedFlags | O_CLOEXEC, 0o600) { return unnamed }
      #endif
      var name = Array((folder + "/.pliant-XXXXXX").utf8CString)
      let descriptor = mkstemp(&name)
      guard descriptor >= 0 else { continue }
      unlink(name)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
    return nil
  }

  /// The descriptor's offset; nil if it is not seekable.
  package static func position(_ descriptor: Int32) -> Int? {
    let place = lseek(descriptor, 0, SEEK_CUR)
    return place >= 0 ? Int(place) : nil
  }

  /// Truncates a file at an offset and continues there.
  package static func truncate(_ descriptor: Int32, to offset: Int) {
    _ = ftruncate(descriptor, off_t(offset))
    seek(descriptor, to: offset)
  }

  /// Sets the descriptor's offset, to read back an anonymous file.
  package static func seek(_ descriptor: Int32, to offset: Int) { lseek(descriptor, off_t(offset), SEEK_SET) }
}

// MARK: Locks

extension Platform {
  /// Opens a file, creates a missing one, and waits for an exclusive lock; nil with `lastError` set.
  ///
  /// Closing the descriptor releases the lock, which is separate from those of SQLite.
  package static func openLocked(_ path: String, seconds: Int) -> (descriptor: Int32, isNew: Bool)? {
    var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
    for _ in 0...max(seconds, 0) * 50 {
      let isNew = status(path) == nil
      guard let descriptor = opened(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666) else { return nil }
      // The process before this one may have removed the file.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, let own = status(descriptor: descriptor),
        status(path)?.identity == own.identity
      {
        return (descriptor, isNew && own.size == 0)
      }
      close(descriptor)
      nanosleep(&pause, nil)
    }
    errno = EWOULDBLOCK
    return nil
  }

  package static var isLockedElsewhere: Bool { errno == EWOULDBLOCK }
}
