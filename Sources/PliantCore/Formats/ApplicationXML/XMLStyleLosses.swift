// What a style cannot show of an XML document.

/// Looks for what the style `attributes` drops.
package enum XMLStyleLosses {
  /// Whether text and elements stand side by side somewhere.
  ///
  /// Throws the reader's `xml.…` failures.
  package static func hasMixedContent(_ text: ByteView) throws(Failure) -> Bool {
    var reader = XMLReader(text, options: .values)
    // For each open element whether it has text, and whether it has children.
    var open: [(hasText: Bool, hasChildren: Bool)] = []
    while true {
      switch try reader.next() {
      case .text: if !reader.isWhitespace, let last = open.indices.last { open[last].hasText = true }
      case .startElement:
        if let last = open.indices.last { open[last].hasChildren = true }
        open.append((false, false))
      case .endElement: if let ended = open.popLast(), ended.hasText && ended.hasChildren { return true }
      case .endDocument: return false
      default: break
      }
    }
  }
}
