// Options as typed values: a command declares them, and its run looks up values with them.

/// An option that commands declare and their runs look up.
package protocol Option: Sendable {
  /// The type of a lookup's result.
  associatedtype Result
  var declaration: OptionDeclaration { get }
  /// Returns the result of this option's occurrences on a command line.
  func result(of occurrences: [ParsedArguments.Given]) -> Result
}

/// An option with its lookup.
package struct TypedOption<Result>: Option {
  package let declaration: OptionDeclaration
  private let find: @Sendable ([ParsedArguments.Given]) -> Result

  package func result(of occurrences: [ParsedArguments.Given]) -> Result { find(occurrences) }
}

/// An option without a value; looked up as a `Bool`.
package typealias Flag = TypedOption<Bool>
/// An option with one value, the last one on the command line; looked up as that value or nil.
package typealias ValueOption<Value: Sendable> = TypedOption<Value?>
/// The same with an optional value (`--fix`, `--fix=bytes`).
package typealias OptionalValueOption<Value: Sendable> = TypedOption<Value?>
/// An option that can be given several times; looked up as all of its values.
package typealias RepeatedOption<Value: Sendable> = TypedOption<[Value]>

extension TypedOption {
  package init(
    _ longNames: String..., letter: Character? = nil, help summary: String, detail: String = "",
    section: String? = nil
  ) where Result == Bool {
    declaration = OptionDeclaration(longNames, letter, summary, detail, section)
    find = { !$0.isEmpty }
  }

  /// `default` is the behaviour without the option, for help.
  package init<Value: Sendable>(
    _ longNames: String..., letter: Character? = nil, value parser: ValueParser<Value>, help summary: String,
    detail: String = "", default defaultValue: String? = nil, section: String? = nil
  ) where Result == Value? {
    declaration = OptionDeclaration(
      longNames, letter, summary, detail, section, .required(parser.name), parser, defaultValue: defaultValue)
    find = { $0.last?.value as? Value }
  }

  /// Creates an option whose value may be missing, and is then `implied`.
  package init<Value: Sendable>(
    _ longNames: String..., value parser: ValueParser<Value>, implied: Value, help summary: String,
    detail: String = "", section: String? = nil
  ) where Result == Value? {
    declaration = OptionDeclaration(longNames, nil, summary, detail, section, .optional(parser.name), parser)
    find = { $0.last.map { $0.value as? Value ?? implied } }
  }

  package init<Value: Sendable>(
    _ longNames: String..., letter: Character? = nil, value parser: ValueParser<Value>, help summary: String,
    detail: String = "", section: String? = nil
  ) where Result == [Value] {
    declaration = OptionDeclaration(
      longNames, letter, summary, detail, section, .required(parser.name), parser, isRepeatable: true)
    find = { occurrences in
      // A loop, because `compactMap` looks up conformances at run time, which slows the start.
      var values: [Value] = []
      for occurrence in occurrences { if let value = occurrence.value as? Value { values.append(value) } }
      return values
    }
  }
}
