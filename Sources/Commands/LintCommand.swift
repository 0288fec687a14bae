// pliant lint: checks files and folders, reports in the formats of CI systems, and mends what can be mended.

import CommandLineKit
import PliantCore
import PliantLint

/// The verb `lint`.
package enum LintCommand {
  package static let command = Command("lint", verb, run: run)

  private static let verb = Verb(
    "lint", group: "Checking", summary: "check files and folders for wrong encodings and malformed documents",
    description: [
      """
      Checks each *PATH*, or the working directory: whether files are in the encoding that they declare, and whether \
      XML, property lists, JSON and .strings files are well-formed and mean something. Folders are walked for names \
      that look like such files; .gitignore is honoured, in a repository also that of the folders above.
      """,
      """
      A comment `<!-- pliant:ignore RULE -->` silences findings on its line, or on the next where it stands alone; \
      `pliant:ignore-file` does so for the file. A configuration file `.pliant.json` or `.pliant.plist` is looked for \
      upwards from the working directory. Its key `mappings` has a mapping for each pattern of files, as \
      `{"Schedules/*.xml": "site-schedule"}`; without that or `--mapping`, no document is checked by a mapping. Its \
      patterns and paths are seen from its folder.
      """,
      """
      What `--fix` mends is mended without guessing: `--fix=declaration` makes the declaration tell the truth, \
      `--fix=bytes` makes the bytes what is declared. The report tells what is left.
      """,
    ],
    operands: [Operand("PATH", optional: true, repeats: true)],
    options: [
      Option(
        "format", value: "FORMAT", choices: LintReportFormat.allCases.map(\.rawValue),
        help: "how to report: for people, GitHub, code scanning, test reports, or a JSON object a line"),
      Option(
        "fix", optionalValue: "KIND", choices: LintFix.Kind.allCases.map(\.rawValue),
        help: "mend the files; `declaration` is meant unless *KIND* says `bytes`"),
      Option(
        "diff", help: "show what --fix would change, and change nothing",
        detail: ["The report goes to standard error."]),
      Option(
        "select", value: "RULES", help: "look only for these rules or families, separated by commas",
        repeatable: true),
      Option("ignore", value: "RULES", help: "leave these rules or families out", repeatable: true),
      Option("expect-encoding", value: "NAME", help: "find fault with every file in another encoding"),
      Option("mapping", value: "NAME", help: "check application XML by this mapping, a name or a path"),
      Option(
        "fail-on", value: "SEVERITY", choices: ["error", "warning"],
        help: "the least severity that gives exit code 1"),
      Option("config", value: "FILE", help: "read this configuration instead of looking for one"),
      Option(
        "baseline", value: "FILE", help: "leave out the findings that *FILE* lists",
        detail: [
          "Where *FILE* does not exist, it is written with all present findings.",
          "Files are named from its folder, so that it holds wherever lint is run.",
        ]),
      Option(
        "exclude", value: "GLOB", help: "leave out paths, as a line of .gitignore would", repeatable: true),
      Option("stdin-filename", value: "NAME", help: "check standard input as if it were the file *NAME*"),
      Option("exit-zero", help: "exit with 0 although there are findings"),
      Option("explain", value: "RULE", help: "show why a rule exists, with examples"),
      Option("rules", help: "list the rules"),
    ] + Option.inputs + [.jobs] + Option.messages,
    examples: [
      Example(
        "pliant lint testdata/valid/examples/Info.plist", "Checks a file.",
        output: "1 file checked, no findings\n"),
      Example("pliant lint --explain encoding/mismatch", "Shows why a rule exists."),
    ],
    exitStatus: .answering, seeAlso: ["encoding", "transcode", "pliant-lint-rules(7)"])

  package static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  {
    if let id = typed.value("explain") { return try explain(id, context) }
    if typed.has("rules") { return listRules(context) }
    let settings = try LintSettings(typed, context)
    let paths = try settings.paths(typed, context)
    var context = context
    if !typed.has("jobs") { context.jobs = 0 }
    let run = LintRun(settings, context)
    return run.lint(paths)
  }

  private static func explain(_ id: String, _ context: CommandContext) throws(UsageError) -> ExitCode {
    guard let rule = LintRule.named(id) else { throw LintSettings.unknownRule(id) }
    return print(rule.page, context)
  }

  private static func listRules(_ context: CommandContext) -> ExitCode {
    let width = LintRule.all.map(\.id.count).max() ?? 0
    let lines = LintRule.all.map { rule in
      let space = String(repeating: " ", count: width - rule.id.count)
      return "\(rule.id)\(space)  \(rule.severity == .error ? "error  " : "warning")  \(rule.summary)\n"
    }
    return print(lines.joined(), context)
  }

  private static func print(_ text: String, _ context: CommandContext) -> ExitCode {
    do throws(Failure) {
      try context.write(text)
      return .success
    } catch {
      return error.code == .brokenPipe ? .brokenPipe : .trouble
    }
  }
}
