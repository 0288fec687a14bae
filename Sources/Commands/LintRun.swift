// The work of lint: files in parallel, one report in their order.

import PliantCore
import PliantLint

/// One run of lint over a list of files.
struct LintRun: Sendable {
  private let settings: LintSettings
  private let context: CommandContext
  private let linter: Linter
  /// Files that a thread takes at once.
  private static let batch = 32

  /// What came of one file, where there is something to tell.
  private struct FileResult: Sendable {
    var report: LintFileReport?
    /// What could not be read or written.
    var trouble: Diagnostic?
    var skipped: String?
    var note: String?
    var mended = 0
    /// The difference to show, or the mended bytes of standard input.
    var output: [UInt8] = []
    /// Whether the file was left alone.
    var isPassed = false

    var isChecked: Bool { trouble == nil && skipped == nil && !isPassed }
  }

  private struct Progress: Sendable {
    var next = 0
    var results: [(index: Int, result: FileResult)] = []
  }

  init(_ settings: LintSettings, _ context: CommandContext) {
    self.settings = settings
    self.context = context
    linter = Linter(settings.options)
  }

  func lint(_ inputs: [InputOperand]) -> ExitCode {
    let results = runAll(inputs)
    var code = ExitCode.success
    var mended = (findings: 0, files: 0)
    var extra = OutputBuffer()
    for (index, result) in results {
      let input = inputs[index]
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
    }
    var reports = self.reports(inputs, results)
    let checked = inputs.count - results.count { !$0.result.isChecked }
    code.worsen(to: applyBaseline(&reports))
    if mended.findings > 0 && settings.fix != nil && !settings.showsDifference && !context.isQuiet {
      let findings = mended.findings == 1 ? "1 finding" : "\(mended.findings) findings"
      context.complain("mended \(findings) in \(mended.files == 1 ? "1 file" : "\(mended.files) files")\n")
    }
    if !settings.exitsZero, reports.contains(where: hasFailure) { code.worsen(to: .failure) }
    // What replaces standard input, or the difference, stands alone on standard output.
    let goesToErrors =
      settings.showsDifference || settings.fix != nil && inputs.contains { $0.path == nil }
    return write(reports, checked: checked, extra, goesToErrors: goesToErrors, code)
  }

  /// The reports of the files with findings, or of all where the format names them.
  private func reports(
    _ inputs: [InputOperand], _ results: [(index: Int, result: FileResult)]
  ) -> [LintFileReport] {
    guard settings.format.namesCleanFiles else { return results.compactMap(\.result.report) }
    var next = results[...]
    return inputs.indices.compactMap { index in
      guard let first = next.first, first.index == index else {
        return LintFileReport(file: inputs[index].name)
      }
      next = next.dropFirst()
      return first.result.report ?? (first.result.isChecked ? LintFileReport(file: inputs[index].name) : nil)
    }
  }

  private func hasFailure(_ report: LintFileReport) -> Bool {
    report.findings.contains { settings.failsOnWarnings || $0.severity == .error }
  }

