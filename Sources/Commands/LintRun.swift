// The work of lint: files in parallel, one report in their order.

import CommandLineKit
import PliantKit

/// One run of lint over a list of files.
struct LintRun: Sendable {
  private let settings: LintSettings
  private let context: CommandContext
  private let linter: Linter
  /// Files that a thread takes at once.
  private static let batch = 16

  /// What came of one file.
  private struct FileResult: Sendable {
    var report: LintFileReport?
    /// What could not be read or written.
    var trouble: Diagnostic?
    var skipped: String?
    var mended = 0
    /// The difference to show, or the mended bytes of standard input.
    var output: [UInt8] = []
  }

  private struct Progress: Sendable {
    var next = 0
    var results: [FileResult?]
  }

  init(_ settings: LintSettings, _ context: CommandContext) {
    self.settings = settings
    self.context = context
    linter = Linter(settings.options)
  }

  func lint(_ inputs: [InputOperand]) -> ExitCode {
    let results = runAll(inputs)
    var code = ExitCode.success
    var reports: [LintFileReport] = []
    var mended = (findings: 0, files: 0)
    var extra = OutputBuffer()
    for (input, result) in zip(inputs, results) {
      if let trouble = result.trouble {
        context.report(trouble, file: input.name)
        code.worsen(to: .trouble)
      }
      if let skipped = result.skipped {
        context.report(Diagnostic(.note, skipped, rule: "lint/skipped"), file: input.name)
      }
      if result.mended > 0 {
        mended.findings += result.mended
        mended.files += 1
      }
      result.output.withByteView { extra.append($0) }
      if let report = result.report { reports.append(report) }
    }
    code.worsen(to: applyBaseline(&reports))
    if mended.findings > 0 && settings.fix != nil && !settings.showsDifference && !context.isQuiet {
      context.complain("mended \(mended.findings) findings in \(mended.files) files\n")
    }
    if !settings.exitsZero, reports.contains(where: hasFailure) { code.worsen(to: .failure) }
    return write(reports, extra, code)
  }

  private func hasFailure(_ report: LintFileReport) -> Bool {
    report.findings.contains { settings.failsOnWarnings || $0.severity == .error }
  }

  private func write(_ reports: [LintFileReport], _ extra: borrowing OutputBuffer, _ code: ExitCode)
    -> ExitCode
  {
    var output = context.makeOutput()
    extra.withHeldBytes { output.append($0) }
    // What replaces standard input, or the difference, stands alone on standard output.
    let goesToErrors = extra.count > 0 && !settings.showsDifference
    var report = OutputBuffer()
    settings.format.append(
      reports, version: Program.version, colored: context.colorsOutput, to: &report)
    if goesToErrors {
      context.complain(report.withHeldBytes { $0.string })
    } else {
      report.withHeldBytes { output.append($0) }
    }
    do throws(Failure) {
      try output.drain()
      return code
    } catch {
      if error.code == .brokenPipe { return .brokenPipe }
      context.report(Diagnostic(error), file: "<stdout>")
      return .trouble
    }
  }

  // MARK: Baseline

  private func applyBaseline(_ reports: inout [LintFileReport]) -> ExitCode {
    guard let path = settings.baseline else { return .success }
    do throws(Diagnostic) {
      if Platform.status(path) == nil {
        try writeBaseline(reports, path)
        for index in reports.indices { reports[index].remove(known: Set(reports[index].fingerprints)) }
        return .success
      }
      let file: InputFile
      do throws(Failure) { file = try InputFile(path: path) } catch { throw Diagnostic(error) }
      let known = try file.withBytes { bytes throws(Diagnostic) in try LintBaseline.read(bytes) }
      for index in reports.indices { reports[index].remove(known: known[reports[index].file] ?? []) }
      return .success
    } catch {
      context.report(error, file: path)
      return .trouble
    }
  }

