// Help for a person at a terminal: an overview of the verbs, and a page for each.

/// Lays help out for a width in columns.
package struct HelpRenderer {
  private let layout: TextLayout

  /// Widths are held between 40 and 110 columns: longer lines are hard to read.
  package init(width: Int, isStyled: Bool) {
    layout = TextLayout(width: min(max(width, 40), 110), isStyled: isStyled)
  }

  /// What the program alone shows: the verbs by purpose, a line each.
  package func overview(_ commands: CommandSet) -> String {
    let program = commands.program
    var text = layout.paragraph("`\(program)`: \(commands.summary)")
    text += layout.heading("Usage")
    text += layout.paragraph("`\(program)` *VERB* [OPTIONS] [FILE...]", indent: 2)
    text += layout.paragraph("`\(program)` `help` *VERB*", indent: 2)
    let column = (commands.verbs.map(\.name.count).max() ?? 0) + 4
    for group in commands.groups {
      text += layout.heading(group)
      for verb in commands.verbs where verb.group == group {
        text += layout.row("`\(verb.name)`", verb.summary, column: column)
      }
    }
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

  /// The page of one verb; `prefix` is the program, and the verb before a subverb.
  package func page(_ verb: Verb, prefix: String) -> String {
    var text = layout.paragraph("`\(prefix) \(verb.name)`: \(verb.summary)")
    text += layout.heading("Usage")
    if verb.subverbs.isEmpty {
      text += synopsis(verb, prefix: prefix)
    } else {
      for subverb in verb.subverbs { text += synopsis(subverb, prefix: "\(prefix) \(verb.name)") }
    }
    for paragraph in verb.fullDescription {
      text += "\n" + block(ManualBlock(paragraph: paragraph))
    }
    if !verb.subverbs.isEmpty {
      let column = (verb.subverbs.map(\.name.count).max() ?? 0) + 4
      text += layout.heading("Commands")
      for subverb in verb.subverbs {
        text += layout.row("`\(subverb.name)`", subverb.summary, column: column)
      }
    }
    text += options(verb.allOptions)
    text += examples(verb.examples + verb.subverbs.flatMap(\.examples))
    text += layout.heading("Exit status")
    for line in verb.exitStatus { text += layout.row("`\(line.code)`", line.meaning, column: 6) }
    if !verb.seeAlso.isEmpty {
      text += layout.heading("See also")
      text += layout.paragraph(verb.seeAlso.joined(separator: ", "), indent: 2)
    }
    return text
  }

  /// A page that belongs to no verb.
  package func page(_ page: ManualPage) -> String {
    var text = layout.paragraph("`\(page.name)`: \(page.summary)")
    for section in page.sections {
      text += layout.heading(section.title)
      text += section.blocks.map { block($0, indent: 2) }.joined(separator: "\n")
    }
    if !page.seeAlso.isEmpty {
      text += layout.heading("SEE ALSO")
      text += layout.paragraph(page.seeAlso.joined(separator: ", "), indent: 2)
    }
    return text
  }

  // MARK: Parts

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
      for option in options where option.section == section {
        let lead = option.letter == nil ? "    " : ""
        text += layout.row(lead + "`\(option.synopsis)`", option.fullSummary, column: 30)
      }
    }
    return text
  }

  private func examples(_ examples: [Example]) -> String {
    guard !examples.isEmpty else { return "" }
    let texts = examples.map { example in
      layout.paragraph(example.explanation, indent: 2) + "    \(example.command)\n"
    }
    return layout.heading("Examples") + texts.joined(separator: "\n")
  }

  private func block(_ block: ManualBlock, indent: Int = 0) -> String {
    switch block {
    case .paragraph(let text): layout.paragraph(text, indent: indent)
    case .literal(let text): layout.literal(text, indent: indent + 2)
    case .heading(let title): layout.subheading(title, indent: indent)
    case .terms(let terms): terms.map(term).joined()
    case .table(let rows): layout.table(rows, indent: indent)
    case .example(let example):
      layout.paragraph(example.explanation, indent: indent)
        + layout.literal("$ \(example.command)\n\(example.output ?? "")", indent: indent + 2)
    }
  }

  /// The first paragraph beside the term, the others below it.
  private func term(_ term: ManualTerm) -> String {
    let first = layout.row(term.term, term.paragraphs.first ?? "", column: 26)
    return first
      + term.paragraphs.dropFirst().map { block(ManualBlock(paragraph: $0), indent: 6) }.joined()
  }
}
