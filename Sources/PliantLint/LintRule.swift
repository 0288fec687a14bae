// A lint rule: its id, why it exists, documents that it does and does not report, and its check.

import PliantCore

/// The part of a rule's id before the slash.
package enum LintFamily: String, CaseIterable, Sendable {
  case encoding
  case xml
  case plist
  case json
  case strings
  case file
  case binary
  case text
  case mapping
}

/// One rule; each is declared, with its check, in a file of `Rules`.
package final class LintRule: Identifiable, Hashable, Sendable {
  /// The stable name of a rule.
  package struct ID: Hashable, Sendable, CustomStringConvertible {
    package let family: LintFamily
    package let name: String
    /// `family/name`.
    package let description: String

    fileprivate init(_ family: LintFamily, _ name: String) {
      self.family = family
      self.name = name
      description = "\(family.rawValue)/\(name)"
    }
  }

  package let id: ID
  package let severity: Severity
  /// One line without a full stop.
  package let summary: String
  /// Why it matters, in a sentence or two.
  package let why: String
  /// What `--fix` does about it; nil where nothing can be fixed without guessing.
  package let fix: String?
  /// Whether it is looked for unless `--select` says otherwise.
  package let isDefault: Bool
  let check: LintCheck
  // Made when they are asked for: only pages and tests do.
  private let makeBad: @Sendable () -> LintExample
  private let makeGood: @Sendable () -> LintExample
  private let makeOptions: @Sendable () -> LintOptions

  init(
    _ family: LintFamily, _ name: String, _ severity: Severity = .error, summary: String, why: String,
    bad: @autoclosure @escaping @Sendable () -> LintExample,
    good: @autoclosure @escaping @Sendable () -> LintExample, fix: String? = nil,
    options: @autoclosure @escaping @Sendable () -> LintOptions = LintOptions(), isDefault: Bool = true,
    check: LintCheck = .reader
  ) {
    id = ID(family, name)
    self.severity = severity
    self.summary = summary
    self.why = why
    self.fix = fix
    self.isDefault = isDefault
    self.check = check
    makeBad = bad
    makeGood = good
    makeOptions = options
  }

  /// A document that breaks the rule.
  package var bad: LintExample { makeBad() }
  /// A document that does not.
  package var good: LintExample { makeGood() }
  /// What must be set for the bad example to be found, such as `--expect-encoding utf-8`.
  package var options: LintOptions { makeOptions() }
  package var family: LintFamily { id.family }

  package static func == (left: LintRule, right: LintRule) -> Bool { left.id == right.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// When a rule looks at a file, and how.
enum LintCheck: Sendable {
  typealias Encoding = @Sendable (EncodingFacts, inout LintCollector) -> Void
  typealias Text = @Sendable (LintText, EncodingFacts, inout LintCollector) throws(Failure) -> Void
  typealias DocumentType = @Sendable (LintDocumentType, inout LintCollector) -> Void

  /// Errors of a reader are reported under the rule.
  case reader
  /// What the file declares against its bytes, before they are decoded.
  case encoding(Encoding)
  /// The decoded text, whatever its grammar, where it has any of the signs (`TextSigns`).
  case text(Text)
  /// The decoded text, whatever is in it.
  case lines(Text)
  /// The document type declaration of XML.
  case documentType(DocumentType)
}

/// A document type declaration, and where it is in the text.
struct LintDocumentType {
  let type: XMLDocumentType
  let offset: Int
  let grammar: LintGrammar
}

extension LintCheck {
  /// Reports a character above ASCII, once a line, but in lines with one of `words`, which are about it.
  static func character(
    _ scalar: Unicode.Scalar, of rule: @autoclosure @escaping @Sendable () -> LintRule, _ message: String,
    unlessAbout words: [StaticString] = []
  ) -> LintCheck {
    .text { source, facts, collector throws(Failure) in
      guard facts.isReadable, facts.mayHaveHighCharacters, collector.options.wants(rule()),
        try facts.signs(of: source).hasSpecials
      else { return }
      try source.eachLine(with: scalar, unlessAbout: words) { collector.add(rule(), at: .text($0), message) }
    }
  }
}
