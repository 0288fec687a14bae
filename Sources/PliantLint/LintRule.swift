/// The part of a rule's id before the slash.
package enum LintFamily: String, CaseIterable, Sendable {
  case encoding, xml, feed, plist, json, strings, limit, file, binary, text, mapping, xcode
}

/// A lint rule, declared with its check in a file of `Rules`; Rules/Texts/lint-rules.txt explains it, with an example
/// that it reports and one that it does not.
package final class LintRule: Identifiable, Hashable, Sendable {
  package let id: DiagnosticRule
  package let family: LintFamily
  package let severity: Severity
  /// Whether it applies unless `--select` excludes it.
  package let isDefault: Bool
  let check: LintCheck
  // Created lazily: only pages and tests need them.
  private let makeOptions: @Sendable () -> LintOptions

  init(
    _ id: DiagnosticRule, _ severity: Severity = .error,
    options: @autoclosure @escaping @Sendable () -> LintOptions = LintOptions(), isDefault: Bool = true,
    check: LintCheck = .reader
  ) {
    self.id = id
    // Every rule of lint has one of the families.
    family = LintFamily(rawValue: String(id.family)) ?? .file
    self.severity = severity
    self.isDefault = isDefault
    self.check = check
    makeOptions = options
  }

  private var text: LintRuleText { LintRuleText.all[Substring(id.rawValue)] ?? LintRuleText() }
  /// A summary in one line without a full stop.
  package var summary: String { text.summary }
  /// Why it matters, in a sentence or two.
  package var why: String { text.why }
  /// The effect of `--fix`; nil if fixing would require guessing.
  package var fix: String? { text.fix }
  package var bad: LintExample { text.bad }
  package var good: LintExample { text.good }
  /// The options that the bad example requires, such as `--expect-encoding utf-8`.
  package var options: LintOptions { makeOptions() }

  package static func == (left: LintRule, right: LintRule) -> Bool { left.id == right.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// When and how a rule checks a file.
enum LintCheck: Sendable {
  typealias Encoding = @Sendable (LintRule, EncodingAnalysis, inout LintCollector) -> Void
  typealias Text =
    @Sendable (LintRule, LintText, EncodingAnalysis, inout LintCollector) throws(Failure) -> Void

  /// Reports errors of a reader or findings of a grammar's check.
  case reader
  /// Checks the declaration against the bytes, before decoding.
  case encoding(Encoding)
  /// Checks the decoded text in any grammar, if it has one of the signs (`NotableCharacters`).
  case text(Text)
  /// Checks the decoded text.
  case lines(Text)
}

extension LintCheck {
  /// Reports a character above ASCII, once per line, except in lines that contain one of `words`, which
  /// discuss it.
  static func character(
    _ scalar: Unicode.Scalar, _ message: String, unlessAbout words: [StaticString] = []
  ) -> LintCheck {
    .text { rule, text, analysis, collector throws(Failure) in
      guard analysis.isReadable, analysis.mayHaveHighCharacters, try analysis.signs(of: text).hasSpecials
      else { return }
      try text.eachLine(with: scalar, unlessAbout: words) { collector.add(rule, at: .text($0), message) }
    }
  }
}
