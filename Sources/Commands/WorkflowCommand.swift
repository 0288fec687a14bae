// pliant workflow: files of documented pliant commands.

package enum WorkflowCommand {
  static let set = RepeatedOption(
    "set", value: .argument("NAME=VALUE"), help: "set a parameter; can be repeated")
  static let dryRun = Flag("dry-run", help: "print the command lines instead of running them")

  enum Subverb: String {
    case run
    case check
    case man
    case list
  }

  static let verb = Verb(
    "workflow", group: "Automating", summary: "run, check and explain workflow files",
    page: PackageResources.workflow_1_txt,
    subverbs: [
      Verb(
        Subverb.run.rawValue, summary: "run the steps until one fails",
        page: PackageResources.workflow_run_1_txt, operands: [Operand(path: "FILE")],
        options: [set, dryRun] + CommonOptions.messages),
      Verb(
        Subverb.check.rawValue, summary: "check that every step parses and every parameter is used",
        page: PackageResources.workflow_check_1_txt,
        operands: [Operand(path: "FILE", repeats: true)], options: CommonOptions.messages),
      Verb(
        Subverb.man.rawValue, summary: "write the mdoc page of a workflow",
        page: PackageResources.workflow_man_1_txt, operands: [Operand(path: "FILE")],
        options: [CommonOptions.output] + CommonOptions.messages),
      Verb(
        Subverb.list.rawValue, summary: "show the workflows of a directory or the steps of a file",
        page: PackageResources.workflow_list_1_txt,
        operands: [Operand(path: "PATH", optional: true, repeats: true)],
        options: CommonOptions.messages),
    ],
    exitStatus: .failing(
      done: "every step succeeded; `check` found no errors",
      failed: "a step failed, or the workflow has errors"), seeAlso: ["pliant-workflows(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    switch typed.subverb.flatMap(Subverb.init) {
    case .check:
      return typed.paths.reduce(into: ExitCode.success) {
        $0.worsen(to: load($1, context) == nil ? .failure : .success)
      }
    case .list:
      let paths = typed.paths.isEmpty ? ["."] : typed.paths
      return paths.reduce(into: ExitCode.success) { $0.worsen(to: WorkflowList.print($1, context)) }
    case .man:
      guard let workflow = load(typed.paths[0], context) else { return .failure }
      let page = Manual.renderer.page(workflow.page(file: typed.paths[0]))
      return context.deliver(page, to: typed[CommonOptions.output])
    case .run, nil: return try runSteps(typed, context)
    }
  }

  private static func runSteps(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError)
    -> ExitCode
  {
    guard let workflow = load(typed.paths[0], context) else { return .failure }
    let isDry = typed[dryRun]
    let file = typed.paths[0]
    let folder = file == "-" ? "" : Paths.split(file).folder
    let values = try WorkflowValues.make(
      for: workflow, settings: typed[set], context: context, folder: folder)
    let runner = WorkflowRunner(
      workflow: workflow, values: values, context: context, folder: folder, file: file)
    return isDry ? context.deliver(runner.plan(), to: nil) : runner.run()
  }

  /// The workflow, or nil after an error, which has been reported; `callers` are the files whose steps led to
  /// it.
  static func load(
    _ file: String, _ context: CommandContext, callers: [String] = [],
    called: CalledWorkflows = CalledWorkflows()
  ) -> Workflow? {
    do {
      return try read(file, context) { loaded in
        var reader = WorkflowReader()
        let workflow = reader.read(DocumentValue(loaded.document))
        let check = WorkflowCheck(context: context, files: callers + [file], called: called)
        let problems = reader.problems + check.problems(of: workflow, isWhole: reader.problems.isEmpty)
        for note in loaded.valueNotes { context.report(note, file: file) }
        for problem in problems {
          let placed = loaded.source.diagnostic(
            Failure(.workflowProblem, problem.sentence), at: problem.place, of: loaded.document)
          context.report(placed, file: file)
        }
        return problems.isEmpty ? workflow : nil
      }
    } catch {
      context.report(error, file: file)
      return nil
    }
  }

  /// Reads a workflow file of any format; throws an error in the file.
  static func read<Result>(_ file: String, _ context: CommandContext, _ body: (LoadedDocument) -> Result)
    throws -> Result
  {
    let input = try context.openInput(InputOperand(file, in: context))
    return try input.withBytes { bytes in
      if FormatDetector.detect(bytes) == .xml {
        return try DecodedText(bytes, kind: .xml).withReadableText { view, contradiction throws(Diagnostic) in
          body(try WorkflowXML.document(of: view, contradiction))
        }
      }
      return body(try Reading().load(bytes))
    }
  }
}
