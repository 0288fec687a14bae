/// A change to the bytes of a file that fixes a finding.
package struct LintFix: Sendable, Equatable {
  /// The kind of a fix.
  package enum Kind: String, Sendable, CaseIterable {
    /// Corrects the declaration.
    case declaration
    /// Encodes the bytes as declared.
    case bytes
    /// Converts the parts of a mixed file whose encoding is certain to the declared encoding.
    case mixed
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
