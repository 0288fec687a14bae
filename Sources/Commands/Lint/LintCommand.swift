// pliant lint: checks files and folders, reports in the formats of CI systems, and fixes what can be fixed.

package enum LintCommand {
  static let verb = Verb(
    "lint", group: "Checking",
    summary: "check files and directories for wrong encodings and malformed documents",
    description: """
      Checks each *PATH*, or the working directory: whether files have the encoding that they declare, and whether
      XML, property lists, JSON and .strings files are well-formed and valid. In directories, checks every text file,
      those of other kinds only with the rules for encodings and text. Skips binary files, files that `.gitignore`
      lists, symbolic links and vendored files (`node_modules`, `.git`, `*.min.*`, and files that `.gitattributes`
      marks as generated or vendored).

      The last line counts the checked files, those checked for encoding only, and the skipped ones, with reasons;
      `--list` shows them for each file. An unreadable directory, a pattern without a matching file, and a run that
      checks nothing are errors.

      A comment `<!-- pliant:ignore RULE -->` silences findings on its line, or on the next line if it is alone on its
      line; `pliant:ignore-file` silences them in the file. A settings file `.pliant.json` or `.pliant.plist` in the
      working directory or one of its parents has the keys `select`, `ignore`, `include`, `only`, `exclude`,
      `jsonWithComments`, `readers`, `expectEncoding`, `encodings`, `failOn`, `baseline`, `mappings` and `schemas`;
      pliant-settings(5) explains them. The encoding that `encodings`, `charset` of .editorconfig and `working-tree-encoding` of .gitattributes
      prescribe for a file counts as its declaration if it has none. A file in another encoding is a finding.

      `--fix` changes a file only if the result is provably correct: pliant changes the encoding at most once, and the
      result decodes to the same text. `--fix=declaration` makes the declaration true, `--fix=bytes` makes the bytes
      match it, and `--fix=mixed` converts the parts of a file in several encodings to the declared one if their
      encoding is certain. pliant never follows a link out of the given directories to change a file. The report lists
      the remaining findings.
      """, operands: [Operand(path: "PATH", optional: true, repeats: true)],
    options: options + [CommonOptions.language] + CommonOptions.inputs
      + [CommonOptions.jobs, CommonOptions.noSync] + CommonOptions.messages,
    examples: """
      Check two files.
        $ pliant lint settings.plist books.xml
        2 files checked, no findings
      Check one file; the exit status is 1 if there is a finding.
        $ pliant lint menu-latin1.xml
        menu-latin1.xml:2:8: error: declared 'UTF-8', but the bytes are ISO-8859-1: here byte E4 is 'ä' [encoding/mismatch]
        1 file checked, 1 finding
        [1]
      Correct the declaration, if the encoding is certain.
        $ pliant lint --fix menu-latin1.xml
        1 file checked, no findings
        fixed 1 finding in 1 file
      Check only some families of rules.
        $ pliant lint --select json,plist settings.plist orders.json
        2 files checked, no findings
      Report in the form that a CI system expects.
        $ pliant lint --format github menu-latin1.xml
        [1]
      Check standard input under a name.
        $ printf '{"a":1,}' | pliant lint --stdin-filename a.json -
        [1]
      """,
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
    var gate = OutputGate(reading: files.targets.filter { $0.origin == .named }.map(\.input), in: context)
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
