// The XML declaration, read in advance to find the encoding (XML 1.0, section 4.3.3 and appendix F).
//
//   <?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>
//                                 ^encoding^                    ^end

/// The ranges of the parts of an XML or text declaration.
package struct XMLDeclaration: Equatable, Sendable {
  /// The encoding's name, without its quotes; nil if none is declared.
  package let encoding: Range<Int>?
  /// The end of the version's value, after its closing quote: the position for a missing encoding.
  package let versionEnd: Int?
  /// The offset after `?>`.
  package let end: Int
  /// The maximum length of a declaration.
  private static let longest = 1024

  /// Reads the declaration that begins at `start`, or returns nil if it is missing or unterminated.
  ///
  /// Tolerates invalid grammar, which the XML reader reports.
  package init?(_ text: ByteView, at start: Int = 0) {
    guard text.starts(with: "<?xml", at: start), text.byte(at: start + 5)?.isWhitespace == true else {
      return nil
    }
    let window = text[0..<min(text.count, start + Self.longest)]
    guard let close = window.firstIndex(of: "?>", from: start + 5) else { return nil }
    end = close + 2
    encoding = Self.value(of: "encoding", in: text, start + 5..<close)
    versionEnd = Self.value(of: "version", in: text, start + 5..<close).map { $0.upperBound + 1 }
  }

  /// The value of a pseudo-attribute, without quotes.
  private static func value(of name: StaticString, in text: ByteView, _ range: Range<Int>) -> Range<Int>? {
    let part = text[0..<range.upperBound]
    var at = range.lowerBound
    while at < range.upperBound {
      while part.byte(at: at)?.isWhitespace == true { at += 1 }
      let nameStart = at
      while let byte = part.byte(at: at), byte.isLetter { at += 1 }
      let found = part[nameStart..<at]
      while part.byte(at: at)?.isWhitespace == true { at += 1 }
      guard part.byte(at: at) == ASCII.equalsSign else { return nil }
      at += 1
      while part.byte(at: at)?.isWhitespace == true { at += 1 }
      guard let quote = part.byte(at: at), quote == ASCII.quotationMark || quote == ASCII.apostrophe,
        let close = part.firstIndex(of: quote, from: at + 1)
      else { return nil }
      if found == name { return at + 1..<close }
      at = close + 1
    }
    return nil
  }
}
