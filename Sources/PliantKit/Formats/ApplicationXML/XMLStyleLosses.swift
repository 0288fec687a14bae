// What a style does not hold of an XML document, counted in a pass of its own.

/// Counts what a style drops.
package enum XMLStyleLosses {
  /// Whether text and elements stand side by side somewhere.
  ///
  /// Throws the reader's `xml.…` failures.
  package static func hasMixedContent(_ text: ByteView) throws(Failure) -> Bool {
    try count(in: text, style: .attributes).contains { $0.loss == .mixedOrder && $0.count > 0 }
  }

  /// The kinds of loss with their numbers; nothing for the lossless style.
  ///
  /// Throws the reader's `xml.…` failures.
  static func count(in text: ByteView, style: XMLStyle) throws(Failure) -> [(loss: Loss, count: Int)] {
    guard style != .lossless else { return [] }
    var options = XMLReader.Options()
    options.separatesCDATA = true
    var reader = XMLReader(text, options: options)
    var (comments, instructions, sections, mixed) = (0, 0, 0, 0)
    // For each open element whether it has text, whether it has children, and whether it is counted.
    var open: [(hasText: Bool, hasChildren: Bool)] = []
    while true {
      switch try reader.next() {
      case .comment: comments += 1
      case .processingInstruction: instructions += 1
      case .cdata:
        sections += 1
        if let last = open.indices.last { open[last].hasText = true }
      case .text: if !reader.isWhitespace, let last = open.indices.last { open[last].hasText = true }
      case .startElement:
        if let last = open.indices.last { open[last].hasChildren = true }
        open.append((false, false))
      case .endElement: if let ended = open.popLast(), ended.hasText && ended.hasChildren { mixed += 1 }
      case .endDocument:
        if style == .jsonml { return [(.cdataAsText, sections)] }
        return [
          (.comments, comments), (.instructions, instructions), (.mixedOrder, mixed),
          (.cdataAsText, sections),
        ]
      default: break
      }
    }
  }
}
