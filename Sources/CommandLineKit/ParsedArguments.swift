// What was typed, before anybody has checked what it means.

/// The options and operands of one call, in order.
package struct ParsedArguments: Sendable {
  /// An option that was given.
  package struct Given: Sendable, Equatable {
    package let key: String
    package let value: String?
  }

  /// The verb, and behind it the subverb where there is one.
  package let verbPath: [String]
  package let given: [Given]
  package let operands: [String]
  /// How many of the operands stood before `--`.
  package let operandsBeforeTerminator: Int
  package let asksForHelp: Bool
  package let asksForVersion: Bool

  package init(
    verbPath: [String], given: [Given], operands: [String], operandsBeforeTerminator: Int? = nil,
    asksForHelp: Bool = false, asksForVersion: Bool = false
  ) {
    self.verbPath = verbPath
    self.given = given
    self.operands = operands
    self.operandsBeforeTerminator = operandsBeforeTerminator ?? operands.count
    self.asksForHelp = asksForHelp
    self.asksForVersion = asksForVersion
  }

  /// The subverb, where the verb has some.
  package var subverb: String? { verbPath.count > 1 ? verbPath[1] : nil }

  /// Whether the option was given.
  package func has(_ key: String) -> Bool { given.contains { $0.key == key } }

  /// The option's last value; nil where it was not given, or given without a value.
  package func value(_ key: String) -> String? { given.last { $0.key == key }?.value }

  /// All values of a repeated option.
  package func values(_ key: String) -> [String] { given.compactMap { $0.key == key ? $0.value : nil } }
}
