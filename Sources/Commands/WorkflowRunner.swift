// Runs the steps of a workflow in process; a failure restores what they wrote.

struct WorkflowRunner {
  let workflow: Workflow
  let values: [String: [Argument]]
  /// The caller's context; the steps have the workflow's directory, relative to the caller's.
  let context: CommandContext
  let folder: String
  let file: String

  /// Runs all steps, and stops at the first failure, which it reports.
  func run(inside outer: SavedFiles? = nil) -> ExitCode {
    let files = SavedFiles(context.inFolder(folder), inside: outer)
    files.prepare(outputPaths)
    for (index, step) in workflow.steps.enumerated() {
      let label = "step \(index + 1) of \(workflow.steps.count)"
      let isDone = isUpToDate(step)
      if !context.isQuiet {
        context.writeError("\(label): \(step.whyOnOneLine)\(isDone ? " (up to date)" : "")\n")
      }
      if isDone { continue }
      let code = run(step, saving: files)
      guard code != .success else { continue }
      let restored = files.restore()
      if code == .brokenPipe { return code }
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
    var text = folder.isEmpty ? "" : "cd \(WorkflowWords.quoted(folder))\n"
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
    let values = try WorkflowValues.make(
      for: workflow, settings: call.settings, context: context.inFolder(folder))
    return WorkflowRunner(
      workflow: workflow, values: values, context: context, folder: folder, file: call.file)
  }

  /// Whether the files that a step makes are newer than all others that its words name, and than the workflow.
  ///
  /// Files that a directory or a list names are unknown, so the step runs.
  private func isUpToDate(_ step: Workflow.Step) -> Bool {
    let context = context.inFolder(folder)
    let made = Set(step.made.flatMap { Workflow.fill($0, values).map(\.path) })
    let times = made.compactMap { Platform.status(context.resolve($0))?.modified }
    guard times.count == made.count, let oldest = times.min() else { return false }
    var sources = file == "-" ? [] : [Paths.split(file).name]
    for words in step.commands.map(filled) {
      for word in words.map(\.path) where !made.contains(word) {
        if word.hasPrefix("--files-from") { return false }
        sources.append(word)
        if word.hasPrefix("-"), let sign = word.firstIndex(of: "=") {
          sources.append(String(word[sign...].dropFirst()))
        }
      }
    }
    for source in sources where !made.contains(source) {
      guard let status = Platform.status(context.resolve(source)) else { continue }
      if status.kind != .regular || status.modified >= oldest { return false }
    }
    return true
  }

  /// Runs the commands of a step in order; each reads the output of the previous one.
  private func run(_ step: Workflow.Step, saving files: SavedFiles) -> ExitCode {
    var input: Int32?
    defer { if let input { Platform.closeDescriptor(input) } }
    for (index, words) in step.commands.enumerated() {
      var surroundings = context.inFolder(folder)
      surroundings.delivery = files.delivery
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
      let code = runCommand(filled(words), surroundings, files)
      if let input { Platform.closeDescriptor(input) }
      input = output
      guard step.accepted.contains(Int(code.rawValue)) else { return code == .success ? .failure : code }
      if let output { Platform.seek(output, to: 0) }
    }
    return .success
  }

  private func runCommand(
    _ words: [Argument], _ surroundings: CommandContext, _ files: SavedFiles
  ) -> ExitCode {
    if let problem = WorkflowCheck.problem(of: words) {
      context.writeError("pliant: \(TerminalText.escaped(problem))\n")
      return .trouble
    }
    do throws(UsageError) {
      if let call = try WorkflowCall(words, from: file) {
        return try runner(of: call)?.run(inside: files) ?? .failure
      }
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
