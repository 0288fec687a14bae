// What a call of lint and its configuration file ask for, checked.

import CommandLineKit
import PliantCore
import PliantLint
import PliantMapping

/// A call of lint that is ready to run.
struct LintSettings: Sendable {
  private(set) var options = LintOptions()
  let format: LintReportFormat
  /// Which kind of changes to make, or to show.
  let fix: LintFix.Kind?
  let showsDifference: Bool
  let failsOnWarnings: Bool
  let exitsZero: Bool
  let standardInputName: String?
  /// The baseline's path for the system.
  let baseline: String?
  private let walk: FolderWalk
  /// The folder by which the baseline names files.
  private let baselineFolder: String

  init(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError) {
    let workingDirectory = Paths.normalized(context.workingDirectory ?? Platform.workingDirectory() ?? "/")
    let (configuration, folder) = try Self.configuration(typed, context)
    let configured = folder.map { Paths.normalized(Paths.resolve($0, against: workingDirectory)) }
    for names in [configuration.select, configuration.ignore] {
      _ = try LintCommand.ruleNames.value(of: names.joined(separator: ","))
    }
    let select = Array(typed[LintCommand.select].joined())
    options.select = select.isEmpty ? configuration.select : select
    options.ignore = configuration.ignore + typed[LintCommand.ignore].joined()
    let configuredEncoding = try configuration.expectedEncoding.map { name throws(UsageError) in
      try LintCommand.encoding.value(of: name, for: "expectEncoding")
    }
    options.expectedEncoding = typed[LintCommand.expectEncoding] ?? configuredEncoding
    options.mappings = try Self.mappings(
      typed, configuration, context,
      prefix: configured.flatMap { Paths.relative(workingDirectory, to: $0) }.map { $0 + "/" } ?? "")
    format = typed[LintCommand.format] ?? .text
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
      ?? configuration.baseline.map { Paths.resolve($0, against: configured) }
    let exclusions =
      Self.exclusions(configuration.exclude, from: configured ?? workingDirectory)
      + Self.exclusions(typed[LintCommand.exclude], from: workingDirectory)
    let walk = FolderWalk(
      excluding: exclusions, workingDirectory: workingDirectory, accepts: LintNames.isLinted)
    self.walk = walk
    baselineFolder =
      baseline.map { Paths.normalized(Paths.split(walk.located($0)).folder) } ?? workingDirectory
  }

  private static func exclusions(_ patterns: [String], from folder: String) -> [FolderWalk.Exclusion] {
    patterns.compactMap { GlobPattern($0) }.map { .init($0, from: folder) }
  }

  /// What the baseline calls a file: its path from the baseline's folder, wherever lint is run.
  func baselineName(of file: String) -> String {
    Paths.relative(walk.located(file), to: baselineFolder) ?? file
  }

  /// Whether standard input stands for a file that is left out: it is passed through.
  var passesStandardInput: Bool { standardInputName.map(walk.isExcluded) ?? false }

  /// The mapping that was named, which all application XML follows, else those of the configuration.
  private static func mappings(
    _ typed: ParsedArguments, _ configuration: LintConfiguration, _ context: CommandContext, prefix: String
  ) throws(UsageError) -> [LintMapping] {
    if let name = typed[LintCommand.mapping] { return [LintMapping(try mapping(name, context))] }
    var found: [LintMapping] = []
    for (files, name) in configuration.mappings {
      guard let pattern = GlobPattern(files) else {
        throw UsageError("the configuration: “\(files)” is no pattern of files", verb: "lint")
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

  // MARK: Configuration

  /// The configuration, and the folder from which its patterns are seen: where it was found.
  private static func configuration(
    _ typed: ParsedArguments, _ context: CommandContext
  ) throws(UsageError) -> (LintConfiguration, folder: String?) {
    if let name = typed[LintCommand.config] {
      return (try read(context.resolve(name), shown: name), nil)
    }
    var folder = context.workingDirectory ?? Platform.workingDirectory() ?? "."
    while true {
      for name in LintConfiguration.fileNames {
        let path = Paths.join(folder, name)
        if Platform.status(path)?.kind == .regular { return (try read(path, shown: path), folder) }
      }
      let parent = Paths.split(folder).folder
      guard !parent.isEmpty, parent != folder else { return (LintConfiguration(), nil) }
      folder = parent.count > 1 && parent.hasSuffix("/") ? String(parent.dropLast()) : parent
    }
  }

  private static func read(_ path: String, shown: String) throws(UsageError) -> LintConfiguration {
    var configuration = try parsed(path, shown: shown)
    // Paths of mappings are those of the configuration's folder.
    configuration.mappings = configuration.mappings.map { entry in
      guard MappingLibrary.isPath(entry.mapping) else { return entry }
      let folder = Paths.split(path).folder
      return (entry.files, Paths.resolve(entry.mapping, against: folder.isEmpty ? nil : folder))
    }
    return configuration
  }

  private static func parsed(_ path: String, shown: String) throws(UsageError) -> LintConfiguration {
    let file: InputFile
    do throws(Failure) { file = try InputFile(path: path) } catch {
      throw UsageError("the configuration \(shown): \(error.message)", verb: "lint")
    }
    do throws(Diagnostic) {
      return try file.withBytes { bytes throws(Diagnostic) in try LintConfiguration(bytes) }
    } catch {
      throw UsageError("the configuration \(error.text(file: shown))", verb: "lint")
    }
  }

  // MARK: Paths

  /// The files to check: operands and lists, folders walked, excludes left out.
  func paths(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError) -> [InputOperand] {
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
      } else if !walk.isExcluded(input.name) {
        let files = walk.files(in: input.name, resolve: context.resolve)
        found += files.map { InputOperand(name: Self.trimmed($0), path: context.resolve($0)) }
      }
    }
    return found
  }

  /// A path found below `.` is shown without it.
  private static func trimmed(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }
}
