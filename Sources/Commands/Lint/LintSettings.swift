// What a call of lint and its settings file ask for, checked.

import CommandLineKit
import PliantCore
import PliantLint
import PliantMapping

/// A call of lint that is ready to run.
struct LintSettings: Sendable {
  private(set) var options = LintOptions()
  let format: LintReportFormat
  /// Reports that go to files beside the one on standard output.
  let reports: [(format: LintReportFormat, path: String)]
  /// Which kind of changes to make, or to show.
  let fix: LintFix.Kind?
  let showsDifference: Bool
  let failsOnWarnings: Bool
  let exitsZero: Bool
  let standardInputName: String?
  /// The baseline's path for the system.
  let baseline: String?
  /// Whether the baseline is written anew.
  let updatesBaseline: Bool
  private let walk: FolderWalk
  /// The folder by which the baseline names files.
  private let baselineFolder: String
  /// Folders below which files may be rewritten, as they were given.
  private(set) var roots: [String] = []

  init(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError) {
    let workingDirectory = Paths.normalized(context.workingDirectory ?? Platform.workingDirectory() ?? "/")
    let file = try LintSettingsFile(typed, context)
    let configuration = file.configuration
    let select = Array(typed[LintCommand.select].joined())
    options.select = select.isEmpty ? configuration.select : select
    options.ignore = configuration.ignore + typed[LintCommand.ignore].joined()
    let configuredEncoding = try configuration.expectedEncoding.map { name throws(UsageError) in
      try LintCommand.encoding.value(of: name, for: "expectEncoding")
    }
    options.expectedEncoding = typed[LintCommand.expectEncoding] ?? configuredEncoding
    let folder = file.folder ?? workingDirectory
    options.mappings = try Self.mappings(
      typed, configuration, context,
      prefix: Paths.relative(workingDirectory, to: folder).map { $0 + "/" } ?? "")
    options.commentedJSON = configuration.commentedJSON.compactMap { GlobPattern($0) }
    format = typed[LintCommand.format] ?? .text
    reports = typed[LintCommand.report].map { ($0.format, context.resolve($0.path)) }
    showsDifference = typed[LintCommand.diff]
    fix = typed[LintCommand.fix] ?? (showsDifference ? .declaration : nil)
    let configuredSeverity = try configuration.failOn.map { name throws(UsageError) in
      try LintCommand.severity.value(of: name, for: "failOn")
    }
    failsOnWarnings = (typed[LintCommand.failOn] ?? configuredSeverity ?? .warning) == .warning
    exitsZero = typed[LintCommand.exitZero]
    standardInputName = typed[LintCommand.standardInputName]
    baseline =
      typed[LintCommand.baseline].map(context.resolve)
      ?? configuration.baseline.map { Paths.resolve($0, against: workingDirectory) }
    updatesBaseline = typed[LintCommand.updateBaseline]
    if updatesBaseline && baseline == nil {
      throw UsageError("--update-baseline needs --baseline or a baseline in the settings", verb: "lint")
    }
    if baseline != nil { options.findingLimit = .max }
    let include = typed[LintCommand.include]
    let walk = FolderWalk(
      excluding: Self.patterns(configuration.exclude, from: folder)
        + Self.patterns(typed[LintCommand.exclude], from: workingDirectory),
      including: include.isEmpty
        ? Self.patterns(configuration.include, from: folder) : Self.patterns(include, from: workingDirectory),
      workingDirectory: workingDirectory, accepts: LintNames.isLinted)
    self.walk = walk
    baselineFolder =
      baseline.map { Paths.normalized(Paths.split(walk.located($0)).folder) } ?? workingDirectory
  }

  private static func patterns(_ patterns: [String], from folder: String) -> [FolderWalk.Exclusion] {
    patterns.compactMap { GlobPattern($0) }.map { .init($0, from: folder) }
  }

  /// What the baseline calls a file: its path from the baseline's folder, wherever lint is run.
  func baselineName(of file: String) -> String {
    Paths.relative(walk.located(file), to: baselineFolder) ?? file
  }

  /// Whether a file that the baseline names is there.
  func exists(baselineName name: String) -> Bool {
    Platform.status(Paths.resolve(name, against: baselineFolder)) != nil
  }

  /// Whether standard input is named after a file that is left out: it is passed through.
  var passesStandardInput: Bool { standardInputName.map(walk.isExcluded) ?? false }

  /// Whether a file may be rewritten: links must not lead out of the folders given.
  func mayRewrite(_ path: String) -> Bool {
    guard Platform.realPath(path) != nil else { return true }
    return roots.contains { LintSettingsFile.isInside(path, $0) }
  }

  /// The mapping that was named, which all application XML follows, else those of the configuration.
  private static func mappings(
    _ typed: ParsedArguments, _ configuration: LintConfiguration, _ context: CommandContext, prefix: String
  ) throws(UsageError) -> [LintMapping] {
    if let name = typed[LintCommand.mapping] { return [LintMapping(try mapping(name, context))] }
    var found: [LintMapping] = []
    for (files, name) in configuration.mappings {
      guard let pattern = GlobPattern(files) else {
        throw UsageError("invalid pattern '\(files)' in the settings", verb: "lint")
      }
      found.append(LintMapping(try mapping(name, context), for: pattern, below: prefix))
    }
    return found
  }

  private static func mapping(
    _ name: String, _ context: CommandContext
  ) throws(UsageError) -> CompiledMapping {
    do throws(MappingLibrary.Problem) {
      return try context.mappingLibrary.compiledMapping(name)
    } catch {
      throw UsageError(error.diagnostic.text(file: error.file), verb: "lint")
    }
  }

  // MARK: Paths

  /// The files to check: operands and lists, folders walked, excluded ones left out.
  mutating func paths(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError)
    -> [InputOperand]
  {
    var named: [InputOperand]
    if typed.operands.isEmpty && !typed.has(CommonOptions.filesFrom) {
      named =
        standardInputName != nil ? [.standardInput] : [InputOperand(name: ".", path: context.resolve("."))]
    } else {
      named = try context.inputs(of: typed, readsStandardInput: false)
    }
    var found: [InputOperand] = []
    found.reserveCapacity(named.count)
    for input in named {
      guard let path = input.path else {
        if passesStandardInput && fix == nil { continue }
        found.append(InputOperand(name: standardInputName ?? input.name, path: nil))
        continue
      }
      // Names that look like documents are hardly folders; looking at each would cost as much as reading it.
      if LintNames.isLinted(input.name) || Platform.status(path)?.kind != .folder {
        if !walk.isExcluded(input.name) { found.append(input) }
        if fix != nil { addRoot(Paths.split(path).folder, context) }
      } else if !walk.isExcluded(input.name) {
        let files = walk.files(in: input.name, resolve: context.resolve)
        found += files.map { InputOperand(name: Self.trimmed($0), path: context.resolve($0)) }
        if fix != nil { addRoot(path, context) }
      }
    }
    return found
  }

  private mutating func addRoot(_ folder: String, _ context: CommandContext) {
    let root = folder.isEmpty ? context.resolve(".") : folder
    if roots.last != root && !roots.contains(root) { roots.append(root) }
  }

  /// A path found below `.` is shown without it.
  private static func trimmed(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }
}
