// A change of a file's bytes that fixes a finding.

import PliantCore

/// A change of bytes that fixes a finding.
package struct LintFix: Sendable, Equatable {
  /// Which kind of fix it belongs to.
  package enum Kind: String, Sendable, CaseIterable {
    /// Makes the declaration tell the truth.
    case declaration
    /// Makes the bytes what is declared.
    case bytes
    /// Puts the parts of a mixed file that are certain into the declared encoding.
    case mixed
  }

  package let kind: Kind
  /// The bytes of the file that are replaced.
  package let range: Range<Int>
  package let replacement: [UInt8]
  /// The encoding in which the file is taken to be, where the change rests on that; the text must stay as it decodes it.
  package let source: TextEncoding?

  package init(
    _ kind: Kind, _ range: Range<Int>, _ replacement: [UInt8], source: TextEncoding? = nil
  ) {
    self.kind = kind
    self.range = range
    self.replacement = replacement
    self.source = source
  }
}
