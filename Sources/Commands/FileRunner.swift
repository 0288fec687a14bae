// Runs a command on every input: tries each, returns the highest exit status, and keeps output and messages
// in order.

extension CommandContext {
  /// Runs `body` for every planned input, with `jobs` threads, and returns the highest exit status.
  ///
  /// Reports a thrown diagnostic, which counts as `inputFailureCode`. If the output pipe is closed, stops and
  /// returns `brokenPipe`.
  package func forEachInput(
    _ plan: [PlannedInput], _ body: @escaping @Sendable (FileJob) throws(Diagnostic) -> ExitCode
  ) -> ExitCode {
    var context = self
    context.progress = ProgressBar.start(total: plan.count, in: self)
    defer { context.progress?.stop() }
    guard plan.count > 1 else { return context.runAll(plan, body) }
    let folders = SharedState(Set<String>())
    context.changedFolders = folders
    defer {
      if synchronizesOutput { for folder in folders.withLock({ $0 }) { Platform.synchronizeFolder(folder) } }
    }
    return context.runAll(plan, body)
  }

  /// The number of threads, from `--jobs` or the number of processors.
  var threadCount: Int { min(jobs > 0 ? jobs : Platform.processorCount(), 128, MemoryBudget.threadLimit) }

  /// Runs `body` on a command's first operand, and on its second, which is read-only.
  func forPair(
    _ typed: ParsedArguments, rule: OutputRule, verb: String,
    _ body: @escaping @Sendable (FileJob, FileJob) throws(Diagnostic) -> ExitCode
  ) throws(UsageError) -> ExitCode {
    if typed.operands[0] == "-" && typed.operands[1] == "-" {
      throw UsageError("standard input can be read only once", verb: verb)
    }
    let plan = try plan(typed, operands: [typed.paths[0]], rule: rule)
    let other = try InputList.make(operands: [typed.paths[1]], context: self)[0]
    return forEachInput(plan) { job throws(Diagnostic) in
      let planned = PlannedInput(input: other, target: .standardOutput, replacesSource: false)
      return try body(job, FileJob(planned, context: job.context, isBuffered: false))
    }
  }

  private func runAll(
    _ plan: [PlannedInput], _ body: @escaping @Sendable (FileJob) throws(Diagnostic) -> ExitCode
  ) -> ExitCode {
    let threads = min(threadCount, plan.count)
    return threads > 1 ? runTogether(plan, threads, body) : runInTurn(plan, body)
  }

  private func runInTurn(_ plan: [PlannedInput], _ body: (FileJob) throws(Diagnostic) -> ExitCode) -> ExitCode
  {
    var worst = ExitCode.success
    for planned in plan {
      progress?.begin(planned.input)
      worst.worsen(to: Self.runOne(FileJob(planned, context: self, isBuffered: false), body))
      progress?.finished(1)
      if worst == .brokenPipe { break }
    }
    return worst
  }

  private static func runOne(_ job: FileJob, _ body: (FileJob) throws(Diagnostic) -> ExitCode) -> ExitCode {
    do throws(Diagnostic) {
      let code = try body(job)
      job.abandon()
      do throws(Failure) { try job.checkInput() } catch { throw Diagnostic(error) }
      return code
    } catch {
      job.abandon()
      if error.isBrokenPipe { return .brokenPipe }
      job.report(error)
      return job.context.inputFailureCode
    }
  }

  private func runTogether(
    _ plan: [PlannedInput], _ threads: Int,
    _ body: @escaping @Sendable (FileJob) throws(Diagnostic) -> ExitCode
  ) -> ExitCode {
    let workers = OrderedWorkers<PlannedInput, (ExitCode, [FileJob.BufferedOutput])>(threads: threads) {
      planned in
      let job = FileJob(planned, context: self, isBuffered: true)
      let code = Self.runOne(job, body)
      return (code, job.buffered)
    }
    defer { workers.close() }
    var worst = ExitCode.success
    var rest = plan[...]
    while worst != .brokenPipe {
      // Bounds the lead over printing, because results wait in memory.
      while workers.waiting < threads * 4, let planned = rest.popFirst() { workers.submit(planned) }
      guard let (code, output) = workers.next() else { break }
      worst.worsen(to: code)
      worst.worsen(to: put(output))
      progress?.finished(1)
    }
    return worst
  }

  /// Writes a job's buffered output.
  private func put(_ buffered: [FileJob.BufferedOutput]) -> ExitCode {
    for part in buffered {
      if part.isError {
        writeError(String(decoding: part.bytes, as: UTF8.self))
        continue
      }
      var output = OutputBuffer(to: .descriptor(standardOutput))
      part.bytes.withByteView { output.append($0) }
      do throws(Failure) { try output.drain() } catch {
        if error.code == .brokenPipe { return .brokenPipe }
        report(Diagnostic(error), file: "<stdout>")
        return inputFailureCode
      }
    }
    return .success
  }
}
