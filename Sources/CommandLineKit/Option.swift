// Options as typed values: a command declares them, and its run looks up values with them.
// Swift would make the metadata of a type that is generic in the result at each start, so there are four types.

/// An option that commands declare and their runs look up.
package protocol Option: Sendable {
  /// The type of a lookup's result.
  associatedtype Result
  var declaration: OptionDeclaration { get }
  /// Returns the result of this option's occurrences on a command line.
  func result(of occurrences: [ParsedArguments.Given]) -> Result
}

/// An option without a value; looked up as a `Bool`.
package struct Flag: Option {
  package let declaration: OptionDeclaration

  package init(
    _ longNames: String..., letter: Character? = nil, help summary: String, detail: String = "",
    section: String? = nil
  ) {
    declaration = OptionDeclaration(
      longNames, letter, summary, detail, section, .none, ValueParser("", reading: { $0 }))
  }

  package func result(of occurrences: [ParsedArguments.Given]) -> Bool { !occurrences.isEmpty }
}

/// An option with one value, the last one on the command line; looked up as that value or nil.
package struct ValueOption<Value: Sendable>: Option {
  package let declaration: OptionDeclaration

  /// `default` is the behaviour without the option, for help.
  package init(
    _ longNames: String..., letter: Character? = nil, value parser: ValueParser<Value>, help summary: String,
    detail: String = "", default defaultValue: String? = nil, section: String? = nil
  ) {
    declaration = OptionDeclaration(
      longNames, letter, summary, detail, section, .required(parser.name), parser, defaultValue: defaultValue)
  }

  package func result(of occurrences: [ParsedArguments.Given]) -> Value? { occurrences.last?.value as? Value }
}

/// The same with an optional value (`--fix`, `--fix=bytes`); without one it is looked up as `implied`.
package struct OptionalValueOption<Value: Sendable>: Option {
  package let declaration: OptionDeclaration
  private let implied: Value

  package init(
    _ longNames: String..., value parser: ValueParser<Value>, implied: Value, help summary: String,
    detail: String = "", section: String? = nil
  ) {
    declaration = OptionDeclaration(longNames, nil, summary, detail, section, .optional(parser.name), parser)
    self.implied = implied
  }

  package func result(of occurrences: [ParsedArguments.Given]) -> Value? {
    occurrences.last.map { $0.value as? Value ?? implied }
  }
}

/// An option that can be given several times; looked up as all of its values.
package struct RepeatedOption<Value: Sendable>: Option {
  package let declaration: OptionDeclaration

  package init(
    _ longNames: String..., letter: Character? = nil, value parser: ValueParser<Value>, help summary: String,
    detail: String = "", section: String? = nil
  ) {
    declaration = OptionDeclaration(
      longNames, letter, summary, detail, section, .required(parser.name), parser, isRepeatable: true)
  }

  package func result(of occurrences: [ParsedArguments.Given]) -> [Value] {
    // A loop, because `compactMap` looks up conformances at run time, which slows the start.
    var values: [Value] = []
    for occurrence in occurrences { if let value = occurrence.value as? Value { values.append(value) } }
    return values
  }
}
