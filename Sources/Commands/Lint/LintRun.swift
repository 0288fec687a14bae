/// A lint run over a list of files: in parallel, with one report in their order.
struct LintRun: Sendable {
  let settings: LintSettings
  let context: CommandContext
  let linter: Linter
  /// Whether to keep results that say only that a file was skipped.
  var keepsSkipped = false
  private static let batch = 32

  /// The result for a file, if there is something to report.
  struct FileResult: Sendable {
    var report: LintFileReport?
    /// Errors in reading and writing the file, and in its `pliant:ignore` comments.
    var troubles: [Diagnostic] = []
    var look: LintLook?
    var note: String?
    /// The reason why the file was not checked.
    var skipped: String?
    var fixed = 0
    /// The difference to show, or the fixed bytes of standard input.
    var output: [UInt8] = []
    var isPassed = false
    var isRead = true

    var hasNews: Bool {
      if case .binary = look { return true }
      return report != nil || !troubles.isEmpty || note != nil || fixed > 0 || !output.isEmpty || isPassed
    }

    var isChecked: Bool {
      isRead && !isPassed && skipped == nil
    }
  }

  private struct Batch: Sendable {
    var results: [(index: Int, result: FileResult)] = []
    var coverage = LintCoverage()
  }

  init(_ settings: LintSettings, _ context: CommandContext) {
    self.settings = settings
    self.context = context
    linter = Linter(
      settings.options,
      makesFixes: settings.format.namesFixes || settings.reports.contains { $0.format.namesFixes },
      keepsLines: settings.format == .text && context.colorsOutput)
    keepsSkipped =
      settings.format.namesCleanFiles || settings.reports.contains { $0.format.namesCleanFiles }
  }

  func lint(_ files: LintTargets) -> ExitCode {
    let targets = files.targets
    var (results, coverage) = runAll(targets)
    coverage.add(files.listing)
    var code = ExitCode.success
    for (path, failure) in files.listing.unreadable {
      context.report(Diagnostic(failure), file: path)
      code.worsen(to: .trouble)
    }
    var fixed = (findings: 0, files: 0)
    var extra = OutputBuffer()
    for (index, result) in results {
      report(result, of: targets[index], &code)
      if result.fixed > 0 {
        fixed.findings += result.fixed
        fixed.files += 1
      }
      result.output.withByteView { extra.append($0) }
    }
    if coverage.checked + coverage.unreadable == 0 && !files.passesInput && !settings.allowsEmpty {
      context.writeError("pliant: no file was checked; --allow-empty accepts that\n")
      code.worsen(to: .trouble)
    }
    if settings.listsFiles { return list(files, results, coverage, code) }
    var reports = self.reports(targets, results) + unreadable(files.listing) + omitted(files.listing)
    code.worsen(to: applyBaseline(&reports, targets, results))
    if !settings.options.listsAll { Self.joinPatterns(in: &reports) }
    if fixed.findings > 0 && settings.fix != nil && !settings.showsDifference && !context.isQuiet {
      let findings = LintCoverage.count(fixed.findings, "finding")
      context.writeError("fixed \(findings) in \(LintCoverage.count(fixed.files, "file"))\n")
    }
    if !settings.exitsZero, reports.contains(where: hasFailure) { code.worsen(to: .failure) }
    // Standard output contains only the fixed standard input or the difference.
    let isOnStandardError =
      settings.showsDifference || settings.reports.contains { $0.path == "-" }
      || settings.fix != nil && targets.contains { $0.input.path == nil }
    return write(reports, coverage, extra, isOnStandardError: isOnStandardError, code)
  }

  private func report(_ result: FileResult, of target: LintTarget, _ code: inout ExitCode) {
    for trouble in result.troubles {
      context.report(trouble, file: target.input.name)
      if trouble.severity == .error { code.worsen(to: .trouble) }
    }
    if case .binary(let kind) = result.look, target.origin == .named {
      context.note("\(kind ?? "binary file"), not checked", rule: .lintSkipped, file: target.input.name)
    }
    if let note = result.note, !settings.listsFiles {
      context.note(note, rule: .lintLimit, file: target.input.name)
    }
  }

  private func hasFailure(_ report: LintFileReport) -> Bool {
    report.findings.contains { settings.failsOnWarnings || $0.severity == .error }
  }

  func runAll(_ inputs: [LintTarget]) -> (results: [(index: Int, result: FileResult)], LintCoverage) {
    var context = context
    let bar = context.startProgress(total: inputs.count)
    defer { bar?.stop() }
    if let only = inputs.first { bar?.begin(only.input) }
    let threads = min(context.threadCount, (inputs.count + Self.batch - 1) / Self.batch)
    var (rest, all) = (inputs[...], Batch())
    OrderedWorkers<ArraySlice<LintTarget>, Batch>.run(
      threads: threads > 1 ? threads : 0, on: &rest,
      next: { rest in
        let batch = rest.prefix(Self.batch)
        rest.removeFirst(batch.count)
        return batch.isEmpty ? nil : batch
      },
      work: { targets in
        var batch = Batch()
        var reader = FileReader()
        for (index, target) in zip(targets.indices, targets) {
          if let result = runOne(target, &reader, &batch.coverage) { batch.results.append((index, result)) }
        }
        bar?.finished(targets.count)
        return batch
      },
      take: { _, batch in
        all.results += batch.results
        all.coverage.add(batch.coverage)
      })
    return (all.results, all.coverage)
  }
}
