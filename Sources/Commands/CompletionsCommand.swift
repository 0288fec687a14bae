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
    description: """
      Prints the completion script for *SHELL*. It completes commands, options, their values, file names, and the key
      paths of the files on the command line.

          bash   pliant completions bash > ~/.local/share/bash-completion/completions/pliant
          zsh    pliant completions zsh > _pliant      (in a directory of $fpath)
          fish   pliant completions fish > ~/.config/fish/completions/pliant.fish
      """, operands: [Operand(value: shell)],
    options: [keyPaths, file, CommonOptions.output] + CommonOptions.messages,
    examples: """
      Write a script for `source` in bash.
        $ pliant completions bash -o pliant.bash
      Write a function for a directory of zsh's *fpath*.
        $ pliant completions zsh -o _pliant
      Write a script for fish's completions directory.
        $ pliant completions fish -o pliant.fish
      Reject an unknown shell; the exit status is 2.
        $ pliant completions csh
        pliant: unknown shell 'csh'; did you mean 'zsh'?
        See 'pliant help completions'.
        [2]
      """, exitStatus: .failing(done: "success", failed: "cannot write the script"),
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
