// The rules of .gitignore and .gitattributes for the files below a directory: the deepest file with a
// matching line wins, and in it the last line.

/// The rules of a directory and of its parents.
struct FolderRules: Sendable {
  /// The patterns in one file, and its location.
  private struct Source: Sendable {
    /// The length in bytes of the path from the walk's root to its directory, with a trailing slash; 0 for
    /// the root and its parents.
    let depth: Int
    /// The path from its directory to the walk's root, with a trailing slash, for a parent of the root.
    let above: String
    /// The patterns, each with its verdict on matching paths.
    let patterns: [(pattern: GlobPattern, isMeant: Bool)]

    /// The verdict of the last matching pattern, or nil.
    func verdict(_ path: String, isFolder: Bool) -> Bool? {
      var inner = above.isEmpty ? path : above + path
      return inner.withUTF8 { bytes in
        let bytes = ByteView(UnsafeRawBufferPointer(bytes)).suffix(from: depth)
        // Indices, since iteration retains the segments of every pattern.
        let index = patterns.indices.last { patterns[$0].pattern.matches(bytes, isFolder: isFolder) }
        return index.map { patterns[$0].isMeant }
      }
    }
  }

  private var ignores: [Source] = []
  private var attributes: [Source] = []

  /// The rules of the parent directories, up to the repository's root; empty outside a repository.
  init(above root: String) {
    var folder = root
    var way = ""
    var found: [(folder: String, way: String)] = []
    while Platform.linkStatus(Paths.join(folder, ".git")) == nil {
      guard folder != "/" else { return }
      way = Paths.split(folder).name + "/" + way
      folder = Paths.parent(of: folder)
      found.append((folder, way))
    }
    for (folder, way) in found.reversed() {
      read(folder, depth: 0, above: way, hasIgnores: true, hasAttributes: true)
    }
  }

  /// Adds the rules of a directory, which is at `relative` below the root and contains these names.
  mutating func enter(_ folder: String, below relative: String, _ names: some Sequence<String>) {
    read(
      folder, depth: relative.utf8.count, above: "", hasIgnores: names.contains(".gitignore"),
      hasAttributes: names.contains(".gitattributes"))
  }

  func ignores(_ path: String, isFolder: Bool) -> Bool { Self.verdict(of: ignores, path, isFolder: isFolder) }

  /// Whether .gitattributes marks a file as generated or vendored.
  func isVendored(_ path: String) -> Bool { Self.verdict(of: attributes, path, isFolder: false) }

  private static func verdict(of sources: [Source], _ path: String, isFolder: Bool) -> Bool {
    sources.reversed().lazy.compactMap { $0.verdict(path, isFolder: isFolder) }.first ?? false
  }

  private mutating func read(
    _ folder: String, depth: Int, above: String, hasIgnores: Bool, hasAttributes: Bool
  ) {
    if hasIgnores, let lines = Self.lines(Paths.join(folder, ".gitignore")) {
      let patterns = lines.compactMap { line in GlobPattern(line).map { ($0, !$0.isNegated) } }
      ignores.append(Source(depth: depth, above: above, patterns: patterns))
    }
    if hasAttributes, let lines = Self.lines(Paths.join(folder, ".gitattributes")) {
      let patterns = lines.compactMap(Self.attribute)
      if !patterns.isEmpty { attributes.append(Source(depth: depth, above: above, patterns: patterns)) }
    }
  }

  private static func lines(_ path: String) -> [String]? {
    // Opening a pipe with this name would block.
    guard Platform.status(path)?.kind == .regular, let file = try? InputFile(path: path) else { return nil }
    return file.withBytes { bytes in
      bytes.suffix(from: bytes.starts(with: "\u{FEFF}") ? 3 : 0).string.unicodeScalars.split(separator: "\n")
        .map { String($0.last == "\r" ? $0.dropLast() : $0) }
    }
  }

  /// A line of .gitattributes that marks files as generated or vendored: `a/** linguist-vendored`.
  private static func attribute(_ line: String) -> (pattern: GlobPattern, isMeant: Bool)? {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard let first = words.first, let pattern = GlobPattern(String(first)) else { return nil }
    for word in words.dropFirst().reversed() {
      for name in ["linguist-generated", "linguist-vendored", "gitlab-generated"] {
        if word == name || word == name + "=true" { return (pattern, true) }
        if word == "-" + name || word == name + "=false" { return (pattern, false) }
      }
    }
    return nil
  }
}
