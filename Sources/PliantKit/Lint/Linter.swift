// Checks one file against all rules: first its encoding, then the text by its grammar.

/// Finds what is wrong with files.
package struct Linter: Sendable {
  package let options: LintOptions
  /// Whether findings carry the changes that would mend them.
  package let makesFixes: Bool

  package init(_ options: LintOptions = LintOptions(), makesFixes: Bool = false) {
    self.options = options
    self.makesFixes = makesFixes
  }

  /// What was found in one file.
  package struct Outcome: Sendable {
    package let findings: [Finding]
    /// Why the file was not checked, or nil.
    package let skipped: String?
  }

  /// Checks the bytes of a file; `name` tells the grammar where the content does not.
  package func lint(_ bytes: ByteView, name: String) -> Outcome {
    let subject = LintSubject(bytes, name: name)
    var collector = LintCollector(options)
    if subject.grammar == .binary {
      DataChecks.binary(bytes, &collector)
      return Outcome(findings: collector.sorted(), skipped: nil)
    }
    if subject.verdict.evidence == .binary, subject.grammar == .text || subject.grammar == .openStep {
      return Outcome(findings: [], skipped: "a binary file, which is not checked")
    }
    let checks = EncodingChecks(subject, options: options, makesFixes: makesFixes)
    checks.run(&collector)
    let forced = collector.hasEncodingProblem ? checks.readableEncoding : nil
    let decoded = DecodedText(bytes, kind: subject.kind, forced: forced)
    decoded.withText { text in
      checks.checkText(text, decoded, &collector)
      var body = text
      var offset = 0
      if subject.kind == .xml, let start = checks.misplacedDeclaration(in: text) {
        body = text.suffix(from: start)
        offset = start
      }
      var places = LintPlaces(text: text, base: offset)
      // Text that is not there, or guessed, would only bring further findings.
      if decoded.problem == nil || decoded.invalidByteOffset == nil {
        Self.check(body, subject.grammar, &places, &collector)
      }
    }
    if !collector.findings.isEmpty { collector.applySuppressions(in: decoded) }
    return Outcome(findings: collector.sorted(), skipped: nil)
  }

  private static func check(
    _ text: ByteView, _ grammar: LintGrammar, _ places: inout LintPlaces, _ collector: inout LintCollector
  ) {
    switch grammar {
    case .propertyList: PropertyListChecks.run(text, &places, &collector)
    case .xml: XMLChecks.run(text, &places, &collector)
    case .json: DataChecks.json(text, &places, &collector)
    case .jsonLines: DataChecks.jsonLines(text, &places, &collector)
    case .strings: DataChecks.openStep(text, dialect: .strings, &places, &collector)
    case .openStep: DataChecks.openStep(text, dialect: .openStep, &places, &collector)
    case .text, .binary: break
    }
  }
}

/// Lines and columns of a text of which a part is read.
struct LintPlaces {
  private let text: ByteView
  /// Where the part that is read begins.
  private let base: Int
  private var index = LineIndex()

  init(text: ByteView, base: Int = 0) {
    self.text = text
    self.base = base
  }

  /// The place of an offset in the part.
  mutating func place(_ offset: Int?) -> Place {
    guard let offset else { return .text(line: 1, column: 1) }
    let position = index.position(of: base + offset, in: text)
    return .text(line: position.line, column: position.column)
  }
}
