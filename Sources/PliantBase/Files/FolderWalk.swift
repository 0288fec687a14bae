// The files below a directory, in a stable order, with omissions and their reasons.
//
//   --exclude, .gitignore  ▶  --include  ▶  --only  ▶  vendored (by name, by .gitattributes), links, devices

/// Lists the files below directories.
package struct FolderWalk: Sendable {
  /// The reason for omitting a file, or a directory with everything below it.
  package enum Omission: String, CaseIterable, Sendable {
    /// `--exclude` or the settings exclude it.
    case excluded
    /// .gitignore ignores it, and git does not track it.
    case ignored
    /// Third-party or generated.
    case vendored
    /// `--only` does not match it.
    case unselected = "not selected"
    /// A symbolic link.
    case linked
    /// A pipe, a socket or a device.
    case special
  }

  /// The result of a walk.
  package struct Listing: Sendable {
    /// Paths that begin with the directory's, and whether `--include` matches them.
    package fileprivate(set) var files: [(path: String, isIncluded: Bool)] = []
    /// Omitted paths; an omitted directory occurs once, with a trailing slash.
    package fileprivate(set) var omitted: [(path: String, why: Omission)] = []
    /// Unreadable directories.
    package fileprivate(set) var unreadable: [(path: String, failure: Failure)] = []
    /// The patterns that matched a wanted file, inclusions before selections.
    package fileprivate(set) var usedPatterns: Set<Int> = []

    package init() {}

    package mutating func omit(_ path: String, _ why: Omission) { omitted.append((path, why)) }

    /// Adds the result of another walk.
    package mutating func append(_ other: Listing) {
      files += other.files
      omitted += other.omitted
      unreadable += other.unreadable
      usedPatterns.formUnion(other.usedPatterns)
    }
  }

  /// The maximum nesting of directories.
  package static let maximumDepth = 256

  private let exclusions: [PathPattern]
  /// Patterns of files that are wanted despite their names or .gitattributes.
  package let inclusions: [PathPattern]
  /// Patterns of the only other files that are wanted; empty for all.
  package let selections: [PathPattern]
  /// The directory for resolving relative paths.
  private let workingDirectory: String

  package init(
    excluding exclusions: [PathPattern] = [], including inclusions: [PathPattern] = [],
    selecting selections: [PathPattern] = [], workingDirectory: String = "/"
  ) {
    self.exclusions = exclusions
    self.inclusions = inclusions
    self.selections = selections
    self.workingDirectory = workingDirectory
  }

  /// A directory to be listed.
  private struct Pending {
    let path: String
    /// The path from the walk's root, with a trailing slash.
    let relative: String
    let depth: Int
    let rules: FolderRules
    /// Whether `--include` matches everything below.
    let isIncluded: Bool
    /// Whether `--only` matches everything below.
    let isSelected: Bool
    let isVendored: Bool
    /// Whether .gitignore ignores everything below.
    let isIgnored: Bool
  }

  /// Lists the wanted files below a directory, and omissions; does not follow symbolic links.
  ///
  /// The .gitignore files of parent directories count inside one repository. For a list from another program,
  /// `wanted` are the files and their directories; all others are skipped silently.
  package func list(
    _ folder: String, among wanted: Set<String>? = nil, jobs: Int = 1,
    resolve: @escaping @Sendable (String) -> String
  ) -> Listing {
    let root = located(folder)
    let tracked = GitIndex(around: root)
    var pieces = [
      Piece(
        pending: Pending(
          path: folder, relative: "", depth: 0, rules: FolderRules(above: root), isIncluded: false,
          isSelected: selections.isEmpty, isVendored: false, isIgnored: false))
    ]
    // The upper folders are listed at once, those below them by several threads.
    while jobs > 1, (1..<16 * jobs).contains(pieces.count { $0.pending != nil }) {
      pieces = pieces.flatMap { piece in
        guard let next = piece.pending else { return [piece] }
        var listing = Listing()
        let folders = enter(next, root, tracked, wanted, resolve, &listing)
        return [Piece(listing: listing)] + folders.map { Piece(pending: $0) }
      }
    }
    let state = SharedState((next: 0, pieces: pieces))
    let work: @Sendable () -> Void = {
      while let (index, first) = state.withLock({ Self.take(&$0.pieces, from: &$0.next) }) {
        var listing = Listing()
        var pending = [first]
        while let next = pending.popLast() {
          pending += enter(next, root, tracked, wanted, resolve, &listing).reversed()
        }
        state.withLock { $0.pieces[index].listing = listing }
      }
    }
    let count = min(jobs, pieces.count { $0.pending != nil })
    let workers = (1..<max(count, 1)).compactMap { _ in WorkerThread.start(work) }
    work()
    for worker in workers { worker.join() }
    return state.withLock { $0.pieces.reduce(into: Listing()) { $0.append($1.listing) } }
  }

  /// A part of a listing, or the folder that it is still to be made of.
  private struct Piece {
    var listing = Listing()
    var pending: Pending?
  }

  private static func take(_ pieces: inout [Piece], from next: inout Int) -> (Int, Pending)? {
    while next < pieces.count {
      next += 1
      if let pending = pieces[next - 1].pending { return (next - 1, pending) }
    }
    return nil
  }

  /// Lists one folder; returns the folders in it that are to be listed.
  private func enter(
    _ folder: Pending, _ root: String, _ tracked: GitIndex, _ wanted: Set<String>?,
    _ resolve: (String) -> String, _ listing: inout Listing
  ) -> [Pending] {
    let entries: [(name: String, kind: FileKind?)]
    do throws(Failure) { entries = try Platform.entries(inFolder: resolve(folder.path)) } catch {
      listing.unreadable.append((folder.path, error))
      return []
    }
    var rules = folder.rules
    rules.enter(resolve(folder.path), below: folder.relative, entries.lazy.map(\.name))
    let hasPatterns = !exclusions.isEmpty || !inclusions.isEmpty || !selections.isEmpty
    var folders: [Pending] = []
    for (name, listed) in entries {
      let path = Paths.join(folder.path, name)
      if let wanted, !wanted.contains(path) { continue }
      guard let kind = listed ?? Platform.linkStatus(resolve(path))?.kind else { continue }
      let relative = folder.relative + name
      let isFolder = kind == .folder
      let isIgnored = folder.isIgnored || rules.ignores(relative, isFolder: isFolder)
      let place = hasPatterns || isIgnored ? Paths.join(root, relative) : ""
      // .gitignore concerns only untracked files.
      let isUntracked = isIgnored && !tracked.tracks(place, isFolder: isFolder)
      if kind == .folder {
        if let why = omission(ofFolder: name, place, root, folder, isUntracked: isUntracked) {
          listing.omit(path + "/", why)
          continue
        }
        guard folder.depth < Self.maximumDepth else {
          listing.unreadable.append((path, Failure(.cannotRead, "directories are nested too deeply")))
          continue
        }
        folders.append(
          Pending(
            path: path, relative: relative + "/", depth: folder.depth + 1, rules: rules,
            isIncluded: isIncludedFolder(place, root, &listing) || folder.isIncluded,
            isSelected: use(selections, from: inclusions.count, place, root, isFolder: true, &listing)
              || folder.isSelected,
            isVendored: folder.isVendored || VendoredNames.containsFolder(name), isIgnored: isIgnored))
      } else if let why = omission(
        ofFile: name, relative, place, kind, root, folder, rules, isUntracked: isUntracked, &listing)
      {
        listing.omit(path, why)
      } else {
        let isIncluded = inclusions.contains { $0.matches(place, in: root, isFolder: false) }
        listing.files.append((path, isIncluded || folder.isIncluded))
      }
    }
    return folders
  }

  private func omission(
    ofFolder name: String, _ place: String, _ root: String, _ parent: Pending, isUntracked: Bool
  ) -> Omission? {
    if exclusions.contains(where: { $0.matches(place, in: root, isFolder: true) }) { return .excluded }
    if isUntracked { return .ignored }
    guard !parent.isIncluded, VendoredNames.containsFolder(name) else { return nil }
    return inclusions.contains { $0.names(folder: place, in: root) } ? nil : .vendored
  }

  private func omission(
    ofFile name: String, _ relative: String, _ place: String, _ kind: FileKind, _ root: String,
    _ parent: Pending, _ rules: FolderRules, isUntracked: Bool, _ listing: inout Listing
  ) -> Omission? {
    if exclusions.contains(where: { $0.matches(place, in: root, isFolder: false) }) { return .excluded }
    if isUntracked { return .ignored }
    if kind == .symbolicLink { return .linked }
    if kind != .regular { return .special }
    let isIncluded = use(inclusions, from: 0, place, root, isFolder: false, &listing)
    let isSelected = use(selections, from: inclusions.count, place, root, isFolder: false, &listing)
    if isIncluded || parent.isIncluded { return nil }
    if parent.isVendored || VendoredNames.containsFile(name) || rules.isVendored(relative) {
      return .vendored
    }
    return isSelected || parent.isSelected ? nil : .unselected
  }

  private func isIncludedFolder(_ place: String, _ root: String, _ listing: inout Listing) -> Bool {
    let used = inclusions.indices.filter {
      inclusions[$0].matches(place, in: root, isFolder: true) && inclusions[$0].names(folder: place, in: root)
    }
    listing.usedPatterns.formUnion(used)
    return !used.isEmpty
  }

  /// Whether any of the patterns matches a path; records which do.
  private func use(
    _ patterns: [PathPattern], from first: Int, _ place: String, _ root: String, isFolder: Bool,
    _ listing: inout Listing
  ) -> Bool {
    let used = patterns.indices.filter { patterns[$0].matches(place, in: root, isFolder: isFolder) }
    listing.usedPatterns.formUnion(used.lazy.map { first + $0 })
    return !used.isEmpty
  }

  // MARK: Paths that are named

  /// A path from the root.
  package func located(_ path: String) -> String {
    Paths.normalized(Paths.resolve(path, against: workingDirectory))
  }

  /// The path relative to the working directory; nil for one outside it.
  package func relative(_ path: String) -> String? { Paths.relative(located(path), to: workingDirectory) }

  /// Omissions of a file on the command line, to which names and .gitignore do not apply.
  package func list(file path: String) -> Listing {
    var listing = Listing()
    let place = located(path)
    let folder = relative(path) != nil ? workingDirectory : Paths.parent(of: place)
    let isIncluded = use(inclusions, from: 0, place, folder, isFolder: false, &listing)
    let isSelected =
      use(selections, from: inclusions.count, place, folder, isFolder: false, &listing) || selections.isEmpty
    if isExcluded(path) {
      listing.omit(path, .excluded)
    } else if isIncluded || isSelected {
      listing.files.append((path, isIncluded))
    } else {
      listing.omit(path, .unselected)
    }
    return listing
  }

  /// Whether `--exclude` or a configuration excludes the path, or one of its directories; also for files on
  /// the command line.
  package func isExcluded(_ path: String) -> Bool {
    if exclusions.isEmpty { return false }
    var place = located(path)
    var isFolder = false
    while place != "/" {
      if exclusions.contains(where: { $0.matches(place, in: workingDirectory, isFolder: isFolder) }) {
        return true
      }
      place = Paths.parent(of: place)
      isFolder = true
    }
    return false
  }
}

/// Names of third-party and generated files.
private enum VendoredNames {
  private static let folders: Set<String> = [
    ".git", ".hg", ".svn", ".bzr", ".jj", ".build", ".swiftpm", "node_modules", "bower_components", ".venv",
    "__pycache__", "DerivedData", ".gradle", ".tox", ".mypy_cache", ".pytest_cache", ".ruff_cache",
  ]

  static func containsFolder(_ name: String) -> Bool { folders.contains(name) }

  /// `*.min.js` and the like.
  static func containsFile(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: ASCII.fullStop) else { return false }
    let stem = name.utf8[..<dot]
    return stem.count > 4 && stem.suffix(4).elementsEqual(".min".utf8)
  }
}
