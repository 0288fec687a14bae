// The format of a document that nobody names.

/// Recognises formats by content, never by name.
package enum FormatDetector {
  /// The format of a document by its bytes, or nil if there is nothing but white space.
  package static func detect(_ bytes: ByteView) -> Format? {
    ContentDetector.detect(bytes).flatMap { Format(rawValue: $0.rawValue) }
  }
}
