// A step that runs another workflow of the same folder: `workflow run [--set NAME=VALUE]... FILE`.

struct WorkflowCall {
  /// The file in the step.
  let name: String
  /// Its path in the caller's directory.
  let file: String
  let settings: [NamedArgument]

  /// Parses a step's words as a call; nil if they are another command.
  ///
  /// Throws a `UsageError` for invalid words, and for options that only a person may use.
  init?(_ words: [Argument], from caller: String) throws(UsageError) {
    guard words.first == Argument(WorkflowCommand.command.name),
      case .run(_, let typed) = try Program.commandSet.parse(words)
    else { return nil }
    let subverb = typed.subverb.flatMap(WorkflowCommand.Subverb.init) ?? .run
    guard subverb == .run, !typed[WorkflowCommand.dryRun], let file = typed.paths.first else {
      throw UsageError("a step can only run a workflow")
    }
    guard !file.contains("/"), file != "-" else {
      throw UsageError("'\(Platform.displayPath(file))' is not in the workflow's own folder")
    }
    name = file
    let folder = caller == "-" ? "" : Paths.split(caller).folder
    self.file = folder.isEmpty || folder == "." ? file : Paths.join(folder, file)
    settings = typed[WorkflowCommand.set]
  }
}
