// Manual pages in mdoc, from declarations: one for the program, one per command, and the other pages.

package struct ManPageRenderer {
  private let commands: CommandSet
  /// In the form of `.Dd`: `November 21, 2026`.
  private let date: String

  package init(_ commands: CommandSet, date: String) {
    self.commands = commands
    self.date = date
  }

  /// Returns every page with its file name, in the order of the commands.
  package func all() -> [(fileName: String, text: String)] {
    [("\(commands.program).1", program())] + commands.verbs.map { ("\(pageName($0)).1", page($0)) }
      + commands.pages.map { ($0.fileName, page($0)) }
  }

  package func page(_ verb: Verb) -> String {
    var mdoc = head(pageName(verb), 1, verb.summary)
    mdoc.raw("Sh SYNOPSIS")
    if verb.subverbs.isEmpty {
      synopsis(verb, "\(commands.program) \(verb.name)", &mdoc)
    } else {
      for subverb in verb.subverbs {
        synopsis(subverb, "\(commands.program) \(verb.name) \(subverb.name)", &mdoc)
      }
    }
    mdoc.raw("Sh DESCRIPTION")
    let description = verb.description.isEmpty ? [verb.summary.asSentence] : verb.fullDescription
    blocks(description.map(ManualBlock.init(paragraph:)), &mdoc)
    subverbs(verb, &mdoc)
    options(verb.allOptions, &mdoc)
    for section in verb.manual { self.section(section, &mdoc) }
    mdoc.raw("Sh EXIT STATUS")
    list(verb.exitStatus.meanings.enumerated().map { (String($0), [$1.asSentence]) }, &mdoc)
    examples(verb.examples + verb.subverbs.flatMap(\.examples), &mdoc)
    seeAlso(verb.seeAlso + ["\(commands.program)(1)"], &mdoc)
    return mdoc.text
  }

  package func page(_ page: ManualPage) -> String {
    var mdoc = head(page.name, page.section, page.summary)
    for section in page.sections { self.section(section, &mdoc) }
    let own = page.name == commands.program ? [] : ["\(commands.program)(1)"]
    seeAlso(page.seeAlso + own, &mdoc)
    return mdoc.text
  }

  /// Returns the page of the program, which lists the commands.
  package func program() -> String {
    var mdoc = head(commands.program, 1, commands.summary)
    mdoc.raw("Sh SYNOPSIS")
    mdoc.macro("Nm")
    mdoc.raw("Ar COMMAND")
    mdoc.raw("Op Ar options")
    mdoc.raw("Op Ar FILE ...")
    for section in commands.manual {
      self.section(section, &mdoc)
      if section.title == "DESCRIPTION" {
        verbList(&mdoc)
        mdoc.raw("Sh COMMON OPTIONS")
        optionList(commands.commonOptions, others: HelpLength.options, &mdoc)
      }
    }
    seeAlso(commands.verbs.map(\.name) + commands.pages.map(\.reference), &mdoc)
    return mdoc.text
  }

  // MARK: Parts

  private func pageName(_ verb: Verb) -> String { "\(commands.program)-\(verb.name)" }

  private func head(_ name: String, _ section: Int, _ summary: String) -> MdocWriter {
    var mdoc = MdocWriter()
    mdoc.raw("Dd \(date)")
    mdoc.macro("Dt", name.uppercased(), String(section))
    mdoc.macro("Os", commands.program, commands.version)
    mdoc.raw("Sh NAME")
    mdoc.macro("Nm", name)
    let words = Markup.plain(summary).split(separator: " ").map { MdocWriter.argument(String($0)) }
    mdoc.raw("Nd " + words.joined(separator: " "))
    return mdoc
  }

  private func synopsis(_ verb: Verb, _ name: String, _ mdoc: inout MdocWriter) {
    mdoc.macro("Nm", name)
    for option in verb.options where !option.isCommon {
      mdoc.raw("Op " + (option.letter.map { "Fl \($0)" } ?? "Fl " + long(option.key)) + value(option))
    }
    for operand in verb.operands {
      let word = "Ar " + MdocWriter.argument(operand.name) + (operand.repeats ? " ..." : "")
      mdoc.raw(operand.isOptional ? "Op " + word : word)
    }
  }

  /// A long name as an argument of `Fl`, in which hyphens do not break lines.
  private func long(_ name: String) -> String { "-" + MdocWriter.escape(name, isLiteral: true) }

  /// The placeholder of an option's value, as macros.
  private func value(_ option: OptionDeclaration) -> String {
    guard let text = option.valueText else { return "" }
    let words = text.split(separator: "|").map {
      (option.choices.isEmpty ? "Ar " : "Cm ") + MdocWriter.argument(String($0))
    }
    let joined = words.joined(separator: " | ")
    guard case .optional = option.argument else { return " " + joined }
    return " Ns Oo = Ns " + joined + " Oc"
  }

  private func verbList(_ mdoc: inout MdocWriter) {
    mdoc.raw("Sh COMMANDS")
    for group in commands.groups {
      mdoc.macro("Ss", group)
      let verbs = commands.verbs.filter { $0.group == group }
      list(verbs.map { ("Xr \(pageName($0)) 1", [$0.summary.asSentence]) }, &mdoc)
    }
  }

  private func subverbs(_ verb: Verb, _ mdoc: inout MdocWriter) {
    guard !verb.subverbs.isEmpty else { return }
    mdoc.raw("Sh COMMANDS")
    let items = verb.subverbs.map { subverb in
      let operands = subverb.operands.map {
        " Ar " + MdocWriter.argument($0.name) + ($0.repeats ? " ..." : "")
      }
      let macros = "Cm " + MdocWriter.argument(subverb.name) + operands.joined()
      return (macros, [subverb.summary.asSentence] + subverb.description)
    }
    list(items, &mdoc)
  }

  /// A command's own options by section, and one line for the common ones.
  private func options(_ options: [OptionDeclaration], _ mdoc: inout MdocWriter) {
    guard !options.isEmpty else { return }
    let own = options.filter { !$0.isCommon }
    mdoc.raw("Sh OPTIONS")
    for section in own.sections {
      if let section { mdoc.macro("Ss", section) }
      optionList(own.filter { $0.section == section }, &mdoc)
    }
    mdoc.macro("Ss", OptionDeclaration.commonSection)
    mdoc.running(options.commonReference("\(commands.program)(1)") + ".")
  }

  private func optionList(
    _ options: [OptionDeclaration], others: [(String, String)] = [], _ mdoc: inout MdocWriter
  ) {
    let declared = options.map { option in
      let names = (option.letter.map { ["Fl \($0)"] } ?? []) + option.longNames.map { "Fl " + long($0) }
      return (names.joined(separator: " , ") + value(option), [option.fullSummary.asSentence] + option.detail)
    }
    list(declared + others.map { (MdocWriter.line(Markup.words($0)), [$1.asSentence]) }, &mdoc)
  }

  private func examples(_ examples: [Example], _ mdoc: inout MdocWriter) {
    guard !examples.isEmpty else { return }
    mdoc.raw("Sh EXAMPLES")
    blocks(examples.map(ManualBlock.example), &mdoc)
  }

  /// Commands and pages in mdoc's order: by section, then by name.
  private func seeAlso(_ names: [String], _ mdoc: inout MdocWriter) {
    var references: [(section: String, name: String)] = []
    for name in names {
      let page = MdocWriter.pageReference(name)
      let reference = (page?.section ?? "1", page?.name ?? "\(commands.program)-\(name)")
      if !references.contains(where: { $0 == reference }) { references.append(reference) }
    }
    references.sort { $0 < $1 }
    guard !references.isEmpty else { return }
    mdoc.raw("Sh SEE ALSO")
    for (index, reference) in references.enumerated() {
      mdoc.raw("Xr \(reference.name) \(reference.section)" + (index + 1 < references.count ? " ," : ""))
    }
  }

  // MARK: Blocks

  private func section(_ section: ManualSection, _ mdoc: inout MdocWriter) {
    mdoc.macro("Sh", section.title)
    blocks(section.blocks, &mdoc)
  }

  private func blocks(_ blocks: [ManualBlock], _ mdoc: inout MdocWriter) {
    for (index, block) in blocks.enumerated() { self.block(block, isFirst: index == 0, &mdoc) }
  }

  private func block(_ block: ManualBlock, isFirst: Bool, _ mdoc: inout MdocWriter) {
    switch block {
    case .paragraph(let text):
      if !isFirst { mdoc.raw("Pp") }
      mdoc.running(text)
    case .literal(let text): mdoc.literal(text)
    case .terms(let terms):
      list(terms.map { (MdocWriter.line(Markup.words($0.term)), $0.paragraphs) }, &mdoc)
    case .table(let rows): table(rows, &mdoc)
    case .example(let example):
      if !isFirst { mdoc.raw("Pp") }
      mdoc.running(example.explanation)
      mdoc.example(example.command, output: example.output ?? "")
    }
  }

  /// A list of terms, as macros, with their paragraphs.
  private func list(_ items: [(term: String, paragraphs: [String])], _ mdoc: inout MdocWriter) {
    mdoc.raw("Bl -tag -width Ds")
    for (term, paragraphs) in items {
      mdoc.raw("It " + term)
      for (index, paragraph) in paragraphs.enumerated() {
        block(ManualBlock(paragraph: paragraph), isFirst: index == 0, &mdoc)
      }
    }
    mdoc.raw("El")
  }

  private func table(_ rows: [[String]], _ mdoc: inout MdocWriter) {
    let plain = rows.map { $0.map(Markup.plain) }
    let widths = plain.columnWidths
    guard widths.reduce(0, { $0 + $1 + 4 }) <= Self.tableWidth else {
      return block(.terms(plain.stacked), isFirst: false, &mdoc)
    }
    let sizes = widths.map { MdocWriter.argument(String(repeating: "x", count: $0) + " ") }
    mdoc.raw("Bl -column " + sizes.joined(separator: " "))
    for (index, row) in plain.enumerated() {
      let cells = row.map { (index == 0 ? "Sy " : "") + MdocWriter.argument($0.isEmpty ? " " : $0) }
      mdoc.raw("It " + cells.joined(separator: " Ta "))
    }
    mdoc.raw("El")
  }

  /// Columns of a table, so that a page fits 80.
  private static let tableWidth = 74
}

extension String {
  /// The text with a capital at the beginning and a full stop at the end.
  package var asSentence: String {
    guard let first else { return self }
    let ended = last.map { ".!?".contains($0) } == true ? self : self + "."
    return first.isLetter ? first.uppercased() + ended.dropFirst() : ended
  }
}
