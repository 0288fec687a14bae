// pliant man: the source of a manual page.

package enum ManCommand {
  static let verb = Verb(
    "man", group: "Help", summary: "print the mdoc source of a manual page",
    description: """
      Prints the page of *TOPIC*, a command or a page such as `formats`; the default is pliant(1). To read it, pipe it
      to `man -l -` or mandoc(1).
      """, operands: [.topic], options: [CommonOptions.output] + CommonOptions.messages,
    examples: """
      Write the source of a page to a file.
        $ pliant man convert -o pliant-convert.1
      Print the source of another page.
        $ pliant man formats | grep '^.Dt'
        .Dt PLIANT-FORMATS 7
      Check a page with mandoc(1).
        $ pliant man lint | mandoc -Tlint -Werror
      Ask for an unknown page; the exit status is 2.
        $ pliant man cnvert
        pliant: unknown page 'cnvert'; did you mean 'convert'?
        See 'pliant help man'.
        [2]
      """, exitStatus: .failing(done: "success", failed: "cannot write the page"),
    seeAlso: ["completions", "pliant-formats(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    context.deliver(try Manual.source(of: typed.operands.first?.shown), to: typed[CommonOptions.output])
  }
}
