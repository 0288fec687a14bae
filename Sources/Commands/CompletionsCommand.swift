package enum CompletionsCommand {
  private static let shell: ValueParser<CompletionShell> = .choice(
    "SHELL", CompletionShell.allCases, kind: "shell")

  private static let keyPaths = ValueOption(
    "key-paths", value: .text("PREFIX"),
    help: "print the key paths that begin with *PREFIX*, one per line; for the completion scripts")
  private static let file = RepeatedOption(
    "in", value: .path("FILE"), help: "a file whose key paths `--key-paths` prints")

  static let verb = Verb(
    "completions", group: "Help", summary: "print a shell completion script",
    page: PackageResources.completions_1_txt, operands: [Operand(value: shell)],
    options: [keyPaths, file, CommonOptions.output] + CommonOptions.messages,
    exitStatus: .failing(done: "success", failed: "cannot write the script"),
    seeAlso: ["man"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let files = typed[file]
    if let prefix = typed[keyPaths] {
      let paths = files.flatMap { CompletedKeyPaths.paths(from: prefix, in: $0, context) }
      return context.deliver(paths.map { $0 + "\n" }.joined(), to: typed[CommonOptions.output])
    }
    let shell = try shell.value(of: typed.operands[0])
    return context.deliver(shell.script(for: Program.commandSet), to: typed[CommonOptions.output])
  }
}
