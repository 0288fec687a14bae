extension Workflow {
  /// Returns a workflow's manual page; `file` is its path as typed.
  func page(file: String) -> ManualPage {
    var sections = [ManualSection("SYNOPSIS", [.literal(synopsis(file))])]
    let text = description.isEmpty ? [purpose.asSentence] : description
    sections.append(ManualSection("DESCRIPTION", text.map(ManualBlock.init(paragraph:))))
    if !parameters.isEmpty {
      sections.append(ManualSection("PARAMETERS", [.terms(parameters.map(term))]))
    }
    let files =
      inputs.map { ManualTerm("`\($0.path)`", ["Read: \($0.help)".asSentence]) }
      + outputs.map { ManualTerm("`\($0.path)`", ["Made: \($0.help)".asSentence]) }
    sections.append(ManualSection("STEPS", steps.enumerated().flatMap { Self.blocks($1, number: $0 + 1) }))
    if !files.isEmpty { sections.append(ManualSection("FILES", [.terms(files)])) }
    sections += PageText.sections(
      """
      # EXIT STATUS
      0 :: Every step was done.
      1 :: A step failed. The message names it, and the steps after it do not run. The files that the steps have made
        or rewritten are restored.
      2 :: Wrong usage, such as a parameter without a value.
      """)
    let shown =
      examples.isEmpty ? [Example(command: synopsis(file, isShort: true), help: "Runs all steps.")] : examples
    sections.append(
      ManualSection("EXAMPLES", shown.flatMap { [.paragraph($0.help), .literal("$ \($0.command)")] }))
    let allSections = sections
    return ManualPage(
      name, section: 7, summary: purpose, sections: allSections,
      seeAlso: ["workflow", "pliant-workflows(7)"] + verbs)
  }

  /// The command line, the short one without optional settings.
  private func synopsis(_ file: String, isShort: Bool = false) -> String {
    let settings = parameters.filter { !isShort || $0.defaultValue == nil }.map { parameter in
      let setting = "--set \(parameter.name)=VALUE"
      return parameter.defaultValue == nil ? setting : "[" + setting + "]"
    }
    return (["pliant workflow run"] + settings + [WorkflowWords.quoted(file)]).joined(separator: " ")
  }

  private var verbs: [String] {
    var verbs: [String] = []
    for verb in steps.flatMap(\.commands).compactMap(\.first) where !verbs.contains(verb) {
      verbs.append(verb)
    }
    return verbs.filter { Program.commandSet.verb(named: $0) != nil }
  }

  private func term(_ parameter: Parameter) -> ManualTerm {
    var text = parameter.help.asSentence
    switch parameter.kind {
    case .text: break
    case .integer: text += " An integer."
    case .file: text += " An existing file."
    case .folder: text += isMade(parameter) ? " A folder, made if missing." : " An existing folder."
    case .files: text += " A pattern, in which `*` matches part of a name and `**` any directories."
    }
    if !parameter.allowed.isEmpty {
      text += " One of " + parameter.allowed.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
    if let pattern = parameter.pattern { text += " It must match `\(pattern)`." }
    text += parameter.defaultValue.map { " The default is `\($0)`." } ?? " It must be given."
    return ManualTerm("`\(parameter.name)`", [text])
  }

  private static func blocks(_ step: Step, number: Int) -> [ManualBlock] {
    let line = step.commands.map(WorkflowWords.typed).joined(separator: " |\n    ")
    var text = "\(number). " + step.why.asSentence
    if step.accepted != [0] {
      let statuses = step.accepted.sorted().map(String.init)
      text += " Exit status \(statuses.joined(beforeLast: "or")) counts as success."
    }
    if !step.made.isEmpty {
      let made = step.made.map { "`\($0)`" }.joined(beforeLast: "and")
      text += " Skipped while \(made) \(step.made.count == 1 ? "is" : "are") up to date."
    }
    return [.paragraph(text), .literal(line)]
  }
}
