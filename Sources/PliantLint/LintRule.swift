// A lint rule as data: what it is called, why it exists, and documents that it does and does not find fault with.

import PliantCore

/// A document that a rule's page shows and a test runs.
package struct LintExample: Sendable {
  package let name: String
  package let bytes: [UInt8]

  /// A document in UTF-8.
  package init(_ name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }

  /// A document by its bytes.
  package init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// A text of which each scalar is one byte, as in ISO-8859-1.
  package init(_ name: String, latin1: String) {
    self.name = name
    bytes = latin1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// A text encoded by one of pliant's tables; what the encoding lacks is left out.
  package init(_ name: String, _ text: String, encoding: TextEncoding) {
    var output = OutputBuffer()
    if var encoder = try? TextEncoder(encoding) {
      Array(text.utf8).withByteView { _ = encoder.encode($0, into: &output) }
      encoder.finish(into: &output)
    }
    self.init(name, bytes: output.bytes)
  }
}

/// One rule.
package struct LintRule: Sendable {
  /// `family/name`, stable.
  package let id: String
  package let severity: Severity
  /// One line without a full stop.
  package let summary: String
  /// Why it matters, in a sentence or two.
  package let why: String
  package let bad: LintExample
  package let good: LintExample
  /// What `--fix` does about it; nil where nothing can be mended without guessing.
  package let fix: String?
  /// What must be set for the bad example to be found, such as `--expect-encoding utf-8`.
  package let options: LintOptions

  package init(
    _ id: String, _ severity: Severity = .error, summary: String, why: String, bad: LintExample,
    good: LintExample,
    fix: String? = nil, options: LintOptions = LintOptions()
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.why = why
    self.bad = bad
    self.good = good
    self.fix = fix
    self.options = options
  }
}

/// What a run of lint looks for.
package struct LintOptions: Sendable {
  /// Rules or families (`encoding`) that are looked for; empty means all.
  package var select: [String] = []
  /// Rules or families that are left out.
  package var ignore: [String] = []
  /// The encoding that every file should be in.
  package var expectedEncoding: TextEncoding?
  /// The mappings that application XML should follow; the first whose files are meant counts.
  package var mappings: [LintMapping] = []

  package init(expecting encoding: TextEncoding? = nil) { expectedEncoding = encoding }

  /// Whether findings of the rule are wanted.
  package func wants(_ rule: String) -> Bool {
    func matches(_ pattern: String) -> Bool { rule == pattern || rule.hasPrefix(pattern + "/") }
    return (select.isEmpty || select.contains(where: matches)) && !ignore.contains(where: matches)
  }
}

/// What a run of lint looks for, shared by all that is done in it.
final class LintScope: Sendable {
  let options: LintOptions
  init(_ options: LintOptions) { self.options = options }
}

/// A change of bytes that mends a finding.
package struct LintFix: Sendable, Equatable {
  /// Which kind of fix it belongs to.
  package enum Kind: String, Sendable, CaseIterable {
    /// Makes the declaration tell the truth.
    case declaration
    /// Makes the bytes what is declared.
    case bytes
  }

  package let kind: Kind
  /// The bytes of the file that are replaced.
  package let range: Range<Int>
  package let replacement: [UInt8]

  package init(_ kind: Kind, _ range: Range<Int>, _ replacement: [UInt8]) {
    self.kind = kind
    self.range = range
    self.replacement = replacement
  }
}

/// A rule broken at a place.
package struct Finding: Sendable, Equatable {
  package let rule: String
  package let severity: Severity
  package internal(set) var place: Place
  package let message: String
  /// The changes that would mend it, by kind; empty where nothing can be mended.
  package let fixes: [LintFix]

  package init(_ rule: LintRule, at place: Place, _ message: String, fixes: [LintFix] = []) {
    self.rule = rule.id
    self.severity = rule.severity
    self.place = place
    self.message = message
    self.fixes = fixes
  }

  /// The line, or 1 where there is none.
  package var line: Int { if case .text(let line, _) = place { line } else { 1 } }
  /// The column, or 1 where there is none.
  package var column: Int { if case .text(_, let column) = place { column } else { 1 } }

  package var diagnostic: Diagnostic { Diagnostic(severity, at: place, message, rule: rule) }
}
