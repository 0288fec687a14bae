/// The position of a finding in a file, as far as known at first.
enum LintPosition {
  case place(Place)
  /// In the decoded text, in bytes; lines and columns are counted later, for all findings at once.
  case text(Int)
}

/// Gathers the findings of one file.
struct LintCollector {
  /// The identity of a finding, to drop duplicates.
  private struct Key: Hashable {
    let rule: LintRule.ID
    let place: Place
    let message: String
  }

  let options: LintOptions
  /// The maximum number of findings in a file.
  var limit: Int { options.findingLimit }
  private(set) var findings: [Finding] = []
  /// Whether any rule, even an ignored one, found an encoding error.
  private(set) var hasEncodingProblem = false
  /// Findings that still have an offset, by index.
  private var pending: [(index: Int, offset: Int)] = []
  private var known: Set<Key> = []
  /// Invalid `pliant:ignore` comments.
  private(set) var troubles: [Diagnostic] = []
  var isClean: Bool { findings.isEmpty && troubles.isEmpty }

  /// The bytes of the file; a conflict of a merge in them explains mistakes of the grammar.
  var bytes: ByteView?
  private var lines = LineIndex()
  /// The place of the first conflict, once searched.
  private var conflict: Place??

  init(_ options: LintOptions) { self.options = options }

  mutating func add(
    _ rule: LintRule, at position: LintPosition, _ message: String, fixes: [LintFix] = [],
    isAboutPattern: Bool = false
  ) {
    if let place = placeOfConflict(before: position, rule) {
      return add(
        rule == .stringsIgnoredTail ? .stringsSyntax : rule, at: .place(place), ConflictMarkers.sentence)
    }
    if rule.family == .encoding && rule.severity == .error || rule == .jsonEncoding {
      hasEncodingProblem = true
    }
    guard options.wants(rule), findings.count < limit else { return }
    let place: Place
    switch position {
    case .place(let known): place = known
    case .text(let offset): place = .offset(offset)
    }
    let finding = Finding(
      rule: rule, place: place, message: message, fixes: fixes, isAboutPattern: isAboutPattern)
    let key = Key(rule: rule.id, place: place, message: message)
    guard known.insert(key).inserted else { return }
    if case .text(let offset) = position { pending.append((findings.count, offset)) }
    findings.append(finding)
  }

  private mutating func placeOfConflict(before position: LintPosition, _ rule: LintRule) -> Place? {
    guard case .text(let offset) = position, let bytes,
      ConflictMarkers.rules.contains(rule.id) || rule == .stringsIgnoredTail
    else { return nil }
    if conflict == nil {
      conflict = .some(ConflictMarkers.first(in: bytes).map { Place(lines.position(of: $0, in: bytes)) })
    }
    guard let place = conflict ?? nil, case .text(let line, _) = place else { return nil }
    return line <= lines.position(of: min(offset, bytes.count), in: bytes).line ? place : nil
  }

  /// Adds a reader's failure in the text, under the rule of its code.
  mutating func add(_ failure: Failure, base: Int = 0, default fallback: LintRule) {
    let rule = LintRule.reporting(failure.code) ?? fallback
    let count = findings.count
    add(rule, at: .text((failure.offset ?? 0) + base), failure.sentence)
    if rule == .limitDepth, findings.count > count { findings[count].advice = failure.advice }
  }

  /// The offsets whose line and column are needed, in ascending order.
  var pendingOffsets: [Int] { pending.map(\.offset).sorted() }

  /// Assigns the positions of `pendingOffsets`.
  mutating func resolve(_ places: [Place]) {
    for (entry, place) in zip(pending.sorted { $0.offset < $1.offset }, places) {
      findings[entry.index].place = place
    }
    pending = []
  }

  mutating func applySuppressions(_ comments: [LintSuppressions.Comment]) {
    if comments.isEmpty { return }
    for comment in comments { troubles += comment.troubles }
    let silenced = LintSuppressions(comments)
    findings = findings.filter { !silenced.contains($0) }
  }

  /// Returns the findings in the order of the text, without duplicates.
  mutating func sorted() -> [Finding] {
    if findings.isEmpty { return [] }
    let order = findings.enumerated().sorted { left, right in
      (left.element.line, left.element.column, left.offset)
        < (right.element.line, right.element.column, right.offset)
    }
    var result: [Finding] = []
    for (_, finding) in order where result.last != finding { result.append(finding) }
    // A grammar's own finding about a control character suffices.
    if result.contains(where: { $0.rule == .textControlCharacter }) {
      let others = Set(result.lazy.filter { $0.rule != .textControlCharacter }.map(\.place))
      result.removeAll { $0.rule == .textControlCharacter && others.contains($0.place) }
    }
    let badBytes = result.filter { Self.rulesOfBadBytes.contains($0.rule) }
    if badBytes.isEmpty { return result }
    // A reader's finding about the replacement for an invalid byte adds nothing.
    return result.filter { finding in
      finding.rule.family == .encoding || !badBytes.contains { $0.place == finding.place }
    }
  }

  /// Rules whose findings are at a byte that is not a character.
  private static let rulesOfBadBytes: [LintRule] = [.encodingInvalidBytes, .encodingMissingDeclaration]
}
