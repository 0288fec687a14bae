// Rewrites the head of a document to declare its new encoding.
//
//   <?xml version="1.0" encoding="UTF-8"?>   →   <?xml version="1.0" encoding="macintosh"?>
//   <meta charset="utf-8">                   →   <meta charset="macintosh">

/// A change that a document's head needs.
package struct DeclarationRewriter {
  /// The range of the text to replace; empty for an insertion.
  package let range: Range<Int>
  package let replacement: String

  /// Returns the changes to a text whose first bytes are `head`, in order.
  ///
  /// Adds a declaration to XML and HTML if the new encoding requires one.
  package static func changes(
    of head: ByteView, isXML: Bool, target: TextEncoding, hasMark: Bool
  ) -> [DeclarationRewriter] {
    let isHTML = HTMLDeclaration.isHTML(head)
    let declaration = XMLDeclaration(head)
    var changes: [DeclarationRewriter] = []
    if let declaration {
      changes += change(of: declaration, in: head, target: target, hasMark: hasMark)
    } else if isXML && !isHTML && needsDeclaration(target, hasMark: hasMark) {
      let hasLineFeed = head.firstIndex(of: ASCII.lineFeed) != nil || head.isEmpty
      let text = "<?xml version=\"1.0\" encoding=\"\(target.name)\"?>" + (hasLineFeed ? "\n" : "")
      changes.append(DeclarationRewriter(range: 0..<0, replacement: text))
    }
    if isHTML {
      changes += changeOfHTML(head, isDeclared: declaration != nil, target: target, hasMark: hasMark)
    } else if declaration == nil, let (source, range) = EncodingFinder.declaration(in: head) {
      changes += change(of: range, source, in: head, target: target)
    }
    return changes
  }

  private static func change(
    of declaration: XMLDeclaration, in head: ByteView, target: TextEncoding, hasMark: Bool
  ) -> [DeclarationRewriter] {
    if let range = declaration.encoding?.value {
      return change(of: range, .xmlDeclaration, in: head, target: target)
    }
    guard let end = declaration.version?.range.upperBound, needsDeclaration(target, hasMark: hasMark) else {
      return []
    }
    return [DeclarationRewriter(range: end..<end, replacement: " encoding=\"\(target.name)\"")]
  }

  private static func change(
    of range: Range<Int>, _ source: DeclaredEncoding.Source, in head: ByteView, target: TextEncoding
  ) -> [DeclarationRewriter] {
    TextEncoding(name: head[range].string) == target
      ? [] : [DeclarationRewriter(range: range, replacement: target.name)]
  }

  /// An HTML document with an XML declaration needs no `meta` element.
  private static func changeOfHTML(
    _ head: ByteView, isDeclared: Bool, target: TextEncoding, hasMark: Bool
  ) -> [DeclarationRewriter] {
    if let range = HTMLDeclaration.range(in: head) {
      return change(of: range, .metaElement, in: head, target: target)
    }
    guard !isDeclared, !hasMark, target != .ascii, let place = HTMLDeclaration.endOfHeadTag(in: head) else {
      return []
    }
    return [DeclarationRewriter(range: place..<place, replacement: "<meta charset=\"\(target.name)\">")]
  }

  /// Whether XML in this encoding requires a declaration.
  private static func needsDeclaration(_ target: TextEncoding, hasMark: Bool) -> Bool {
    switch target {
    case .utf8, .ascii: false
    case .utf16: !hasMark
    default: true
    }
  }
}
