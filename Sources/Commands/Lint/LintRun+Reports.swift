// The end of a lint run: the report on standard output, reports in files, and the baseline.

extension LintRun {
  /// The reports on the files with findings or errors, or on all files if a format lists them.
  func reports(_ targets: [LintTarget], _ results: [(index: Int, result: FileResult)]) -> [LintFileReport] {
    func report(_ target: LintTarget, _ result: FileResult) -> LintFileReport? {
      guard !result.isRead, let trouble = result.troubles.first else { return result.report }
      return LintFileReport(file: target.input.name, trouble: trouble)
    }
    func skipped(_ target: LintTarget, _ result: FileResult) -> LintFileReport? {
      result.skipped.map { LintFileReport(file: target.input.name, skipped: $0) }
    }
    guard keepsSkipped else { return results.compactMap { report(targets[$0.index], $0.result) } }
    var next = results[...]
    return targets.indices.compactMap { index in
      guard let first = next.first, first.index == index else {
        return LintFileReport(file: targets[index].input.name)
      }
      next = next.dropFirst()
      return report(targets[index], first.result) ?? skipped(targets[index], first.result)
        ?? (first.result.isChecked ? LintFileReport(file: targets[index].input.name) : nil)
    }
  }

  /// The files that the walk left out, if a format lists them.
  func omitted(_ listing: FolderWalk.Listing) -> [LintFileReport] {
    keepsSkipped
      ? listing.omitted.map { LintFileReport(file: LintTargets.shown($0.path), skipped: $0.why.rawValue) }
      : []
  }

  /// Keeps one finding about each pattern of the project's policy, with the number of files.
  static func joinPatterns(in reports: inout [LintFileReport]) {
    var known: Set<String> = []
    var counts: [String: Int] = [:]
    for index in reports.indices where reports[index].findings.contains(where: \.isAboutPattern) {
      for message in reports[index].removeFindings(about: known) { counts[message, default: 0] += 1 }
      known.formUnion(reports[index].findings.lazy.filter(\.isAboutPattern).map(\.message))
    }
    for index in reports.indices { reports[index].addFiles(counts) }
  }

  func unreadable(_ listing: FolderWalk.Listing) -> [LintFileReport] {
    listing.unreadable.map { LintFileReport(file: $0.path, trouble: Diagnostic($0.failure)) }
  }

  /// Prints every file and how it is checked, or why it is skipped.
  func list(
    _ files: LintTargets, _ results: [(index: Int, result: FileResult)], _ coverage: LintCoverage,
    _ code: ExitCode
  ) -> ExitCode {
    var lines = files.listing.omitted.map {
      (name: LintTargets.shown($0.path), why: "skipped, \($0.why.rawValue)")
    }
    for (index, result) in results {
      guard let look = result.look else { continue }
      let policy = result.note.map { "; \($0)" } ?? ""
      lines.append((files.targets[index].input.name, look.description + policy))
    }
    lines.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var output = context.makeOutput()
    for (name, why) in lines { output.append("\(Platform.displayPath(name)): \(why)\n") }
    if !context.isQuiet { output.append(coverage.summary() + "\n") }
    return context.drain(&output, code)
  }

  func write(
    _ reports: [LintFileReport], _ coverage: LintCoverage, _ extra: borrowing OutputBuffer,
    isOnStandardError: Bool, _ code: ExitCode
  ) -> ExitCode {
    var code = code
    for (format, path) in settings.reports {
      code.worsen(to: writeReport(reports, coverage, format, to: path))
    }
    var output = context.makeOutput()
    extra.withHeldBytes { output.append($0) }
    var text = OutputBuffer()
    let report = LintReport(
      reports, coverage, version: Program.version, isColored: context.colorsOutput && !isOnStandardError,
      isQuiet: context.isQuiet)
    settings.format.append(report, to: &text)
    if !settings.format.hasCoverage && !context.isQuiet { context.writeError(report.coverageLine + "\n") }
    if isOnStandardError {
      context.writeError(text.withHeldBytes { $0.string })
    } else {
      text.withHeldBytes { output.append($0) }
    }
    return context.drain(&output, code)
  }

  private func writeReport(
    _ reports: [LintFileReport], _ coverage: LintCoverage, _ format: LintReportFormat, to path: String
  ) -> ExitCode {
    do throws(Failure) {
      var output = OutputBuffer()
      format.append(LintReport(reports, coverage, version: Program.version), to: &output)
      try context.write(output, to: path == "-" ? nil : path)
      return .success
    } catch {
      context.report(error, file: path)
      return .trouble
    }
  }

  // MARK: Baseline

  /// Removes the findings in the baseline, or rewrites it.
  func applyBaseline(
    _ reports: inout [LintFileReport], _ targets: [LintTarget], _ results: [(index: Int, result: FileResult)]
  ) -> ExitCode {
    guard let path = settings.baseline else { return .success }
    do {
      let isMissing = Platform.status(path) == nil
      var baseline = settings.updatesBaseline && isMissing ? LintBaseline() : try read(path)
      let unchecked = Set(results.lazy.filter { !$0.result.isChecked }.map(\.index))
      var names = Dictionary(
        targets.indices.lazy.filter { !unchecked.contains($0) }.map {
          (settings.baselineName(of: targets[$0].input.name), [String]())
        }, uniquingKeysWith: { first, _ in first })
      for report in reports where report.trouble == nil && report.skipped == nil {
        names[settings.baselineName(of: report.file)] = report.fingerprints
      }
      let gone = baseline.files.filter { names[$0] == nil && !settings.exists(baselineName: $0) }
      for name in gone { names[name] = [] }
      if settings.updatesBaseline {
        for (name, prints) in names { baseline.update(name: name, prints) }
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
    context.note(
      "\(entries); --update-baseline drops \(count == 1 ? "it" : "them")", rule: .lintBaseline, file: path)
  }

  private func read(_ path: String) throws -> LintBaseline {
    guard let status = Platform.status(path) else {
      throw Diagnostic(
        .error, "the baseline does not exist; --update-baseline writes it", rule: .lintBaseline)
    }
    guard status.kind == .regular else {
      throw Diagnostic(.error, "the baseline is not a regular file", rule: .lintBaseline)
    }
    let file = try InputFile(path: path)
    return try file.withBytes { bytes in try LintBaseline(bytes) }
  }

  private func write(_ baseline: LintBaseline, to path: String) throws {
    var output = OutputBuffer()
    baseline.append(to: &output)
    try context.write(output, to: path)
    let count = baseline.findingCount
    let findings = LintCoverage.count(count, "finding")
    context.note("written with \(findings)", rule: .lintBaseline, file: path)
  }
}
