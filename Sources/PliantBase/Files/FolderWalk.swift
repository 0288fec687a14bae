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
    /// The way from the walk's root to the folder, with a slash behind it; empty for the root and folders above it.
    let below: String
    /// The way from the folder to the walk's root, with a slash behind it, for a folder above it.
    let above: String
    let patterns: [GlobPattern]
  }

  /// A pattern of paths that are left out, which are seen from a folder.
  package struct Exclusion: Sendable {
    fileprivate let pattern: GlobPattern
    /// From the root on.
    fileprivate let folder: String

    package init(_ pattern: GlobPattern, from folder: String) {
      self.pattern = pattern
      self.folder = folder
    }
  }

  private let exclusions: [Exclusion]
  /// The files that are wanted, whatever their names; empty where names decide.
  private let inclusions: [Exclusion]
  /// By which relative paths are understood.
  private let workingDirectory: String
  private let accepts: @Sendable (String) -> Bool

  /// Leaves out what the exclusions match; the inclusions, or `accepts` by a file's name, decide which are wanted.
  package init(
    excluding exclusions: [Exclusion] = [], including inclusions: [Exclusion] = [],
    workingDirectory: String = "/",
    accepts: @escaping @Sendable (String) -> Bool
  ) {
    self.exclusions = exclusions
    self.inclusions = inclusions
    self.workingDirectory = workingDirectory
    self.accepts = accepts
  }

  /// The wanted files below a folder, as paths that begin with the folder's; symbolic links to folders are not
  /// followed.
  ///
  /// The .gitignore files of the folders above count where they belong to one repository.
  package func files(in folder: String, resolve: (String) -> String) -> [String] {
    var found: [String] = []
    let root = located(folder)
    var pending: [(path: String, relative: String, ignores: [Ignore])] = [(folder, "", ignoresAbove(root))]
    while let (path, relative, inherited) = pending.popLast() {
      guard let entries = Platform.entries(inFolder: resolve(path)) else { continue }
      var ignores = inherited
      if entries.contains(where: { $0.name == ".gitignore" }),
        let ignore = readIgnore(resolve(Paths.join(path, ".gitignore")), below: relative)
      {
        ignores.append(ignore)
      }
      var folders: [(String, String, [Ignore])] = []
      for (name, listed) in entries {
        let child = Paths.join(path, name)
        guard let kind = listed ?? Platform.linkStatus(resolve(child))?.kind else { continue }
        let isFolder = kind == .folder
        if !isFolder && inclusions.isEmpty && !accepts(name) { continue }
        let childRelative = relative + name
        if !isFolder, !inclusions.isEmpty,
          !Self.matches(inclusions, Paths.join(root, childRelative), isFolder: false)
        {
          continue
        }
        if isFolder && Self.skippedFolders.contains(name) { continue }
        if !exclusions.isEmpty, isExcluded(at: Paths.join(root, childRelative), isFolder: isFolder) {
          continue
        }
        if isIgnored(childRelative, isFolder: isFolder, ignores) { continue }
        if isFolder {
          let depth = childRelative.utf8.count { $0 == ASCII.solidus }
          if depth < Self.maximumDepth { folders.append((child, childRelative + "/", ignores)) }
        } else if kind == .regular || leadsToFile(resolve(child), below: resolve(folder)) {
          found.append(child)
        }
      }
      pending += folders.reversed()
    }
    return found
  }

  /// Whether a link leads to a file below the folder; what it leads to elsewhere belongs to others.
  private func leadsToFile(_ link: String, below folder: String) -> Bool {
    guard let target = Platform.realPath(link), let root = Platform.realPath(folder) else { return false }
    return Paths.relative(target, to: root) != nil && Platform.status(target)?.kind == .regular
  }

  /// A path as seen from the root.
  package func located(_ path: String) -> String {
    Paths.normalized(Paths.resolve(path, against: workingDirectory))
  }

  /// Whether `--exclude` or a configuration leaves the path out, or a folder that it is in; also for files named
  /// outright.
  package func isExcluded(_ path: String) -> Bool {
    if exclusions.isEmpty { return false }
    var place = located(path)
    var isFolder = false
    while place != "/" {
      if isExcluded(at: place, isFolder: isFolder) { return true }
      let parent = Paths.split(place).folder
      place = parent == "/" ? parent : String(parent.dropLast())
      isFolder = true
    }
    return false
  }

  private func isExcluded(at place: String, isFolder: Bool) -> Bool {
    Self.matches(exclusions, place, isFolder: isFolder)
  }

  private static func matches(_ patterns: [Exclusion], _ place: String, isFolder: Bool) -> Bool {
    patterns.contains { exclusion in
      guard !exclusion.pattern.isNegated, let path = Paths.relative(place, to: exclusion.folder) else {
        return false
      }
      return exclusion.pattern.matches(path, isFolder: isFolder)
    }
  }

  private func isIgnored(_ path: String, isFolder: Bool, _ ignores: [Ignore]) -> Bool {
    for ignore in ignores.reversed() {
      let inner = ignore.above + String(decoding: path.utf8.dropFirst(ignore.below.utf8.count), as: UTF8.self)
      if let pattern = ignore.patterns.last(where: { $0.matches(inner, isFolder: isFolder) }) {
        return !pattern.isNegated
      }
    }
    return false
  }

  /// The .gitignore files of the folders that a folder is in, the outermost first, up to the repository's; none
  /// where there is no repository.
  private func ignoresAbove(_ root: String) -> [Ignore] {
    var ignores: [Ignore] = []
    var folder = root
    var way = ""
    while Platform.linkStatus(Paths.join(folder, ".git")) == nil {
      guard folder != "/" else { return [] }
      let (parent, name) = Paths.split(folder)
      folder = parent == "/" ? parent : String(parent.dropLast())
      way = name + "/" + way
      if let ignore = readIgnore(Paths.join(folder, ".gitignore"), above: way) { ignores.append(ignore) }
    }
    return ignores.reversed()
  }

  private func readIgnore(_ path: String, below: String = "", above: String = "") -> Ignore? {
    // A pipe of this name would have us wait for its writer.
    guard Platform.status(path)?.kind == .regular, let file = try? InputFile(path: path) else { return nil }
    let lines = file.withBytes { $0.string.split(whereSeparator: \.isNewline) }
    return Ignore(below: below, above: above, patterns: lines.compactMap { GlobPattern(String($0)) })
  }
}
