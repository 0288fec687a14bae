/// The declaration of a command.
package struct Verb: Sendable {
  /// The name; for a subcommand, the second word.
  package let name: String
  /// The heading in the overview.
  package let group: String
  /// One line without a full stop.
  package let summary: String
  package let operands: [Operand]
  package let options: [OptionDeclaration]
  package let subverbs: [Verb]
  private let pages: Pages

  /// The parts for help and manual pages, which a run of the command does not create.
  private struct Pages: Sendable {
    let text: @Sendable () -> [UInt8]
    let exitStatus: @Sendable () -> ExitStatus
    let seeAlso: @Sendable () -> [String]
  }

  /// Creates a command whose page is the text of a page: before the first heading the description, after `# EXAMPLES`
  /// the examples, after others the sections between the options and the exit status.
  package init(
    _ name: String, group: String = "", summary: String,
    page: @autoclosure @escaping @Sendable () -> [UInt8] = [], operands: [Operand] = [],
    options: [any Option] = [], subverbs: [Verb] = [],
    exitStatus: @autoclosure @escaping @Sendable () -> ExitStatus = .failing(),
    seeAlso: @autoclosure @escaping @Sendable () -> [String] = []
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.operands = operands
    self.options = options.map(\.declaration)
    self.subverbs = subverbs
    pages = Pages(text: page, exitStatus: exitStatus, seeAlso: seeAlso)
  }

  /// Paragraphs in the light markup.
  package var description: [String] { PageText.introduction(page) }
  package var examples: [Example] {
    sections.filter { $0.title == "EXAMPLES" }.flatMap(\.blocks).compactMap {
      if case .example(let example) = $0 { example } else { nil }
    }
  }
  package var exitStatus: ExitStatus { pages.exitStatus() }
  /// Names of commands and of manual pages (`pliant-mapping(5)`).
  package var seeAlso: [String] { pages.seeAlso() }
  /// Additional sections of the manual page, between the options and the exit status.
  package var manual: [ManualSection] { sections.filter { $0.title != "EXAMPLES" } }

  private var page: String { String(decoding: pages.text(), as: UTF8.self) }
  private var sections: [ManualSection] { PageText.sections(page) }

  package var fullDescription: [String] { description + choices }

  /// A sentence for each operand with more than three choices.
  var choices: [String] {
    operands.filter { $0.choices.count > 3 }.map { operand in
      "*\(operand.name)* is \(operand.choices.map { "`\($0)`" }.joined(beforeLast: "or"))."
    }
  }

  /// The command's options, and those of its subcommands, each once.
  package var allOptions: [OptionDeclaration] {
    var all = options
    for option in subverbs.flatMap(\.options)
    where !all.contains(where: { $0.longNames == option.longNames && $0.letter == option.letter }) {
      all.append(option)
    }
    return all
  }

  /// The option with this long or one-letter name, without dashes.
  package func option(named name: String) -> OptionDeclaration? {
    options.first { $0.longNames.contains(name) || $0.letter.map(String.init) == name }
  }

  /// Returns the subcommand with this name.
  ///
  /// Throws a `UsageError` that suggests the nearest name for an unknown one.
  func subverb(named name: String) throws(UsageError) -> Verb {
    if let subverb = subverbs.first(where: { $0.name == name }) { return subverb }
    throw UsageError(
      "unknown command '\(name)' for \(self.name)",
      suggestion: NearestName.suggestion(for: name, among: subverbs.map(\.name)) ?? adviceOnFile(name),
      verb: self.name)
  }

  /// The advice on a file in place of a subcommand, if there is one that runs it.
  private func adviceOnFile(_ name: String) -> String? {
    let isFile = name.contains(".") || name.contains("/")
    return isFile && subverbs.contains { $0.name == "run" } ? "run it with '\(self.name) run \(name)'" : nil
  }
}

/// A word that is not an option.
package struct Operand: Sendable {
  package let name: String
  package let isOptional: Bool
  package let repeats: Bool
  /// The allowed words, if they are few.
  package var choices: [String] { listChoices() }
  private let listChoices: @Sendable () -> [String]
  /// Throws if a word is not allowed.
  let check: @Sendable (Argument) throws(ValueError) -> Void

  /// Creates an operand that must be text.
  package init(_ name: String, optional: Bool = false, repeats: Bool = false) {
    self.init(value: .text(name), optional: optional, repeats: repeats)
  }

  /// Creates an operand that may be a path.
  package init(path name: String, optional: Bool = false, repeats: Bool = false) {
    self.init(value: ValueParser<Argument>(name, reading: { $0 }), optional: optional, repeats: repeats)
  }

  /// Creates an operand that must be a value of this form.
  package init<Value>(value parser: ValueParser<Value>, optional: Bool = false, repeats: Bool = false) {
    name = parser.name
    isOptional = optional
    self.repeats = repeats
    listChoices = parser.choices
    check = { word throws(ValueError) in _ = try parser.read(word) }
  }

  /// The form in a synopsis: `FORMAT`, `[FILE...]`.
  package var synopsis: String {
    let word = repeats ? name + "..." : name
    return isOptional ? "[\(word)]" : word
  }

  package static let files = Operand(path: "FILE", optional: true, repeats: true)
  /// A command or a page of the manual; completion offers all of them.
  package static let topic = Operand("TOPIC", optional: true)
}

/// A command line that a test runs, and a description.
package struct Example: Sendable {
  package let command: String
  package let explanation: String
  /// The output; nil if the page does not show it.
  package let output: String?
  package let status: Int
}

package struct ExitStatus: Sendable {
  /// The meanings of 0, 1 and 2.
  let meanings: [String]
  /// Whether the command tests something, so that an error has a separate status.
  package let isAnswer: Bool

  /// For a command that does something.
  package static func failing(done: String = "success", failed: String = "an input failed") -> ExitStatus {
    ExitStatus(meanings: [done, failed, "the command line is wrong"], isAnswer: false)
  }

  /// For a command that tests something.
  package static func answering(
    _ yes: String, _ no: String,
    trouble: String = "an input is unreadable or malformed, or the command line is wrong"
  ) -> ExitStatus {
    ExitStatus(meanings: [yes, no, trouble], isAnswer: true)
  }
}
