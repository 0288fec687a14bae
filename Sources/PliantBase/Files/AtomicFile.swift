// Atomic writes: a path has either the old bytes or the new ones, complete, at every moment.
//
//   an unnamed file of the same folder → write → read back → attributes → fsync → .NAME.pliant-XXXXXX → rename → fsync of the
//   folder
//
// On systems without unnamed files, the temporary file has a name from the beginning.

/// Checks an output in its file; false if it is wrong.
package typealias OutputProof = (ByteView) throws(Failure) -> Bool

/// A file written in place of the one at a path, or directly to a target that cannot be replaced.
///
/// Write to `descriptor`, then `commit`; an uncommitted file leaves no trace. Replaces the target of a
/// symbolic link, not the link. Devices, FIFOs and descriptor paths are written to directly.
package final class AtomicFile {
  /// The descriptor to write to.
  package let descriptor: Int32
  /// Whether the target is replaced; false for devices, FIFOs and descriptors.
  package let isReplacement: Bool
  /// Whether the target has hard links, which keep the old bytes.
  package let separatesHardLink: Bool
  /// Whether to flush the bytes to the disk before they replace the target, so that they survive a power
  /// failure.
  var isSynchronized = true
  /// The source to replace; `commit` throws `file.changed` if it is not as it was.
  var source: InputSnapshot?
  private let path: String
  /// The path that `commit` replaces, without symbolic links.
  let target: String
  /// The temporary file's path; nil if unnamed.
  private var temporary: String?
  private var slot: Int?
  private let oldStatus: FileStatus?
  private var isOpen = true
  /// Whether all bytes are written and the descriptor closed.
  private var isSealed = false

  /// Opens a temporary file next to the target, or a target that cannot be replaced.
  ///
  /// Throws `file.replace` with the path and the reason.
  init(path: String) throws(Failure) {
    self.path = path
    if let existing = try Self.openUnreplaceable(path) {
      descriptor = existing
      isReplacement = false
      separatesHardLink = false
      (target, temporary, slot, oldStatus) = (path, nil, nil, nil)
      return
    }
    let target = try Self.followLinks(path)
    let status = Platform.status(target)
    if status?.kind == .folder { throw Self.refusal(path, Platform.errorIsFolder) }
    if status != nil, !Platform.mayWrite(target) { throw Self.refusal(path, Platform.lastError) }
    self.target = target
    oldStatus = status
    isReplacement = true
    separatesHardLink = (status?.linkCount ?? 1) > 1
    let mode = Self.mode(isNew: status == nil)
    if let unnamed = Platform.createUnnamed(inFolder: Paths.split(target).folder, mode: mode) {
      (descriptor, temporary, slot) = (unnamed, nil, nil)
    } else {
      (descriptor, temporary, slot) = try Self.makeTemporary(for: target, path: path) {
        Platform.createExclusively($0, mode: mode)
      }
    }
  }

  /// The mode for opening a temporary file.
  ///
  /// A new file gets the mode that umask or the directory's default ACL allows; a replacement is private
  /// until it gets the old mode.
  private static func mode(isNew: Bool) -> UInt32 { isNew ? 0o666 : 0o600 }

  deinit { discard() }

  /// The directory whose entry `commit` changes; an empty string for the working directory.
  package var folder: String { Paths.split(target).folder }

  /// A test's manipulation of a finished file before its proof: its descriptor and the target's path.
  package static let interference = SharedState<(@Sendable (Int32, String) -> Void)?>(nil)

  /// Compares the source with its state in a snapshot before the output replaces it.
  package func replaces(_ snapshot: InputSnapshot) { source = snapshot }

  /// Replaces the target with the new bytes, durably, if they pass the proof; the object is then used up.
  ///
  /// A caller that replaces many files may flush the directory once at the end. Throws `file.replace`, and
  /// `file.unproved` if the file has the wrong contents; then the original is untouched and the temporary
  /// file deleted.
  func commit(synchronizesFolder: Bool = true, proof: OutputProof? = nil) throws(Failure) {
    guard isOpen else { return }
    if let proof { try prove(proof) }
    try seal()
    // Last, because another program can write while the file is proved and flushed.
    try source?.check(isToBeReplaced: true)
    isOpen = false
    guard isReplacement, let name = temporary else { return }
    let problem = Platform.renameFile(name, to: target)
    if problem != 0 { Platform.removeFile(name) }
    TemporaryFiles.forget(slot)
    try check(problem)
    if synchronizesFolder && isSynchronized { Platform.synchronizeFolder(folder) }
  }

  /// Reads the new bytes back and throws if they do not pass.
  private func prove(_ proof: OutputProof) throws(Failure) {
    guard isReplacement, !isSealed else { return }
    Self.interference.withLock { $0 }?(descriptor, target)
    Platform.seek(descriptor, to: 0)
    WorkProgress.begin(.checking, of: Platform.status(descriptor: descriptor)?.size ?? 0)
    do throws(Failure) {
      let written = try InputFile(descriptor: descriptor, name: path)
      let holds = try written.withBytes { bytes throws(Failure) in try proof(bytes) }
      if !holds {
        try source?.check(isToBeReplaced: true)
        throw Failure(.outputUnproved)
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Flushes the new bytes and closes the file, so that many files can be committed together later.
  ///
  /// Throws `file.replace`; then the temporary file is deleted.
  package func seal() throws(Failure) {
    guard isOpen, !isSealed else { return }
    if isReplacement {
      if let oldStatus { Platform.copyAttributes(of: target, oldStatus, to: descriptor) }
      if isSynchronized { try check(Platform.synchronize(descriptor)) }
      if temporary == nil { _ = try giveName() }
    }
    isSealed = true
    try check(Platform.closeDescriptor(descriptor))
  }

  /// Links an unnamed temporary file to a name, to rename it.
  private func giveName() throws(Failure) -> String {
    do throws(Failure) {
      let descriptor = descriptor
      let (_, name, slot) = try Self.makeTemporary(for: target, path: path) {
        Platform.giveName($0, to: descriptor) ? descriptor : nil
      }
      (temporary, self.slot) = (name, slot)
      return name
    } catch {
      discard()
      throw error
    }
  }

  /// Keeps the written file, with the target's attributes, next to the target, to restore it if the process
  /// is interrupted during the lifetime of the result.
  ///
  /// The object is used up. Throws `file.replace`.
  package func guardTarget() throws(Failure) -> InterruptionGuard {
    if let oldStatus { Platform.copyAttributes(of: target, oldStatus, to: descriptor) }
    let name = if let temporary { temporary } else { try giveName() }
    isOpen = false
    Platform.closeDescriptor(descriptor)
    defer { TemporaryFiles.forget(slot) }
    return InterruptionGuard(replacing: target, by: name)
  }

  /// Deletes the temporary file; the target is unchanged.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    if !isSealed { Platform.closeDescriptor(descriptor) }
    if let temporary {
      Platform.removeFile(temporary)
      TemporaryFiles.forget(slot)
    }
  }

  private func check(_ problem: Int32) throws(Failure) {
    if problem != 0 {
      discard()
      throw Self.refusal(path, problem)
    }
  }

  private static func refusal(_ path: String, _ number: Int32) -> Failure {
    Failure(.cannotReplace, "\(Platform.displayPath(path)): \(Platform.errorText(number))")
  }

  /// Whether the target would be replaced, as for regular and new files.
  package static func replaces(_ path: String) -> Bool {
    guard descriptorNumber(path) == nil else { return false }
    let kind = Platform.status(path)?.kind
    return kind == nil || kind == .regular
  }

  /// A descriptor for a target that is not a regular file, or nil if it is one or does not exist.
  private static func openUnreplaceable(_ path: String) throws(Failure) -> Int32? {
    if let number = descriptorNumber(path) {
      guard let copy = Platform.duplicate(number) else { throw refusal(path, Platform.lastError) }
      return copy
    }
    guard let kind = Platform.status(path)?.kind, kind != .regular, kind != .folder else { return nil }
    guard let existing = Platform.openForWriting(path) else { throw refusal(path, Platform.lastError) }
    return existing
  }

  /// The descriptor number in a path, such as 3 for /dev/fd/3.
  private static func descriptorNumber(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.utf8.starts(with: folder.utf8) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  /// Resolves a final symbolic link, whose target need not exist.
  package static func followLinks(_ path: String) throws(Failure) -> String {
    var target = path
    for _ in 0..<40 {
      guard Platform.linkStatus(target)?.kind == .symbolicLink, let next = Platform.linkTarget(target) else {
        return target
      }
      target = Paths.resolve(next, against: Paths.split(target).folder)
    }
    throw Failure(.cannotReplace, "\(Platform.displayPath(path)): too many symbolic links")
  }

  /// Finds a free name next to the target, and registers it before `make` creates the file.
  private static func makeTemporary(
    for target: String, path: String, _ make: (String) -> Int32?
  ) throws(Failure) -> (Int32, String, Int?) {
    var (folder, name) = Paths.split(target)
    for _ in 0..<100 {
      let temporary = folder + temporaryName(for: name)
      let (slot, opened) = TemporaryFiles.register(temporary) { make(temporary) }
      if let opened { return (opened, temporary, slot) }
      let problem = Platform.lastError
      TemporaryFiles.forget(slot)
      if problem == Platform.errorNameTooLong && name.utf8.count > 100 {
        name = truncated(name, to: 100)
      } else if problem != Platform.errorExists {
        throw refusal(path, problem)
      }
    }
    throw refusal(path, Platform.errorExists)
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

  private static func temporaryName(for name: String) -> String {
    var generator = SystemRandomNumberGenerator()
    let suffix = (0..<6).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] }
    return "." + truncated(name, to: 255 - 15) + ".pliant-" + String(suffix)
  }

  /// Truncates the name to a length in the system's bytes, at a scalar boundary.
  private static func truncated(_ name: String, to byteCount: Int) -> String {
    var kept = String.UnicodeScalarView()
    var used = 0
    for scalar in name.unicodeScalars {
      used += UTF8.width(scalar)
      if used > byteCount { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
