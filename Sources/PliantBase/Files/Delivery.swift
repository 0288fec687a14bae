// The only way of an output to a file: opened, written, proved, and moved into place.

/// Delivers the outputs of a run, and flushes the directories that they change.
///
/// A run over many files shares one that flushes each directory once, at its end.
package final class Delivery: Sendable {
  /// Delivers one output at a time.
  package static let single = Delivery()

  /// Whether outputs are flushed to the disk before they replace files, so that they survive a power failure.
  package let isSynchronized: Bool
  /// The directories to flush at the end; nil to flush each at once.
  private let folders: SharedState<Set<String>>?
  /// Called with the path of each file that an output will make or replace.
  package let willReplace: (@Sendable (String) -> Void)?

  package init(
    isSynchronized: Bool = true, flushesOnce: Bool = false, willReplace: (@Sendable (String) -> Void)? = nil
  ) {
    self.isSynchronized = isSynchronized
    self.willReplace = willReplace
    folders = flushesOnce && isSynchronized ? SharedState([]) : nil
  }

  /// The same for a run over several outputs.
  package var flushedOnce: Delivery {
    Delivery(isSynchronized: isSynchronized, flushesOnce: true, willReplace: willReplace)
  }

  /// Opens an output, to be written to the file's descriptor; `source` is the state of a file that it replaces.
  ///
  /// Throws `file.replace` with the path and the reason.
  package func open(_ path: String, replacing source: InputSnapshot? = nil) throws(Failure) -> AtomicFile {
    let file = try AtomicFile(path: path)
    file.isSynchronized = isSynchronized
    file.source = source
    return file
  }

  /// Moves a written output into place if it passes the proof.
  ///
  /// Throws `file.replace`, `file.changed` if another program changed the source, and `file.unproved`; then the
  /// original is untouched.
  package func commit(_ file: AtomicFile, proof: OutputProof? = nil) throws(Failure) {
    if file.isReplacement { willReplace?(file.target) }
    guard let folders, file.isReplacement else { return try file.commit(proof: proof) }
    try file.commit(synchronizesFolder: false, proof: proof)
    folders.withLock { _ = $0.insert(file.folder) }
  }

  /// Moves outputs into place together, after all of them are complete.
  ///
  /// Throws `file.replace`; the outputs before the failed one remain.
  package func commit(_ files: [AtomicFile]) throws(Failure) {
    let group = folders == nil ? flushedOnce : self
    defer { if group !== self { group.flush() } }
    for file in files { try group.commit(file) }
  }

  /// Writes bytes in place of the file at a path if they read back the same and pass the proof.
  ///
  /// Throws as `open` and `commit` do. Returns whether other names of the file (hard links) keep the old bytes.
  @discardableResult
  package func write(
    _ bytes: ByteView, to path: String, replacing source: InputSnapshot? = nil, proof: OutputProof? = nil
  ) throws(Failure) -> Bool {
    let file = try open(path, replacing: source)
    defer { file.discard() }
    var output = OutputBuffer(to: .descriptor(file.descriptor))
    try output.drain(bytes)
    try commit(file) { written throws(Failure) in
      guard written == bytes else { return false }
      return try proof?(written) ?? true
    }
    return file.separatesHardLink
  }

  /// Flushes the directories of a run.
  package func flush() {
    for folder in folders?.withLock({ $0 }) ?? [] { Platform.synchronizeFolder(folder) }
  }
}

extension OutputBuffer {
  /// Writes bytes in pieces of `drainSize`.
  ///
  /// Throws failures of the output.
  package mutating func drain(_ bytes: ByteView) throws(Failure) {
    for start in stride(from: 0, to: bytes.count, by: Self.drainSize) {
      append(bytes[start..<min(start + Self.drainSize, bytes.count)])
      try drainIfFull()
    }
    try drain()
  }
}
