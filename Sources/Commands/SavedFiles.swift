// The files that the steps of a workflow make and rewrite, as they were before: declared ones from the beginning, others
// from the first step that writes them.

/// Keeps the bytes of files in a temporary file, to restore them after a failure.
final class SavedFiles: Sendable {
  private enum Before {
    case absent
    case bytes(Range<Int>)
    /// Too large to keep, or not a regular file: remains as the steps left it.
    case unknown
  }

  private struct Saved {
    var files: [(path: String, before: Before)] = []
    var places: [String: Int] = [:]
    var bytes: AnonymousFile?
    var count = 0
    /// The directories that were made, the outermost first.
    var folders: [String] = []
    /// Restores declared outputs if a signal ends the process.
    var guards: [InterruptionGuard] = []
  }

  private static let maximumBytes = 1024 * 1024 * 1024

  private let context: CommandContext
  /// The files of the workflow whose step runs this one; they are restored if a later step of that one fails.
  private let outer: SavedFiles?
  private let saved = SharedState(Saved())

  init(_ context: CommandContext, inside outer: SavedFiles? = nil) {
    self.context = context
    self.outer = outer
  }

  /// Delivers outputs, and saves the files that they replace.
  var delivery: Delivery { Delivery { [self] in save($0) } }

  /// Saves declared outputs, and makes their directories.
  func prepare(_ paths: [String]) {
    for path in paths {
      let resolved = context.resolve(path)
      makeFolders(of: resolved)
      let found: InterruptionGuard? =
        switch save(resolved) {
        case .absent: InterruptionGuard(removing: resolved)
        case .bytes(let range): bytes(range).flatMap { Self.interruptionGuard(of: $0, resolved) }
        case .unknown: nil
        }
      if let found { saved.withLock { $0.guards.append(found) } }
    }
  }

  private func makeFolders(of path: String) {
    let names = Paths.split(path).folder.split(separator: "/")
    var folder = path.utf8.first == ASCII.solidus ? "/" : ""
    for name in names {
      folder = Paths.join(folder, String(name))
      if Platform.status(folder) != nil { continue }
      Platform.makeFolder(folder)
      let made = folder
      saved.withLock { $0.folders.append(made) }
    }
  }

  /// Saves a file, if this was not done before, and returns what it was then.
  @discardableResult
  private func save(_ path: String) -> Before {
    outer?.save(path)
    return saved.withLock { saved in
      if let place = saved.places[path] { return saved.files[place].before }
      let before = Self.read(path, into: &saved)
      saved.places[path] = saved.files.count
      saved.files.append((path, before))
      return before
    }
  }

  private static func read(_ path: String, into saved: inout Saved) -> Before {
    guard let status = Platform.status(path) else { return .absent }
    guard status.kind == .regular, saved.count + status.size <= maximumBytes else { return .unknown }
    do {
      let file = try InputFile(path: path)
      let spool = try saved.bytes ?? AnonymousFile()
      saved.bytes = spool
      Platform.seek(spool.descriptor, to: saved.count)
      let start = saved.count
      saved.count += try file.withBytes { bytes in
        try Platform.writeAll(spool.descriptor, bytes)
        return bytes.count
      }
      return .bytes(start..<saved.count)
    } catch { return .unknown }
  }

  private func bytes(_ range: Range<Int>) -> [UInt8]? {
    saved.withLock { saved in
      guard let spool = saved.bytes else { return nil }
      Platform.seek(spool.descriptor, to: 0)
      let file = try? InputFile(descriptor: spool.descriptor, name: "")
      return file?.withBytes { $0.count < range.upperBound ? nil : $0[range].array }
    }
  }

  /// The guard that restores a file's bytes; nil if its directory is not writable.
  private static func interruptionGuard(of bytes: [UInt8], _ path: String) -> InterruptionGuard? {
    do throws(Failure) {
      let file = try Delivery.single.open(path)
      var output = OutputBuffer(to: .descriptor(file.descriptor))
      bytes.withByteView { output.append($0) }
      try output.drain()
      return try file.guardTarget()
    } catch { return nil }
  }

  /// Removes created files and restores changed ones; returns their paths.
  func restore() -> [String] {
    var restored: [String] = []
    for (path, before) in saved.withLock({ $0.files }) where put(before, path) {
      restored.append(Platform.displayPath(shown(path)))
    }
    // Only empty ones can be removed.
    for folder in saved.withLock({ $0.folders }).reversed() { Platform.removeFolder(folder) }
    return restored
  }

  /// Whether the file had changed, and is as it was.
  private func put(_ before: Before, _ path: String) -> Bool {
    switch before {
    case .unknown: return false
    case .absent: return Platform.status(path)?.kind == .regular && Platform.removeFile(path) == 0
    case .bytes(let range):
      guard let bytes = bytes(range) else { return false }
      let now = try? InputFile(path: path)
      if now?.withBytes({ $0.array }) == bytes { return false }
      do throws(Failure) {
        _ = try bytes.withByteView { view throws(Failure) in try Delivery.single.write(view, to: path) }
        return true
      } catch {
        context.report(error, file: shown(path))
        return false
      }
    }
  }

  /// The path from the workflow's directory, as in its steps.
  private func shown(_ path: String) -> String {
    guard let folder = context.workingDirectory else { return path }
    let start = folder.utf8.last == ASCII.solidus ? folder : folder + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }
}
