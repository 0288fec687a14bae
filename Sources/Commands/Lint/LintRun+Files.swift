// One file of a lint run: reading, checking, fixing.

extension LintRun {
  /// Returns nil if there is nothing to report; counts the file in `coverage`.
  func runOne(_ target: LintTarget, _ reader: inout FileReader, _ coverage: inout LintCoverage) -> FileResult?
  {
    do {
      var result = try check(target, &reader)
      if !result.isPassed, let look = result.look { coverage.add(look) }
      if settings.listsFiles {
        let policy = settings.policy.policy(for: settings.walk.located(target.input.name))
        return FileResult(look: result.look, note: policy.map { "\($0.encoding.name), \($0.origin)" })
      }
      if case .binary(let kind)? = result.look {
        result.skipped = kind ?? "binary"
        if target.origin != .named { result.look = nil }
        if keepsSkipped { return result }
      }
      return result.hasNews ? result : nil
    } catch {
      coverage.unreadable += 1
      return FileResult(troubles: [Diagnostic(of: error)], isRead: false)
    }
  }

  private func check(_ target: LintTarget, _ reader: inout FileReader) throws -> FileResult {
    guard let path = target.input.path else { return try runStandardInput(target.input) }
    let isFixable = settings.fix != nil && !settings.listsFiles && isRegular(path)
    let isFixed = isFixable && settings.mayRewrite(path)
    let fixed = isFixed ? try fix(path, target) : (fixed: 0, output: [], notes: [])
    // Reads a file fixed in place again.
    var result = try lintFile(path, target, &reader)
    (result.fixed, result.output) = (fixed.fixed, fixed.output)
    result.troubles += fixed.notes
    if isFixable, !isFixed { result.note = "the link leads out of the directories given; not fixed" }
    return result
  }

  /// Whether a file can be replaced; a pipe can be read only once.
  private func isRegular(_ path: String) -> Bool { Platform.status(path).map { $0.kind == .regular } ?? true }

  /// Checks a file without fixing it: in the reader's memory, or incrementally if it is large.
  private func lintFile(_ path: String, _ target: LintTarget, _ reader: inout FileReader) throws
    -> FileResult
  {
    let input = target.input
    let linter = linter.with(settings.options(for: input.name))
    let isIncluded = target.origin == .included
    switch try reader.read(path, name: input.name) {
    case .small(let bytes):
      return result(linter.lint(bytes, name: input.name, isIncluded: isIncluded), input)
    case .large(let file):
      guard file.status?.kind == .regular, file.count >= Linter.largeFileSize else {
        return file.withBytes { result(linter.lint($0, name: input.name, isIncluded: isIncluded), input) }
      }
      return result(
        try linter.lint(file: .path(path), count: file.count, name: input.name, isIncluded: isIncluded), input
      )
    }
  }

  private func result(_ outcome: Linter.Outcome, _ input: InputOperand) -> FileResult {
    var result = FileResult(troubles: outcome.troubles, look: outcome.look, note: outcome.note)
    if !outcome.findings.isEmpty { result.report = LintFileReport(file: input.name, outcome) }
    return result
  }

  // MARK: Standard input

  private func runStandardInput(_ input: InputOperand) throws -> FileResult {
    if settings.fix == nil { return result(try lintStandardInput(input), input) }
    let file = try InputFile(descriptor: context.standardInput, name: input.name)
    if settings.passesStandardInput {
      return FileResult(output: settings.showsDifference ? [] : file.withBytes { $0.array }, isPassed: true)
    }
    let fixed = fixed(file, input)
    let left = fixed?.bytes ?? file.withBytes { $0.array }
    // The report is about the fixed text, as for a file.
    let checked = settings.showsDifference ? file.withBytes { $0.array } : left
    let linter = linter.with(settings.options(for: input.name))
    var found = checked.withByteView { result(linter.lint($0, name: input.name), input) }
    found.fixed = fixed?.fixed ?? 0
    found.output = settings.showsDifference ? fixed.map { difference(file, $0.bytes, input) } ?? [] : left
    return found
  }

  /// Checks standard input; a large one is read by offset, or if it is a pipe, copied to an unnamed file.
  private func lintStandardInput(_ input: InputOperand) throws -> Linter.Outcome {
    let descriptor = context.standardInput
    let linter = linter.with(settings.options(for: input.name))
    if let status = Platform.status(descriptor: descriptor), status.kind == .regular,
      status.size >= Linter.largeFileSize, Platform.position(descriptor) == 0
    {
      return try linter.lint(file: .descriptor(descriptor), count: status.size, name: input.name)
    }
    var window = InputWindow(descriptor: descriptor)
    while window.bytes.count < Linter.largeFileSize, try window.refill() {}
    if window.isAtEnd { return linter.lint(window.bytes, name: input.name) }
    let copy = try AnonymousFile()
    defer { withExtendedLifetime(copy) {} }
    var output = OutputBuffer(to: .descriptor(copy.descriptor))
    repeat {
      output.append(window.bytes)
      window.consume(window.bytes.count)
      try output.drain()
    } while try window.refill()
    return try linter.lint(file: .descriptor(copy.descriptor), count: window.offset, name: input.name)
  }

  // MARK: Fixes

  /// Fixes a file in place, or shows the changes.
  private func fix(
    _ path: String, _ target: LintTarget
  ) throws -> (fixed: Int, output: [UInt8], notes: [Diagnostic]) {
    let input = target.input
    let file = try InputFile(path: path, name: input.name)
    // Reads a large file into memory only if there is something to fix.
    if file.status?.kind == .regular, file.count >= Linter.largeFileSize {
      let outcome = try linter.lint(file: .path(path), count: file.count, name: input.name)
      guard outcome.findings.contains(where: { $0.rule.fix != nil }) else { return (0, [], []) }
    }
    guard let fixed = fixed(file, input) else { return (0, [], []) }
    if settings.showsDifference { return (fixed.fixed, difference(file, fixed.bytes, input), []) }
    let snapshot = InputSnapshot(path: path, status: file.status)
    try fixed.bytes.withByteView { bytes throws(Failure) in
      try context.write(bytes, to: path, snapshot: snapshot)
    }
    let notes = fixed.leftovers.map {
      Diagnostic(.note, at: Place($0.position), $0.sentence, rule: .encodingMismatch)
    }
    return (fixed.fixed, [], notes)
  }

  private func fixed(_ file: InputFile, _ input: InputOperand) -> (
    bytes: [UInt8], fixed: Int, leftovers: [LeftoverName]
  )? {
    guard let kind = settings.fix else { return nil }
    return file.withBytes {
      LintFixer(settings.options(for: input.name), kind: kind).fix($0, name: input.name)
    }
  }

  private func difference(_ file: InputFile, _ new: [UInt8], _ input: InputOperand) -> [UInt8] {
    var output = OutputBuffer()
    file.withBytes { old in
      new.withByteView { UnifiedDiff.append(file: input.name, from: old, to: $0, to: &output) }
    }
    return output.bytes
  }
}
