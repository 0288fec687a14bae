// Runs a verb's work on every input: each is tried, the worst code wins, output and talk keep the inputs' order.

import CommandLineKit
import PliantCore

extension CommandContext {
  /// Runs `body` for every planned input, with `jobs` threads, and returns the worst code.
  ///
  /// A thrown diagnostic is shown and counts as `inputFailureCode`. When nobody reads the output any more, the rest
  /// is left undone and the result is `brokenPipe`.
  package func forEachInput(
    _ plan: [PlannedInput], _ body: @escaping @Sendable (FileJob) throws(Diagnostic) -> ExitCode
  ) -> ExitCode {
    var context = self
    context.progress = ProgressBar.start(for: plan, in: self)
    defer { context.progress?.stop() }
    guard plan.count > 1 else { return context.runAll(plan, body) }
    let folders = SharedState(Set<String>())
    context.changedFolders = folders
    defer { for folder in folders.withLock({ $0 }) { Platform.synchronizeFolder(folder) } }
    return context.runAll(plan, body)
  }

  /// Runs `body` on a verb's first operand, and on its second, which is only read.
  func forPair(
    _ typed: ParsedArguments, rule: OutputRule, verb: String,
    _ body: @escaping @Sendable (FileJob, FileJob) throws(Diagnostic) -> ExitCode
  ) throws(UsageError) -> ExitCode {
    if typed.operands[0] == "-" && typed.operands[1] == "-" {
      throw UsageError("standard input can be read only once", verb: verb)
    }
    let plan = try plan(typed, operands: [typed.operands[0]], rule: rule)
    let other = try InputList.make(operands: [typed.operands[1]], context: self)[0]
    return forEachInput(plan) { job throws(Diagnostic) in
      let planned = PlannedInput(input: other, target: .standardOutput, replacesSource: false)
      return try body(job, FileJob(planned, context: job.context, isBuffered: false))
    }
  }

  private func runAll(
    _ plan: [PlannedInput], _ body: @escaping @Sendable (FileJob) throws(Diagnostic) -> ExitCode
  ) -> ExitCode {
    let threads = min(
      jobs > 0 ? jobs : Platform.processorCount(), plan.count, 128, MemoryBudget.threadLimit)
    return threads > 1 ? runTogether(plan, threads, body) : runInTurn(plan, body)
  }

  private func runInTurn(
    _ plan: [PlannedInput], _ body: (FileJob) throws(Diagnostic) -> ExitCode
  ) -> ExitCode {
    var worst = ExitCode.success
    for planned in plan {
      progress?.begin(planned)
      worst.worsen(to: Self.runOne(FileJob(planned, context: self, isBuffered: false), body))
      progress?.finishedOne()
      if worst == .brokenPipe { break }
    }
    return worst
  }

  private static func runOne(
    _ job: FileJob, _ body: (FileJob) throws(Diagnostic) -> ExitCode
  ) -> ExitCode {
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

  /// What the threads share: the next input to take, and what is ready to be put out.
  private struct Shared: Sendable {
    var next = 0
    var printed = 0
    var isCancelled = false
    var results: [Int: (ExitCode, [FileJob.Kept])] = [:]
  }

  private func runTogether(
    _ plan: [PlannedInput], _ threads: Int,
    _ body: @escaping @Sendable (FileJob) throws(Diagnostic) -> ExitCode
  ) -> ExitCode {
    let shared = SharedState(Shared())
    // Nobody runs far ahead of what is printed, since results wait in memory.
    let lead = threads * 4
    let work: @Sendable () -> Void = {
      while let index = shared.wait(until: { Self.takeNext(&$0, plan.count, lead) }) {
        let job = FileJob(plan[index], context: self, isBuffered: true)
        let code = Self.runOne(job, body)
        let kept = job.kept
        shared.change { $0.results[index] = (code, kept) }
      }
    }
    let workers = (0..<threads).compactMap { _ in WorkerThread.start(work) }
    guard !workers.isEmpty else { return runInTurn(plan, body) }
    let worst = printInOrder(plan.count, shared)
    for worker in workers { worker.join() }
    return worst
  }

  /// The next index, nil inside when there is nothing left, nil outside while one must wait.
  private static func takeNext(_ shared: inout Shared, _ count: Int, _ lead: Int) -> Int?? {
    if shared.isCancelled || shared.next == count { return .some(nil) }
    guard shared.next < shared.printed + lead else { return nil }
    shared.next += 1
    return shared.next - 1
  }

  private func printInOrder(_ count: Int, _ shared: SharedState<Shared>) -> ExitCode {
    var worst = ExitCode.success
    for index in 0..<count {
      let (code, kept) = shared.wait { $0.results.removeValue(forKey: index) }
      worst.worsen(to: code)
      worst.worsen(to: put(kept))
      progress?.finishedOne()
      shared.change {
        $0.printed = index + 1
        $0.isCancelled = worst == .brokenPipe
      }
      if worst == .brokenPipe { break }
    }
    return worst
  }

  /// Puts out what a job kept.
  private func put(_ kept: [FileJob.Kept]) -> ExitCode {
    for part in kept {
      if part.isError {
        complain(String(decoding: part.bytes, as: UTF8.self))
        continue
      }
      var output = OutputBuffer(to: .descriptor(standardOutput))
      part.bytes.withByteView { output.append($0) }
      do throws(Failure) {
        try output.drain()
      } catch {
        if error.code == .brokenPipe { return .brokenPipe }
        report(Diagnostic(error), file: "<stdout>")
        return inputFailureCode
      }
    }
    return .success
  }
}
