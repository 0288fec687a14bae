// pliant man: the source of a manual page.

package enum ManCommand {
  static let verb = Verb(
    "man", group: "Help", summary: "print the mdoc source of a manual page",
    page: PackageResources.man_1_txt, operands: [.topic],
    options: [CommonOptions.output] + CommonOptions.messages,
    exitStatus: .failing(done: "success", failed: "cannot write the page"),
    seeAlso: ["completions", "pliant-formats(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    context.deliver(try Manual.source(of: typed.operands.first?.shown), to: typed[CommonOptions.output])
  }
}