  private func writeBaseline(_ reports: [LintFileReport], _ path: String) throws(Diagnostic) {
    do throws(Failure) {
      let file = try AtomicFile(path: path)
      var output = OutputBuffer(to: .descriptor(file.descriptor))
      LintBaseline.append(reports, to: &output)
      try output.drain()
      try file.commit()
    } catch {
      throw Diagnostic(error)
    }
    let count = reports.reduce(0) { $0 + $1.findings.count }
    context.report(Diagnostic(.note, "written with \(count) findings", rule: "lint/baseline"), file: path)
  }

  // MARK: Files

  private func runAll(_ inputs: [InputOperand]) -> [FileResult] {
    let wanted = context.jobs > 0 ? context.jobs : Platform.processorCount()
    let threads = min(wanted, (inputs.count + Self.batch - 1) / Self.batch, 128)
    if threads <= 1 { return inputs.map { runOne($0) } }
    let progress = SharedState(Progress(results: Array(repeating: nil, count: inputs.count)))
    let work: @Sendable () -> Void = {
      while true {
        let start = progress.withLock { state in
          let start = state.next
          state.next += Self.batch
          return start
        }
        guard start < inputs.count else { return }
        let results = inputs[start..<min(inputs.count, start + Self.batch)].map { runOne($0) }
        progress.withLock { state in
          for (index, result) in results.enumerated() { state.results[start + index] = result }
        }
      }
    }
    let workers = (1..<threads).compactMap { _ in WorkerThread.start(work) }
    work()
    for worker in workers { worker.join() }
    return progress.withLock { state in state.results.compactMap { $0 } }
  }

  private func runOne(_ input: InputOperand) -> FileResult {
    var result = FileResult()
    do throws(Diagnostic) {
      let file = try open(input)
      if file.count >= LargeFileChecks.threshold, try lintLarge(input, file, &result) { return result }
      if settings.fix != nil { try mend(file, input, &result) }
      // What was mended in place is read again.
      let mendedFile =
        result.mended > 0 && !settings.showsDifference && input.path != nil ? try open(input) : file
      mendedFile.withBytes { bytes in
        let outcome = linter.lint(bytes, name: input.name)
        result.skipped = outcome.skipped
        if outcome.skipped == nil {
          result.report = LintFileReport(file: input.name, findings: outcome.findings, bytes: bytes)
        }
      }
    } catch {
      result.trouble = error
    }
    return result
  }

  /// Checks a large file through a window; false where it must be held.
  private func lintLarge(
    _ input: InputOperand, _ file: InputFile, _ result: inout FileResult
  ) throws(Diagnostic) -> Bool {
    guard let path = input.path, settings.fix == nil, file.status?.kind == .regular else { return false }
    do throws(Failure) {
      let checks = LargeFileChecks(path: path, name: input.name, options: settings.options)
      guard let findings = try checks.run() else { return false }
      file.withBytes { result.report = LintFileReport(file: input.name, findings: findings, bytes: $0) }
      return true
    } catch {
      throw Diagnostic(error)
    }
  }

  private func open(_ input: InputOperand) throws(Diagnostic) -> InputFile {
    do throws(Failure) {
      guard let path = input.path else {
        return try InputFile(descriptor: context.standardInput, name: input.name)
      }
      return try InputFile(path: path, name: input.name)
    } catch {
      throw Diagnostic(error)
    }
  }

  private func mend(_ file: InputFile, _ input: InputOperand, _ result: inout FileResult) throws(Diagnostic) {
    guard let kind = settings.fix else { return }
    let old = file.withBytes { $0.array }
    let fixed = LintFixer(settings.options, kind: kind).fix(old, name: input.name)
    if input.path == nil && !settings.showsDifference { result.output = fixed?.bytes ?? old }
    guard let fixed else { return }
    result.mended = fixed.mended
    if settings.showsDifference {
      var output = OutputBuffer()
      UnifiedDiff.append(file: input.name, from: old, to: fixed.bytes, to: &output)
      result.output = output.bytes
    } else if let path = input.path {
      do throws(Failure) {
        let target = try AtomicFile(path: path)
        var output = OutputBuffer(to: .descriptor(target.descriptor))
        fixed.bytes.withByteView { output.append($0) }
        try output.drain()
        try target.commit()
      } catch {
        throw Diagnostic(error)
      }
    }
  }
}
