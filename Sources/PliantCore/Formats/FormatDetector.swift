/// Detects formats from content, never from names.
package enum FormatDetector {
  /// Returns the format of a document, or nil if there is nothing but white space.
  package static func detect(_ bytes: ByteView) -> Format? {
    var kind = ContentDetector.detect(bytes)
    // The first line of an Xcode project; without an opening brace the rest looks like a .strings file.
    if kind == .strings, bytes.starts(with: "// !$*UTF8*$!") { kind = .openstep }
    return kind.flatMap { Format(rawValue: $0.rawValue) }
  }
}
