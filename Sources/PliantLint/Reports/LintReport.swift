/// The findings of one file.
package struct LintFileReport: Sendable {
  /// The name on the command line, or as found in a directory.
  package let file: String
  package var findings: [Finding]
  /// One per finding: stable as long as the line remains the same, even if it moves.
  package var fingerprints: [String]
  /// One per finding, if requested.
  package var excerpts: [LintExcerpt]
  /// The reason why the file is unreadable, or nil.
  package var trouble: Diagnostic?
  /// The reason why the file was not checked, or nil.
  package let skipped: String?
  /// One per finding: the fingerprint of all findings with its cause.
  private var causes: [String]

  package init(
    file: String, _ outcome: Linter.Outcome = Linter.Outcome(), trouble: Diagnostic? = nil,
    skipped: String? = nil
  ) {
    self.skipped = skipped
    causes = outcome.causes
    self.file = file
    findings = outcome.findings
    fingerprints = outcome.fingerprints
    excerpts = outcome.excerpts
    self.trouble = trouble
  }

  /// Keeps only the findings with unknown fingerprints.
  package mutating func remove(known: Set<String>) {
    let kept = findings.indices.filter { !known.contains(fingerprints[$0]) && !known.contains(causes[$0]) }
    if !excerpts.isEmpty { excerpts = kept.map { excerpts[$0] } }
    findings = kept.map { findings[$0] }
    fingerprints = kept.map { fingerprints[$0] }
    causes = kept.map { causes[$0] }
  }

  /// The entries of a baseline that still occur.
  var prints: Set<String> { Set(fingerprints).union(causes) }

  /// Leaves out the findings about a pattern that an earlier file has, and counts them there.
  package mutating func removeFindings(about patterns: Set<String>) -> [String] {
    let removed = findings.indices.filter {
      findings[$0].isAboutPattern && patterns.contains(findings[$0].message)
    }
    let messages = removed.map { findings[$0].message }
    for index in removed.reversed() {
      findings.remove(at: index)
      fingerprints.remove(at: index)
      causes.remove(at: index)
      if !excerpts.isEmpty { excerpts.remove(at: index) }
    }
    return messages
  }

  /// Adds the number of other files with a finding about a pattern.
  package mutating func addFiles(_ counts: [String: Int]) {
    for index in findings.indices where findings[index].isAboutPattern {
      findings[index].count += counts[findings[index].message] ?? 0
    }
  }
}

/// All files of a run, for a report.
package struct LintReport: Sendable {
  /// Files with findings or errors, in order; clean ones only if the format lists them.
  package let files: [LintFileReport]
  package let coverage: LintCoverage
  package let version: String
  package let isColored: Bool
  /// Omits the closing line without findings.
  package let isQuiet: Bool

  package init(
    _ files: [LintFileReport], _ coverage: LintCoverage, version: String, isColored: Bool = false,
    isQuiet: Bool = false
  ) {
    self.files = files
    self.coverage = coverage
    self.version = version
    self.isColored = isColored
    self.isQuiet = isQuiet
  }

  var findings: some Sequence<(file: String, finding: Finding, fingerprint: String)> {
    files.lazy.flatMap { file in zip(file.findings, file.fingerprints).lazy.map { (file.file, $0, $1) } }
  }

  package var findingCount: Int { files.reduce(0) { $0 + $1.findings.count } }
  package var coverageLine: String { coverage.line(findings: findingCount) }
}

package enum LintReportFormat: String, CaseIterable, Sendable {
  case text, github, gitlab, sarif, junit, json

  /// Whether the report lists files without findings.
  package var namesCleanFiles: Bool { self == .junit }
  /// Whether the report includes the coverage; GitLab's does not.
  package var hasCoverage: Bool { self != .gitlab }
  package var namesFixes: Bool { self == .json || self == .sarif }

  package func append(_ report: LintReport, to output: inout OutputBuffer) {
    switch self {
    case .text: TextReport.append(report, to: &output)
    case .github: GitHubReport.append(report, to: &output)
    case .gitlab: GitLabReport.append(report, to: &output)
    case .sarif: SARIFReport.append(report, to: &output)
    case .junit: JUnitReport.append(report, to: &output)
    case .json: JSONLinesReport.append(report, to: &output)
    }
  }
}

extension OutputBuffer {
  /// Appends a text, and a string as JSON, without terminal control characters.
  package mutating func append(_ text: String, json string: String) {
    append(text)
    var quoted = OutputBuffer()
    Array(string.utf8).withByteView { quoted.appendJSONString($0) }
    quoted.withHeldBytes { appendHarmless(json: $0) }
  }
}
