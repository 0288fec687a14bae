// pliant lint: checks files and folders, reports in the formats of CI systems, and fixes what can be fixed.

package enum LintCommand {
  static let verb = Verb(
    "lint", group: "Checking",
    summary: "check files and directories for wrong encodings and malformed documents",
    page: PackageResources.lint_1_txt,
    operands: [Operand(path: "PATH", optional: true, repeats: true)],
    options: options + [CommonOptions.language] + CommonOptions.inputs
      + [CommonOptions.jobs, CommonOptions.noSync] + CommonOptions.messages,
    exitStatus: .answering(
      "no findings", "findings (of the severity of `--fail-on` or above)",
      trouble: "a file is unreadable, or the settings or the command line are wrong"),
    seeAlso: ["encoding", "transcode", "pliant-lint-rules(7)", "pliant-settings(5)", "pliant-schema(5)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    try checkQuestions(typed)
    if let rule = typed[explain] { return print(rule.page, context) }
    if typed[rules] { return listRules(context) }
    if typed[initialise] { return try LintInit.run(typed, context) }
    var settings = try LintSettings(typed, context)
    let files = try LintTargets(typed, &settings, context)
    var gate = OutputGate(
      reading: files.targets.filter { $0.origin == .named }.map(\.input), typed, in: context)
    for path in settings.readFiles { gate.addFile(path) }
    for report in settings.reports { try gate.add(report.path, typed: "--report") }
    if settings.updatesBaseline { try gate.add(settings.baseline, typed: "--baseline") }
    var context = context
    context.jobs = typed[CommonOptions.jobs] ?? 0
    context.delivery = context.delivery.flushedOnce
    defer { context.delivery.flush() }
    return LintRun(settings, context).lint(files)
  }

  /// Throws a `UsageError` for an option or a path that --explain, --rules or --init would ignore.
  private static func checkQuestions(_ typed: ParsedArguments) throws(UsageError) {
    guard let question = typed.occurrences(of: [explain, rules, initialise]).first else { return }
    if let other = typed.occurrences(of: options).first(where: { $0.key != question.key }) {
      throw .exclusive(question.typed, other.typed)
    }
    let paths = typed[initialise] ? 1 : 0
    guard let extra = typed.operands.dropFirst(paths).first else { return }
    throw .unexpected(
      extra.shown, paths == 1 ? "--init takes one directory" : "\(question.typed) reads no file")
  }

  private static func listRules(_ context: CommandContext) -> ExitCode {
    let width = LintRule.all.map(\.id.description.count).max() ?? 0
    let lines = LintRule.all.map { rule in
      let space = String(repeating: " ", count: width - rule.id.description.count)
      return "\(rule.id)\(space)  \(rule.severity == .error ? "error  " : "warning")  \(rule.summary)\n"
    }
    return print(lines.joined(), context)
  }

  private static func print(_ text: String, _ context: CommandContext) -> ExitCode {
    let code = context.deliver(text, to: nil)
    return code == .failure ? .trouble : code
  }
}
