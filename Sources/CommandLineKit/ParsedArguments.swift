// The parsed command line, before a command checks combinations.

import Synchronization

/// The options and operands of a command line, in order.
package struct ParsedArguments: Sendable {
  /// An option on the command line.
  package struct Given: Sendable {
    package let option: OptionDeclaration
    /// The value as typed, for messages, and the parsed value, or nil.
    package let text: String?
    package let value: (any Sendable)?

    init(_ option: OptionDeclaration, text: String? = nil, value: (any Sendable)? = nil) {
      self.text = text
      self.option = option
      self.value = value
    }
  }

  /// The command, followed by its subcommand if any.
  package let verbPath: [String]
  package let given: [Given]
  package let operands: [Argument]
  package let operandsBeforeTerminator: Int
  /// `-h` or `--help`, or nil.
  package let help: HelpLength?
  package let asksForVersion: Bool
  /// Records lookups, for tests only.
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

  /// An operand declared as text.
  package func text(_ index: Int) -> String { operands[index].shown }

  package var subverb: String? { verbPath.count > 1 ? verbPath[1] : nil }

  /// The value of an option: for a flag whether it is present, for others the value or values.
  package subscript<Declared: Option>(option: Declared) -> Declared.Result {
    lookups?.record(option.declaration)
    let key = option.declaration.key
    return option.result(of: given.filter { $0.option.key == key })
  }

  package func has(_ option: any Option) -> Bool { !occurrences(of: [option]).isEmpty }

  /// The present ones among the options, in the order of the command line.
  package func occurrences(of options: [any Option]) -> [OptionDeclaration] {
    for option in options { lookups?.record(option.declaration) }
    let keys = options.map(\.declaration.key)
    return given.map(\.option).filter { keys.contains($0.key) }
  }

  /// Throws a `UsageError` if more than one of the options is present.
  package func checkExclusive(_ options: any Option...) throws(UsageError) {
    let first = options.filter(has).map(\.declaration.typed).prefix(2)
    if first.count > 1 { throw .exclusive(first[0], first[1]) }
  }
}

/// The options that a run has looked up, with which tests prove that commands look up exactly those that they
/// declare.
package final class OptionLookups: Sendable {
  private let synopses = Mutex<Set<String>>([])

  package init() {}

  func record(_ option: OptionDeclaration) { synopses.withLock { _ = $0.insert(option.synopsis) } }

  /// The options as in help, with their values.
  package var all: Set<String> { synopses.withLock { $0 } }
}
