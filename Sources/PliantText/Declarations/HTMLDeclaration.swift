// The encoding that a `meta` element of an HTML or XHTML document declares (HTML, section 13.2.3.2).
//
//   <meta charset="utf-8">     <meta http-equiv="Content-Type" content="text/html; charset=utf-8">
//                  ^^^^^                                                                  ^^^^^

/// Finds the declaration of an HTML document.
package enum HTMLDeclaration {
  /// The number of bytes to search for a declaration; browsers search 1,024, and start again at a later one.
  private static let longest = 16 * 1024

  /// Whether a text is an HTML document, judging from its first tag.
  package static func isHTML(_ text: ByteView) -> Bool {
    var at = text.endOfSpace(from: 0)
    while at <= longest, text.starts(with: "<!--", at: at) || text.starts(with: "<?", at: at),
      let end = XMLMarkupScanner.end(in: text, at: at)
    {
      at = text.endOfSpace(from: end)
    }
    if at > longest { return false }
    return ["<!doctype html", "<html", "<head", "<meta"].contains { (beginning: StaticString) in
      isTag(beginning, text, at)
    }
  }

  /// Whether a tag with this name, in any case, begins at `at`.
  private static func isTag(_ name: StaticString, _ text: ByteView, _ at: Int) -> Bool {
    let wanted = ByteView(name)
    guard at + wanted.count < text.count else { return false }
    for index in 0..<wanted.count where text[at + index].lowercased != wanted[index] { return false }
    let next = text[at + wanted.count]
    return next.isWhitespace || next == ASCII.greaterThan || next == ASCII.solidus
  }

  /// The range of the encoding's name in an HTML document, or in a part of one according to its file's name; nil if no
  /// `meta` element has one.
  package static func range(in text: ByteView, _ name: String? = nil) -> Range<Int>? {
    let isNamed = ["html", "htm", "xhtml"].contains(name.flatMap(Paths.pathExtension)?.lowercasedASCII)
    guard isNamed || text.byte(at: text.endOfSpace(from: 0)) == ASCII.lessThan && isHTML(text) else {
      return nil
    }
    let head = text[0..<min(text.count, longest)]
    var at = 0
    while let tag = head.firstIndex(of: ASCII.lessThan, from: at) {
      if head.starts(with: "<!--", at: tag) {
        guard let end = XMLMarkupScanner.end(in: head, at: tag) else { return nil }
        at = end
      } else if isTag("<body", head, tag) {
        return nil
      } else if isTag("<meta", head, tag) {
        if let found = Attributes(text: head, at: tag + 5).encoding { return found }
        at = tag + 5
      } else {
        at = tag + 1
      }
    }
    return nil
  }

  /// The offset after the start tag of the `head` element, for adding a `meta` element; nil without that tag.
  static func endOfHeadTag(in text: ByteView) -> Int? {
    var at = 0
    while let tag = text.firstIndex(of: ASCII.lessThan, from: at) {
      if isTag("<head", text, tag) { return text.firstIndex(of: ASCII.greaterThan, from: tag).map { $0 + 1 } }
      at = tag + 1
    }
    return nil
  }

  /// Whether a variable of a template is in place of the name of an encoding, or part of it.
  static func hasVariable(in text: ByteView) -> Bool {
    let head = text[0..<min(text.count, longest)]
    var at = 0
    while let mark = head.firstIndex(of: ASCII.equalsSign, from: at) {
      at = mark + 1
      guard mark >= 7, head[mark - 7..<mark].string.lowercased() == "charset" else { continue }
      var next = at
      while let byte = head.byte(at: next),
        byte.isWhitespace || byte == ASCII.quotationMark || byte == ASCII.apostrophe
      {
        next += 1
      }
      next = MediaType.endOfWord(in: head, from: next)
      if let byte = head.byte(at: next), MediaType.variableMarks.contains(byte) { return true }
    }
    return false
  }

  /// The meaning of a label in HTML: labels such as ISO-8859-1 mean the encodings that browsers use for them.
  package static func encoding(named label: String) -> TextEncoding? {
    let encoding = TextEncoding(name: label)
    switch encoding {
    case .ascii, .latin1: return .windows1252
    case .singleByte(.iso8859_9): return .singleByte(.windows1254)
    case .multibyte(.shiftJIS): return .multibyte(.windows31J)
    case .multibyte(.eucKR): return .multibyte(.cp949)
    case .multibyte(.gb2312): return .multibyte(.gb18030)
    case .multibyte(.big5): return .multibyte(.big5HKSCS)
    default: return encoding
    }
  }
}

