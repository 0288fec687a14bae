// What an option looks like, for parsing, help, man pages and completions.

/// The declaration of an option, whatever the type of its value.
///
/// A class, since verbs pass lists of them on and a copy would be a dozen references.
package final class OptionDeclaration: Sendable {
  /// Whether a value follows.
  package enum ArgumentKind: Sendable {
    case none
    /// `--opt VALUE` or `--opt=VALUE`.
    case required(String)
    /// `--opt` or `--opt=VALUE`.
    case optional(String)
  }

  /// Without dashes; the first is the one that help shows.
  package let longNames: [String]
  package let letter: Character?
  package let argument: ArgumentKind
  /// The values that are allowed; empty if any is.
  package var choices: [String] { listChoices() }
  private let listChoices: @Sendable () -> [String]
  /// Values that completion offers where `choices` is empty.
  let completions: @Sendable () -> [String]
  package let summary: String
  /// Further paragraphs for the man page.
  package let detail: [String]
  package let isRepeatable: Bool
  /// What holds where the option is not given.
  package let defaultValue: String?
  /// The heading in help; nil for the verb's own options.
  package let section: String?
  /// Returns the value that a word means.
  let parse: @Sendable (Argument) throws(ValueError) -> any Sendable

  /// What every option has, whatever its value.
  struct Words {
    let longNames: [String]
    let letter: Character?
    let summary: String
    let detail: [String]
    let section: String?
  }

  /// A flag.
  convenience init(_ words: Words) {
    self.init(words, .none, choices: { [] }, completions: { [] }, isRepeatable: false, defaultValue: nil) {
      $0
    }
  }

  /// An option with a value, which may be left out where `isOptional`.
  convenience init<Value>(
    _ words: Words, _ parser: ValueParser<Value>, isOptional: Bool = false, isRepeatable: Bool = false,
    defaultValue: String? = nil
  ) {
    self.init(
      words, isOptional ? .optional(parser.name) : .required(parser.name), choices: parser.choices,
      completions: parser.completions, isRepeatable: isRepeatable, defaultValue: defaultValue
    ) { word throws(ValueError) in try parser.read(word) }
  }

  private init(
    _ words: Words, _ argument: ArgumentKind, choices: @escaping @Sendable () -> [String],
    completions: @escaping @Sendable () -> [String], isRepeatable: Bool, defaultValue: String?,
    parse: @escaping @Sendable (Argument) throws(ValueError) -> any Sendable
  ) {
    longNames = words.longNames
    letter = words.letter
    self.argument = argument
    listChoices = choices
    self.completions = completions
    summary = words.summary
    detail = words.detail
    self.isRepeatable = isRepeatable
    self.defaultValue = defaultValue
    section = words.section
    self.parse = parse
  }

  /// The section of options that every verb has.
  package static let commonSection = "Common options"
  var isCommon: Bool { section == Self.commonSection }

  /// What tells the options of one verb apart.
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

extension [OptionDeclaration] {
  /// How help and the manual refer to the options that every verb has, with the page that explains them.
  func commonReference(_ page: String) -> String {
    let own = filter(\.isCommon).map { "`\($0.letter.map { "-\($0)" } ?? $0.typed)`" }
    return (own + ["`-h`", "`--help`", "`--version`"]).joined(beforeLast: "and") + "; see \(page)"
  }

  /// The headings: nil for the verb's own options, then the others in the order in which they first occur.
  var sections: [String?] {
    var sections: [String?] = contains { $0.section == nil } ? [nil] : []
    for option in self where !sections.contains(option.section) { sections.append(option.section) }
    return sections
  }
}
