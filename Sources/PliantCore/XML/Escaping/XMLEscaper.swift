// Text to XML: the characters that markup needs become references, or the text one CDATA section.

/// Escapes text that is given piece by piece, each piece whole scalars of valid UTF-8.
package struct XMLEscaper: Sendable {
  /// What is escaped beside `&`, `<` and `>`.
  package struct Options: Sendable {
    /// Quotation marks, apostrophes, tabs and line ends, so that the text can be in an attribute.
    package var forAttribute = false
    /// Every character beyond ASCII, by number.
    package var asciiOnly = false
    /// Characters that HTML has a name for, by name.
    package var htmlNames = false
    /// Nothing is escaped; the whole text becomes one CDATA section, in which `]]>` is split.
    package var asCDATA = false

    package init() {}
  }

  private let options: Options
  private var hasBegun = false
  /// Closing brackets at the end of what was written, at most two.
  private var brackets = 0

  package init(_ options: Options = Options()) { self.options = options }

  /// Appends a piece.
  ///
  /// Throws `xml.illegal-character` with the offset in the piece for a character that XML cannot hold.
  package mutating func escape(_ text: ByteView, into output: inout OutputBuffer) throws(Failure) {
    if options.asCDATA {
      begin(&output)
      return try appendSection(text, &output)
    }
    var at = 0
    var plain = 0
    while at < text.count {
      let byte = text[at]
      if Self.isPlain(byte) {
        at &+= 1
        continue
      }
      output.append(text[plain..<at])
      at += try appendSpecial(text, at, &output)
      plain = at
    }
    output.append(text[plain..<at])
  }

  /// Appends what closes the text.
  package mutating func finish(into output: inout OutputBuffer) {
    guard options.asCDATA else { return }
    begin(&output)
    output.append("]]>")
  }

  private mutating func begin(_ output: inout OutputBuffer) {
    if !hasBegun { output.append("<![CDATA[") }
    hasBegun = true
  }

  /// Whether the byte is written as it is whatever the options.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= ASCII.space && byte < 0x80 && byte != ASCII.ampersand && byte != ASCII.lessThan
      && byte != ASCII.greaterThan && byte != ASCII.quotationMark && byte != ASCII.apostrophe
  }

  /// Appends the one character at `at` and returns how many bytes it takes.
  private func appendSpecial(
    _ text: ByteView, _ at: Int, _ output: inout OutputBuffer
  ) throws(Failure) -> Int {
    let byte = text[at]
    switch byte {
    case ASCII.ampersand: output.append("&amp;")
    case ASCII.lessThan: output.append("&lt;")
    case ASCII.greaterThan: output.append("&gt;")
    case ASCII.quotationMark where options.forAttribute: output.append("&quot;")
    case ASCII.apostrophe where options.forAttribute: output.append("&apos;")
    case ASCII.quotationMark, ASCII.apostrophe: output.append(byte)
    case ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn:
      if options.forAttribute { appendNumber(UInt32(byte), &output) } else { output.append(byte) }
    default: return try appendWide(text, at, &output)
    }
    return 1
  }

  private func appendWide(
    _ text: ByteView, _ at: Int, _ output: inout OutputBuffer
  ) throws(Failure) -> Int {
    let (scalar, count) = UTF8Validation.scalar(in: text, at: at)
    guard XMLCharacters.isAllowed(scalar) else { throw Self.illegal(scalar, at: at) }
    if options.htmlNames, let name = HTMLEntities.name(of: scalar) {
      output.append(ASCII.ampersand)
      output.append(name)
      output.append(ASCII.semicolon)
    } else if options.asciiOnly {
      appendNumber(scalar, &output)
    } else {
      output.append(text[at..<at + count])
    }
    return count
  }

  private func appendNumber(_ scalar: UInt32, _ output: inout OutputBuffer) {
    output.append("&#x")
    output.append(String(scalar, radix: 16, uppercase: true))
    output.append(ASCII.semicolon)
  }

  /// Copies the text, parting `]]>` between two sections.
  private mutating func appendSection(_ text: ByteView, _ output: inout OutputBuffer) throws(Failure) {
    var at = 0
    var plain = 0
    while at < text.count {
      let byte = text[at]
      if byte == ASCII.greaterThan && brackets == 2 {
        output.append(text[plain..<at])
        output.append("]]><![CDATA[")
        plain = at
      } else if byte < ASCII.space || byte == 0xEF {
        try checkAllowed(text, at)
      }
      brackets = byte == ASCII.rightBracket ? min(brackets + 1, 2) : 0
      at &+= 1
    }
    output.append(text[plain..<at])
  }

  private func checkAllowed(_ text: ByteView, _ at: Int) throws(Failure) {
    let scalar = UTF8Validation.scalar(in: text, at: at).value
    if !XMLCharacters.isAllowed(scalar) { throw Self.illegal(scalar, at: at) }
  }

  private static func illegal(_ scalar: UInt32, at offset: Int) -> Failure {
    Failure(.characterNotInXML, at: offset, codePoint(scalar))
  }

  /// `U+001F`.
  static func codePoint(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
