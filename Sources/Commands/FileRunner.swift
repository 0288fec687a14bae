// Runs a command on every input: tries each, returns the highest exit status, and keeps output and messages
// in order.

extension CommandContext {
  /// The work on one input; a thrown error is reported and counts as `inputFailureCode`.
  package typealias Work<Result> = @Sendable (FileJob) throws -> Result

  /// Runs `body` for every planned input, with `jobs` threads, and returns the highest exit status.
  ///
  /// If the output pipe is closed, stops and returns `brokenPipe`.
  package func forEachInput(_ plan: [PlannedInput], _ body: @escaping Work<ExitCode>) -> ExitCode {
    var context = self
    let bar = context.startProgress(total: plan.count)
    defer { bar?.stop() }
    guard plan.count > 1 else { return context.runAll(plan, body) }
    context.delivery = delivery.flushedOnce
    defer { context.delivery.flush() }
    return context.runAll(plan, body)
  }

  var threadCount: Int { min(jobs > 0 ? jobs : Platform.processorCount(), 128, MemoryBudget.threadLimit) }

  /// Runs `body`, which succeeds unless it throws, for every planned input.
  func processInputs(_ plan: [PlannedInput], _ body: @escaping Work<Void>) -> ExitCode {
    forEachInput(plan) { job in
      try body(job)
      return .success
    }
  }

  /// Runs `body` on a command's operand at an index, and on the others, which are read-only.
  ///
  /// `name` replaces the operand's own in messages and for its format.
  func forOperand(
    at index: Int, of typed: ParsedArguments, named name: String? = nil, rule: OutputRule,
    _ body: @escaping @Sendable (FileJob, [FileJob]) throws -> ExitCode
  ) throws(UsageError) -> ExitCode {
    var names = typed.paths
    if names.count(where: { $0 == "-" }) > 1 { throw UsageError("standard input can be read only once") }
    var plan = try plan(typed, operands: [names.remove(at: index)], rule: rule)
    if let name { plan = plan.map { $0.named(name) } }
    let others = try inputs(of: typed, operands: names)
    var gate = OutputGate(reading: others, in: self)
    try gate.add(typed[CommonOptions.output], typed: "-o")
    return forEachInput(plan) { job in
      try body(job, others.map { FileJob(reading: $0, in: job.context) })
    }
  }

  private func runAll(_ plan: [PlannedInput], _ body: @escaping Work<ExitCode>) -> ExitCode {
    let threads = min(threadCount, plan.count)
    return threads > 1 ? runTogether(plan, threads, body) : runInTurn(plan, body)
  }

  private func runInTurn(_ plan: [PlannedInput], _ body: Work<ExitCode>) -> ExitCode {
    var worst = ExitCode.success
    for planned in plan {
      progress?.begin(planned.input)
      worst.worsen(to: Self.runOne(FileJob(planned, context: self), body))
      progress?.finished(1)
      if worst == .brokenPipe { break }
    }
    return worst
  }

  private static func runOne(_ job: FileJob, _ body: Work<ExitCode>) -> ExitCode {
    do {
      let code = try body(job)
      job.abandon()
      try job.checkInput()
      return code
    } catch {
      job.abandon()
      if error.isBrokenPipe { return .brokenPipe }
      job.report(error)
      return job.context.inputFailureCode
    }
  }

  private func runTogether(_ plan: [PlannedInput], _ threads: Int, _ body: @escaping Work<ExitCode>)
    -> ExitCode
  {
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

  private func put(_ buffered: [FileJob.BufferedOutput]) -> ExitCode {
    for part in buffered {
      if part.isError {
        writeError(String(decoding: part.bytes, as: UTF8.self))
        continue
      }
      var output = OutputBuffer(to: .descriptor(standardOutput))
      part.bytes.withByteView { output.append($0) }
      let code = drain(&output)
      if code != .success { return code }
    }
    return .success
  }
}
