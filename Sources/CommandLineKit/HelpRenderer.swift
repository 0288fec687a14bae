/// Renders help at a width in columns: an overview of the commands, and a page for each.
package struct HelpRenderer {
  private let layout: TextLayout

  /// Clamps the width between 40 and 110 columns: longer lines are hard to read.
  package init(width: Int, isStyled: Bool) {
    layout = TextLayout(width: min(max(width, 40), 110), isStyled: isStyled)
  }

  /// Returns the output of the program without arguments: the most common commands with an example each, in
  /// 24 lines.
  package func introduction(_ commands: CommandSet) -> String {
    let (program, verbs) = (commands.program, commands.commonest.compactMap { commands.verb(named: $0) })
    guard !verbs.isEmpty else { return overview(commands) }
    return layout.paragraph("`\(program)`: \(commands.summary)") + layout.heading("Usage")
      + layout.paragraph("`\(program)` *COMMAND* [OPTIONS] [FILE...]", indent: 2)
      + layout.heading("Common commands")
      + rows(verbs, beside: verbs) + layout.heading("Examples")
      + verbs.compactMap(\.examples.first).map { commandLine($0.command, indent: 2) }.joined() + "\n"
      + layout.paragraph("All commands: `\(program) help`. One command: `\(program) help` *COMMAND*.")
  }

  /// Returns all commands by purpose, one per line, the common options and the pages.
  package func overview(_ commands: CommandSet) -> String {
    let program = commands.program
    var text = layout.paragraph("`\(program)`: \(commands.summary)")
    text += layout.heading("Usage")
    text += layout.paragraph("`\(program)` *COMMAND* [OPTIONS] [FILE...]", indent: 2)
    text += layout.paragraph("`\(program)` `help` *COMMAND*", indent: 2)
    let verbs = commands.verbs
    for group in commands.groups {
      text += layout.heading(group) + rows(verbs.filter { $0.group == group }, beside: verbs)
    }
    text += layout.heading(OptionDeclaration.commonSection)
    for option in commands.commonOptions { text += row(option, option.fullSummary) }
    for (name, summary) in HelpLength.options { text += layout.row(name, summary, column: 30) }
    if let examples = commands.manual.first(where: { $0.title == "EXAMPLES" }) {
      text += layout.heading("Examples")
      text += examples.blocks.map { block($0, indent: 2) }.joined()
    }
    if !commands.pages.isEmpty {
      text += layout.heading("More to read")
      for page in commands.pages {
        text += layout.row("`\(program) help \(commands.topic(of: page))`", page.summary, column: 30)
      }
    }
    return text
  }

  /// Lines of a command's short page on a terminal of 80 columns.
  package static let shortPageLines = 60
  private static let shortPageExamples = 3

  /// Returns help that fits a terminal: usage, three examples, and one line each for as many options as fit.
  package func shortPage(_ verb: Verb, prefix: String) -> String {
    var text = head(verb, prefix: prefix) + choices(verb) + subverbs(verb)
    let examples = (verb.examples + verb.subverbs.flatMap(\.examples)).prefix(Self.shortPageExamples)
    text += layout.heading("Examples")
    text += examples.map(shown).joined()
    let reference = verb.allOptions.commonReference("`pliant help`")
    let end =
      "\n" + layout.paragraph("\(OptionDeclaration.commonSection): \(reference).")
      + layout.paragraph("Everything about \(verb.name): `\(prefix) \(verb.name) --help`.")
    let own = verb.allOptions.filter { !$0.isCommon }
    // Output options come first: they are the most wanted.
    var rest = (own.filter { $0.section == "Output" } + own.filter { $0.section != "Output" })[...]
    guard !rest.isEmpty else { return text + end }
    text += layout.heading("Options")
    while let option = rest.first {
      let next = text + row(option, option.summary)
      guard (next + names(rest.dropFirst()) + end).count(where: { $0 == "\n" }) <= Self.shortPageLines else {
        break
      }
      text = next
      rest.removeFirst()
    }
    return text + names(rest) + end
  }

  /// The options that do not fit.
  private func names(_ options: ArraySlice<OptionDeclaration>) -> String {
    guard !options.isEmpty else { return "" }
    return layout.paragraph(
      "and " + options.map { "`\($0.typed)`" }.joined(separator: ", "), indent: 2, hanging: 6)
  }

  /// Returns the whole page of a command; `prefix` is the program, and the command of a subcommand.
  package func page(_ verb: Verb, prefix: String) -> String {
    var text = head(verb, prefix: prefix)
    for paragraph in verb.fullDescription { text += "\n" + block(ManualBlock(paragraph: paragraph)) }
    text += subverbs(verb)
    text += options(verb.allOptions.filter { !$0.isCommon })
    text += layout.heading(OptionDeclaration.commonSection)
    text += layout.paragraph(verb.allOptions.commonReference("`pliant help`"), indent: 2)
    text += examples(verb.examples + verb.subverbs.flatMap(\.examples))
    text += layout.heading("Exit status")
    for (code, meaning) in verb.exitStatus.meanings.enumerated() {
      text += layout.row("`\(code)`", meaning, column: 6)
    }
    return text + seeAlso(verb.seeAlso, title: "See also")
  }

  /// Returns a page that does not belong to a command.
  package func page(_ page: ManualPage) -> String {
    var text = layout.paragraph("`\(page.name)`: \(page.summary)")
    for section in page.sections {
      text += layout.heading(section.title)
      text += section.blocks.map { block($0, indent: 2) }.joined(separator: "\n")
    }
    return text + seeAlso(page.seeAlso, title: "SEE ALSO")
  }

  private func seeAlso(_ names: [String], title: String) -> String {
    names.isEmpty ? "" : layout.heading(title) + layout.paragraph(names.joined(separator: ", "), indent: 2)
  }

  // MARK: Parts

  private func head(_ verb: Verb, prefix: String) -> String {
    let text = layout.paragraph("`\(prefix) \(verb.name)`: \(verb.summary)") + layout.heading("Usage")
    guard !verb.subverbs.isEmpty else { return text + synopsis(verb, prefix: prefix) }
    return text + verb.subverbs.map { synopsis($0, prefix: "\(prefix) \(verb.name)") }.joined()
  }

  private func choices(_ verb: Verb) -> String { verb.choices.map { "\n" + layout.paragraph($0) }.joined() }

  private func subverbs(_ verb: Verb) -> String {
    verb.subverbs.isEmpty ? "" : layout.heading("Commands") + rows(verb.subverbs, beside: verb.subverbs)
  }

  /// Commands with their summaries in a column to the right of all names.
  private func rows(_ verbs: [Verb], beside all: [Verb]) -> String {
    let column = (all.map(\.name.count).max() ?? 0) + 4
    return verbs.map { layout.row("`\($0.name)`", $0.summary, column: column) }.joined()
  }

  private func row(_ option: OptionDeclaration, _ summary: String) -> String {
    layout.row((option.letter == nil ? "    " : "") + "`\(option.synopsis)`", summary, column: 30)
  }

  private func commandLine(_ command: String, indent: Int) -> String {
    layout.literal(LineFolding.command(command, width: layout.width - indent), indent: indent)
  }

  private func synopsis(_ verb: Verb, prefix: String) -> String {
    let operands = verb.operands.map { operand in
      operand.isOptional ? operand.synopsis : "*\(operand.name)*" + (operand.repeats ? "..." : "")
    }
    let words = ["`\(prefix) \(verb.name)`"] + (verb.options.isEmpty ? [] : ["[OPTIONS]"]) + operands
    return layout.paragraph(words.joined(separator: " "), indent: 2, hanging: 6)
  }

  private func options(_ options: [OptionDeclaration]) -> String {
    var text = ""
    for section in options.sections {
      text += layout.heading(section ?? "Options")
      for option in options where option.section == section { text += row(option, option.fullSummary) }
    }
    return text
  }

  private func examples(_ examples: [Example]) -> String {
    guard !examples.isEmpty else { return "" }
    return layout.heading("Examples") + examples.map(shown).joined(separator: "\n")
  }

  private func shown(_ example: Example) -> String {
    layout.paragraph(example.explanation, indent: 2) + commandLine(example.command, indent: 4)
  }

  private func block(_ block: ManualBlock, indent: Int = 0) -> String {
    switch block {
    case .paragraph(let text): layout.paragraph(text, indent: indent)
    case .literal(let text):
      layout.literal(LineFolding.literal(text, width: layout.width - indent - 2), indent: indent + 2)
    case .terms(let terms): terms.map(term).joined()
    case .table(let rows): layout.table(rows, indent: indent)
    case .example(let example):
      layout.paragraph(example.explanation, indent: indent)
        + commandLine("$ " + example.command, indent: indent + 2)
        + layout.literal(
          LineFolding.output(example.output ?? "", width: layout.width - indent - 2), indent: indent + 2)
    }
  }

  /// The first paragraph next to the term, the others below it.
  private func term(_ term: ManualTerm) -> String {
    let first = layout.row(term.term, term.paragraphs.first ?? "", column: 26)
    return first + term.paragraphs.dropFirst().map { block(ManualBlock(paragraph: $0), indent: 6) }.joined()
  }
}

extension HelpLength {
  /// The options that every command has without declaring them.
  static let options = [
    ("`-h`", "print a help text that fits a terminal"), ("    `--help`", "print the whole help text"),
    ("`-V`, `--version`", "print the version"),
  ]
}
