// Escapes text for XML: markup characters become references, or the text one CDATA section.

/// Escapes text in chunks, each of whole scalars of valid UTF-8.
package struct XMLEscaper: Sendable {
  /// The characters to escape in addition to `&`, `<` and `>`.
  package struct Options: Sendable {
    /// Quotation marks, apostrophes, tabs and line ends, so that the text can be in an attribute.
    package var forAttribute = false
    /// Every character beyond ASCII, by number.
    package var asciiOnly = false
    /// Characters with a name in HTML, by name.
    package var htmlNames = false
    /// Nothing is escaped; the whole text becomes one CDATA section, in which `]]>` is split.
    package var asCDATA = false

    package init() {}
  }

  private let options: Options
  private var hasBegun = false
  /// Closing brackets at the end of the output, at most two.
  private var brackets = 0

  package init(_ options: Options = Options()) { self.options = options }

  /// Appends a chunk.
  ///
  /// Throws `xml.illegal-character` with the offset in the chunk for a character that XML forbids.
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

  /// Closes the text.
  package mutating func finish(into output: inout OutputBuffer) {
    guard options.asCDATA else { return }
    begin(&output)
    output.append("]]>")
  }

  private mutating func begin(_ output: inout OutputBuffer) {
    if !hasBegun { output.append("<![CDATA[") }
    hasBegun = true
  }

  /// Whether the byte is never escaped.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= ASCII.space && byte < 0x80 && byte != ASCII.ampersand && byte != ASCII.lessThan
      && byte != ASCII.greaterThan && byte != ASCII.quotationMark && byte != ASCII.apostrophe
  }

  /// Appends the character at `at`, and returns its number of bytes.
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

  private func appendWide(_ text: ByteView, _ at: Int, _ output: inout OutputBuffer) throws(Failure) -> Int {
    let (scalar, count) = UTF8Validation.scalar(in: text, at: at)
    guard XMLCharacters.isAllowed(scalar) else { throw Self.illegal(scalar, at: at) }
    if options.htmlNames, let name = HTMLEntities.name(of: scalar) {
      output.append(ASCII.ampersand)
      name.withUnsafeBytes { output.append(ByteView($0)) }
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

  /// Copies the text, splitting `]]>` between two sections.
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
        let scalar = UTF8Validation.scalar(in: text, at: at).value
        if !XMLCharacters.isAllowed(scalar) { throw Self.illegal(scalar, at: at) }
      }
      brackets = byte == ASCII.rightBracket ? min(brackets + 1, 2) : 0
      at &+= 1
    }
    output.append(text[plain..<at])
  }

  private static func illegal(_ scalar: UInt32, at offset: Int) -> Failure {
    Failure(.characterNotInXML, at: offset, scalar.codePoint)
  }
}
