// The XML declaration: for the reader, and read in advance to find the encoding (XML 1.0, sections 2.8 and 4.3.3).
//
//   <?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>
//                      └──────range──────────┘                  ^end
//                                 └──value─┘

/// The parts of an XML or text declaration.
package struct XMLDeclaration: Sendable {
  package struct Part: Sendable {
    /// With the white space before it.
    package let range: Range<Int>
    /// Without its quotes.
    package let value: Range<Int>
  }

  package private(set) var version: Part?
  package private(set) var encoding: Part?
  package private(set) var standalone: Part?
  /// The first violation of the grammar, of productions [23] to [32] and [80].
  package private(set) var problem: String?
  /// The offset after `?>`.
  package let end: Int
  /// The maximum length of a declaration that detection reads.
  private static let longest = 1024

  /// Reads the declaration that begins at `start`, or returns nil if it is missing or unterminated.
  package init?(_ text: ByteView, at start: Int = 0) {
    guard text.starts(with: "<?xml", at: start), let next = text.byte(at: start + 5),
      next.isWhitespace || next == ASCII.questionMark,
      let close = text[0..<min(text.count, start + Self.longest)].firstIndex(of: "?>", from: start + 5)
    else { return nil }
    self.init(upToEnd: text[0..<close], from: start + 5)
  }

  /// Reads the declaration that ends with the text, before its `?>`; `start` is after `<?xml`.
  ///
  /// Finds the parts also in an invalid one.
  package init(upToEnd text: ByteView, from start: Int = 5) {
    end = text.count + 2
    read(text, from: start)
    if version == nil { note("missing version") }
  }

  private mutating func read(_ text: ByteView, from start: Int) {
    var at = start
    var last = 0
    while true {
      let before = at
      at = text.endOfSpace(from: at)
      if at == text.count { return }
      let name = at
      while let byte = text.byte(at: at), byte.isLetter { at += 1 }
      let order = Self.order(of: text[name..<at])
      if order <= last || last == 0 && order > 1 {
        note(last == 0 ? "missing version" : "only version, encoding and standalone, in this order")
      }
      if name == before { note("missing white space") }
      at = text.endOfSpace(from: at)
      guard text.byte(at: at) == ASCII.equalsSign else { return note("missing '='") }
      at = text.endOfSpace(from: at + 1)
      guard let quote = text.byte(at: at), quote == ASCII.quotationMark || quote == ASCII.apostrophe,
        let close = text.firstIndex(of: quote, from: at + 1)
      else { return note("a value is not in quotes") }
      add(Part(range: before..<close + 1, value: at + 1..<close), order, text[at + 1..<close])
      last = max(last, order)
      at = close + 1
    }
  }

  /// The place of a part among the others; 0 for an unknown one.
  private static func order(of name: ByteView) -> Int {
    name == "version" ? 1 : name == "encoding" ? 2 : name == "standalone" ? 3 : 0
  }

  private mutating func add(_ part: Part, _ order: Int, _ value: ByteView) {
    switch order {
    case 1:
      version = version ?? part
      if !Self.isVersion(value) { note("the version is not 1.0") }
    case 2:
      encoding = encoding ?? part
      if !Self.isEncodingName(value) { note("the encoding is not a name") }
    case 3:
      standalone = standalone ?? part
      if !(value == "yes" || value == "no") { note("standalone is neither yes nor no") }
    default: break
    }
  }

  private mutating func note(_ problem: String) { self.problem = self.problem ?? problem }

  private static func isVersion(_ text: ByteView) -> Bool {
    text.count > 2 && text.starts(with: "1.") && text.endOfDigits(from: 2) == text.count
  }

  private static func isEncodingName(_ text: ByteView) -> Bool {
    text.byte(at: 0)?.isLetter == true
      && (0..<text.count).allSatisfy { index in
        let byte = text[index]
        return byte.isLetter || byte.isDigit || byte == ASCII.fullStop || byte == ASCII.underscore
          || byte == ASCII.hyphen
      }
  }
}
