// The rules of the formats: the readers' errors as findings, with recovery if possible.

enum GrammarChecks {
  struct Outcome {
    /// The reason why the text ends early, if bytes were undecodable.
    let problem: Failure?
    /// A note about unchecked parts.
    var note: String?

    /// `isIncomplete` says whether keys were not compared.
    init(_ problem: Failure? = nil, isIncomplete: Bool = false) {
      self.problem = problem
      guard isIncomplete else { return }
      let megabytes = Limits.comparedKeyBytes / (1024 * 1024)
      note =
        "the keys of dictionaries that are open at once take more than \(megabytes) MB; "
        + "those beyond were not compared"
    }
  }

  /// Checks the text, which begins at `base` in the whole.
  static func run(
    _ format: Format, _ window: consuming TextWindow, base: Int, _ collector: inout LintCollector
  ) throws(Failure) -> Outcome {
    switch format {
    case .xml1: try PropertyListChecks.run(window, base: base, &collector)
    case .xml: try XMLChecks.run(window, base: base, &collector)
    case .json: try DataChecks.json(window, &collector)
    case .jsonl: try DataChecks.jsonLines(window, &collector)
    case .strings: try DataChecks.openStep(window, dialect: .strings, &collector)
    case .openstep: try DataChecks.openStep(window, dialect: .openStep, &collector)
    case .jsonc: try DataChecks.json(window, dialect: .commented, &collector)
    case .json5: try DataChecks.json(window, dialect: .json5, &collector)
    default: try DataChecks.document(format, window, base: base, &collector)
    }
  }
}
