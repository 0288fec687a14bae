// Detection of formats from content: the signature of binary property lists, the first tag of XML, and the
// text after the first token of JSON and of old-style property lists.
//
//   bplist00…                 binary1
//   <?xml …?><plist>          xml1         (any element of the property list DTD as the root)
//   <?xml …?><rss>            xml
//   <0fbd 77>                 openstep     (data)
//   {"a": 1}  [1]  true  12   json
//   // c ↵ {"a": 1}  [/**/]   jsonc        (a comment among the first 64 KB)
//   {a: 1}  {'a': 1}          json5        (according to the first key)
//   {"a" = 1;}  (1)  word     openstep
//   "a" = "b";  /* c */ a;    strings
//   "\U00f7"                  openstep     (an escape that JSON lacks)

/// The kind of a document according to its content, with the name of its format.
package enum ContentKind: String, Sendable {
  case binary1, xml1, xml, json, jsonc, json5, openstep, strings

  package var isJSON: Bool { self == .json || self == .jsonc || self == .json5 }
}

/// Detects formats from content, never from names.
package enum ContentDetector {
  /// The maximum number of UTF-16 and UTF-32 units to examine.
  private static let wideUnits = 1 << 20
  /// The number of bytes in which a comment shows that a text is JSON with comments.
  private static let commentBytes = 1 << 16

  /// Returns the kind of a document, or nil if it is only white space.
  package static func detect(_ bytes: ByteView) -> ContentKind? {
    if bytes.starts(with: "bplist") { return .binary1 }
    if let shadow = asciiShadow(bytes) { return shadow.withByteView { detectText($0) } }
    return detectText(bytes.starts(with: "\u{FEFF}") ? bytes.suffix(from: 3) : bytes)
  }

  /// Whether a document is `{}`, which is valid both in JSON and as an old-style property list.
  package static func isEmptyDictionary(_ bytes: ByteView) -> Bool {
    guard bytes.count <= 4096 else { return false }
    let text = asciiShadow(bytes) ?? (bytes.starts(with: "\u{FEFF}") ? bytes.suffix(from: 3) : bytes).array
    return text.filter { !$0.isWhitespace } == [ASCII.leftBrace, ASCII.rightBrace]
  }

  /// UTF-16, UTF-32 or EBCDIC input as one byte per unit, `?` for non-ASCII; nil for other encodings.
  private static func asciiShadow(_ bytes: ByteView) -> [UInt8]? {
    if let found = EncodingFinder.ebcdic(bytes) {
      return found.encoding.decoded(bytes[0..<min(bytes.count, wideUnits)], isLast: false)?.bytes
    }
    guard let layout = wideLayout(bytes) else { return nil }
    var shadow: [UInt8] = []
    var at = layout.start
    while at + layout.width <= bytes.count && shadow.count < wideUnits {
      let byte = bytes[at + layout.lowest]
      let isASCII =
        byte < 0x80 && (0..<layout.width).allSatisfy { $0 == layout.lowest || bytes[at + $0] == 0 }
      shadow.append(isASCII ? byte : ASCII.questionMark)
      at += layout.width
    }
    // A truncated character is content too; the decoder reports the error.
    if at < bytes.count && shadow.count < wideUnits { shadow.append(ASCII.questionMark) }
    return shadow
  }

  /// The bytes of a unit, the index of the lowest, and the start of the text.
  private static func wideLayout(_ bytes: ByteView) -> (width: Int, lowest: Int, start: Int)? {
    guard bytes.count >= 2 else { return nil }
    let mark = ByteOrderMark(bytes)
    let start = mark?.length ?? 0
    switch mark?.encoding ?? EncodingFinder.encodingByZeroBytes(bytes) {
    case .utf32(let order?):
      return (4, (order.isLowHalfFirst ? 0 : 2) + (order.isLittleEndian ? 0 : 1), start)
    case .utf16(.littleEndian): return (2, 0, start)
    case .utf16: return (2, 1, start)
    case nil where bytes[0] == 0 && bytes[1] != 0: return (2, 1, 0)
    case nil where bytes[0] != 0 && bytes[1] == 0: return (2, 0, 0)
    default: return nil
    }
  }

  private static func detectText(_ text: ByteView) -> ContentKind? {
    var scanner = Scanner(text: text)
    let hasComments = scanner.skipSpaceAndComments()
    guard let first = scanner.peek else { return hasComments ? .strings : nil }
    switch first {
    case ASCII.lessThan: return scanner.detectAngle()
    case ASCII.leftParenthesis: return .openstep
    case ASCII.leftBracket: return hasComments || scanner.findsComment() ? .jsonc : .json
    case ASCII.leftBrace: return scanner.detectBrace(afterComments: hasComments)
    default: return scanner.detectWord(afterComments: hasComments)
    }
  }

  /// A cursor that distinguishes the text formats with minimal parsing.
  private struct Scanner {
    let text: ByteView
    var at = 0

    var peek: UInt8? { text.byte(at: at) }

    /// Skips white space and the comments of old-style property lists; returns whether there was a comment.
    mutating func skipSpaceAndComments() -> Bool {
      let space = OpenStepScanner.endOfSpace(in: text, from: at)
      at = OpenStepScanner.endOfSpaceAndComments(in: text, from: at)
      return at > space
    }

    /// After `<`: data of an old-style property list, or XML of some kind.
    mutating func detectAngle() -> ContentKind {
      if text.byte(at: at + 1) == ASCII.asterisk { return .openstep }
      var end = at + 1
      var digits = 0
      while let byte = text.byte(at: end), byte.hexadecimalValue != nil || byte.isWhitespace {
        if !byte.isWhitespace { digits += 1 }
        end += 1
      }
      if text.byte(at: end) == ASCII.greaterThan, digits != 1 {
        // Data is the whole list; otherwise this is an element whose name consists of hexadecimal digits.
        let start = at
        at = end + 1
        _ = skipSpaceAndComments()
        if at >= text.count { return .openstep }
        at = start
      }
      skipProlog()
      return isPropertyListRoot ? .xml1 : .xml
    }

    /// Skips declaration, comments, processing instructions and document type up to the root element's tag.
    mutating func skipProlog() {
      while true {
        at = text.endOfSpace(from: at)
        guard
          text.starts(with: "<?", at: at) || text.starts(with: "<!--", at: at)
            || text.starts(with: "<!DOCTYPE", at: at)
        else { return }
        at = XMLMarkupScanner.end(in: text, at: at) ?? text.count
      }
    }

    private static let rootNames: [StaticString] = [
      "plist", "dict", "array", "string", "data", "date", "integer", "real", "true", "false", "key",
    ]

    private var isPropertyListRoot: Bool {
      guard peek == ASCII.lessThan else { return false }
      let name = text.suffix(from: at + 1)
      return Self.rootNames.contains { root in
        guard name.starts(with: root) else { return false }
        let after = name.byte(at: root.utf8CodeUnitCount)
        return after == nil || after == ASCII.greaterThan || after == ASCII.solidus
          || after?.isWhitespace == true
      }
    }

    /// After `{`: JSON of some kind if a colon follows the first key, old-style if `=` or `;` does.
    mutating func detectBrace(afterComments: Bool) -> ContentKind {
      at += 1
      let hasComments = skipSpaceAndComments() || afterComments
      guard let first = peek, first != ASCII.rightBrace else { return hasComments ? .openstep : .json }
      let start = at
      guard skipToken() else { return hasComments || findsComment() ? .jsonc : .json }
      let key = text[start..<at]
      let hasMoreComments = skipSpaceAndComments() || hasComments
      if peek == ASCII.equalsSign || peek == ASCII.semicolon { return .openstep }
      // The colon belongs to the word.
      let isJSON5 =
        first != ASCII.quotationMark && (peek == ASCII.colon || key.firstIndex(of: ASCII.colon) != nil)
      if isJSON5 { return .json5 }
      if hasMoreComments { return peek == ASCII.colon ? .jsonc : .openstep }
      return findsComment() ? .jsonc : .json
    }

    /// Whether there is a comment of JSON among the next bytes, outside strings in quotation marks.
    func findsComment() -> Bool {
      var place = at
      let end = min(text.count, at + ContentDetector.commentBytes)
      while place < end {
        switch text[place] {
        case ASCII.quotationMark:
          place += 1
          while place < end, text[place] != ASCII.quotationMark {
            place += text[place] == ASCII.reverseSolidus ? 2 : 1
          }
        case ASCII.solidus: return text.starts(with: "//", at: place) || text.starts(with: "/*", at: place)
        default: break
        }
        place += 1
      }
      return false
    }

    /// A string, number or word at the top level.
    mutating func detectWord(afterComments: Bool) -> ContentKind {
      let start = at
      guard skipToken() else { return afterComments ? .openstep : .json }
      let token = text[start..<at]
      let comment = skipSpaceAndComments()
      if peek == ASCII.equalsSign || peek == ASCII.semicolon { return .strings }
      if afterComments || comment { return .openstep }
      switch token[0] {
      case ASCII.quotationMark: return hasOldStyleEscape(token) ? .openstep : .json
      case ASCII.apostrophe: return .openstep
      default:
        return token == "true" || token == "false" || token == "null" || looksLikeNumber(token)
          ? .json : .openstep
      }
    }

    /// Whether a quoted string has an escape that JSON lacks, such as `\U00f7` or `\367`.
    private func hasOldStyleEscape(_ token: ByteView) -> Bool {
      var at = 0
      while let escape = token.firstIndex(of: ASCII.reverseSolidus, from: at) {
        guard let byte = token.byte(at: escape + 1) else { return false }
        switch byte {
        case ASCII.upperU, ASCII.lowerA, 0x76, ASCII.digit0...0x37: return true
        default: at = min(escape + 2, token.count)
        }
      }
      return false
    }

    private func looksLikeNumber(_ token: ByteView) -> Bool {
      let digits = token[0] == ASCII.hyphen ? token.suffix(from: 1) : token
      guard digits.byte(at: 0)?.isDigit == true else { return false }
      return digits.array.allSatisfy {
        $0.isDigit || $0 == ASCII.fullStop || $0 | 0x20 == ASCII.lowerE || $0 == ASCII.hyphen
          || $0 == ASCII.plusSign
      }
    }

    /// Skips a quoted string or an unquoted word, which may contain the sign of JSON's exponents; false if
    /// there is neither.
    private mutating func skipToken() -> Bool {
      guard let first = peek else { return false }
      if first == ASCII.quotationMark || first == ASCII.apostrophe {
        at = OpenStepScanner.nextToken(in: text, from: at)?.end ?? text.count
        return true
      }
      let start = at
      while let byte = peek, OpenStepScanner.isWordByte(byte) || byte == ASCII.plusSign { at += 1 }
      return at > start
    }
  }
}
