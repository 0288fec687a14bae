// pliant workflow list: the workflows of a directory, one per line, or the contents of one file.

enum WorkflowList {
  typealias Row = (left: String, right: String)

  static func print(_ path: String, _ context: CommandContext) -> ExitCode {
    if Platform.status(context.resolve(path))?.kind == .folder { return printFolder(path, context) }
    guard let workflow = WorkflowCommand.load(path, context) else { return .failure }
    let settings = workflow.parameters.map { parameter in
      let value = parameter.defaultValue ?? parameter.kind.rawValue.uppercased()
      return ("--set \(WorkflowWords.quoted("\(parameter.name)=\(value)"))", Workflow.oneLine(parameter.help))
    }
    let steps = workflow.steps.enumerated().map { index, step in
      "  \(index + 1). " + step.commands.map(WorkflowWords.typed).joined(separator: " | ") + "\n"
    }
    let head = lines([(workflow.name, described(workflow.purpose, path))])
    return context.deliver(head + lines(settings, indentation: "  ") + steps.joined(), to: nil)
  }

  private static func printFolder(_ folder: String, _ context: CommandContext) -> ExitCode {
    guard let names = Platform.names(inFolder: context.resolve(folder)) else {
      context.report(Diagnostic(Platform.readFailure(Platform.lastError)), file: folder)
      return .failure
    }
    var rows: [Row] = []
    for name in names where ["json", "plist", "xml"].contains(Paths.pathExtension(name) ?? "") {
      let path = folder == "." ? name : Paths.join(folder, name)
      let row = try? WorkflowCommand.read(path, context) { loaded -> Row? in
        let root = DocumentValue(loaded.document)
        guard WorkflowReader.looksLikeWorkflow(root) else { return nil }
        let purpose = root.value(forKey: "purpose")?.string ?? ""
        return (Workflow.oneLine(root.value(forKey: "name")?.string ?? ""), described(purpose, path))
      }
      if let row = row ?? nil { rows.append(row) }
    }
    if rows.isEmpty {
      context.note("no workflows here", rule: .workflowList, file: folder)
    }
    return context.deliver(lines(rows), to: nil)
  }

  private static func described(_ purpose: String, _ path: String) -> String {
    "\(Workflow.oneLine(purpose)) (\(Platform.displayPath(path)))"
  }

  /// Two columns.
  static func lines(_ rows: [Row], indentation: String = "") -> String {
    let width = (rows.map(\.left.count).max() ?? 0) + 2
    return rows.map { row in
      let space = String(repeating: " ", count: row.right.isEmpty ? 0 : width - row.left.count)
      return indentation + row.left + space + row.right + "\n"
    }.joined()
  }
}
