// pliant create: a new, empty document.

package enum CreateCommand {
  private static let format: ValueParser<Format> = .format(
    "FORMAT", where: { $0.traits.editing != .none && $0.isWritable })
  private static let array = Flag("array", help: "create an empty array instead of a dictionary")
  private static let force = Flag("force", help: "replace existing files")

  static let verb = Verb(
    "create", group: "Editing", summary: "create an empty document",
    page: PackageResources.create_1_txt, operands: [Operand(value: format), .files],
    options: [array, force, CommonOptions.output] + CommonOptions.messages,
    exitStatus: .failing(done: "success", failed: "a file already exists, or pliant cannot write it"),
    seeAlso: ["insert", "convert"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let target = try format.value(of: typed.operands[0])
    if target == .strings && typed[array] {
      throw UsageError("a .strings file is a dictionary and cannot be an array")
    }
    var worst = ExitCode.success
    let named = typed.otherPaths
    let path = typed[CommonOptions.output]
    if path != nil && !named.isEmpty { throw UsageError.exclusive("-o", "FILE") }
    let files = named.isEmpty ? [path ?? "-"] : named
    if files == ["-"], target.isBinary, path == nil, named.isEmpty, context.refusesBinaryOutput {
      throw UsageError("binary output not written to the terminal; redirect it, or force it with '-o -'")
    }
    for file in files {
      do { try create(target, file, isArray: typed[array], mayReplace: typed[force], context) } catch {
        if error.isBrokenPipe { return .brokenPipe }
        context.report(error, file: file == "-" ? "<stdout>" : file)
        worst.worsen(to: .failure)
      }
    }
    return worst
  }

  private static func create(
    _ target: Format, _ name: String, isArray: Bool, mayReplace: Bool, _ context: CommandContext
  ) throws {
    let document = try ValueText.emptyContainer(isArray: isArray)
    let loaded = LoadedDocument(DocumentSource(format: target, text: .empty), document: document)
    let path = context.resolve(name)
    if name != "-", !mayReplace, Platform.status(path)?.kind == .regular { throw Failure(.fileExists) }
    var losses = LossReport(policy: .note)
    let written = try Writing(target).write(loaded, to: OutputBuffer(), losses: &losses)
    try context.write(written, to: name == "-" ? nil : path)
  }
}
