// An option, declared.

/// An option of a verb.
package struct Option: Sendable {
  /// Whether a value follows.
  package enum Argument: Sendable {
    case none
    /// `--opt VALUE` or `--opt=VALUE`.
    case required(String)
    /// `--opt` or `--opt=VALUE`.
    case optional(String)
  }

  /// Without dashes; the first is the one that help shows, and the key by which values are asked for.
  package let longNames: [String]
  package let letter: Character?
  package let argument: Argument
  /// The values that are allowed; empty where any is.
  package let choices: [String]
  package let summary: String
  /// Further paragraphs for the man page.
  package let detail: [String]
  package let isRepeatable: Bool
  /// What holds where the option is not given.
  package let defaultValue: String?
  /// The heading it stands under; nil for the verb's own options.
  package let section: String?

  package init(
    _ longNames: String..., letter: Character? = nil, value: String? = nil, optionalValue: String? = nil,
    choices: [String] = [], help summary: String, detail: [String] = [], repeatable: Bool = false,
    default defaultValue: String? = nil, section: String? = nil
  ) {
    self.longNames = longNames
    self.letter = letter
    self.argument = value.map(Argument.required) ?? optionalValue.map(Argument.optional) ?? .none
    self.choices = choices
    self.summary = summary
    self.detail = detail
    self.isRepeatable = repeatable
    self.defaultValue = defaultValue
    self.section = section
  }

  /// The name by which values are asked for.
  package var key: String { longNames.first ?? letter.map(String.init) ?? "" }

  /// As it is typed, for messages: `--output` or `-0`.
  package var typed: String { longNames.first.map { "--" + $0 } ?? "-" + (letter.map(String.init) ?? "") }

  /// The value's name as help shows it: the name, or the allowed values.
  package var valueText: String? {
    switch argument {
    case .none: nil
    case .required(let name), .optional(let name):
      choices.isEmpty || choices.count > 6 ? name : choices.joined(separator: "|")
    }
  }

  /// All spellings with the value: `-o, --output PATH`.
  package var synopsis: String {
    let names = (letter.map { ["-\($0)"] } ?? []) + longNames.map { "--" + $0 }
    let spelled = names.joined(separator: ", ")
    guard let valueText else { return spelled }
    if case .optional = argument { return spelled + "[=\(valueText)]" }
    return spelled + " " + valueText
  }

  /// The summary, with the allowed values where the synopsis does not name them, and the default.
  package var fullSummary: String {
    var text = summary
    if choices.count > 6 { text += ": " + choices.map { "`\($0)`" }.joined(separator: ", ") }
    if let defaultValue { text += " (default: `\(defaultValue)`)" }
    return text
  }
}

extension [Option] {
  /// The headings: nil for the verb's own options, then the others in the order in which they first occur.
  var sections: [String?] {
    var sections: [String?] = contains { $0.section == nil } ? [nil] : []
    for option in self where !sections.contains(option.section) { sections.append(option.section) }
    return sections
  }
}
