// The work of lint: files in parallel, one report in their order.

import PliantCore
import PliantLint

/// One run of lint over a list of files.
struct LintRun: Sendable {
  let settings: LintSettings
  let context: CommandContext
  let linter: Linter
  /// Files that a thread takes at once.
  private static let batch = 32

  /// What came of one file, where there is something to tell.
  struct FileResult: Sendable {
    var report: LintFileReport?
    /// What could not be read or written, or obeyed in it.
    var troubles: [Diagnostic] = []
    var skipped: String?
    var note: String?
    var fixed = 0
    /// The difference to show, or the fixed bytes of standard input.
    var output: [UInt8] = []
    /// Whether the file was left alone.
    var isPassed = false
    /// Whether the file could be read.
    var isRead = true

    var isChecked: Bool { isRead && skipped == nil && !isPassed }
  }

  private struct Progress: Sendable {
    var next = 0
    var results: [(index: Int, result: FileResult)] = []
  }

  init(_ settings: LintSettings, _ context: CommandContext) {
    self.settings = settings
    self.context = context
    linter = Linter(
      settings.options,
      makesFixes: settings.format.namesFixes || settings.reports.contains { $0.format.namesFixes },
      keepsLines: settings.format == .text && context.colorsOutput)
  }

  func lint(_ inputs: [InputOperand]) -> ExitCode {
    let results = runAll(inputs)
    var code = ExitCode.success
    var fixed = (findings: 0, files: 0)
    var extra = OutputBuffer()
    for (index, result) in results {
      report(result, of: inputs[index], &code)
      if result.fixed > 0 {
        fixed.findings += result.fixed
        fixed.files += 1
      }
      result.output.withByteView { extra.append($0) }
    }
    var reports = self.reports(inputs, results)
    let checked = inputs.count - results.count { !$0.result.isChecked }
    code.worsen(to: applyBaseline(&reports, inputs, results))
    if fixed.findings > 0 && settings.fix != nil && !settings.showsDifference && !context.isQuiet {
      let findings = fixed.findings == 1 ? "1 finding" : "\(fixed.findings) findings"
      context.writeError("fixed \(findings) in \(fixed.files == 1 ? "1 file" : "\(fixed.files) files")\n")
    }
    if !settings.exitsZero, reports.contains(where: hasFailure) { code.worsen(to: .failure) }
    // What replaces standard input, or the difference, is alone on standard output.
    let isOnStandardError =
      settings.showsDifference || settings.fix != nil && inputs.contains { $0.path == nil }
    return write(reports, checked: checked, extra, isOnStandardError: isOnStandardError, code)
  }

  private func report(_ result: FileResult, of input: InputOperand, _ code: inout ExitCode) {
    for trouble in result.troubles {
      context.report(trouble, file: input.name)
      if trouble.severity == .error { code.worsen(to: .trouble) }
    }
    if let skipped = result.skipped {
      context.report(Diagnostic(.note, skipped, rule: "lint/skipped"), file: input.name)
    }
    if let note = result.note {
      context.report(Diagnostic(.note, note, rule: "lint/limit"), file: input.name)
    }
  }

  private func hasFailure(_ report: LintFileReport) -> Bool {
    report.findings.contains { settings.failsOnWarnings || $0.severity == .error }
  }

  /// Checks all files, and returns what there is to tell in their order.
  private func runAll(_ inputs: [InputOperand]) -> [(index: Int, result: FileResult)] {
    let wanted = context.jobs > 0 ? context.jobs : Platform.processorCount()
    let threads = max(
      1, min(wanted, (inputs.count + Self.batch - 1) / Self.batch, 128, MemoryBudget.threadLimit))
    let progress = SharedState(Progress())
    let bar = ProgressBar.start(total: inputs.count, in: context)
    defer { bar?.stop() }
    if let only = inputs.first { bar?.begin(only) }
    let work: @Sendable () -> Void = {
      var reader = FileReader()
      var found: [(index: Int, result: FileResult)] = []
      while true {
        let start = progress.withLock { state in
          let start = state.next
          state.next += Self.batch
          return start
        }
        guard start < inputs.count else { break }
        let end = min(inputs.count, start + Self.batch)
        for index in start..<end {
          if let result = runOne(inputs[index], &reader) { found.append((index, result)) }
        }
        bar?.finished(end - start)
      }
      progress.withLock { $0.results += found }
    }
    let workers = (1..<threads).compactMap { _ in WorkerThread.start(work) }
    work()
    for worker in workers { worker.join() }
    return progress.withLock { state in state.results.sorted { $0.index < $1.index } }
  }
}
