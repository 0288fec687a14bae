/// The texts of a rule.
struct LintRuleText {
  var summary = ""
  var why = ""
  var fix: String?
  var bad = LintExample(name: "", bytes: [])
  var good = LintExample(name: "", bytes: [])

  /// The texts by the rule's id, from Rules/Texts/lint-rules.txt.
  ///
  ///     # json/encoding
  ///     JSON that is not UTF-8
  ///     RFC 8259 requires UTF-8 between systems; some readers silently replace other bytes.
  ///     Fix: --fix=bytes encodes the text as UTF-8 if its encoding is certain
  ///     Bad: a.json
  ///       {"ort": "K\xF6ln"}
  ///     Good: a.json
  ///       {"ort": "Köln"}
  ///
  /// `\xNN` is a byte, and a backslash at the end of an example omits its line end.
  static let all: [Substring: LintRuleText] = {
    var all: [Substring: LintRuleText] = [:]
    var id: Substring = ""
    for line in String(decoding: PackageResources.lint_rules_txt, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("# ") { id = line.dropFirst(2) } else { all[id, default: LintRuleText()].add(line) }
    }
    return all
  }()

  private mutating func add(_ line: Substring) {
    if summary.isEmpty {
      summary = String(line)
    } else if why.isEmpty {
      why = String(line)
    } else if line.hasPrefix("  ") {
      if good.name.isEmpty { bad.append(line.dropFirst(2)) } else { good.append(line.dropFirst(2)) }
    } else {
      let value = String(line.drop { $0 != " " }.dropFirst())
      if line.hasPrefix("Fix:") { fix = value }
      if line.hasPrefix("Bad:") { bad = LintExample(name: value, bytes: []) }
      if line.hasPrefix("Good:") { good = LintExample(name: value, bytes: []) }
    }
  }
}
