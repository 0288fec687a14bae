// Applies the changes that findings propose, until nothing of the wanted kind is left.

import PliantCore

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
    bytes.withByteView { fix($0, name: name) }
  }

  /// The mended bytes, and how many findings were mended; nil where there is nothing to mend.
  package func fix(_ bytes: ByteView, name: String) -> (bytes: [UInt8], mended: Int)? {
    guard var (current, mended) = mend(bytes, name) else { return nil }
    for _ in 1..<Self.rounds {
      guard let (next, count) = current.withByteView({ mend($0, name) }) else { break }
      current = next
      mended += count
    }
    return (current, mended)
  }

  /// One round; nil where it changes nothing.
  private func mend(_ bytes: ByteView, _ name: String) -> (bytes: [UInt8], mended: Int)? {
    let (changed, count) = apply(linter.lint(bytes, name: name).findings, to: bytes)
    guard count > 0, !changed.withByteView({ $0 == bytes }) else { return nil }
    return (changed, count)
  }

  /// Applies the changes that do not overlap, in the order of the text.
  private func apply(_ findings: [Finding], to bytes: ByteView) -> ([UInt8], Int) {
    var edits: [(range: Range<Int>, replacement: [UInt8], finding: Int)] = []
    for (index, finding) in findings.enumerated() {
      for fix in finding.fixes where fix.kind == kind && fix.range.upperBound <= bytes.count {
        edits.append((fix.range, fix.replacement, index))
      }
    }
    edits.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    guard let first = edits.first else { return ([], 0) }
    // All bytes anew are not copied once more.
    if first.range == 0..<bytes.count, !first.range.isEmpty { return (first.replacement, 1) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.replacement.count })
    var at = 0
    var isInsertionDone = false
    var mended: Set<Int> = []
    for edit in edits where edit.range.lowerBound >= at && !(edit.range.isEmpty && isInsertionDone) {
      bytes[at..<edit.range.lowerBound].append(to: &result)
      result += edit.replacement
      at = edit.range.upperBound
      isInsertionDone = edit.range.isEmpty
      mended.insert(edit.finding)
    }
    bytes.suffix(from: at).append(to: &result)
    return (result, mended.count)
  }
}

extension ByteView {
  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
  }
}
