// Checks one file against all rules: first its encoding, then the text by its grammar.
//
//   bytes ─▶ LintSubject (encoding, grammar) ─▶ EncodingChecks ─▶ LintText ─▶ checks of the grammar ─▶ places
//
// A file that is held and one too large for it go the same way; of the latter each step reads the file anew, piece
// by piece.

import PliantCore

/// Finds what is wrong with files.
package struct Linter: Sendable {
  private let scope: LintScope
  /// Whether findings carry the changes that would mend them.
  package let makesFixes: Bool
  /// From this size on a file is not held.
  package static let largeFileSize = InputFile.mapThreshold

  package init(_ options: LintOptions = LintOptions(), makesFixes: Bool = false) {
    scope = LintScope(options)
    self.makesFixes = makesFixes
  }

  /// What was found in one file.
  package struct Outcome: Sendable {
    package let findings: [Finding]
    /// One for each finding: stable as long as the line stays the same, wherever it moves.
    package let fingerprints: [String]
    /// Whether there is nothing to tell.
    package var isClean: Bool { findings.isEmpty && skipped == nil && note == nil }
    /// Why the file was not checked, or nil.
    package let skipped: String?
    /// What was not checked in it, or nil.
    package let note: String?

    package init(
      _ findings: [Finding] = [], fingerprints: [String] = [], skipped: String? = nil, note: String? = nil
    ) {
      self.findings = findings
      self.fingerprints = fingerprints
      self.skipped = skipped
      self.note = note
    }
  }

  /// Checks the bytes of a file; `name` tells the grammar where the content does not.
  package func lint(_ bytes: ByteView, name: String) -> Outcome {
    do throws(Failure) {
      return try lint(LintInput(bytes), name: name)
    } catch {
      // What is held cannot fail to be read.
      return Outcome(skipped: error.message)
    }
  }

  /// Checks a file piece by piece in constant memory; a binary property list is passed over.
  ///
  /// Throws `file.not-found` and the like, and `file.read`.
  package func lint(
    file source: LintSource, count: Int, name: String, chunkSize: Int = InputWindow.chunkSize
  ) throws(Failure) -> Outcome {
    var window = try source.open(chunkSize: InputWindow.chunkSize)
    while window.bytes.count < LintInput.headBytes, try window.refill() {}
    let head = window.bytes[0..<min(window.bytes.count, LintInput.headBytes)]
    return try lint(
      LintInput(source, count: count, head: head, chunkSize: chunkSize), name: name)
  }

  private func lint(_ input: LintInput, name: String) throws(Failure) -> Outcome {
    let subject = try LintSubject(input, name: name)
    if subject.grammar == .binary { return binary(input) }
    if subject.verdict.evidence == .binary, subject.grammar == .text || subject.grammar == .openStep {
      return Outcome(skipped: "a binary file, which is not checked")
    }
    var collector = LintCollector(scope)
    let checks = EncodingChecks(subject, scope, makesFixes: makesFixes)
    checks.run(&collector)
    let source = text(of: subject, checks, hasProblem: collector.hasEncodingProblem)
    var note: String?
    do throws(Failure) {
      note = try check(subject, checks, source, &collector)
      let isReadable =
        !collector.hasEncodingProblem && !collector.findings.contains { $0.rule.hasPrefix("xml/") }
      if subject.grammar == .xml && isReadable { try MappingChecks.run(source, name: name, &collector) }
      try checks.checkDoubleEncoding(source, &collector)
      if !collector.findings.isEmpty { try source.finish(&collector) }
    } catch {
      // An encoding that only this system cannot convert is a matter of the file.
      guard error.code == .cannotConvert else { throw error }
      collector.add(.encodingUnknownName, at: .place(.text(line: 1, column: 1)), error.message)
    }
    if collector.findings.isEmpty && note == nil { return Outcome() }
    let findings = collector.sorted()
    return Outcome(findings, fingerprints: try LintFingerprint.make(findings, in: input), note: note)
  }

  private func text(of subject: LintSubject, _ checks: EncodingChecks, hasProblem: Bool) -> LintText {
    let verdict = subject.verdict
    let (forced, repairs) = hasProblem ? checks.textEncoding : (nil, false)
    let isUTF8 = verdict.evidence == .utf8 || verdict.evidence == .byteOrderMark && verdict.encoding == .utf8
    let isPlain =
      verdict.evidence == .ascii
      || isUTF8 && (forced != nil || subject.declared == nil || subject.declared?.encoding == .utf8)
    return LintText(
      subject.input, kind: subject.kind, forced: forced, repairs: repairs, mark: verdict.byteOrderMark,
      isPlain: isPlain)
  }

  /// Reads the text by its grammar; returns what could not be checked.
  private func check(
    _ subject: LintSubject, _ checks: EncodingChecks, _ source: LintText, _ collector: inout LintCollector
  ) throws(Failure) -> String? {
    var window = try source.open()
    _ = try window.refill()
    let start = checks.checkBeginning(window.text, source, &collector) ?? 0
    window.consume(start)
    if subject.grammar == .text {
      while !window.isAtEnd {
        window.consume(window.text.count)
        _ = try window.refill()
      }
      if let problem = window.problem { checks.checkProblem(problem, &collector) }
      return nil
    }
    let mark = collector.mark
    let outcome = try GrammarChecks.run(subject.grammar, window, base: start, &collector)
    // Mistakes in text that is cut off would only bring further findings.
    if outcome.problem?.code == .invalidBytes || outcome.problem?.code == .jsonEncoding {
      collector.rewind(to: mark)
    }
    if let problem = outcome.problem { checks.checkProblem(problem, &collector) }
    return outcome.note
  }

  private func binary(_ input: LintInput) -> Outcome {
    guard let bytes = input.held else { return Outcome() }
    var collector = LintCollector(scope)
    DataChecks.binary(bytes, &collector)
    let findings = collector.sorted()
    return Outcome(findings, fingerprints: (try? LintFingerprint.make(findings, in: input)) ?? [])
  }
}
