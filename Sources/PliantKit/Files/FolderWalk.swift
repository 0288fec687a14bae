// The files below a folder, in a stable order, without what .gitignore leaves out.

/// Lists files below folders.
package struct FolderWalk: Sendable {
  /// Folders that never hold documents of the user's.
  private static let skippedFolders: Set<String> = [
    ".git", ".hg", ".svn", ".build", ".swiftpm", "node_modules", ".venv", "__pycache__", "DerivedData",
  ]
  /// Folders inside one another.
  package static let maximumDepth = 256

  /// The patterns of one folder's .gitignore.
  private struct Ignore: Sendable {
    /// The folder, relative to the walk's root, with a slash behind it; empty for the root.
    let prefix: String
    let patterns: [GlobPattern]
  }

  private let excludes: [GlobPattern]
  private let accepts: @Sendable (String) -> Bool

  /// Leaves out what the patterns mean; `accepts` tells by a file's name whether it is wanted.
  package init(excludes: [GlobPattern] = [], accepts: @escaping @Sendable (String) -> Bool) {
    self.excludes = excludes
    self.accepts = accepts
  }

  /// The wanted files below a folder, as paths that begin with the folder's; symbolic links to folders are not
  /// followed.
  package func files(in folder: String, resolve: (String) -> String) -> [String] {
    var found: [String] = []
    var pending: [(path: String, relative: String, ignores: [Ignore])] = [(folder, "", [])]
    while let (path, relative, inherited) = pending.popLast() {
      guard let entries = Platform.entries(inFolder: resolve(path)) else { continue }
      var ignores = inherited
      if entries.contains(where: { $0.name == ".gitignore" }),
        let ignore = readIgnore(resolve(Paths.join(path, ".gitignore")), relative)
      {
        ignores.append(ignore)
      }
      var folders: [(String, String, [Ignore])] = []
      for (name, listed) in entries {
        let child = Paths.join(path, name)
        guard let kind = listed ?? Platform.linkStatus(resolve(child))?.kind else { continue }
        let isFolder = kind == .folder
        if !isFolder && !accepts(name) { continue }
        let childRelative = relative + name
        if isFolder && Self.skippedFolders.contains(name) { continue }
        if isIgnored(childRelative, isFolder: isFolder, ignores) { continue }
        if isFolder {
          let depth = childRelative.utf8.count { $0 == ASCII.solidus }
          if depth < Self.maximumDepth { folders.append((child, childRelative + "/", ignores)) }
        } else if kind == .regular || Platform.status(resolve(child))?.kind == .regular {
          found.append(child)
        }
      }
      pending += folders.reversed()
    }
    return found
  }

  /// Whether `--exclude` or a configuration leaves the path out; also for files named outright.
  package func isExcluded(_ path: String) -> Bool {
    if excludes.isEmpty { return false }
    var names = path.split(separator: "/").filter { $0 != "." }
    var isFolder = false
    while !names.isEmpty {
      let joined = names.joined(separator: "/")
      if excludes.contains(where: { !$0.isNegated && $0.matches(joined, isFolder: isFolder) }) { return true }
      names.removeLast()
      isFolder = true
    }
    return false
  }

  private func isIgnored(_ path: String, isFolder: Bool, _ ignores: [Ignore]) -> Bool {
    if excludes.contains(where: { $0.matches(path, isFolder: isFolder) }) { return true }
    if ignores.isEmpty { return false }
    for ignore in ignores.reversed() {
      let inner = String(path.dropFirst(ignore.prefix.count))
      if let pattern = ignore.patterns.last(where: { $0.matches(inner, isFolder: isFolder) }) {
        return !pattern.isNegated
      }
    }
    return false
  }

  private func readIgnore(_ path: String, _ prefix: String) -> Ignore? {
    guard let file = try? InputFile(path: path) else { return nil }
    let lines = file.withBytes { $0.string.split(whereSeparator: \.isNewline) }
    return Ignore(prefix: prefix, patterns: lines.compactMap { GlobPattern(String($0)) })
  }
}
