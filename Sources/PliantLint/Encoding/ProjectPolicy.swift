// The policy of a project on its files: the encodings of the settings, .editorconfig, .gitattributes, and of
// builds and other files that declare it.
//
//   "encodings": {"*.txt": "ISO-8859-1"}       in .pliant.json
//   [*.txt] ↵ charset = latin1                 in .editorconfig
//   *.txt working-tree-encoding=ISO-8859-1     in .gitattributes

/// The policy of the project on one file.
package struct FilePolicy: Sendable {
  package let encoding: TextEncoding
  /// Whether the file must begin with a byte order mark; nil if it may.
  package let hasMark: Bool?
  /// The line that prescribes it: `.editorconfig:3`.
  package let origin: String
  /// The line of another file that requires another encoding: `.gitattributes:2 requires UTF-16LE`.
  fileprivate(set) var contradiction: String?

  /// Reads `latin1`, `utf-8-bom` and the like; `isEditor` for the values of .editorconfig.
  package init?(_ name: String, origin: String, isEditor: Bool = false) {
    let lowercase = name.lowercasedASCII
    let isMarked = lowercase.hasSuffix("-bom")
    guard let encoding = TextEncoding(name: isMarked ? String(name.dropLast(4)) : name) else { return nil }
    self.encoding = encoding
    hasMark = isMarked ? true : isEditor && encoding == .utf8 ? false : nil
    self.origin = origin
  }

  /// The policy that another file declares.
  init(_ encoding: TextEncoding, origin: String) {
    (self.encoding, hasMark, self.origin) = (encoding, nil, origin)
  }

  /// The finding about a mark that contradicts the policy, or a missing one; nil if there is nothing to say.
  func problem(withMark mark: ByteOrderMark?) -> String? {
    guard let hasMark, hasMark != (mark != nil) else { return nil }
    return hasMark
      ? "missing byte order mark, which \(origin) requires"
      : "byte order mark, which \(origin) does not allow"
  }
}

/// The policy of a project, looked up by path.
package final class ProjectPolicy: Sendable {
  private struct Line: Sendable {
    let pattern: PathPattern
    /// Nil unsets what earlier lines prescribe.
    let policy: FilePolicy?
  }

  /// The lines of one directory's files.
  private struct Source: Sendable {
    let folder: String
    var editor: [Line] = []
    var attributes: [Line] = []
    var isRoot = false
  }

  private let settings: [Line]
  private let settingsFolder: String
  private let home: String?
  private let known = SharedState([String: Source]())
  private let builds = SharedState([String: FilePolicy?]())
  private let companions = CompanionDeclarations()

  private static let depthLimit = 64
  private static let sizeLimit = 1 << 20

  /// Creates the policy with the patterns of the settings, relative to their directory.
  package init(
    settings: [(pattern: PathPattern, policy: FilePolicy)], folder: String, home: String?
  ) {
    self.settings = settings.map { Line(pattern: $0.pattern, policy: $0.policy) }
    settingsFolder = folder
    self.home = home
  }

  /// Returns the policy on the file at an absolute path, or nil.
  package func policy(for path: String) -> FilePolicy? {
    if let relative = Paths.relative(path, to: settingsFolder),
      let line = settings.first(where: { $0.pattern.matches(relative: relative) })
    {
      return line.policy
    }
    let sources = sources(of: Paths.split(path).folder)
    func find(_ lines: (Source) -> [Line]) -> FilePolicy?? {
      for source in sources {
        guard let relative = Paths.relative(path, to: source.folder) else { continue }
        if let line = lines(source).last(where: { $0.pattern.matches(relative: relative) }) {
          return .some(line.policy)
        }
      }
      return nil
    }
    let attributes = find { $0.attributes } ?? nil
    if var policy = find({ $0.editor }) ?? nil {
      // Git cannot add a file that is not in the encoding of its attributes.
      if let attributes, attributes.encoding != policy.encoding {
        policy.contradiction = "\(attributes.origin) requires \(attributes.encoding.name)"
      }
      return policy
    }
    return attributes
      ?? (path.hasSuffix(".java")
        ? buildPolicy(in: sources.map(\.folder))
        : companions.policy(for: path, in: sources.map(\.folder)))
  }

  /// The encoding in which a build compiles sources in the first of these directories that has one.
  private func buildPolicy(in folders: [String]) -> FilePolicy? {
    folders.lazy.compactMap { folder in
      self.builds.value(for: folder) { JavaBuild.policy(in: folder, Self.lines) }
    }.first
  }

  /// The files of a directory and its parents, up to the repository's root or the home directory.
  private func sources(of folder: String) -> [Source] {
    var found: [Source] = []
    var folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    var isRoot = false
    for _ in 0..<Self.depthLimit {
      var source = known.value(for: folder) { read(folder) }
      if isRoot { source.editor = [] }
      found.append(source)
      isRoot = isRoot || source.isRoot
      if folder == "/" || folder == home || Platform.linkStatus(Paths.join(folder, ".git")) != nil { break }
      folder = Paths.parent(of: folder)
    }
    return found
  }

  private func read(_ folder: String) -> Source {
    var source = Source(folder: folder)
    var sections: [PathPattern] = []
    for (number, line) in Self.lines(Paths.join(folder, ".editorconfig")) {
      if line.hasPrefix("["), line.hasSuffix("]") {
        sections = (try? PathPattern(String(line.dropFirst().dropLast()))).map { [$0] } ?? []
        continue
      }
      let sides = line.split(separator: "=", maxSplits: 1).map { Self.trimmed($0).lowercasedASCII }
      guard sides.count == 2 else { continue }
      if sides[0] == "root" { source.isRoot = source.isRoot || sides[1] == "true" }
      guard sides[0] == "charset", let pattern = sections.first else { continue }
      let policy = FilePolicy(sides[1], origin: ".editorconfig:\(number)", isEditor: true)
      // `unset`, `none` and unknown names end what an earlier section prescribes.
      source.editor.append(Line(pattern: pattern, policy: policy))
    }
    for (number, line) in Self.lines(Paths.join(folder, ".gitattributes")) {
      // A pattern with spaces is quoted.
      let sides = line.hasPrefix("\"") ? line.dropFirst().split(separator: "\"", maxSplits: 1) : []
      let words = (sides.last ?? line[...]).split { $0 == " " || $0 == "\t" }
      guard let first = sides.first ?? words.first, let pattern = try? PathPattern(String(first)) else {
        continue
      }
      for word in words.dropFirst(sides.isEmpty ? 1 : 0) {
        let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
        if sides == ["-working-tree-encoding"] || sides == ["!working-tree-encoding"] {
          source.attributes.append(Line(pattern: pattern, policy: nil))
        } else if sides.count == 2, sides[0] == "working-tree-encoding",
          let policy = FilePolicy(sides[1], origin: ".gitattributes:\(number)")
        {
          source.attributes.append(Line(pattern: pattern, policy: policy))
        }
      }
    }
    return source
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// The numbered lines of a small regular file without comments and empty lines.
  private static func lines(_ path: String) -> [(number: Int, text: String)] {
    guard Platform.status(path)?.kind == .regular, let file = try? InputFile(path: path),
      file.count <= sizeLimit
    else { return [] }
    return file.withBytes { bytes in
      let text = bytes.suffix(from: bytes.starts(with: "\u{FEFF}") ? 3 : 0).string
      return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .compactMap {
          let line = trimmed(Substring($1))
          return line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") ? nil : ($0 + 1, line)
        }
    }
  }
}
