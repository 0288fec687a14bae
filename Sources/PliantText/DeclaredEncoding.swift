/// The encoding that a text declares: the name as written, and its position, found by decoding the text in
/// its actual encoding.
package struct DeclaredEncoding: Sendable {
  /// The kind of a declaration.
  package enum Source: String, Sendable {
    case xmlDeclaration = "XML declaration"
    case charsetRule = "@charset"
    /// `meta` of HTML and XHTML.
    case metaElement = "meta element"
    /// A comment in the first lines of a program's source.
    case codingLine = "coding comment"
    /// `Content-Type` of a gettext catalogue.
    case catalogueHeader = "Content-Type"
    /// RFC 8259: JSON is UTF-8.
    case json = "JSON"
  }

  /// The name as written.
  package let name: String
  /// The encoding; nil for an unknown name.
  package let encoding: TextEncoding?
  package let source: Source
  /// The range of the name in the text after a byte order mark, in UTF-8 bytes; nil for JSON.
  package let range: Range<Int>?
  /// The range of the name in the input, in bytes; nil for JSON.
  package private(set) var inputRange: Range<Int>?

  /// The number of bytes to search for a declaration.
  private static let headBytes = 16 * 1024

  /// Finds the declaration in `bytes`, whose encoding is `actual`, or returns nil.
  package static func find(in bytes: ByteView, actual: TextEncoding, mark: ByteOrderMark?)
    -> DeclaredEncoding?
  {
    let markLength = mark?.length ?? 0
    let body = bytes[min(markLength, bytes.count)..<min(bytes.count, headBytes)]
    if actual.keepsDeclarationInASCII { return find(in: body)?.placed { $0.shifted(by: markLength) } }
    let whole = body[0..<body.count / actual.unitWidth * actual.unitWidth]
    guard let head = actual.decoded(whole, isLast: false) else { return nil }
    func length(_ text: ByteView) -> Int { actual.encoded(text)?.count ?? 0 }
    return head.withHeldBytes { text in
      find(in: text)?.placed { range in
        let start = markLength + length(text[0..<range.lowerBound])
        return start..<start + length(text[range])
      }
    }
  }

  private func placed(_ inputRange: (Range<Int>) -> Range<Int>) -> DeclaredEncoding {
    var placed = self
    placed.inputRange = range.map(inputRange)
    return placed
  }

  /// The declaration of a text in UTF-8, without its range in the input.
  private static func find(in text: ByteView) -> DeclaredEncoding? {
    // A fast path for the usual beginning, for many small documents.
    if text.starts(with: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>") {
      return DeclaredEncoding(name: "UTF-8", encoding: .utf8, source: .xmlDeclaration, range: 30..<35)
    }
    guard let (source, range) = EncodingFinder.declaration(in: text) else {
      let first = text.byte(at: text.endOfSpace(from: 0))
      let mayBeJSON = first == ASCII.leftBrace || first == ASCII.leftBracket
      let kind = mayBeJSON ? ContentDetector.detect(text) : nil
      return kind?.isJSON == true
        ? DeclaredEncoding(name: "UTF-8", encoding: .utf8, source: .json, range: nil) : nil
    }
    let name = text[range].string
    return DeclaredEncoding(
      name: name, encoding: EncodingFinder.encoding(named: name, in: source), source: source, range: range)
  }

  /// The declaration of a text with `offset` bytes before it.
  package func moved(by offset: Int) -> DeclaredEncoding {
    DeclaredEncoding(
      name: name, encoding: encoding, source: source, range: range?.shifted(by: offset),
      inputRange: inputRange?.shifted(by: offset))
  }
}
