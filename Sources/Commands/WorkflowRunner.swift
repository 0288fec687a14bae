// Runs the steps of a workflow in process; a failure restores the declared outputs.

struct WorkflowRunner {
  let workflow: Workflow
  let values: [String: [Argument]]
  let context: CommandContext
  let file: String

  /// Runs all steps, and stops at the first failure, which it reports.
  func run() -> ExitCode {
    let outputs = SavedOutputs(paths: outputPaths, context: context)
    for (index, step) in workflow.steps.enumerated() {
      let label = "step \(index + 1) of \(workflow.steps.count)"
      if !context.isQuiet {
        context.writeError("\(label): \(step.whyOnOneLine)\n")
      }
      let code = run(step)
      guard code != .success else { continue }
      if code == .brokenPipe {
        outputs.restore()
        return code
      }
      let restored = outputs.restore()
      let failed = step.commands.map { WorkflowWords.typed(filled($0).map(\.shown)) }.joined(separator: " | ")
      let consequence = restored.isEmpty ? "" : "; taken back: \(restored.joined(separator: ", "))"
      context.report(
        Diagnostic(
          .error, "\(label) failed (\(step.whyOnOneLine)): \(failed)\(consequence)",
          rule: .workflowStep), file: file)
      return .failure
    }
    return .success
  }

  /// Returns the command lines that would run.
  func plan() -> String {
    var text = ""
    for (index, step) in workflow.steps.enumerated() {
      text += "# \(index + 1). \(step.whyOnOneLine)\n"
      text +=
        step.commands.map { WorkflowWords.typed(filled($0).map(\.shown)) }.joined(separator: " | ") + "\n"
    }
    return text
  }

  private func filled(_ words: [String]) -> [Argument] { words.flatMap { Workflow.fill($0, values) } }

  /// The declared outputs of this workflow and of those that its steps run.
  private var outputPaths: [String] {
    let inner = workflow.steps.flatMap(\.commands).flatMap { command -> [String] in
      guard let call = try? WorkflowCall(filled(command), from: file), let runner = try? runner(of: call)
      else { return [] }
      return runner.outputPaths
    }
    return workflow.outputs.flatMap { Workflow.fill($0.path, values).map(\.path) } + inner
  }

  /// The runner of a step's workflow, or nil after an error, which has been reported.
  private func runner(of call: WorkflowCall) throws(UsageError) -> WorkflowRunner? {
    guard let workflow = WorkflowCommand.load(call.file, context, callers: [file]) else { return nil }
    let values = try WorkflowValues.make(for: workflow, settings: call.settings, context: context)
    return WorkflowRunner(workflow: workflow, values: values, context: context, file: call.file)
  }

  /// Runs the commands of a step in order; each reads the output of the previous one.
  private func run(_ step: Workflow.Step) -> ExitCode {
    var input: Int32?
    defer { if let input { Platform.closeDescriptor(input) } }
    for (index, words) in step.commands.enumerated() {
      var surroundings = context
      if let input {
        surroundings.standardInput = input
        surroundings.inputIsTerminal = false
      }
      var output: Int32?
      if index + 1 < step.commands.count {
        guard let file = Platform.makeAnonymousFile() else { return .failure }
        output = file
        surroundings.standardOutput = file
        surroundings.outputIsTerminal = false
      }
      let code = runCommand(filled(words), surroundings)
      if let input { Platform.closeDescriptor(input) }
      input = output
      guard code == .success else { return code }
      if let output { Platform.seek(output, to: 0) }
    }
    return .success
  }

  private func runCommand(_ words: [Argument], _ surroundings: CommandContext) -> ExitCode {
    if let problem = WorkflowCheck.problem(of: words) {
      context.writeError("pliant: \(TerminalText.escaped(problem))\n")
      return .trouble
    }
    do throws(UsageError) {
      if let call = try WorkflowCall(words, from: file) { return try runner(of: call)?.run() ?? .failure }
    } catch {
      context.writeError("pliant: \(TerminalText.escaped(error.message))\n")
      return .trouble
    }
    return Program.run(context.isQuiet ? Self.silenced(words) : words, context: surroundings)
  }

  private static func silenced(_ words: [Argument]) -> [Argument] {
    guard let verb = words.first.flatMap({ Program.commandSet.verb(named: $0.shown) }),
      verb.option(named: "quiet") != nil
    else { return words }
    return [words[0], "--quiet"] + words.dropFirst()
  }
}

/// The declared outputs as they were before the first step.
private struct SavedOutputs {
  private enum Before {
    case absent
    case bytes([UInt8])
    /// Too large to keep, or not a regular file: remains as the steps left it.
    case unknown
  }

  private static let maximumBytes = 64 * 1024 * 1024

  private let context: CommandContext
  private var saved: [(path: String, before: Before)] = []
  /// Restores the outputs if a signal ends the process.
  private var guards: [InterruptionGuard] = []

  init(paths: [String], context: CommandContext) {
    self.context = context
    for path in paths {
      let resolved = context.resolve(path)
      guard let status = Platform.status(resolved) else {
        saved.append((path, .absent))
        guards.append(InterruptionGuard(removing: resolved))
        continue
      }
      guard status.kind == .regular, status.size <= Self.maximumBytes,
        let file = try? InputFile(path: resolved)
      else {
        saved.append((path, .unknown))
        continue
      }
      let bytes = file.withBytes { $0.array }
      saved.append((path, .bytes(bytes)))
      if let interruptionGuard = Self.interruptionGuard(of: bytes, resolved) {
        guards.append(interruptionGuard)
      }
    }
  }

  /// The guard that restores a file's bytes; nil if its directory is not writable.
  private static func interruptionGuard(of bytes: [UInt8], _ path: String) -> InterruptionGuard? {
    do throws(Failure) {
      let file = try Delivery.single.open(path)
      var output = OutputBuffer(to: .descriptor(file.descriptor))
      bytes.withByteView { output.append($0) }
      try output.drain()
      return try file.guardTarget()
    } catch { return nil }
  }

  /// Removes created outputs and restores changed ones; returns their paths.
  @discardableResult func restore() -> [String] {
    saved.compactMap { path, before in
      let resolved = context.resolve(path)
      switch before {
      case .unknown: return nil
      case .absent:
        guard Platform.status(resolved)?.kind == .regular else { return nil }
        return Platform.removeFile(resolved) == 0 ? Platform.displayPath(path) : nil
      case .bytes(let bytes):
        let now = try? InputFile(path: resolved)
        if now?.withBytes({ $0.array }) == bytes { return nil }
        return put(bytes, resolved) ? Platform.displayPath(path) : nil
      }
    }
  }

  private func put(_ bytes: [UInt8], _ path: String) -> Bool {
    do throws(Failure) {
      try bytes.withByteView { bytes throws(Failure) in try context.write(bytes, to: path) }
      return true
    } catch {
      context.report(error, file: path)
      return false
    }
  }
}
