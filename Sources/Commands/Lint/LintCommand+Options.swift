// The options of lint.

extension LintCommand {
  static let format = ValueOption(
    "format", value: .choice("FORMAT", LintReportFormat.allCases),
    help:
      "how to report: for people, GitHub, GitLab, code scanning, test reports, or one JSON object per line")
  static let report = RepeatedOption(
    "report", value: .lintReport("FORMAT=PATH"), help: "write another report to *PATH*")
  static let fix = OptionalValueOption(
    "fix", value: .lintFix, implied: .declaration,
    help:
      "fix the files; *KIND* is `declaration` (the default), `bytes`, `mixed`, `normalization` or `line-ends`",
    detail: """
      `declaration` makes declarations true, and removes white space and extra byte order marks before the
      text. `bytes` encodes the text as declared, and undoes double encoding. `mixed` converts the parts of a file
      that are in another encoding. `normalization` composes letters, and `line-ends` ends all lines as most do. No
      other kind changes the text itself.
      """)
  static let diff = Flag(
    "diff", help: "show what --fix would change, and change nothing",
    detail: "The report goes to standard error. `patch -p0` and `git apply -p0` apply the changes.")
  static let select = RepeatedOption(
    "select", value: .lintRules("RULES"), help: "check only these rules or families, separated by commas")
  static let ignore = RepeatedOption(
    "ignore", value: .lintRules("RULES"), help: "skip these rules or families")
  static let expectEncoding = ValueOption(
    "expect-encoding", value: encoding, help: "report every file in another encoding")
  static let mapping = ValueOption(
    "mapping", value: .mapping, help: "check application XML against this mapping, a name or a path")
  static let schema = RepeatedOption(
    "schema", value: .path("FILE"),
    help: "check property lists and JSON against this schema; pliant-schema(5) explains how to write one")
  static let readers = RepeatedOption(
    "readers", value: .choices("READERS", PropertyListConsumer.allCases, kind: "reader"),
    help: "report what these readers of property lists read differently: `foundation`, `codesign`, `expat` …",
    detail: "pliant-plutil(7) lists the differences. `--select plist/readers` reports those of all readers.")
  static let failOn = ValueOption(
    "fail-on", value: severity, help: "the lowest severity that causes exit status 1")
  static let config = ValueOption(
    "config", value: .path("FILE"), help: "read this settings file instead of looking for one")
  static let baseline = ValueOption(
    "baseline", value: .path("FILE"), help: "leave out the findings that *FILE* lists",
    detail: "Paths in it are relative to its directory, so lint can run from anywhere.")
  static let updateBaseline = Flag(
    "update-baseline",
    help: "write the current findings to the baseline, and drop entries that no longer occur")
  static let initialise = Flag(
    "init", help: "write a `.pliant.json` for the working directory, and show a CI job")
  static let include = RepeatedOption(
    "include", value: .pathPattern("GLOB"),
    help: "also check matching files, even vendored ones or those that look binary",
    detail: """
      Patterns are as in .gitignore, with `{a,b}`, and relative to each *PATH*. `--exclude` and .gitignore take
      precedence over `--include`; a pattern can name a vendored directory. A pattern without a matching file is an
      error.
      """)
  static let only = RepeatedOption(
    "only", value: .pathPattern("GLOB"), help: "check only matching files, and those of `--include`")
  static let exclude = RepeatedOption(
    "exclude", value: .pathPattern("GLOB"),
    help: "leave out matching files and directories, even those on the command line")
  static let list = Flag(
    "list", help: "list every file and how pliant would check it or why it would skip it")
  static let all = Flag(
    "all", help: "report each finding separately",
    detail: """
      Without it, findings of a file that have the same rule and the same cause are one, with their number and first
      lines.
      """)
  static let allowEmpty = Flag(
    "allow-empty", help: "accept a run without files, as from a list that a program made",
    detail: """
      Also skips files on the command line that a walk of the working directory skips: ignored, vendored and linked
      ones.
      """)
  static let dryRun = Flag("dry-run", help: "the same as `--diff`")
  static let standardInputName = ValueOption(
    "stdin-filename", value: .path("NAME"), help: "check standard input as if it were the file *NAME*")
  static let exitZero = Flag("exit-zero", help: "exit with 0 even if there are findings")
  static let explain = ValueOption(
    "explain", value: .lintRule("RULE"), help: "show why a rule exists, with examples")
  static let rules = Flag("rules", help: "list the rules")

  static let options: [any Option] = [
    format, report, fix, diff, dryRun, select, ignore, expectEncoding, mapping, schema, readers, failOn,
    config, baseline, updateBaseline, initialise, include, only, exclude, list, all, allowEmpty,
    standardInputName, exitZero, explain, rules,
  ]

  // Parsers that the settings file also uses.
  static let encoding: ValueParser<TextEncoding> = .encoding("NAME")
  static let severity: ValueParser<Severity> = .choice("SEVERITY", [.error, .warning], kind: "severity")
}

extension ValueParser where Value == LintFix.Kind {
  /// The kinds are too many for a synopsis.
  fileprivate static let lintFix: Self = {
    let kinds = ValueParser.choice("KIND", LintFix.Kind.allCases)
    return Self("KIND", completions: { LintFix.Kind.allCases.map(\.rawValue) }) { word throws(ValueError) in
      try kinds.parse(word)
    }
  }()
}

struct LintReportTarget: Sendable {
  let format: LintReportFormat
  let path: String
}

extension ValueParser where Value == LintReportTarget {
  static func lintReport(_ form: String) -> Self {
    let named = ValueParser<NamedArgument>.argument(form)
    return Self(
      form,
      reading: { word throws(ValueError) in
        let (name, path) = (try named.read(word).name, try named.read(word).value)
        guard !path.bytes.isEmpty else { throw .expected(form) }
        guard let format = LintReportFormat(rawValue: name) else {
          let names = LintReportFormat.allCases.map(\.rawValue)
          throw .unknown(
            "report format", name: name,
            suggestion: NearestName.suggestion(for: name, among: names)
              ?? "expected \(names.joined(beforeLast: "or"))")
        }
        return LintReportTarget(format: format, path: path.path)
      })
  }
}

extension ValueParser where Value == PathPattern {
  static func pathPattern(_ name: String) -> Self {
    Self(
      name,
      reading: { word throws(ValueError) in
        do throws(PathPatternMistake) { return try PathPattern(word.path) } catch {
          throw .malformed("'\(word.shown)': \(error.reason)")
        }
      })
  }
}

extension ValueParser where Value == LintRule {
  static func lintRule(_ name: String) -> Self {
    Self(name, completions: { LintRule.all.map(\.id.description) }) { text throws(ValueError) in
      if let rule = LintRule.named(text) { return rule }
      throw .unknownLintRule(text)
    }
  }
}

extension ValueParser where Value == [LintSelector] {
  static func lintRules(_ name: String) -> Self {
    Self(name, completions: { LintSelector.names }) { text throws(ValueError) in
      var found: [LintSelector] = []
      for name in try ValueParser<[String]>.list(name).parse(text) {
        guard let selector = LintSelector(name) else { throw .unknownLintRule(name) }
        found.append(selector)
      }
      return found
    }
  }
}

extension ValueError {
  fileprivate static func unknownLintRule(_ name: String) -> ValueError {
    let nearest = NearestName.suggestion(for: name, among: LintSelector.names)
    return .unknown("rule", name: name, suggestion: nearest ?? "'pliant lint --rules' lists them")
  }
}
