// The commands, in the order of help; each is one file of this folder.

extension Program {
  package static let commands: [Command] = [
    ConvertCommand.command, TranscodeCommand.command, LoadCommand.command, MappingCommand.command,
    LintCommand.command, EncodingCommand.command, InfoCommand.command, DiffCommand.command,
    PrintCommand.command, ExtractCommand.command, TypeCommand.command, QueryCommand.command,
    XPathCommand.command, EditCommand.insert.command, EditCommand.replace.command, EditCommand.remove.command,
    PatchCommand.command, MergeCommand.command, CreateCommand.command, FormatCommand.command,
    SplitCommand.command, EventsCommand.command, CDATACommand.command, EscapeCommand.command,
    UnescapeCommand.command, WorkflowCommand.command, ManCommand.command, CompletionsCommand.command,
  ]
}
