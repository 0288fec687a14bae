// The verbs, in the order in which help shows them; each is one file of this folder.

extension Program {
  package static let commands: [Command] = [
    LintCommand.command,
    EncodingCommand.command,
    TranscodeCommand.command,
    ConvertCommand.command,
    EditCommand.insert.command,
    EditCommand.replace.command,
    EditCommand.remove.command,
    PatchCommand.command,
    ExtractCommand.command,
    TypeCommand.command,
    CreateCommand.command,
    PrintCommand.command,
    InfoCommand.command,
    EventsCommand.command,
    CDATACommand.command,
    EscapeCommand.command,
    UnescapeCommand.command,
    FormatCommand.command,
    DiffCommand.command,
    QueryCommand.command,
    XPathCommand.command,
    MappingCommand.command,
    WorkflowCommand.command,
    ManCommand.command,
    CompletionsCommand.command,
  ]
}
