// What was typed, before a verb has checked what it means together.

/// The options and operands of one call, in order.
package struct ParsedArguments: Sendable {
  /// An option that was given.
  package struct Given: Sendable {
    package let option: OptionDeclaration
    /// The value as typed, for messages, and what it means, or nil.
    package let text: String?
    package let value: (any Sendable)?

    init(_ option: OptionDeclaration, text: String? = nil, value: (any Sendable)? = nil) {
      self.text = text
      self.option = option
      self.value = value
    }
  }

  /// The verb, and behind it the subverb if there is one.
  package let verbPath: [String]
  package let given: [Given]
  package let operands: [Argument]
  /// How many of the operands came before `--`.
  package let operandsBeforeTerminator: Int
  /// `-h` or `--help`, or nil.
  package let help: HelpLength?
  package let asksForVersion: Bool
  /// Where lookups are recorded; only tests ask for it.
  package var lookups: OptionLookups?

  init(
    verbPath: [String], given: [Given] = [], operands: [Argument] = [], operandsBeforeTerminator: Int? = nil,
    help: HelpLength? = nil, asksForVersion: Bool = false
  ) {
    self.verbPath = verbPath
    self.given = given
    self.operands = operands
    self.operandsBeforeTerminator = operandsBeforeTerminator ?? operands.count
    self.help = help
    self.asksForVersion = asksForVersion
  }

  /// An operand that was declared as text.
  package func text(_ index: Int) -> String { operands[index].shown }

  /// The subverb, where the verb has some.
  package var subverb: String? { verbPath.count > 1 ? verbPath[1] : nil }

  /// What was given of an option: of a flag whether, of others the value or values.
  package subscript<Declared: Option>(option: Declared) -> Declared.Result {
    lookups?.record(option.declaration)
    let key = option.declaration.key
    return option.result(of: given.filter { $0.option.key == key })
  }

  /// Whether the option was given.
  package func has(_ option: any Option) -> Bool { !occurrences(of: [option]).isEmpty }

  /// Those of the options that were given, in the order of the command line.
  package func occurrences(of options: [any Option]) -> [OptionDeclaration] {
    for option in options { lookups?.record(option.declaration) }
    let keys = options.map(\.declaration.key)
    return given.map(\.option).filter { keys.contains($0.key) }
  }

  /// Throws a `UsageError` where more than one of the options was given.
  package func checkExclusive(_ options: any Option...) throws(UsageError) {
    let first = options.filter(has).map(\.declaration.typed).prefix(2)
    if first.count > 1 { throw .exclusive(first[0], first[1]) }
  }
}
