// What lint writes at the end: the report on standard output, those in files, and the baseline.

import PliantCore
import PliantLint

extension LintRun {
  /// The reports of the files with findings or trouble, or of all where a format names them.
  func reports(
    _ inputs: [InputOperand], _ results: [(index: Int, result: FileResult)]
  ) -> [LintFileReport] {
    func report(_ input: InputOperand, _ result: FileResult) -> LintFileReport? {
      guard !result.isRead, let trouble = result.troubles.first else { return result.report }
      return LintFileReport(file: input.name, trouble: trouble)
    }
    let namesCleanFiles =
      settings.format.namesCleanFiles || settings.reports.contains { $0.format.namesCleanFiles }
    guard namesCleanFiles else { return results.compactMap { report(inputs[$0.index], $0.result) } }
    var next = results[...]
    return inputs.indices.compactMap { index in
      guard let first = next.first, first.index == index else {
        return LintFileReport(file: inputs[index].name)
      }
      next = next.dropFirst()
      return report(inputs[index], first.result)
        ?? (first.result.isChecked ? LintFileReport(file: inputs[index].name) : nil)
    }
  }

  func write(
    _ reports: [LintFileReport], checked: Int, _ extra: borrowing OutputBuffer, isOnStandardError: Bool,
    _ code: ExitCode
  ) -> ExitCode {
    var code = code
    for (format, path) in settings.reports {
      code.worsen(to: writeReport(reports, checked: checked, format, to: path))
    }
    var output = context.makeOutput()
    extra.withHeldBytes { output.append($0) }
    var text = OutputBuffer()
    let report = LintReport(
      reports, checked: checked, version: Program.version,
      isColored: context.colorsOutput && !isOnStandardError)
    settings.format.append(report, to: &text)
    if isOnStandardError {
      context.writeError(text.withHeldBytes { $0.string })
    } else {
      text.withHeldBytes { output.append($0) }
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

  /// Writes a report to a file that the command line names.
  private func writeReport(
    _ reports: [LintFileReport], checked: Int, _ format: LintReportFormat, to path: String
  ) -> ExitCode {
    do throws(Failure) {
      let file = try AtomicFile(path: path)
      var output = OutputBuffer(to: .descriptor(file.descriptor))
      format.append(LintReport(reports, checked: checked, version: Program.version), to: &output)
      try output.drain()
      try file.commit()
      return .success
    } catch {
      context.report(Diagnostic(error), file: path)
      return .trouble
    }
  }

  // MARK: Baseline

  /// Removes the findings of the baseline, or writes it anew.
  func applyBaseline(
    _ reports: inout [LintFileReport], _ inputs: [InputOperand], _ results: [(index: Int, result: FileResult)]
  ) -> ExitCode {
    guard let path = settings.baseline else { return .success }
    do throws(Diagnostic) {
      let isMissing = Platform.status(path) == nil
      var baseline = settings.updatesBaseline && isMissing ? LintBaseline() : try read(path)
      let unchecked = Set(results.lazy.filter { !$0.result.isChecked }.map(\.index))
      var names = Dictionary(
        inputs.indices.lazy.filter { !unchecked.contains($0) }.map {
          (settings.baselineName(of: inputs[$0].name), [String]())
        }, uniquingKeysWith: { first, _ in first })
      for report in reports where report.trouble == nil {
        names[settings.baselineName(of: report.file)] = report.fingerprints
      }
      if settings.updatesBaseline {
        for (name, prints) in names { baseline.update(name: name, prints) }
        for name in baseline.files where !settings.exists(baselineName: name) {
          baseline.update(name: name, [])
        }
        try write(baseline, to: path)
        for index in reports.indices { reports[index].remove(known: Set(reports[index].fingerprints)) }
        return .success
      }
      for (name, prints) in names where prints.isEmpty { baseline.noteClean(name: name) }
      for index in reports.indices where !reports[index].findings.isEmpty {
        baseline.apply(to: &reports[index], name: settings.baselineName(of: reports[index].file))
      }
      reportObsolete(baseline.obsoleteCount, path)
      return .success
    } catch {
      context.report(error, file: path)
      return .trouble
    }
  }

  private func reportObsolete(_ count: Int, _ path: String) {
    guard count > 0 else { return }
    let entries = count == 1 ? "1 entry no longer occurs" : "\(count) entries no longer occur"
    context.report(
      Diagnostic(
        .note, "\(entries); --update-baseline drops \(count == 1 ? "it" : "them")", rule: "lint/baseline"),
      file: path)
  }

  private func read(_ path: String) throws(Diagnostic) -> LintBaseline {
    guard let status = Platform.status(path) else {
      throw Diagnostic(
        .error, "the baseline does not exist; --update-baseline writes it", rule: "lint/baseline")
    }
    guard status.kind == .regular else {
      throw Diagnostic(.error, "the baseline is not a regular file", rule: "lint/baseline")
    }
    let file: InputFile
    do throws(Failure) { file = try InputFile(path: path) } catch { throw Diagnostic(error) }
    return try file.withBytes { bytes throws(Diagnostic) in try LintBaseline(bytes) }
  }

  private func write(_ baseline: LintBaseline, to path: String) throws(Diagnostic) {
    do throws(Failure) {
      let file = try AtomicFile(path: path)
      var output = OutputBuffer(to: .descriptor(file.descriptor))
      baseline.append(to: &output)
      try output.drain()
      try file.commit()
    } catch {
      throw Diagnostic(error)
    }
    let count = baseline.findingCount
    let findings = count == 1 ? "1 finding" : "\(count) findings"
    context.report(Diagnostic(.note, "written with \(findings)", rule: "lint/baseline"), file: path)
  }
}
