/// Detects formats from content, never from names.
package enum FormatDetector {
  /// Returns the format of a document, or nil if there is nothing but white space.
  package static func detect(_ bytes: ByteView) -> Format? {
    ContentDetector.detect(bytes).flatMap { Format(rawValue: $0.rawValue) }
  }
}
