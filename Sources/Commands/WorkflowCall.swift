// A step that runs another workflow of the same folder: `workflow run [--set NAME=VALUE]... FILE`.

import CommandLineKit
import PliantCore

struct WorkflowCall {
  /// The file as the step names it.
  let name: String
  /// The same in the caller's folder.
  let file: String
  let settings: [NamedArgument]

  /// The call that a step's words are; nil if they are another command.
  ///
  /// Throws a `UsageError` for words that do not parse, and for what only a person can ask for.
  init?(_ words: [Argument], from caller: String) throws(UsageError) {
    guard words.first == Argument(WorkflowCommand.command.name),
      case .run(_, let typed) = try Program.commandSet.parse(words)
    else { return nil }
    let subverb = typed.subverb.flatMap(WorkflowCommand.Subverb.init) ?? .run
    guard subverb == .run, !typed[WorkflowCommand.dryRun], let file = typed.paths.first else {
      throw UsageError("a step can only run a workflow", verb: "workflow")
    }
    guard !file.contains("/"), file != "-" else {
      throw UsageError(
        "'\(Platform.displayPath(file))' is not in the workflow's own folder", verb: "workflow")
    }
    name = file
    let folder = caller == "-" ? "" : Paths.split(caller).folder
    self.file = folder.isEmpty || folder == "." ? file : Paths.join(folder, file)
    settings = typed[WorkflowCommand.set]
  }
}
