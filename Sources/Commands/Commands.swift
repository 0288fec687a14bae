// The commands, in the order of help; each is one file of this folder.

extension Program {
  package static let commands: [Command] = [
    Command("convert", ConvertCommand.verb, run: ConvertCommand.run),
    Command("transcode", TranscodeCommand.verb, run: TranscodeCommand.run),
    Command("load", LoadCommand.verb, run: LoadCommand.run),
    Command("mapping", MappingCommand.verb, run: MappingCommand.run),
    Command("lint", LintCommand.verb, run: LintCommand.run),
    Command("encoding", EncodingCommand.verb, run: EncodingCommand.run),
    Command("info", InfoCommand.verb, run: InfoCommand.run),
    Command("diff", DiffCommand.verb, run: DiffCommand.run),
    Command("print", PrintCommand.verb, run: PrintCommand.run),
    Command("extract", ExtractCommand.verb, run: ExtractCommand.run),
    Command("type", TypeCommand.verb, run: TypeCommand.run),
    Command("query", QueryCommand.verb, run: QueryCommand.run),
    Command("xpath", XPathCommand.verb, run: XPathCommand.run),
    Command("insert", EditCommand.insert.verb, run: EditCommand.insert.run),
    Command("replace", EditCommand.replace.verb, run: EditCommand.replace.run),
    Command("remove", EditCommand.remove.verb, run: EditCommand.remove.run),
    Command("patch", PatchCommand.verb, run: PatchCommand.run),
    Command("merge", MergeCommand.verb, run: MergeCommand.run),
    Command("create", CreateCommand.verb, run: CreateCommand.run),
    Command("format", FormatCommand.verb, run: FormatCommand.run),
    Command("split", SplitCommand.verb, run: SplitCommand.run),
    Command("events", EventsCommand.verb, run: EventsCommand.run),
    Command("cdata", CDATACommand.verb, run: CDATACommand.run),
    Command("escape", EscapeCommand.verb, run: EscapeCommand.run),
    Command("unescape", UnescapeCommand.verb, run: UnescapeCommand.run),
    Command("workflow", WorkflowCommand.verb, run: WorkflowCommand.run),
    Command("man", ManCommand.verb, run: ManCommand.run),
    Command("completions", CompletionsCommand.verb, run: CompletionsCommand.run),
  ]
}
