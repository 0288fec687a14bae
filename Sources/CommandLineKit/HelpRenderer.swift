// Help for a person at a terminal: an overview of the verbs, and a page for each.

/// Lays help out for a width in columns.
package struct HelpRenderer {
  private let width: Int
  private let isStyled: Bool

  /// Widths are held between 40 and 110 columns: longer lines are hard to read.
  package init(width: Int, isStyled: Bool) {
    self.width = min(max(width, 40), 110)
    self.isStyled = isStyled
  }

  /// What the program alone shows: the verbs by purpose, a line each.
  package func overview(_ commands: CommandSet) -> String {
    var text = wrap("\(commands.program): \(commands.summary)", indent: 0) + "\n"
    text += heading("Usage")
    text += "  \(commands.program) VERB [OPTIONS] [FILE...]\n"
    text += "  \(commands.program) help VERB\n"
    let column = (commands.verbs.map(\.name.count).max() ?? 0) + 4
    var groups: [String] = []
    for verb in commands.verbs where !groups.contains(verb.group) { groups.append(verb.group) }
    for group in groups {
      text += heading(group)
      for verb in commands.verbs where verb.group == group {
        text += row(verb.name, verb.summary, column: column)
      }
    }
    return text
  }

  /// The page of one verb; `prefix` is the program, and the verb before a subverb.
  package func page(_ verb: Verb, prefix: String) -> String {
    var text = wrap("\(prefix) \(verb.name): \(verb.summary)", indent: 0) + "\n"
    text += heading("Usage")
    if verb.subverbs.isEmpty {
      text += wrap(synopsis(verb, prefix: prefix), indent: 2, hanging: 6) + "\n"
    } else {
      for subverb in verb.subverbs {
        text += wrap(synopsis(subverb, prefix: "\(prefix) \(verb.name)"), indent: 2, hanging: 6) + "\n"
      }
    }
    for paragraph in verb.description {
      text += "\n"
      text += paragraph.hasPrefix("    ") ? paragraph + "\n" : wrap(plain(paragraph), indent: 0) + "\n"
    }
    text += subverbList(verb)
    text += optionList(verb)
    text += exampleList(verb)
    text += heading("Exit status")
    for line in verb.exitStatus { text += row(String(line.code), line.meaning, column: 6) }
    if !verb.seeAlso.isEmpty {
      text += heading("See also") + wrap(verb.seeAlso.joined(separator: ", "), indent: 2) + "\n"
    }
    return text
  }

  private func synopsis(_ verb: Verb, prefix: String) -> String {
    ([prefix, verb.name] + (verb.options.isEmpty ? [] : ["[OPTIONS]"]) + verb.operands.map(\.synopsis))
      .joined(separator: " ")
  }

  private func subverbList(_ verb: Verb) -> String {
    guard !verb.subverbs.isEmpty else { return "" }
    let column = (verb.subverbs.map(\.name.count).max() ?? 0) + 4
    return heading("What it does") + verb.subverbs.map { row($0.name, $0.summary, column: column) }.joined()
  }

  private func optionList(_ verb: Verb) -> String {
    var sections: [String?] = []
    for option in verb.options where !sections.contains(option.section) { sections.append(option.section) }
    var text = ""
    for section in sections {
      text += heading(section ?? "Options")
      for option in verb.options where option.section == section {
        text += row((option.letter == nil ? "    " : "") + option.synopsis, plain(option.summary), column: 30)
      }
    }
    return text
  }

  private func exampleList(_ verb: Verb) -> String {
    guard !verb.examples.isEmpty else { return "" }
    return heading("Examples")
      + verb.examples.map { wrap(plain($0.explanation), indent: 2) + "\n    " + $0.command + "\n" }.joined(
        separator: "\n")
  }

  // MARK: Layout

  private func heading(_ text: String) -> String {
    isStyled ? "\n\u{1B}[1m\(text)\u{1B}[0m\n" : "\n\(text):\n"
  }

  /// A name and its explanation, in two columns where they fit.
  private func row(_ name: String, _ text: String, column: Int) -> String {
    let column = min(column, width / 2)
    let left = "  " + name
    let wrapped = wrap(text, indent: column)
    if left.count + 2 <= column {
      return left + String(repeating: " ", count: column - left.count) + wrapped.dropFirst(column) + "\n"
    }
    return left + "\n" + wrapped + "\n"
  }

  /// The text without its markup.
  private func plain(_ text: String) -> String { Markup.plain(text) }

  /// The text in lines of at most the width, indented.
  private func wrap(_ text: String, indent: Int, hanging: Int? = nil) -> String {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging ?? indent)
        isEmpty = true
      }
      line += isEmpty ? String(word) : " " + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}

/// The light markup of descriptions.
package enum Markup {
  /// A run of text in one style.
  package enum Run: Equatable, Sendable {
    case text(String)
    /// Between backquotes: what is typed.
    case code(String)
    /// Between asterisks: what stands for something else.
    case variable(String)
  }

  /// The runs of a text; a mark without a partner stands for itself.
  package static func runs(_ text: String) -> [Run] {
    var runs: [Run] = []
    var rest = Substring(text)
    var plain = ""
    while let mark = rest.first {
      rest.removeFirst()
      guard mark == "`" || mark == "*", let end = rest.firstIndex(of: mark), end > rest.startIndex,
        mark == "`" || rest[..<end].allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
      else {
        plain.append(mark)
        continue
      }
      if !plain.isEmpty { runs.append(.text(plain)) }
      plain = ""
      runs.append(mark == "`" ? .code(String(rest[..<end])) : .variable(String(rest[..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !plain.isEmpty { runs.append(.text(plain)) }
    return runs
  }

  /// The text without marks; code keeps quotation marks where it has spaces.
  package static func plain(_ text: String) -> String {
    runs(text).map { run in
      switch run {
      case .text(let text), .variable(let text): text
      case .code(let text): text.contains(" ") ? "'\(text)'" : text
      }
    }.joined()
  }
}
