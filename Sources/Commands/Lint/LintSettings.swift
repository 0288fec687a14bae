struct LintSettings: Sendable {
  private(set) var options = LintOptions()
  /// The policy of the project on its files.
  let policy: ProjectPolicy
  private let isEncodingTyped: Bool
  let format: LintReportFormat
  /// Reports to files, in addition to the one on standard output.
  let reports: [(format: LintReportFormat, path: String)]
  /// The kind of fixes to make, or to show.
  let fix: LintFix.Kind?
  let showsDifference: Bool
  let failsOnWarnings: Bool
  let exitsZero: Bool
  let standardInputName: String?
  /// The baseline's path for the system.
  let baseline: String?
  let updatesBaseline: Bool
  /// Whether to list the files and why lint would check them, without checking.
  let listsFiles: Bool
  let allowsEmpty: Bool
  let walk: FolderWalk
  private let typedPatterns: (include: [PathPattern], only: [PathPattern])
  private let settingsName: String?
  private let schemaNames: [String]
  /// The files that a run reads besides those that it checks.
  var readFiles: [String] {
    schemaNames + [settingsName, updatesBaseline ? nil : baseline].compactMap { $0 }
  }
  /// The directory to which paths in the baseline are relative.
  private let baselineFolder: String
  /// Directories on the command line, in which files may be rewritten.
  private(set) var roots: [String] = []

  /// The maximum size of a file of the development language, in bytes.
  private static let otherFileLimit = 16 << 20

  init(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError) {
    let workingDirectory = Paths.normalized(context.workingDirectory ?? Platform.workingDirectory() ?? "/")
    let file = try LintSettingsFile(typed, context)
    let configuration = file.configuration
    let select = Array(typed[LintCommand.select].joined())
    options.select = select.isEmpty ? configuration.select : select
    if typed[LintCommand.fix] == .lineEnds {
      options.select = (select.isEmpty ? [.standard] : select) + [.rule(.textLineEnds)]
    }
    options.ignore = configuration.ignore + typed[LintCommand.ignore].joined()
    options.expectedEncoding = typed[LintCommand.expectEncoding] ?? configuration.expectedEncoding
    options.language = typed[CommonOptions.language]
    isEncodingTyped = typed[LintCommand.expectEncoding] != nil
    options.listsAll = typed[LintCommand.all]
    let folder = file.folder ?? workingDirectory
    policy = ProjectPolicy(
      settings: configuration.encodings, folder: folder,
      home: context.environment("HOME").map(Paths.normalized))
    let prefix = Paths.relative(workingDirectory, to: folder).map { $0 + "/" } ?? ""
    options.mappings = try Self.mappings(typed, file, context, prefix: prefix)
    schemaNames = typed[LintCommand.schema]
    for name in schemaNames {
      options.schemas.append(try Self.schema(context.resolve(name), shown: name))
    }
    for (files, path, _) in configuration.schemas {
      let schema = try Self.schema(path, shown: Paths.relative(path, to: workingDirectory) ?? path)
      options.schemas.append(schema.limited(to: files, below: prefix))
    }
    options.otherFile = { name in
      let path = context.resolve(name)
      guard let status = Platform.status(path), status.kind == .regular, status.size <= Self.otherFileLimit
      else {
        return nil
      }
      return (try? InputFile(path: path))?.withBytes { $0.array }
    }
    options.commentedJSON = configuration.commentedJSON
    let readers = Array(typed[LintCommand.readers].joined())
    options.readers = Set(readers.isEmpty ? configuration.readers : readers)
    format = typed[LintCommand.format] ?? .text
    reports = typed[LintCommand.report].map { ($0.format, $0.path == "-" ? "-" : context.resolve($0.path)) }
    showsDifference = typed[LintCommand.diff] || typed[LintCommand.dryRun]
    listsFiles = typed[LintCommand.list]
    allowsEmpty = typed[LintCommand.allowEmpty]
    fix = typed[LintCommand.fix] ?? (showsDifference ? .declaration : nil)
    failsOnWarnings = (typed[LintCommand.failOn] ?? configuration.failOn ?? .warning) == .warning
    exitsZero = typed[LintCommand.exitZero]
    standardInputName = typed[LintCommand.standardInputName]
    baseline =
      typed[LintCommand.baseline].map(context.resolve)
      ?? configuration.baseline.map { Paths.resolve($0, against: workingDirectory) }
    updatesBaseline = typed[LintCommand.updateBaseline]
    if updatesBaseline && baseline == nil {
      throw UsageError("--update-baseline needs --baseline or a baseline in the settings")
    }
    if baseline != nil { options.findingLimit = .max }
    typedPatterns = (typed[LintCommand.include], typed[LintCommand.only])
    let walk = FolderWalk(
      excluding: Self.patterns(configuration.exclude, from: folder)
        + typed[LintCommand.exclude].flatMap { Self.patterns([$0.text], from: workingDirectory) + [$0] },
      including: typedPatterns.include + Self.patterns(configuration.include, from: folder),
      selecting: typedPatterns.only.isEmpty
        ? Self.patterns(configuration.only, from: folder) : typedPatterns.only,
      workingDirectory: workingDirectory)
    self.walk = walk
    settingsName = file.name
    baselineFolder =
      baseline.map { Paths.normalized(Paths.split(walk.located($0)).folder) } ?? workingDirectory
  }

  /// The options for a file, with the project's policy on it.
  func options(for name: String) -> LintOptions {
    guard !isEncodingTyped, let found = policy.policy(for: walk.located(name)) else { return options }
    var options = options
    options.policy = found
    options.expectedEncoding = found.encoding
    return options
  }

  /// Valid patterns, relative to a directory.
  private static func patterns(_ patterns: [String], from folder: String) -> [PathPattern] {
    patterns.compactMap { try? PathPattern($0, from: folder) }
  }

  /// A file's name in the baseline: its path relative to the baseline's directory.
  func baselineName(of file: String) -> String {
    Platform.pathText(Paths.relative(walk.located(file), to: baselineFolder) ?? file)
  }

  func exists(baselineName name: String) -> Bool {
    Platform.status(Paths.resolve(name, against: baselineFolder)) != nil
  }

  /// Whether standard input has the name of an excluded file, and passes through unchanged.
  var passesStandardInput: Bool { standardInputName.map(walk.isExcluded) ?? false }

  /// Whether a file may be rewritten: links must not lead out of the given directories.
  func mayRewrite(_ path: String) -> Bool {
    guard Platform.realPath(path) != nil else { return true }
    return roots.contains { LintSettingsFile.isInside(path, $0) }
  }

  private static func schema(_ path: String, shown: String) throws(UsageError) -> LintSchema {
    do throws(Diagnostic) {
      let file = try Diagnostic.of { () throws(Failure) in try InputFile(path: path) }
      return try file.withBytes { bytes throws(Diagnostic) in try LintSchema(bytes) }
    } catch { throw UsageError(error.text(file: Platform.displayPath(shown)), page: "schema") }
  }

  /// The mapping on the command line for all application XML, else those in the settings.
  private static func mappings(
    _ typed: ParsedArguments, _ file: LintSettingsFile, _ context: CommandContext, prefix: String
  ) throws(UsageError) -> [LintMapping] {
    if let name = typed[LintCommand.mapping] {
      do throws(MappingLibrary.Problem) {
        return [LintMapping(try context.mappingLibrary.compiledMapping(name))]
      } catch { throw UsageError(error.diagnostic.text(file: error.file), page: "mapping") }
    }
    var found: [LintMapping] = []
    for (files, name, place) in file.configuration.mappings {
      do throws(MappingLibrary.Problem) {
        let mapping = try context.mappingLibrary.compiledMapping(name)
        found.append(LintMapping(mapping, for: files, below: prefix))
      } catch {
        let mistake = Diagnostic(.error, at: place, error.diagnostic.message, rule: error.diagnostic.rule)
        throw UsageError(mistake.text(file: Platform.displayPath(file.name ?? "")), page: "settings")
      }
    }
    return found
  }

  mutating func addRoot(_ folder: String) {
    if roots.last != folder && !roots.contains(folder) { roots.append(folder) }
  }

  /// Reports patterns without a matching file; `used` are those with one.
  ///
  /// Throws for a pattern on the command line.
  func checkPatterns(used: Set<Int>, _ context: CommandContext) throws(UsageError) {
    for (index, pattern) in (walk.inclusions + walk.selections).enumerated() where !used.contains(index) {
      let isSelection = index >= walk.inclusions.count
      let number = isSelection ? index - walk.inclusions.count : index
      guard number >= (isSelection ? typedPatterns.only : typedPatterns.include).count else {
        let isRule = LintRule.all.contains(where: { $0.id.rawValue == pattern.text })
        throw UsageError(
          "no file matches \(isSelection ? "--only" : "--include") '\(pattern.text)'",
          suggestion: isRule ? "use --select for a rule" : nil)
      }
      context.report(
        Diagnostic(
          .note, "no file matches '\(pattern.text)' of '\(isSelection ? "only" : "include")'",
          rule: .lintConfiguration), file: settingsName ?? "")
    }
  }
}
