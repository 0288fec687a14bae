/// A change to the bytes of a file that fixes a finding.
package struct LintFix: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Corrects the declaration.
    case declaration
    /// Encodes the bytes as declared.
    case bytes
    /// Converts the parts of a mixed file whose encoding is certain to the declared encoding.
    case mixed
    /// Composes letters.
    case normalization
    /// Ends all lines as most do.
    case lineEnds = "line-ends"
  }

  package let kind: Kind
  /// The range of bytes to replace.
  package let range: Range<Int>
  package let replacement: [UInt8]
  /// The presumed encoding of the file, if the change depends on it; the text decoded with it must not
  /// change.
  package let source: TextEncoding?

  package init(_ kind: Kind, _ range: Range<Int>, _ replacement: [UInt8], source: TextEncoding? = nil) {
    self.kind = kind
    self.range = range
    self.replacement = replacement
    self.source = source
  }
}

/// Applies the fixes of findings, all of them computed for the unchanged file.
package struct LintFixer: Sendable {
  private let linter: Linter
  private let kind: LintFix.Kind

  package init(_ options: LintOptions, kind: LintFix.Kind) {
    linter = Linter(options, makesFixes: true)
    self.kind = kind
  }

  /// Returns the fixed bytes and the number of fixed findings; nil if there is nothing to fix.
  package func fix(
    _ bytes: [UInt8], name: String
  ) -> (bytes: [UInt8], fixed: Int, leftovers: [LeftoverName])? {
    bytes.withByteView { fix($0, name: name) }
  }

  /// The maximum number of times that fixes are applied to the result of others.
  private static let passLimit = 8

  /// Returns the fixed bytes and the number of fixed findings; nil if there is nothing to fix.
  ///
  /// Repeats until nothing is left to fix, but changes the encoding only once.
  package func fix(_ bytes: ByteView, name: String) -> (
    bytes: [UInt8], fixed: Int, leftovers: [LeftoverName]
  )? {
    var source: TextEncoding?
    var result: (bytes: [UInt8], fixed: Int)?
    var hasSource = false
    for _ in 0..<Self.passLimit {
      let current = result?.bytes ?? bytes.array
      let edits = current.withByteView { LintEdits(linter.lint($0, name: name).findings, kind: kind) }
      if edits.isEmpty || hasSource && edits.source != nil { break }
      let changed = current.withByteView { edits.apply(to: $0) }
      if changed == current { break }
      hasSource = hasSource || edits.source != nil
      source = source ?? edits.source
      result = (changed, (result?.fixed ?? 0) + edits.findingCount)
      // The text is right now, although it may look double-encoded again.
      if kind == .bytes, edits.source == nil { break }
    }
    guard let result else { return nil }
    return (result.bytes, result.fixed, kind == .bytes ? leftovers(result.bytes, of: source, name) : [])
  }

  /// The number of bytes at each end to search for the name of the old encoding.
  private static let searchedBytes = 16 * 1024

  private func leftovers(_ bytes: [UInt8], of source: TextEncoding?, _ name: String) -> [LeftoverName] {
    guard let source else { return [] }
    return bytes.withByteView { text in
      let declared = DeclaredEncoding.all(in: text, name: name)
      let target = declared.first?.encoding ?? .utf8
      let ends =
        text.count <= 2 * Self.searchedBytes
        ? [0..<text.count] : [0..<Self.searchedBytes, text.count - Self.searchedBytes..<text.count]
      return ends.flatMap { part in
        LeftoverName.find(
          in: text, part, of: source, to: target, except: declared.compactMap(\.range), TextPositionCounter())
      }
    }
  }
}

/// Fixes of one kind that do not overlap, in the order of the file.
struct LintEdits {
  private var edits: [LintFix] = []
  /// The number of findings that they fix.
  private(set) var findingCount = 0
  /// The presumed encoding of the file, if a fix depends on it.
  var source: TextEncoding? { edits.lazy.compactMap(\.source).first }
  var isEmpty: Bool { edits.isEmpty }

  init(_ findings: [Finding], kind: LintFix.Kind) {
    var all: [(fix: LintFix, finding: Int)] = []
    for (index, finding) in findings.enumerated() {
      for fix in finding.fixes where fix.kind == kind { all.append((fix, index)) }
    }
    // The longest first of those with the same start: a fix that rewrites the file excludes all others.
    all.sort {
      ($0.fix.range.lowerBound, $1.fix.range.upperBound) < ($1.fix.range.lowerBound, $0.fix.range.upperBound)
    }
    var fixed: Set<Int> = []
    for (fix, finding) in all {
      let last = edits.last?.range
      if let last, fix.range.lowerBound < last.upperBound || fix.range == last { continue }
      edits.append(fix)
      fixed.insert(finding)
    }
    findingCount = fixed.count
  }

  func apply(to bytes: ByteView) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    for edit in edits {
      result += bytes[at..<edit.range.lowerBound].array + edit.replacement
      at = edit.range.upperBound
    }
    return result + bytes.suffix(from: at).array
  }
}
