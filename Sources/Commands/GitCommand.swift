// pliant git: the drivers and attributes with which git shows and merges documents by meaning.

package enum GitCommand {
  private static let global = Flag("global", help: "set up all repositories of the user instead of this one")
  private static let remove = Flag("remove", help: "remove the drivers and attributes")

  static let verb = Verb(
    "git", group: "Editing", summary: "set up git for property lists, strings and projects",
    page: PackageResources.git_1_txt,
    subverbs: [
      Verb(
        "install", summary: "add the drivers and their attributes",
        page: PackageResources.git_install_1_txt,
        options: [global, remove] + CommonOptions.messages)
    ],
    seeAlso: ["merge", "diff", "print", "pliant-git(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let set = GitInstallation(isGlobal: typed[global], context: context)
    do {
      let lines = typed[remove] ? try set.remove() : try set.install()
      return context.deliver(lines.map { $0 + "\n" }.joined(), to: nil)
    } catch {
      context.report(Diagnostic(of: error), file: "git")
      return context.inputFailureCode
    }
  }
}

/// The drivers of one configuration, and the attributes that name them.
private struct GitInstallation {
  private static let begin = "# pliant: begin (pliant git install --remove removes this block)"
  private static let end = "# pliant: end"
  /// Patterns, and whether git also shows their binary or UTF-16 form as text.
  private static let patterns: [(name: String, isShown: Bool)] = [
    ("*.plist", true), ("*.strings", true), ("*.entitlements", true), ("*.mobileconfig", true),
    ("*.xcprivacy", false),
    ("*.stringsdict", false), ("*.xcstrings", false), ("*.pbxproj", false), ("*.storyboard", false),
    ("*.xib", false),
    ("*.xcscheme", false), ("*.xctestplan", false), ("*.xcworkspacedata", false), ("Contents.json", false),
    ("Package.resolved", false),
  ]
  private static let sections = ["diff.pliant", "difftool.pliant", "merge.pliant"]

  let isGlobal: Bool
  let context: CommandContext

  // MARK: Steps

  func install() throws -> [String] {
    let file = try attributesFile()
    let command = program
    let settings = [
      ("diff.pliant.textconv", "\(command) print --textconv"),
      ("difftool.pliant.cmd", "\(command) diff \"$LOCAL\" \"$REMOTE\""),
      ("merge.pliant.name", "pliant"),
      ("merge.pliant.driver", "\(command) merge --markers --path %P %O %A %B"),
      ("merge.pliant.recursive", "binary"),
    ]
    for (key, value) in settings { _ = try git(["config"] + scope + [key, value]) }
    let lines = Self.patterns.map { "\($0.name) \($0.isShown ? "diff=pliant " : "")merge=pliant" }
    try change(file) { rest in
      Array(([Self.begin] + lines + [Self.end]).map { $0 + "\n" }.joined().utf8) + rest
    }
    return [
      "\(Platform.displayPath(file)): \(Self.patterns.count) patterns",
      "git config\(isGlobal ? " --global" : ""): \(Self.sections.joined(separator: ", "))",
    ]
  }

  func remove() throws -> [String] {
    let file = try attributesFile()
    try change(file) { $0 }
    for section in Self.sections {
      // A section that is missing is removed already.
      _ = try? git(["config"] + scope + ["--remove-section", section])
    }
    return ["removed from \(Platform.displayPath(file)) and git config\(isGlobal ? " --global" : "")"]
  }

  private var scope: [String] { isGlobal ? ["--global"] : ["--local"] }

  /// The word that runs pliant from any directory: its name if that finds it.
  private var program: String {
    if context.program(named: "pliant") != nil { return "pliant" }
    return Platform.executablePath().map(ShellText.quoted) ?? "pliant"
  }

  // MARK: Attributes

  private func attributesFile() throws -> String {
    guard isGlobal else { return Paths.join(try git(["rev-parse", "--show-toplevel"]), ".gitattributes") }
    if let named = try? git(["config", "--global", "--type=path", "--get", "core.attributesFile"]),
      !named.isEmpty
    {
      return named
    }
    let home = context.environment("HOME") ?? ""
    let folder =
      context.environment("XDG_CONFIG_HOME").flatMap { $0.isEmpty ? nil : $0 } ?? Paths.join(home, ".config")
    return Paths.join(Paths.join(folder, "git"), "attributes")
  }

  /// Rewrites the attributes with `body`, which gets them without the block; an empty file goes.
  private func change(_ path: String, _ body: ([UInt8]) -> [UInt8]) throws {
    let exists = Platform.status(path) != nil
    let old = exists ? try InputFile(path: path).withBytes { $0.array } : []
    let new = body(try Self.withoutBlock(old))
    if new == old { return }
    if new.isEmpty {
      _ = Platform.removeFile(path)
      return
    }
    if !exists {
      let folder = Paths.normalized(Paths.split(path).folder)
      for path in [Paths.split(folder).folder, folder] { Platform.makeFolder(path) }
    }
    try new.withByteView { (bytes: ByteView) throws(Failure) in
      _ = try context.delivery.write(bytes, to: path)
    }
  }

  private static func withoutBlock(_ text: [UInt8]) throws(Failure) -> [UInt8] {
    let lines = text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    func isLine(_ line: ArraySlice<UInt8>, _ start: String) -> Bool { line.starts(with: start.utf8) }
    guard let first = lines.firstIndex(where: { isLine($0, "# pliant: begin") }) else { return text }
    guard let last = lines[first...].firstIndex(where: { isLine($0, end) }) else { throw Failure(.gitBlock) }
    let kept = lines[..<first] + lines[(last + 1)...]
    return Array(kept.joined(separator: [ASCII.lineFeed]))
  }

  // MARK: git

  /// Returns the last line of git's output; throws `git.failed` with the first.
  private func git(_ words: [String]) throws(Failure) -> String {
    let place = context.workingDirectory.map { ["-C", $0] } ?? []
    guard let program = context.program(named: "git") else { throw Failure(.gitMissing) }
    let result = try Platform.runChild(program, place + words, input: [], mergesErrors: true)
    let text = String(decoding: result.output, as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    guard result.exitCode == 0, result.signal == nil else {
      throw Failure(.gitFailed, lines.first ?? words[0])
    }
    // Warnings come first.
    return lines.last ?? ""
  }
}