private struct Attributes {
  let text: ByteView
  var at: Int

  /// The range of the encoding's name in the attributes of a `meta` element.
  var encoding: Range<Int>? {
    var copy = self
    var content: Range<Int>?
    var isContentType = false
    while let (name, value) = copy.next() {
      switch name {
      case "charset": return Self.token(in: text, value)
      case "http-equiv": isContentType = text[value].string.lowercased() == "content-type"
      case "content": content = value
      default: break
      }
    }
    guard isContentType, let content else { return nil }
    return MediaType.charset(in: text, content)
  }

  /// The next attribute's name in lower case, and the range of its value; nil at the end.
  private mutating func next() -> (name: String, value: Range<Int>)? {
    while let byte = text.byte(at: at), byte.isWhitespace || byte == ASCII.solidus { at += 1 }
    guard let first = text.byte(at: at), first != ASCII.greaterThan else { return nil }
    let start = at
    while let byte = text.byte(at: at), !byte.isWhitespace, byte != ASCII.equalsSign,
      byte != ASCII.greaterThan, byte != ASCII.solidus
    {
      at += 1
    }
    let name = text[start..<at].string.lowercased()
    at = text.endOfSpace(from: at)
    guard text.byte(at: at) == ASCII.equalsSign else {
      if at == start { at += 1 }
      return (name, at..<at)
    }
    at = text.endOfSpace(from: at + 1)
    return (name, value())
  }

  private mutating func value() -> Range<Int> {
    let quote = text.byte(at: at)
    if quote == ASCII.quotationMark || quote == ASCII.apostrophe, let quote {
      let start = at + 1
      let end = text.firstIndex(of: quote, from: start) ?? text.count
      at = min(end + 1, text.count)
      return start..<end
    }
    let start = at
    while let byte = text.byte(at: at), !byte.isWhitespace, byte != ASCII.greaterThan { at += 1 }
    return start..<at
  }

  /// The value without white space around it, if it can be a name.
  private static func token(in text: ByteView, _ value: Range<Int>) -> Range<Int>? {
    let name = text[value].trimmed
    return MediaType.isName(name) ? name.offset(in: text).map { $0..<$0 + name.count } : nil
  }
}

/// Media types with a parameter `charset`, in HTML and gettext catalogues.
enum MediaType {
  /// The maximum length of an encoding's name in bytes.
  static let longestName = 40

  /// The range of the encoding's name in `text/html; charset=NAME`, or nil.
  package static func charset(
    in text: ByteView, _ range: Range<Int>, allowsPlaceholder: Bool = false
  ) -> Range<Int>? {
    let name: StaticString = "charset"
    let count = ByteView(name).count
    var at = range.lowerBound
    while at + count < range.upperBound {
      guard text[at..<at + count].string.lowercased() == name.description else {
        at += 1
        continue
      }
      at += count
      while at < range.upperBound, text[at].isWhitespace { at += 1 }
      guard at < range.upperBound, text[at] == ASCII.equalsSign else { continue }
      at += 1
      while at < range.upperBound,
        text[at].isWhitespace || text[at] == ASCII.apostrophe || text[at] == ASCII.quotationMark
      {
        at += 1
      }
      var end = at
      while end < range.upperBound, isNameByte(text[end]) { end += 1 }
      // A variable of a template is part of the name.
      if end < range.upperBound, variableMarks.contains(text[end]) { return nil }
      let isPlaceholder = allowsPlaceholder && text[at..<end] == "CHARSET"
      return isPlaceholder || isName(text[at..<end]) ? at..<end : nil
    }
    return nil
  }

  /// Bytes that begin a variable of a template.
  static let variableMarks = Array("%${<#@".utf8)

  /// Whether a text can be the name of an encoding; templates contain the placeholder `CHARSET`.
  package static func isName(_ text: ByteView) -> Bool {
    guard text.count > 0, text.count <= longestName, !(text == "CHARSET") else { return false }
    return (0..<text.count).allSatisfy { isNameByte(text[$0]) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool { isWordByte(byte) || byte == ASCII.colon }

  /// Whether a byte can be part of a name in a text in which colons separate.
  static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == ASCII.hyphen || byte == ASCII.underscore
      || byte == ASCII.fullStop
  }

  /// The end of the name that begins at an offset of such a text.
  static func endOfWord(in text: ByteView, from start: Int) -> Int {
    var end = start
    while let byte = text.byte(at: end), isWordByte(byte) { end += 1 }
    return end
  }
}
