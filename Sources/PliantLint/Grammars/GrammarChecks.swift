// The families of the formats: each reader's own errors as findings, read on as far as the mistakes allow.

import PliantCore

/// Checks a text against its grammar.
enum GrammarChecks {
  /// What came of reading.
  struct Outcome {
    /// Why the text ends early, if bytes could not be decoded.
    var problem: Failure?
    /// What could not be checked.
    var note: String?
  }

  /// Reads the text, which begins at `base` in the whole.
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

  /// What is said of keys that were not compared.
  static func note(isIncomplete: Bool) -> String? {
    guard isIncomplete else { return nil }
    let megabytes = Limits.comparedKeyBytes / (1024 * 1024)
    return "the keys of dictionaries that are open at once take more than \(megabytes) MB; "
      + "those beyond were not compared"
  }
}
