// pliant lint: checks files and folders, reports in the formats of CI systems, and fixes what can be fixed.

import CommandLineKit
import PliantCore
import PliantLint

/// The verb `lint`.
package enum LintCommand {
  package static let command = Command("lint", verb, run: run)

  private static let verb = Verb(
    "lint", group: "Checking",
    summary: "check files and directories for wrong encodings and malformed documents",
    description: [
      """
      Checks each *PATH*, or the working directory: whether files are in the encoding that they declare, and whether \
      XML, property lists, JSON and .strings files are well-formed and valid. In directories every text file is \
      checked, other kinds by the rules of encodings and text alone. Binary files, files that .gitignore lists, \
      symbolic links and vendored files (`node_modules`, `.git`, `*.min.*`, and what .gitattributes calls generated or \
      vendored) are skipped.
      """,
      """
      The last line says how many files were checked, how many of them by encoding only, and how many were skipped and \
      why; `--list` shows it for each file. A directory that cannot be read, a pattern that matches no file, and a \
      run that checks no file are errors.
      """,
      """
      A comment `<!-- pliant:ignore RULE -->` silences findings on its line, or on the next where it is alone on its \
      line; `pliant:ignore-file` does so for the file. A settings file `.pliant.json` or `.pliant.plist`, looked for \
      upwards from the working directory, has the keys `select`, `ignore`, `include`, `only`, `exclude`, `jsonWithComments`, \
      `expectEncoding`, `failOn`, `baseline` and `mappings`; pliant-settings(5) explains them.
      """,
      """
      `--fix` changes a file only if the result is provably right: the encoding is changed at most once, and the \
      result decodes to the same text. `--fix=declaration` makes the declaration true, `--fix=bytes` makes \
      the bytes what is declared, and `--fix=mixed` puts the parts of a file in several encodings into the declared \
      one where they are certain. A link that leads out of the directories given is never followed to change a file. \
      The report lists what is left.
      """,
    ],
    operands: [Operand(path: "PATH", optional: true, repeats: true)],
    options: options + CommonOptions.inputs + [CommonOptions.jobs] + CommonOptions.messages,
    examples: [
      Example(
        "pliant lint settings.plist books.xml",
        "Check two files.", output: "2 files checked, no findings\n"),
      Example(
        "pliant lint menu-latin1.xml",
        "Check one file; the exit status is 1 where there is a finding.",
        output: """
          menu-latin1.xml:2:8: error: declared 'UTF-8', but the bytes are ISO-8859-1: here byte E4 is 'ä' [encoding/mismatch]
          1 file checked, 1 finding

          """, status: 1),
      Example(
        "pliant lint --fix menu-latin1.xml",
        "Correct the declaration, where the bytes are certain.",
        output: """
          1 file checked, no findings
          fixed 1 finding in 1 file

          """),
      Example(
        "pliant lint --select json,plist settings.plist orders.json",
        "Check only some families of rules.", output: "2 files checked, no findings\n"),
      Example(
        "pliant lint --format github menu-latin1.xml",
        "Report in the form that a CI system expects.", status: 1),
      Example(
        #"printf '{"a":1,}' | pliant lint --stdin-filename a.json -"#,
        "Check standard input under a name.", status: 1),
    ],
    exitStatus: .answering(
      "no findings", "findings (of the severity of `--fail-on` or above)",
      trouble: "a file could not be checked, or the command line or the settings are wrong"),
    seeAlso: ["encoding", "transcode", "pliant-lint-rules(7)", "pliant-settings(5)"])

  package static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  {
    if let rule = typed[explain] { return print(rule.page, context) }
    if typed[rules] { return listRules(context) }
    if typed[initialise] { return try LintInit.run(typed, context) }
    var settings = try LintSettings(typed, context)
    let files = try LintTargets(typed, &settings, context)
    var context = context
    context.jobs = typed[CommonOptions.jobs] ?? 0
    return LintRun(settings, context).lint(files)
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
    do throws(Failure) {
      try context.write(text)
      return .success
    } catch {
      if error.code == .brokenPipe { return .brokenPipe }
      context.report(Diagnostic(error), file: "<stdout>")
      return .trouble
    }
  }
}
