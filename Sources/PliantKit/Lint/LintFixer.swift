// Applies the changes that findings propose, until nothing of the wanted kind is left.

/// Mends files.
package struct LintFixer: Sendable {
  private let linter: Linter
  private let kind: LintFix.Kind
  /// One change may bring another to light; more rounds than this would be a circle.
  private static let rounds = 6

  package init(_ options: LintOptions, kind: LintFix.Kind) {
    linter = Linter(options, makesFixes: true)
    self.kind = kind
  }

  /// The mended bytes, and how many findings were mended; nil where there is nothing to mend.
  package func fix(_ bytes: [UInt8], name: String) -> (bytes: [UInt8], mended: Int)? {
    var current = bytes
    var mended = 0
    for _ in 0..<Self.rounds {
      let findings = current.withByteView { linter.lint($0, name: name).findings }
      let (changed, count) = apply(findings, to: current)
      guard count > 0, changed != current else { break }
      current = changed
      mended += count
    }
    return mended > 0 ? (current, mended) : nil
  }

  /// Applies the changes that do not overlap, in the order of the text.
  private func apply(_ findings: [Finding], to bytes: [UInt8]) -> ([UInt8], Int) {
    var edits: [(range: Range<Int>, replacement: [UInt8], finding: Int)] = []
    for (index, finding) in findings.enumerated() {
      for fix in finding.fixes where fix.kind == kind && fix.range.upperBound <= bytes.count {
        edits.append((fix.range, fix.replacement, index))
      }
    }
    edits.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    var result: [UInt8] = []
    var at = 0
    var isInsertionDone = false
    var mended: Set<Int> = []
    for edit in edits where edit.range.lowerBound >= at && !(edit.range.isEmpty && isInsertionDone) {
      result += bytes[at..<edit.range.lowerBound]
      result += edit.replacement
      at = edit.range.upperBound
      isInsertionDone = edit.range.isEmpty
      mended.insert(edit.finding)
    }
    result += bytes[at...]
    return (result, mended.count)
  }
}
