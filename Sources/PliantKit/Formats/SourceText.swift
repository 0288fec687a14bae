// The text of a document as readers want it.

/// Valid UTF-8 text of an input, and whatever keeps it alive.
package final class SourceText {
  package let view: ByteView

  package init(_ bytes: ByteView, as format: Format) throws(Diagnostic) {
    view = format != .binary1 && bytes.starts(with: "\u{FEFF}") ? bytes.suffix(from: 3) : bytes
  }
}