  private func write(
    _ reports: [LintFileReport], checked: Int, _ extra: borrowing OutputBuffer, goesToErrors: Bool,
    _ code: ExitCode
  ) -> ExitCode {
    var output = context.makeOutput()
    extra.withHeldBytes { output.append($0) }
    var report = OutputBuffer()
    settings.format.append(
      reports, checked: checked, version: Program.version, colored: context.colorsOutput, to: &report)
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
      for index in reports.indices {
        reports[index].remove(known: known[settings.baselineName(of: reports[index].file)] ?? [])
      }
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
      LintBaseline.append(reports, name: settings.baselineName, to: &output)
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

  /// Checks all files, and returns what there is to tell in their order.
  private func runAll(_ inputs: [InputOperand]) -> [(index: Int, result: FileResult)] {
    let wanted = context.jobs > 0 ? context.jobs : Platform.processorCount()
    let threads = max(1, min(wanted, (inputs.count + Self.batch - 1) / Self.batch, 128))
    let progress = SharedState(Progress())
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
        for index in start..<min(inputs.count, start + Self.batch) {
          if let result = runOne(inputs[index], &reader) { found.append((index, result)) }
        }
      }
      progress.withLock { $0.results += found }
    }
    let workers = (1..<threads).compactMap { _ in WorkerThread.start(work) }
    work()
    for worker in workers { worker.join() }
    return progress.withLock { state in state.results.sorted { $0.index < $1.index } }
  }

  /// Nil where there is nothing to tell.
  private func runOne(_ input: InputOperand, _ reader: inout FileReader) -> FileResult? {
    do throws(Diagnostic) {
      guard let path = input.path else { return try runStandardInput(input) }
      guard settings.fix != nil, isMendable(path) else { return try lintFile(path, input, &reader) }
      var result = try mend(path, input)
      // What was mended in place is read again.
      if let left = try lintFile(path, input, &reader) {
        result.report = left.report
        result.skipped = left.skipped
        result.note = left.note
      }
      return result
    } catch {
      return FileResult(trouble: error)
    }
  }

  /// Whether what is there can be replaced; a pipe could only be read once.
  private func isMendable(_ path: String) -> Bool {
    Platform.status(path).map { $0.kind == .regular } ?? true
  }

  /// Checks a file that is only looked at: in the reader's memory, or piece by piece if it is large.
  private func lintFile(
    _ path: String, _ input: InputOperand, _ reader: inout FileReader
  ) throws(Diagnostic) -> FileResult? {
    try Diagnostic.of { () throws(Failure) in
      switch try reader.read(path, name: input.name) {
      case .small(let bytes): return result(linter.lint(bytes, name: input.name), input)
      case .large(let file):
        guard file.status?.kind == .regular, file.count >= Linter.largeFileSize else {
          return file.withBytes { result(linter.lint($0, name: input.name), input) }
        }
        return result(try linter.lint(file: .path(path), count: file.count, name: input.name), input)
      }
    }
  }

  private func result(_ outcome: Linter.Outcome, _ input: InputOperand) -> FileResult? {
    if outcome.isClean { return nil }
    var result = FileResult(skipped: outcome.skipped, note: outcome.note)
    if outcome.skipped == nil { result.report = LintFileReport(file: input.name, outcome) }
    return result
  }

  // MARK: Standard input

  private func runStandardInput(_ input: InputOperand) throws(Diagnostic) -> FileResult? {
    if settings.fix == nil {
      return try Diagnostic.of { () throws(Failure) in result(try lintStandardInput(input), input) }
    }
    let file = try Diagnostic.of { () throws(Failure) in
      try InputFile(descriptor: context.standardInput, name: input.name)
    }
    if settings.passesStandardInput {
      return FileResult(
        output: settings.showsDifference ? [] : file.withBytes { $0.array }, isPassed: true)
    }
    let fixed = mended(file, input)
    var found = file.withBytes { result(linter.lint($0, name: input.name), input) } ?? FileResult()
    found.mended = fixed?.mended ?? 0
    found.output =
      settings.showsDifference
      ? fixed.map { difference(file, $0.bytes, input) } ?? [] : fixed?.bytes ?? file.withBytes { $0.array }
    return found
  }

  /// Checks standard input; what is too large to be held is read by its places, or, where it has none, from a file
  /// without a name that it is copied to.
  private func lintStandardInput(_ input: InputOperand) throws(Failure) -> Linter.Outcome {
    let descriptor = context.standardInput
    if let status = Platform.status(descriptor: descriptor), status.kind == .regular,
      status.size >= Linter.largeFileSize, Platform.position(descriptor) == 0
    {
      return try linter.lint(file: .descriptor(descriptor), count: status.size, name: input.name)
    }
    var window = InputWindow(descriptor: descriptor)
    while window.bytes.count < Linter.largeFileSize, try window.refill() {}
    if window.isAtEnd { return linter.lint(window.bytes, name: input.name) }
    guard let copy = Platform.makeAnonymousFile() else {
      throw Failure(.cannotWrite, Platform.errorText(Platform.lastError))
    }
    defer { Platform.closeDescriptor(copy) }
    var output = OutputBuffer(to: .descriptor(copy))
    repeat {
      output.append(window.bytes)
      window.consume(window.bytes.count)
      try output.drain()
    } while try window.refill()
    return try linter.lint(file: .descriptor(copy), count: window.offset, name: input.name)
  }

  // MARK: Fixes

  /// Mends a file in place, or tells what would change.
  private func mend(_ path: String, _ input: InputOperand) throws(Diagnostic) -> FileResult {
    try Diagnostic.of { () throws(Failure) in
      let file = try InputFile(path: path, name: input.name)
      // A large file is held only where there is something to mend.
      if file.status?.kind == .regular, file.count >= Linter.largeFileSize {
        let outcome = try linter.lint(file: .path(path), count: file.count, name: input.name)
        guard outcome.findings.contains(where: { LintRule.named($0.rule)?.fix != nil }) else {
          return FileResult()
        }
      }
      guard let fixed = mended(file, input) else { return FileResult() }
      if settings.showsDifference {
        return FileResult(mended: fixed.mended, output: difference(file, fixed.bytes, input))
      }
      let target = try AtomicFile(path: path)
      var output = OutputBuffer(to: .descriptor(target.descriptor))
      try fixed.bytes.withByteView { bytes throws(Failure) in
        for start in stride(from: 0, to: bytes.count, by: OutputBuffer.drainSize) {
          output.append(bytes[start..<min(bytes.count, start + OutputBuffer.drainSize)])
          try output.drain()
        }
      }
      try target.commit()
      return FileResult(mended: fixed.mended)
    }
  }

  private func mended(_ file: InputFile, _ input: InputOperand) -> (bytes: [UInt8], mended: Int)? {
    guard let kind = settings.fix else { return nil }
    return file.withBytes { LintFixer(settings.options, kind: kind).fix($0, name: input.name) }
  }

  private func difference(_ file: InputFile, _ new: [UInt8], _ input: InputOperand) -> [UInt8] {
    var output = OutputBuffer()
    file.withBytes { old in
      new.withByteView { UnifiedDiff.append(file: input.name, from: old, to: $0, to: &output) }
    }
    return output.bytes
  }
}
