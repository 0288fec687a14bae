// Options as typed values: a verb lists them, and a run looks up what was given by the same values.

/// An option that verbs declare and runs look up.
package protocol Option: Sendable {
  /// What a lookup gives.
  associatedtype Result
  var declaration: OptionDeclaration { get }
  /// Returns what the occurrences of this option on a command line amount to.
  func result(of occurrences: [ParsedArguments.Given]) -> Result
}

/// An option without a value; looked up as a `Bool`.
package struct Flag: Option {
  package let declaration: OptionDeclaration

  package init(
    _ longNames: String..., letter: Character? = nil, help summary: String, detail: [String] = [],
    section: String? = nil
  ) {
    declaration = OptionDeclaration(
      .init(longNames: longNames, letter: letter, summary: summary, detail: detail, section: section))
  }

  package func result(of occurrences: [ParsedArguments.Given]) -> Bool { !occurrences.isEmpty }
}

/// An option with one value, of which the last one given holds; looked up as that value or nil.
package struct ValueOption<Value: Sendable>: Option {
  package let declaration: OptionDeclaration

  /// `default` is what help says of a command line without the option.
  package init(
    _ longNames: String..., letter: Character? = nil, value parser: ValueParser<Value>, help summary: String,
    detail: [String] = [], default defaultValue: String? = nil, section: String? = nil
  ) {
    declaration = OptionDeclaration(
      .init(longNames: longNames, letter: letter, summary: summary, detail: detail, section: section), parser,
      defaultValue: defaultValue)
  }

  package func result(of occurrences: [ParsedArguments.Given]) -> Value? { occurrences.last?.value as? Value }
}

/// An option whose value may be left out (`--fix`, `--fix=bytes`); looked up as the value, or nil if it is not given.
package struct OptionalValueOption<Value: Sendable>: Option {
  package let declaration: OptionDeclaration
  private let implied: Value

  /// `implied` is the value of the bare option.
  package init(
    _ longNames: String..., value parser: ValueParser<Value>, implied: Value, help summary: String,
    detail: [String] = [], section: String? = nil
  ) {
    declaration = OptionDeclaration(
      .init(longNames: longNames, letter: nil, summary: summary, detail: detail, section: section), parser,
      isOptional: true)
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
    detail: [String] = [], section: String? = nil
  ) {
    declaration = OptionDeclaration(
      .init(longNames: longNames, letter: letter, summary: summary, detail: detail, section: section), parser,
      isRepeatable: true)
  }

  package func result(of occurrences: [ParsedArguments.Given]) -> [Value] {
    // A loop, since `compactMap` asks the runtime for the conformances of its types when the program starts.
    var values: [Value] = []
    for occurrence in occurrences { if let value = occurrence.value as? Value { values.append(value) } }
    return values
  }
}
