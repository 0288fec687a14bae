// The rules of the formats: the readers' errors as findings, with recovery if possible.

/// Checks a text against its grammar.
enum GrammarChecks {
  /// The result of a check.
  struct Outcome {
    /// The reason why the text ends early, if bytes were undecodable.
    var problem: Failure?
    /// A note about unchecked parts.
    var note: String?
  }

  /// Checks the text, which begins at `base` in the whole.
  ///
  /// Throws `file.read`.
  static func run(
    _ grammar: LintGrammar, _ window: consuming TextWindow, base: Int, _ collector: inout LintCollector
  ) throws(Failure) -> Outcome {
    switch grammar {
    case .propertyList: try PropertyListChecks.run(window, base: base, &collector)
    case .xml: try XMLChecks.run(window, base: base, &collector)
    case .json: try DataChecks.json(window, &collector)
    case .jsonLines: try DataChecks.jsonLines(window, &collector)
    case .strings: try DataChecks.openStep(window, dialect: .strings, &collector)
    case .openStep: try DataChecks.openStep(window, dialect: .openStep, &collector)
    case .commentedJSON: try DataChecks.json(window, dialect: .commented, &collector)
    case .json5: try DataChecks.json(window, dialect: .json5, &collector)
    case .text, .binary: Outcome()
    }
  }

  /// The note about keys that were not compared.
  static func note(isIncomplete: Bool) -> String? {
    guard isIncomplete else { return nil }
    let megabytes = Limits.comparedKeyBytes / (1024 * 1024)
    return "the keys of dictionaries that are open at once take more than \(megabytes) MB; "
      + "those beyond were not compared"
  }
}
