// The options of lint.

import CommandLineKit
import PliantCore
import PliantLint

extension LintCommand {
  static let format = ValueOption(
    "format", value: .choice("FORMAT", LintReportFormat.allCases),
    help: "how to report: for people, GitHub, code scanning, test reports, or a JSON object a line")
  static let fix = OptionalValueOption(
    "fix", value: .choice("KIND", LintFix.Kind.allCases), implied: .declaration,
    help: "fix the files; `declaration` is meant unless *KIND* is `bytes`")
  static let diff = Flag(
    "diff", help: "show what --fix would change, and change nothing",
    detail: ["The report goes to standard error."])
  static let select = RepeatedOption(
    "select", value: ruleNames, help: "look only for these rules or families, separated by commas")
  static let ignore = RepeatedOption(
    "ignore", value: ruleNames, help: "leave these rules or families out")
  static let expectEncoding = ValueOption(
    "expect-encoding", value: encoding, help: "find fault with every file in another encoding")
  static let mapping = ValueOption(
    "mapping", value: .text("NAME"), help: "check application XML by this mapping, a name or a path")
  static let failOn = ValueOption(
    "fail-on", value: severity, help: "the least severity that gives exit code 1")
  static let config = ValueOption(
    "config", value: .text("FILE"), help: "read this configuration instead of looking for one")
  static let baseline = ValueOption(
    "baseline", value: .text("FILE"), help: "leave out the findings that *FILE* lists",
    detail: [
      "Where *FILE* does not exist, it is written with all present findings.",
      "Files are named from its folder, so that it holds wherever lint is run.",
    ])
  static let exclude = RepeatedOption(
    "exclude", value: .text("GLOB"), help: "leave out paths, as a line of .gitignore would")
  static let standardInputName = ValueOption(
    "stdin-filename", value: .text("NAME"), help: "check standard input as if it were the file *NAME*")
  static let exitZero = Flag("exit-zero", help: "exit with 0 although there are findings")
  static let explain = ValueOption(
    "explain", value: .lintRule("RULE"), help: "show why a rule exists, with examples")
  static let rules = Flag("rules", help: "list the rules")

  static let options: [any Option] = [
    format, fix, diff, select, ignore, expectEncoding, mapping, failOn, config, baseline, exclude,
    standardInputName, exitZero, explain, rules,
  ]

  // Also the values of keys of the configuration
  static let ruleNames: ValueParser<[String]> = .lintRules("RULES")
  static let encoding: ValueParser<TextEncoding> = .encoding("NAME")
  static let severity: ValueParser<Severity> = .choice("SEVERITY", [.error, .warning])
}

extension ValueParser where Value == LintRule {
  /// A rule by its id.
  static func lintRule(_ name: String) -> Self {
    Self(name) { text throws(ValueError) in
      if let rule = LintRule.named(text) { return rule }
      throw .unknownLintRule(text)
    }
  }
}

extension ValueParser where Value == [String] {
  /// Rules and families of rules, separated by commas.
  static func lintRules(_ name: String) -> Self {
    Self(name) { text throws(ValueError) in
      let names = try ValueParser.list(name).parse(text)
      for name in names where LintRule.named(name) == nil && !LintRule.families.contains(name) {
        throw .unknownLintRule(name)
      }
      return names
    }
  }
}

extension ValueError {
  fileprivate static func unknownLintRule(_ name: String) -> ValueError {
    let nearest = NearestName.suggestion(for: name, among: LintRule.all.map(\.id) + LintRule.families)
    return .unknown("rule", name: name, suggestion: nearest ?? "'pliant lint --rules' lists them")
  }
}
