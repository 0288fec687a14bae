/// The declaration of an option with a value of any type, for parsing, help, man pages and completions.
///
/// A class, because a copy of its fields would retain a dozen references.
package final class OptionDeclaration: Sendable {
  /// Whether a value follows.
  package enum ArgumentKind: Sendable {
    case none
    /// `--opt VALUE` or `--opt=VALUE`.
    case required(String)
    /// `--opt` or `--opt=VALUE`.
    case optional(String)
  }

  /// The long names without dashes; help shows the first.
  package let longNames: [String]
  package let letter: Character?
  package let argument: ArgumentKind
  /// The allowed values; empty if any.
  package var choices: [String] { listChoices() }
  private let listChoices: @Sendable () -> [String]
  /// Values that completion offers if `choices` is empty.
  let completions: @Sendable () -> [String]
  package let summary: String
  /// Further paragraphs for the man page.
  package var detail: [String] { PageText.paragraphs(detailText) }
  private let detailText: String
  package let isRepeatable: Bool
  package let defaultValue: String?
  /// The heading in help; nil for the command's own options.
  package let section: String?
  let parse: @Sendable (Argument) throws(ValueError) -> any Sendable

  init<Value>(
    _ longNames: [String], _ letter: Character?, _ summary: String, _ detail: String, _ section: String?,
    _ argument: ArgumentKind, _ parser: ValueParser<Value>, isRepeatable: Bool = false,
    defaultValue: String? = nil
  ) {
    (self.longNames, self.letter, self.summary, self.section) = (longNames, letter, summary, section)
    (detailText, self.argument, self.isRepeatable, self.defaultValue) =
      (detail, argument, isRepeatable, defaultValue)
    listChoices = parser.choices
    completions = parser.completions
    parse = { word throws(ValueError) in try parser.read(word) }
  }

  package static let commonSection = "Common options"
  var isCommon: Bool { section == Self.commonSection }

  /// The identity of an option within a command.
  package var key: String { longNames.first ?? letter.map(String.init) ?? "" }

  /// The spelling in messages: `--output` or `-0`.
  package var typed: String { longNames.first.map { "--" + $0 } ?? "-" + (letter.map(String.init) ?? "") }

  /// The value in help: its name, or the allowed values.
  package var valueText: String? {
    switch argument {
    case .none: nil
    case .required(let name), .optional(let name):
      choices.isEmpty || choices.count > 6 ? name : choices.joined(separator: "|")
    }
  }

  /// All spellings with the value: `-o, --output PATH`.
  package var synopsis: String {
    let spelled = spellings.joined(separator: ", ")
    guard let valueText else { return spelled }
    if case .optional = argument { return spelled + "[=\(valueText)]" }
    return spelled + " " + valueText
  }

  /// The summary, with the allowed values unless the synopsis lists them, and the default.
  package var fullSummary: String {
    var text = summary
    if choices.count > 6 { text += ": " + choices.map { "`\($0)`" }.joined(separator: ", ") }
    if let defaultValue { text += " (default: `\(defaultValue)`)" }
    return text
  }
}

extension [OptionDeclaration] {
  /// A reference in help and manual to the common options and the page that explains them.
  func commonReference(_ page: String) -> String {
    let own = filter(\.isCommon).map { "`\($0.letter.map { "-\($0)" } ?? $0.typed)`" }
    return (own + ["`-h`", "`--help`", "`--version`"]).joined(beforeLast: "and") + "; see \(page)"
  }

  /// The headings: nil for the command's own options, then the others in order of first occurrence.
  var sections: [String?] {
    var sections: [String?] = contains { $0.section == nil } ? [nil] : []
    for option in self where !sections.contains(option.section) { sections.append(option.section) }
    return sections
  }
}
