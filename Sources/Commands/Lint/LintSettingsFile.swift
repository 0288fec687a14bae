// The settings file of lint: its location, and the files that it may refer to.
//
// The author of a repository may not be trustworthy. Lint looks for settings up to the repository's root or
// the home directory, only reads them, and requires the files that they refer to inside their directory.

extension ProjectPolicy {
  /// Returns the project's policy on the input of a job; nil for standard input.
  func policy(for job: FileJob) -> FilePolicy? {
    job.planned.input.path.flatMap { path in
      let folder = job.context.workingDirectory ?? Platform.workingDirectory()
      return policy(for: Paths.normalized(Paths.resolve(path, against: folder)))
    }
  }
}

/// The settings in a file, and the directory to which they apply.
struct LintSettingsFile: Sendable {
  var configuration = LintConfiguration()
  /// The name for messages; nil if there is no file.
  private(set) var name: String?
  /// The directory in which lint found the file; nil if the command line specifies it or there is none.
  private(set) var folder: String?

  /// The maximum size of a settings file, in bytes.
  private static let sizeLimit = 1 << 20

  /// Reads the file on the command line, or the first one found in the parent directories.
  init(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError) {
    if let name = typed[LintCommand.config] {
      self.name = name
      configuration = try Self.read(context.resolve(name), shown: name)
      resolveMappings(against: Paths.split(context.resolve(name)).folder)
      return
    }
    guard let (path, folder) = try Self.find(from: context) else { return }
    name = path
    self.folder = folder
    configuration = try Self.read(path, shown: path)
    configuration.baseline = try configuration.baseline.map { name throws(UsageError) in
      try confined(name, to: folder, key: "baseline")
    }
    for index in configuration.mappings.indices {
      let named = configuration.mappings[index].mapping
      guard MappingLibrary.isPath(named) else { continue }
      configuration.mappings[index].mapping = try confined(named, to: folder, key: "mappings")
    }
    for index in configuration.schemas.indices {
      configuration.schemas[index].schema = try confined(
        configuration.schemas[index].schema, to: folder, key: "schemas")
    }
  }

  /// The project's policy for a command without settings of its own.
  static func policy(_ context: CommandContext) throws(UsageError) -> ProjectPolicy {
    let home = context.environment("HOME").map(Paths.normalized)
    guard let (path, folder) = try find(from: context) else {
      return ProjectPolicy(settings: [], folder: "/", home: home)
    }
    return ProjectPolicy(settings: try read(path, shown: path).encodings, folder: folder, home: home)
  }

  private mutating func resolveMappings(against folder: String) {
    for index in configuration.mappings.indices
    where MappingLibrary.isPath(configuration.mappings[index].mapping) {
      configuration.mappings[index].mapping = Paths.resolve(
        configuration.mappings[index].mapping, against: folder.isEmpty ? nil : folder)
    }
    for index in configuration.schemas.indices {
      configuration.schemas[index].schema = Paths.resolve(
        configuration.schemas[index].schema, against: folder.isEmpty ? nil : folder)
    }
  }

  // MARK: Finding

  private static func find(from context: CommandContext) throws(UsageError) -> (path: String, folder: String)?
  {
    var folder = Paths.normalized(context.workingDirectory ?? Platform.workingDirectory() ?? "/")
    let home = context.environment("HOME").map(Paths.normalized)
    let owner = Platform.status(folder)?.owner
    while true {
      for name in LintConfiguration.fileNames {
        let path = Paths.join(folder, name)
        guard let status = Platform.linkStatus(path), status.kind != .folder else { continue }
        let isLink = status.kind == .symbolicLink
        guard Platform.status(path)?.kind == .regular, !isLink || isInside(path, folder) else {
          throw UsageError("\(Platform.displayPath(path)): the settings must be a regular file")
        }
        return (path, folder)
      }
      if folder == home || folder == "/" || Platform.linkStatus(Paths.join(folder, ".git")) != nil {
        return nil
      }
      folder = Paths.parent(of: folder)
      // Outside a repository, ignores the settings in another user's directory.
      if Platform.status(folder)?.owner != owner { return nil }
    }
  }

  private static func read(_ path: String, shown: String) throws(UsageError) -> LintConfiguration {
    let file: InputFile
    do throws(Failure) { file = try InputFile(path: path) } catch {
      throw UsageError("\(Platform.displayPath(shown)): \(error.message)")
    }
    guard file.count <= sizeLimit else {
      throw UsageError("\(Platform.displayPath(shown)): the settings are larger than 1 MB")
    }
    do {
      return try file.withBytes { bytes in try LintConfiguration(bytes) }
    } catch {
      throw UsageError(Diagnostic(of: error).text(file: Platform.displayPath(shown)), page: "settings")
    }
  }

  // MARK: Confinement

  /// A path in the settings, if it is inside their directory and a regular or missing file.
  private func confined(_ named: String, to folder: String, key: String) throws(UsageError) -> String {
    let path = Paths.normalized(Paths.resolve(named, against: folder))
    let isBelow = !named.hasPrefix("/") && Paths.relative(path, to: folder) != nil
    let kind = Platform.linkStatus(path)?.kind
    let parent = Paths.split(path).folder
    guard isBelow, Self.isInside(parent, folder, orSame: true), kind == nil || Self.isInside(path, folder)
    else {
      throw UsageError(
        "\(Platform.displayPath(name ?? "")): '\(key)' names '\(named)', which is outside the directory of the settings"
      )
    }
    guard kind == nil || Platform.status(path)?.kind == .regular else {
      throw UsageError(
        "\(Platform.displayPath(name ?? "")): '\(key)' names '\(named)', which is not a regular file")
    }
    return path
  }

  /// Whether a path, with its links resolved, is inside a directory.
  static func isInside(_ path: String, _ folder: String, orSame: Bool = false) -> Bool {
    guard let path = Platform.realPath(path), let folder = Platform.realPath(folder) else { return false }
    return Paths.relative(path, to: folder) != nil || orSame && path == folder
  }
}
