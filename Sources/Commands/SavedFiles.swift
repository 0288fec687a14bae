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
    var known: Set<String> = []
    var bytes: AnonymousFile?
    var count = 0
    /// The directories that were made, the outermost first.
    var folders: [String] = []
    /// Restores declared outputs if a signal ends the process.
    var guards: [InterruptionGuard] = []
  }

  private static let maximumBytes = 1024 * 1024 * 1024

  private let context: CommandContext
  private let saved = SharedState(Saved())

  init(_ context: CommandContext) { self.context = context }

  /// Delivers outputs, and saves the files that they replace.
  var delivery: Delivery { Delivery { [self] in save($0) } }

  /// Saves declared outputs, and makes their directories.
  func prepare(_ paths: [String]) {
    for path in paths {
      let resolved = context.resolve(path)
      makeFolders(of: resolved)
      save(resolved)
      let before = saved.withLock { $0.files.first { $0.path == resolved }?.before }
      let found: InterruptionGuard? =
        switch before {
        case .absent: InterruptionGuard(removing: resolved)
        case .bytes(let range): bytes(range).flatMap { Self.interruptionGuard(of: $0, resolved) }
        default: nil
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

  private func save(_ path: String) {
    guard saved.withLock({ $0.known.insert(path).inserted }) else { return }
    let before = before(path)
    saved.withLock { $0.files.append((path, before)) }
  }

  private func before(_ path: String) -> Before {
    guard let status = Platform.status(path) else { return .absent }
    guard status.kind == .regular, let file = try? InputFile(path: path) else { return .unknown }
    return saved.withLock { saved in
      do {
        let end = saved.count + status.size
        guard end <= Self.maximumBytes else { return .unknown }
        let spool = try saved.bytes ?? AnonymousFile()
        saved.bytes = spool
        Platform.seek(spool.descriptor, to: saved.count)
        let size = try file.withBytes { bytes in
          try Platform.writeAll(spool.descriptor, bytes)
          return bytes.count
        }
        defer { saved.count += size }
        return .bytes(saved.count..<saved.count + size)
      } catch { return .unknown }
    }
  }

  private func bytes(_ range: Range<Int>) -> [UInt8]? {
    saved.withLock { saved in
      guard let spool = saved.bytes else { return range.isEmpty ? [] : nil }
      Platform.seek(spool.descriptor, to: range.lowerBound)
      var window = InputWindow(descriptor: spool.descriptor)
      var bytes: [UInt8] = []
      while bytes.count < range.count, (try? window.refill()) == true {
        bytes += window.bytes.array
        window.consume(window.bytes.count)
      }
      return bytes.count < range.count ? nil : Array(bytes.prefix(range.count))
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
