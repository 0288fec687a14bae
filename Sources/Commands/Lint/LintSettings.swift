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
  /// Whether the baseline is written again.
  let updatesBaseline: Bool
  /// Prints which files are checked and why, and checks none.
  let listsFiles: Bool
  /// Whether a run that checks no file is all right.
  let allowsEmpty: Bool
  let walk: FolderWalk
  private let typedPatterns: (include: [PathPattern], only: [PathPattern])
  private let settingsName: String?
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
    options.expectedEncoding = typed[LintCommand.expectEncoding] ?? configuration.expectedEncoding
    let folder = file.folder ?? workingDirectory
    options.mappings = try Self.mappings(
      typed, file, context, prefix: Paths.relative(workingDirectory, to: folder).map { $0 + "/" } ?? "")
    options.commentedJSON = configuration.commentedJSON
    format = typed[LintCommand.format] ?? .text
    reports = typed[LintCommand.report].map { ($0.format, context.resolve($0.path)) }
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
      throw UsageError("--update-baseline needs --baseline or a baseline in the settings", verb: "lint")
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

  /// Patterns that were found to be right, as seen from a folder.
  private static func patterns(_ patterns: [String], from folder: String) -> [PathPattern] {
    patterns.compactMap { try? PathPattern($0, from: folder) }
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
    _ typed: ParsedArguments, _ file: LintSettingsFile, _ context: CommandContext, prefix: String
  ) throws(UsageError) -> [LintMapping] {
    if let name = typed[LintCommand.mapping] {
      do throws(MappingLibrary.Problem) {
        return [LintMapping(try context.mappingLibrary.compiledMapping(name))]
      } catch { throw UsageError(error.diagnostic.text(file: error.file), verb: "lint") }
    }
    var found: [LintMapping] = []
    for (files, name, place) in file.configuration.mappings {
      do throws(MappingLibrary.Problem) {
        let mapping = try context.mappingLibrary.compiledMapping(name)
        found.append(LintMapping(mapping, for: files, below: prefix))
      } catch {
        let mistake = Diagnostic(.error, at: place, error.diagnostic.message, rule: error.diagnostic.rule)
        throw UsageError(mistake.text(file: Platform.displayPath(file.name ?? "")), verb: "lint")
      }
    }
    return found
  }

  mutating func addRoot(_ folder: String) {
    if roots.last != folder && !roots.contains(folder) { roots.append(folder) }
  }

  /// What to say of patterns that mean no file, of which `used` are those that do.
  ///
  /// Throws where one was typed.
  func checkPatterns(used: Set<Int>, _ context: CommandContext) throws(UsageError) {
    for (index, pattern) in (walk.inclusions + walk.selections).enumerated() where !used.contains(index) {
      let isSelection = index >= walk.inclusions.count
      let number = isSelection ? index - walk.inclusions.count : index
      guard number >= (isSelection ? typedPatterns.only : typedPatterns.include).count else {
        throw UsageError(
          "no file matches \(isSelection ? "--only" : "--include") '\(pattern.text)'", verb: "lint")
      }
      context.report(
        Diagnostic(
          .note, "no file matches '\(pattern.text)' of '\(isSelection ? "only" : "include")'",
          rule: "lint/configuration"), file: settingsName ?? "")
    }
  }
}
