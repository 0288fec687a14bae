// What a text says of its own encoding, whatever its bytes are: the name as written, and where it is.

/// The declared encoding of an input, read with the encoding that its bytes were found to have.
package struct DeclaredEncoding: Sendable {
  /// Which kind of declaration it is.
  package enum Source: String, Sendable {
    case xmlDeclaration = "XML declaration"
    case charsetRule = "@charset"
    /// `meta` of HTML and XHTML.
    case metaElement = "meta element"
    /// A comment in the first lines of a program's source.
    case codingLine = "coding comment"
    /// `Content-Type` of a catalogue of gettext.
    case catalogueHeader = "Content-Type"
    /// RFC 8259: JSON is UTF-8.
    case json = "JSON"
  }

  /// As written.
  package let name: String
  /// Nil for a name that is not known.
  package let encoding: TextEncoding?
  package let source: Source
  /// Where the name is in the text behind a byte order mark, in bytes of its UTF-8; nil for JSON.
  package let range: Range<Int>?
  /// Where the name is in the input, in its bytes; nil for JSON.
  package private(set) var inputRange: Range<Int>?

  /// Bytes of the input in which a declaration must lie.
  private static let headBytes = 16 * 1024

  /// Reads the declaration of `bytes`, whose encoding is `actual`, or nil.
  package static func find(in bytes: ByteView, actual: TextEncoding, mark: ByteOrderMark?)
    -> DeclaredEncoding?
  {
    let markLength = mark?.length ?? 0
    let body = bytes[min(markLength, bytes.count)..<min(bytes.count, headBytes)]
    if actual.keepsDeclarationInASCII {
      return find(in: body)?.placed { $0.shifted(by: markLength) }
    }
    var head = OutputBuffer()
    var decoder = TextDecoder(actual)
    let whole = body[0..<body.count / actual.unitWidth * actual.unitWidth]
    guard (try? decoder.decode(whole, isLast: false, into: &head)) != nil else { return nil }
    return head.withHeldBytes { text in
      find(in: text)?.placed { range in
        let start = markLength + length(of: text[0..<range.lowerBound], in: actual)
        return start..<start + length(of: text[range], in: actual)
      }
    }
  }

  private func placed(_ inputRange: (Range<Int>) -> Range<Int>) -> DeclaredEncoding {
    var placed = self
    placed.inputRange = range.map(inputRange)
    return placed
  }

  /// The bytes that a text takes in the encoding that it came from.
  private static func length(of text: ByteView, in encoding: TextEncoding) -> Int {
    var output = OutputBuffer()
    var encoder = TextEncoder(encoding)
    _ = encoder.encode(text, into: &output)
    return output.count
  }

  /// The declaration of a text in UTF-8, whose place in the input is still to be found.
  private static func find(in text: ByteView) -> DeclaredEncoding? {
    // What nearly every document begins with, recognised at once where very many small ones are read.
    if text.starts(with: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>") {
      return DeclaredEncoding(name: "UTF-8", encoding: .utf8, source: .xmlDeclaration, range: 30..<35)
    }
    guard let (source, range) = EncodingFinder.declaration(in: text) else {
      let kind = startsLikeJSON(text) ? ContentDetector.detect(text) : nil
      return kind == .json
        ? DeclaredEncoding(name: "UTF-8", encoding: .utf8, source: .json, range: nil) : nil
    }
    let name = text[range].string
    return DeclaredEncoding(
      name: name, encoding: EncodingFinder.encoding(named: name, in: source), source: source, range: range)
  }

  /// The declaration as it is in a text that has `offset` bytes before it.
  package func moved(by offset: Int) -> DeclaredEncoding {
    DeclaredEncoding(
      name: name, encoding: encoding, source: source, range: range?.shifted(by: offset),
      inputRange: inputRange?.shifted(by: offset))
  }

  private static func startsLikeJSON(_ text: ByteView) -> Bool {
    var at = 0
    while text.byte(at: at)?.isWhitespace == true { at += 1 }
    let first = text.byte(at: at)
    return first == ASCII.leftBrace || first == ASCII.leftBracket
  }
}
