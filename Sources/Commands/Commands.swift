// The verbs, in the order in which help shows them; each is one file of this folder.

extension Program {
  package static let commands: [Command] = [
    LintCommand.command,
    EncodingCommand.command,
    TranscodeCommand.command,
    ConvertCommand.command,
    EventsCommand.command,
    CDATACommand.command,
    EscapeCommand.command,
    UnescapeCommand.command,
    FormatCommand.command,
    XPathCommand.command,
    WorkflowCommand.command,
    ManCommand.command,
    CompletionsCommand.command,
  ]
}
