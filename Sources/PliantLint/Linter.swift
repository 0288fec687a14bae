// Checks one file against all rules: first its encoding, then the text against its grammar.
//
//   bytes ─▶ LintSubject (encoding, grammar) ─▶ EncodingAnalysis ─▶ LintText ─▶ checks of the grammar ─▶ places
//
// Files in memory and large files take the same path; a large one is presumed to be UTF-8 and read once, in
// chunks. The steps read it again only if that is refuted, or if there is something to report.

package struct Linter: Sendable {
  private let options: LintOptions
  package let makesFixes: Bool
  /// Whether to keep the lines of findings, for people.
  private let keepsLines: Bool
  /// Files of at least this size are not read into memory.
  package static let largeFileSize = InputFile.mapThreshold

  package init(_ options: LintOptions = LintOptions(), makesFixes: Bool = false, keepsLines: Bool = false) {
    self.options = options
    self.makesFixes = makesFixes
    self.keepsLines = keepsLines
  }

  /// The linter for a file with other options.
  package func with(_ options: LintOptions) -> Linter {
    Linter(options, makesFixes: makesFixes, keepsLines: keepsLines)
  }

  package struct Outcome: Sendable {
    package internal(set) var findings: [Finding] = []
    /// One per finding: stable as long as the line remains the same, even if it moves.
    package internal(set) var fingerprints: [String] = []
    /// One per finding: the same for all findings with its cause, wherever they are.
    package internal(set) var causes: [String] = []
    /// The lines of the findings, if requested.
    package internal(set) var excerpts: [LintExcerpt] = []
    package internal(set) var look: LintLook
    /// A note about unchecked parts, or nil.
    package internal(set) var note: String?
    /// Invalid `pliant:ignore` comments.
    package internal(set) var troubles: [Diagnostic] = []

    init(_ look: LintLook = .encodingOnly(nil)) { self.look = look }

    init(
      _ collector: inout LintCollector, _ look: LintLook, in text: LintText, keepsLines: Bool
    ) throws(Failure) {
      self.look = look
      findings = collector.sorted()
      var lines: [LintExcerpt] = []
      fingerprints = try LintFingerprint.make(findings, in: text) { finding, line in
        guard keepsLines else { return }
        let isInText = if case .text = finding.place { true } else { false }
        lines.append(LintExcerpt(isInText ? line : .empty, column: finding.column))
      }
      excerpts = lines
      causes = findings.indices.map { index in
        findings[index].cause.map { LintFingerprint.ofCause($0, findings[index].rule) } ?? fingerprints[index]
      }
      troubles = collector.troubles
      if !collector.options.listsAll { joinCauses() }
    }

    /// Points to the command that repairs the document, if it does.
    fileprivate mutating func adviseRepair(_ subject: LintSubject) {
      guard let bytes = subject.input.held, let format = subject.format,
        !findings.contains(where: \.isOfEncoding),
        let first = findings.firstIndex(where: { RepairedText.rules.contains($0.rule.id) })
      else { return }
      findings[first].advice = RepairedText.advice(for: bytes, format)
    }

    /// Keeps the first finding of each cause.
    private mutating func joinCauses() {
      var first: [String: Int] = [:]
      var kept: [Int] = []
      for index in findings.indices {
        guard let known = first[causes[index]] else {
          first[causes[index]] = index
          kept.append(index)
          continue
        }
        findings[known].join(findings[index])
        // A baseline lists the cause once.
        fingerprints[known] = causes[known]
      }
      if kept.count == findings.count { return }
      if !excerpts.isEmpty { excerpts = kept.map { excerpts[$0] } }
      (findings, fingerprints, causes) = (
        kept.map { findings[$0] }, kept.map { fingerprints[$0] }, kept.map { causes[$0] }
      )
    }
  }

  /// Checks the bytes of a file; `name` selects the grammar if the content does not.
  ///
  /// A file matched by `--include` is checked even if it looks binary.
  package func lint(_ bytes: ByteView, name: String, isIncluded: Bool = false) -> Outcome {
    do throws(Failure) {
      return try lint(LintInput(bytes), name: name, isIncluded: isIncluded)
    } catch {
      // Reading from memory cannot fail.
      return Outcome(.binary(error.message))
    }
  }

  /// Checks a file in chunks, in constant memory; skips a binary property list.
  ///
  /// Throws `file.not-found` and the like, and `file.read`.
  package func lint(
    file source: LintSource, count: Int, name: String, isIncluded: Bool = false,
    chunkSize: Int = InputWindow.chunkSize
  ) throws(Failure) -> Outcome {
    var window = try source.open(chunkSize: InputWindow.chunkSize)
    while window.bytes.count < LintInput.headBytes, try window.refill() {}
    let head = window.bytes[0..<min(window.bytes.count, LintInput.headBytes)]
    return try lint(
      LintInput(head, count: count, source: source, chunkSize: chunkSize), name: name,
      isIncluded: isIncluded)
  }

  private func lint(_ input: LintInput, name: String, isIncluded: Bool) throws(Failure) -> Outcome {
    if let bytes = input.held, Format(hiddenIn: name) == nil, SignedData.isSigned(bytes) {
      return try lintSigned(bytes, input, name: name)
    }
    if let presumed = LintSubject(presumingUTF8: input, name: name, isIncluded: isIncluded, options),
      let outcome = try lint(presumed)
    {
      return outcome
    }
    let subject = try LintSubject(input, name: name, isIncluded: isIncluded, options)
    return try lint(subject) ?? Outcome(subject.look)
  }

  /// Nil if the file is not in the presumed encoding.
  private func lint(_ subject: LintSubject) throws(Failure) -> Outcome? {
    if let outcome = try lintBinary(subject) { return outcome }
    var collector = LintCollector(options)
    collector.bytes = subject.input.held
    let analysis = EncodingAnalysis(subject, makesFixes: makesFixes)
    LintRule.checkEncoding(analysis, &collector)
    let source = text(of: subject, analysis, hasProblem: collector.hasEncodingProblem)
    let (note, look) = try checkText(subject, analysis, source, &collector)
    if subject.isPresumed, try analysis.isRefuted(by: source) { return nil }
    if collector.isClean && note == nil { return Outcome(look) }
    var outcome = try Outcome(&collector, look, in: source, keepsLines: keepsLines)
    outcome.note = note
    outcome.adviseRepair(subject)
    if makesFixes, let bytes = subject.input.held {
      if analysis.contradiction != .none, analysis.certainEncoding == nil {
        // Nothing but certain parts of a file in an unknown encoding may change.
        for index in outcome.findings.indices {
          outcome.findings[index].fixes.removeAll { $0.kind != .mixed }
        }
      }
      keepProven(&outcome.findings, bytes, subject)
    }
    return outcome
  }

  /// Checks a binary property list, or says why another binary file is not checked; nil for a text.
  private func lintBinary(_ subject: LintSubject) throws(Failure) -> Outcome? {
    var collector = LintCollector(options)
    if subject.format?.isBinary == true {
      if let bytes = subject.input.held {
        DataChecks.binary(bytes, &collector)
        if collector.isClean { DocumentChecks.run(subject, bytes, &collector) }
      }
    } else {
      let hasGrammar = subject.format != nil && subject.format != .openstep
      guard hasGrammar ? subject.verdict.evidence == .binary : subject.isBinary else { return nil }
      if !LintRule.checkBinary(subject, &collector) {
        return hasGrammar ? nil : Outcome(.binary(subject.signature?.name))
      }
    }
    let text = LintText(binary: subject.input)
    return try Outcome(&collector, subject.look, in: text, keepsLines: keepsLines)
  }

  /// Checks the document in a signed message, without fixes, which would break the signature.
  private func lintSigned(_ bytes: ByteView, _ input: LintInput, name: String) throws(Failure) -> Outcome {
    do throws(Failure) {
      let content = try SignedData.content(of: bytes)
      var outcome = content.withByteView { Linter(options).lint($0, name: name) }
      outcome.note = "signed document; checked its content, but not its signature"
      return outcome
    } catch {
      var collector = LintCollector(options)
      collector.add(
        .binaryStructure, at: .place(Place(offset: error.offset)), error.sentence)
      return try Outcome(
        &collector, .grammar("signed document"), in: LintText(binary: input), keepsLines: keepsLines)
    }
  }

  /// Checks the text by its grammar and its characters; returns a note about unchecked parts, and how the
  /// file was checked.
  private func checkText(
    _ subject: LintSubject, _ analysis: EncodingAnalysis, _ source: LintText, _ collector: inout LintCollector
  ) throws(Failure) -> (note: String?, LintLook) {
    var template: String?
    let note = try checkGrammar(subject, analysis, source, &template, &collector)
    let isReadable =
      !collector.hasEncodingProblem
      && !collector.findings.contains { $0.rule.family == .xml || $0.rule == .limitDepth }
    if subject.format == .xml && isReadable && template == nil {
      try MappingChecks.run(source, name: subject.name, &collector)
    }
    try LintRule.checkText(source, analysis, &collector)
    let signs = try analysis.signs(of: source)
    if !collector.findings.isEmpty || signs.hasIgnore { try source.finish(&collector) }
    return (note, template.map { .encodingOnly($0) } ?? subject.look)
  }

  private func text(of subject: LintSubject, _ analysis: EncodingAnalysis, hasProblem: Bool) -> LintText {
    let verdict = subject.verdict
    var (forced, repairs) = hasProblem ? analysis.textEncoding : (nil, false)
    // A declaration that only the file's name identifies.
    if !hasProblem, subject.kind == .text, verdict.byteOrderMark == nil, analysis.contradiction == .none,
      verdict.encoding.keepsDeclarationInASCII
    {
      // Parts in encodings of their own have only ASCII in common.
      forced = subject.parts == .areTrue ? .latin1 : subject.declarations.first?.encoding
    }
    let isUTF8 = verdict.evidence == .utf8 || verdict.evidence == .byteOrderMark && verdict.encoding == .utf8
    let isPlain =
      verdict.evidence == .ascii
      || isUTF8 && (forced != nil || subject.declared == nil || subject.declared?.encoding == .utf8)
    return LintText(
      subject.input, kind: subject.kind, forced: forced, repairs: repairs, mark: verdict.byteOrderMark,
      isPlain: isPlain)
  }

  /// Checks the text by its grammar, except a template; returns a note about unchecked parts.
  private func checkGrammar(
    _ subject: LintSubject, _ analysis: EncodingAnalysis, _ source: LintText, _ template: inout String?,
    _ collector: inout LintCollector
  ) throws(Failure) -> String? {
    var window = try source.open(watch: analysis.signsWatch)
    _ = try window.refill()
    let start = LintRule.checkBeginning(window.text, analysis, &collector) ?? 0
    window.consume(start)
    template = subject.kind == .xml ? LintTemplate.certain(window.text) : nil
    let other = template == nil ? LintedFileTypes.contradiction(of: subject.name, window.text) : nil
    if let other { collector.add(other.rule, at: .text(start + other.offset), other.message) }
    guard let format = subject.format, template == nil, other?.isOther != true else {
      while !window.isAtEnd {
        window.consume(window.text.count)
        _ = try window.refill()
      }
      if let problem = window.problem {
        addProblem(problem, analysis, &collector)
      } else if template == nil && other == nil {
        try DocumentChecks.run(subject, source, base: start, &collector)
      }
      return nil
    }
    let before = collector
    let outcome = try GrammarChecks.run(format, window, base: start, &collector)
    if collector.findings.count > before.findings.count {
      var again = try source.open()
      _ = try again.refill()
      template = LintTemplate.likely(again.text)
    }
    if format == .json, !collector.options.listsAll, outcome.problem == nil,
      collector.findings.count > before.findings.count
    {
      try joinExtensions(of: source, before, &collector)
    }
    // Errors in truncated text would be spurious.
    if template != nil || outcome.problem?.code == .invalidBytes || outcome.problem?.code == .jsonEncoding {
      collector = before
    }
    if let problem = outcome.problem {
      addProblem(problem, analysis, &collector)
    } else if template == nil {
      try DocumentChecks.run(subject, source, base: start, &collector)
    }
    return template == nil ? outcome.note : nil
  }

  /// Replaces the errors of a JSON file that is valid JSON with comments, or JSON5, by one.
  private func joinExtensions(
    of source: LintText, _ before: LintCollector, _ collector: inout LintCollector
  ) throws(Failure) {
    let errors = collector.findings.dropFirst(before.findings.count).filter { $0.rule == .jsonSyntax }
    guard errors.count > 1, let first = errors.first, case .offset(let offset) = first.place else { return }
    for (dialect, message) in [
      (
        .commented,
        "comments and trailing commas are not JSON; name the file .jsonc, or list it in jsonWithComments"
      ),
      (.json5, "JSON5 is not JSON; name the file .json5"),
    ] as [(JSONReader.Dialect, String)] {
      var found = before
      _ = try DataChecks.json(DataChecks.whole(source.open()), dialect: dialect, &found)
      if found.findings.contains(where: { $0.rule == .jsonSyntax }) { continue }
      found.add(.jsonSyntax, at: .text(offset), message)
      collector = found
      return
    }
  }

  /// Reports a decoding problem that no rule has reported yet.
  private func addProblem(_ problem: Failure, _ analysis: EncodingAnalysis, _ collector: inout LintCollector)
  {
    analysis.hasProblem = true
    if collector.hasEncodingProblem || analysis.subject.kind == .json || analysis.isNamedInComment { return }
    collector.add(problem, default: .encodingInvalidBytes)
  }

  // MARK: Fixes

  /// Removes fixes that are not proved to preserve the text.
  private func keepProven(_ findings: inout [Finding], _ bytes: ByteView, _ subject: LintSubject) {
    let leavesParts = findings.contains { $0.rule == .encodingMixed && $0.fixes.isEmpty }
    for kind in LintFix.Kind.allCases {
      func isProven() -> Bool {
        self.isProven(LintEdits(findings, kind: kind), kind, bytes, subject, leavesParts: leavesParts)
      }
      if isProven() { continue }
      for index in findings.indices {
        findings[index].fixes.removeAll { $0.kind == kind && $0.source != nil }
      }
      if isProven() { continue }
      for index in findings.indices { findings[index].fixes.removeAll { $0.kind == kind } }
    }
  }

  private func isProven(
    _ edits: LintEdits, _ kind: LintFix.Kind, _ bytes: ByteView, _ subject: LintSubject, leavesParts: Bool
  ) -> Bool {
    if edits.isEmpty { return true }
    return edits.apply(to: bytes).withByteView { result in
      if kind != .mixed {
        guard let source = edits.source else {
          return EncodingProof.holds(bytes, becomes: result, by: kind)
            && (DecodedText(bytes, kind: subject.kind).problem != nil
              || DecodedText(result, kind: subject.kind).problem == nil)
        }
        guard
          EncodingProof.holds(
            bytes, in: source, becomes: result, kind: subject.kind, name: subject.name,
            expected: options.policy?.encoding)
        else { return false }
      }
      let isMixed = kind == .mixed && leavesParts
      let left = Linter(options).lint(result, name: subject.name).findings
      return !left.contains { Self.contradicts($0.rule) && !(isMixed && $0.rule == .encodingMixed) }
    }
  }

  /// Whether a finding shows that the file contradicts its declaration or is unreadable.
  private static func contradicts(_ rule: LintRule) -> Bool {
    rule == .xmlNotWellFormed || rule == .jsonEncoding
      || rule.family == .encoding && rule.severity == .error && rule != .encodingUnexpected
  }
}
