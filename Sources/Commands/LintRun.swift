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
    var note: String?
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
      if let note = result.note {
        context.report(Diagnostic(.note, note, rule: "lint/limit"), file: input.name)
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
      let findings = mended.findings == 1 ? "1 finding" : "\(mended.findings) findings"
      context.complain("mended \(findings) in \(mended.files == 1 ? "1 file" : "\(mended.files) files")\n")
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
    let findings = count == 1 ? "1 finding" : "\(count) findings"
    context.report(Diagnostic(.note, "written with \(findings)", rule: "lint/baseline"), file: path)
  }

  // MARK: Files

  private func runAll(_ inputs: [InputOperand]) -> [FileResult] {
    let wanted = context.jobs > 0 ? context.jobs : Platform.processorCount()
    let threads = min(wanted, (inputs.count + Self.batch - 1) / Self.batch, 128)
    if threads <= 1 {
      var reader = FileReader()
      var results: [FileResult] = []
      for input in inputs { results.append(runOne(input, &reader)) }
      return results
    }
    let progress = SharedState(Progress(results: Array(repeating: nil, count: inputs.count)))
    let work: @Sendable () -> Void = {
      var reader = FileReader()
      while true {
        let start = progress.withLock { state in
          let start = state.next
          state.next += Self.batch
          return start
        }
        guard start < inputs.count else { return }
        var results: [FileResult] = []
        results.reserveCapacity(Self.batch)
        for input in inputs[start..<min(inputs.count, start + Self.batch)] {
          results.append(runOne(input, &reader))
        }
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

  private func runOne(_ input: InputOperand, _ reader: inout FileReader) -> FileResult {
    var result = FileResult()
    do throws(Diagnostic) {
      if settings.fix == nil, let path = input.path {
        try lintFile(path, input, &reader, &result)
      } else {
        let file = try open(input)
        if settings.fix != nil { try mend(file, input, &result) }
        // What was mended in place is read again.
        let isChanged = result.mended > 0 && !settings.showsDifference && input.path != nil
        lint(isChanged ? try open(input) : file, input, &result)
      }
    } catch {
      result.trouble = error
    }
    return result
  }

  /// Checks a file that is only looked at: in the reader's memory, or piece by piece if it is large.
  private func lintFile(
    _ path: String, _ input: InputOperand, _ reader: inout FileReader, _ result: inout FileResult
  ) throws(Diagnostic) {
    do throws(Failure) {
      switch try reader.read(path, name: input.name) {
      case .small(let bytes): take(linter.lint(bytes, name: input.name), input, &result)
      case .large(let file):
        if file.status?.kind == .regular, file.count >= Linter.largeFileSize {
          take(try linter.lint(file: path, count: file.count, name: input.name), input, &result)
        } else {
          lint(file, input, &result)
        }
      }
    } catch {
      throw Diagnostic(error)
    }
  }

  private func lint(_ file: InputFile, _ input: InputOperand, _ result: inout FileResult) {
    file.withBytes { take(linter.lint($0, name: input.name), input, &result) }
  }

  private func take(_ outcome: Linter.Outcome, _ input: InputOperand, _ result: inout FileResult) {
    result.skipped = outcome.skipped
    result.note = outcome.note
    if outcome.skipped == nil { result.report = LintFileReport(file: input.name, outcome) }
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
