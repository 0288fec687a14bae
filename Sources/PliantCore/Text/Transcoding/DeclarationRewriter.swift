// Makes the head of a document say the encoding that it is going to be in.
//
//   <?xml version="1.0" encoding="UTF-8"?>   →   <?xml version="1.0" encoding="macintosh"?>

/// The change that a document's head needs.
package struct DeclarationRewriter {
  /// The part of the text that is replaced; empty for an insertion.
  package let range: Range<Int>
  package let replacement: String

  /// What must change in a text whose first bytes are `head`, or nil where nothing must.
  ///
  /// A declaration is added to XML where the new encoding needs one.
  package init?(_ head: ByteView, isXML: Bool, target: TextEncoding, hasMark: Bool) {
    let rule: StaticString = "@charset \""
    if head.starts(with: rule), let close = head.firstIndex(of: ASCII.quotationMark, from: 10), close < 80 {
      if TextEncoding(name: head[10..<close].string) == target { return nil }
      self.init(range: 10..<close, target.name)
      return
    }
    guard let declaration = XMLDeclaration(head) else {
      guard isXML, Self.needsDeclaration(target, hasMark: hasMark) else { return nil }
      let hasLineFeed = head.firstIndex(of: ASCII.lineFeed) != nil || head.isEmpty
      self.init(
        range: 0..<0, "<?xml version=\"1.0\" encoding=\"\(target.name)\"?>" + (hasLineFeed ? "\n" : ""))
      return
    }
    if let range = declaration.encoding {
      if TextEncoding(name: head[range].string) == target { return nil }
      self.init(range: range, target.name)
    } else if let end = declaration.versionEnd, Self.needsDeclaration(target, hasMark: hasMark) {
      self.init(range: end..<end, " encoding=\"\(target.name)\"")
    } else {
      return nil
    }
  }

  private init(range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Whether XML in this encoding is not well-formed without a declaration.
  private static func needsDeclaration(_ target: TextEncoding, hasMark: Bool) -> Bool {
    switch target {
    case .utf8, .ascii: false
    case .utf16: !hasMark
    default: true
    }
  }
}
