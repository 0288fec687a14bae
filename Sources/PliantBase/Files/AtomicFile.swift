// Writing a file so that its path holds the old bytes or the new ones, whole, at every moment.
//
//   an unnamed file of the same folder → write → read back → attributes → fsync → .NAME.pliant-XXXXXX → rename → fsync of the
//   folder
//
// Where the system has no unnamed files, it has the name from the beginning.

/// Looks at an output as it lies in its file; false if it is not what it should be.
package typealias OutputProof = (ByteView) throws(Failure) -> Bool

/// A file being written in place of the one at a path, or straight into what cannot be replaced.
///
/// Write to `descriptor`, then `commit`; a file that is not committed leaves no trace. What a symbolic link leads
/// to is replaced, not the link. Devices, FIFOs and descriptors' paths are written to as they are.
package final class AtomicFile {
  /// Where to write.
  package let descriptor: Int32
  /// Whether the target is replaced whole; false for devices, FIFOs and descriptors.
  package let isReplacement: Bool
  /// Whether the target had other names, which keep the old bytes.
  package let separatesHardLink: Bool
  /// Whether the bytes are on the disk before they replace the target, so that they survive a loss of power.
  package var isSynchronized = true
  private let path: String
  private let target: String
  /// The temporary file's path; nil while it has none.
  private var temporary: String?
  private var slot: Int?
  private let oldStatus: FileStatus?
  private var isOpen = true
  /// Whether all bytes are written and the descriptor is closed.
  private var isSealed = false

  /// Opens a temporary file beside the target, or the target itself where it cannot be replaced.
  ///
  /// Throws `file.replace` with the path and the reason.
  package init(path: String) throws(Failure) {
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

  /// The mode that a temporary file is opened with.
  ///
  /// A new file gets what umask or the folder's default list allows; an old one's successor is nobody else's until it has
  /// the old one's mode.
  private static func mode(isNew: Bool) -> UInt32 { isNew ? 0o666 : 0o600 }

  deinit { discard() }

  /// The folder whose entry `commit` changes; an empty string for the working directory.
  package var folder: String { Paths.split(target).folder }

  /// What a test does to a finished file before it is proved: its descriptor and the target's path.
  package static let interference = SharedState<(@Sendable (Int32, String) -> Void)?>(nil)

  /// Makes the new bytes the file's, durably, if they pass the proof; the object is used up.
  ///
  /// Who replaces many files may leave the folder for later and synchronize it once. Throws `file.replace`, and
  /// `file.unproved` if the file does not hold what was meant; then the old file is whole and the temporary one gone.
  package func commit(synchronizesFolder: Bool = true, proof: OutputProof? = nil) throws(Failure) {
    guard isOpen else { return }
    if let proof { try prove(proof) }
    try seal()
    isOpen = false
    guard isReplacement, let name = temporary else { return }
    let problem = Platform.renameFile(name, to: target)
    if problem != 0 { Platform.removeFile(name) }
    TemporaryFiles.forget(slot)
    try check(problem)
    if synchronizesFolder && isSynchronized { Platform.synchronizeFolder(folder) }
  }

  /// Reads the new bytes back and gives up where they do not pass.
  private func prove(_ proof: OutputProof) throws(Failure) {
    guard isReplacement, !isSealed else { return }
    Self.interference.withLock { $0 }?(descriptor, target)
    Platform.seek(descriptor, to: 0)
    WorkProgress.begin(.checking, of: Platform.status(descriptor: descriptor)?.size ?? 0)
    do throws(Failure) {
      let written = try InputFile(descriptor: descriptor, name: path)
      let holds = try written.withBytes { bytes throws(Failure) in try proof(bytes) }
      if !holds { throw Failure(.outputUnproved) }
    } catch {
      discard()
      throw error
    }
  }

  /// Makes the new bytes durable and closes the file, so that many files can wait to be committed together.
  ///
  /// Throws `file.replace`; then the temporary file is gone.
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

  /// Gives an unnamed temporary file the name from which it will be renamed.
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

  /// Leaves what was written, with the target's attributes, beside the target, to replace it if the process is
  /// interrupted while the result lives.
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

  /// Gives up: the temporary file goes, the target stays as it was.
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

  /// Whether the target would be replaced whole, as regular files and new ones are.
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

  /// The number of a descriptor that the path names, such as 3 for /dev/fd/3.
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

  /// The path with a final symbolic link replaced by what it leads to, which need not exist.
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

  /// Finds a free name beside the target, which is registered before `make` makes the file.
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

  /// The name cut to a length in the system's bytes, at a scalar's border.
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
