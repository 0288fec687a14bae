// What a style does not hold of an XML document.

/// A kind of loss, and in how many places it happened.
package typealias XMLStyleLoss = (loss: Loss, count: Int)

/// Counts what a style drops, in a pass of its own.
package enum XMLStyleLosses {
  /// Whether text and elements stand side by side somewhere.
  ///
  /// Throws the reader's `xml.…` failures.
  package static func hasMixedContent(_ text: ByteView) throws(Failure) -> Bool {
    var reader = XMLReader(text)
    // For each open element whether it has text, and whether it has children.
    var open: [(hasText: Bool, hasChildren: Bool)] = []
    while true {
      switch try reader.next() {
      case .text, .cdata: if !reader.isWhitespace, let last = open.indices.last { open[last].hasText = true }
      case .startElement:
        if let last = open.indices.last { open[last].hasChildren = true }
        open.append((false, false))
      case .endElement: if let ended = open.popLast(), ended.hasText && ended.hasChildren { return true }
      case .endDocument: return false
      default: break
      }
    }
  }

  /// The number of CDATA sections.
  ///
  /// Throws the reader's `xml.…` failures.
  static func sectionCount(_ text: ByteView) throws(Failure) -> Int {
    guard text.firstIndex(of: "<![CDATA[") != nil else { return 0 }
    var options = XMLReader.Options()
    options.separatesCDATA = true
    var reader = XMLReader(text, options: options)
    var count = 0
    while true {
      switch try reader.next() {
      case .cdata: count += 1
      case .endDocument: return count
      default: break
      }
    }
  }
}
