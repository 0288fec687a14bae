// pliant man: the source of a manual page.

/// The command `man`.
package enum ManCommand {
  package static let command = Command("man", verb, run: run)

  private static let verb = Verb(
    "man", group: "Help", summary: "print the mdoc source of a manual page",
    description: [
      """
      Prints the page of *TOPIC*, a command or a page such as `formats`; the default is pliant(1). To read it, pipe it \
      to `man -l -` or mandoc(1).
      """
    ], operands: [.topic], options: [CommonOptions.output] + CommonOptions.messages,
    examples: [
      Example("pliant man convert -o pliant-convert.1", "Write the source of a page to a file.", output: ""),
      Example(
        "pliant man formats | grep '^.Dt'", "Print the source of another page.",
        output: ".Dt PLIANT-FORMATS 7\n"),
      Example("pliant man lint | mandoc -Tlint -Werror", "Check a page with mandoc(1).", output: ""),
      Example(
        "pliant man cnvert", "Ask for an unknown page; the exit status is 2.",
        output: """
          pliant: unknown page 'cnvert'; did you mean 'convert'?
          See 'pliant help man'.

          """, status: 2),
    ], exitStatus: .failing(done: "success", failed: "cannot write the page"),
    seeAlso: ["completions", "pliant-formats(7)"])

  package static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  { context.deliver(try Manual.source(of: typed.operands.first?.shown), to: typed[CommonOptions.output]) }
}
