// JSON and XML in colour, for a terminal: jq's colours for JSON, and the same for similar parts of XML.

/// Colours whole documents; the text without the escapes is unchanged.
struct SyntaxColors: ~Copyable {
  private enum Style: String {
    /// Keys, names of elements.
    case name = "\u{1B}[34;1m"
    case string = "\u{1B}[0;32m"
    /// null, comments, declarations.
    case faint = "\u{1B}[0;90m"
    case attribute = "\u{1B}[0;33m"
    /// References and CDATA sections.
    case reference = "\u{1B}[0;35m"
    case mark = "\u{1B}[1;39m"

    static let end = "\u{1B}[0m"
  }

  private let text: ByteView
  private var output = OutputBuffer()
  private var at = 0

  private init(_ text: ByteView) { self.text = text }

  static func painted(_ text: ByteView, isJSON: Bool) -> [UInt8] {
    var colors = SyntaxColors(text)
    while colors.at < text.count { if isJSON { colors.paintJSONToken() } else { colors.paintXMLToken() } }
    return colors.output.bytes
  }

  // MARK: JSON

  private mutating func paintJSONToken() {
    switch text[at] {
    case ASCII.quotationMark:
      let end = JSONStructure.endOfString(in: text, from: at) ?? text.count
      paint(to: end, isKey(endingAt: end) ? .name : .string)
    case ASCII.leftBrace, ASCII.rightBrace, ASCII.leftBracket, ASCII.rightBracket, ASCII.comma, ASCII.colon:
      paint(to: at + 1, .mark)
    case ASCII.lowerN: paint(to: min(at + 4, text.count), .faint)
    default: paint(to: at + 1, nil)
    }
  }

  private func isKey(endingAt end: Int) -> Bool {
    text.byte(at: text.endOfSpace(from: end)) == ASCII.colon
  }

  // MARK: XML

  private mutating func paintXMLToken() {
    switch text[at] {
    case ASCII.lessThan where text.starts(with: "<![CDATA[", at: at): paint(toMarkupEnd: .reference)
    case ASCII.lessThan where text.starts(with: "<!", at: at) || text.starts(with: "<?", at: at):
      paint(toMarkupEnd: .faint)
    case ASCII.lessThan: paintTag()
    case ASCII.ampersand: paint(to: text.end(of: ";", from: at) ?? text.count, .reference)
    default:
      var end = at + 1
      while end < text.count, text[end] != ASCII.lessThan, text[end] != ASCII.ampersand { end += 1 }
      paint(to: end, nil)
    }
  }

  private mutating func paintTag() {
    var end = at + 1
    while end < text.count, text[end] != ASCII.greaterThan, !text[end].isWhitespace { end += 1 }
    paint(to: end, .name)
    while at < text.count {
      switch text[at] {
      case ASCII.greaterThan: return paint(to: at + 1, .name)
      case ASCII.solidus, ASCII.questionMark: paint(to: at + 1, .name)
      case ASCII.quotationMark, ASCII.apostrophe:
        let close = text.firstIndex(of: text[at], from: at + 1) ?? text.count - 1
        paint(to: close + 1, .string)
      case ASCII.equalsSign: paint(to: at + 1, nil)
      case let byte where byte.isWhitespace: paint(to: at + 1, nil)
      default:
        var end = at + 1
        while end < text.count, !Self.endsAttributeName(text[end]) { end += 1 }
        paint(to: end, .attribute)
      }
    }
  }

  private static func endsAttributeName(_ byte: UInt8) -> Bool {
    byte == ASCII.equalsSign || byte == ASCII.greaterThan || byte == ASCII.solidus || byte.isWhitespace
  }

  // MARK: Both

  private mutating func paint(toMarkupEnd style: Style) {
    paint(to: XMLMarkupScanner.end(in: text, at: at) ?? text.count, style)
  }

  private mutating func paint(to end: Int, _ style: Style?) {
    if let style { output.append(style.rawValue) }
    output.append(text[at..<end])
    if style != nil { output.append(Style.end) }
    at = end
  }
}

extension CommandContext {
  /// A whole document for a terminal: JSON and XML in colour, no control characters.
  ///
  /// Throws for a binary document, unless `-o -` is present.
  func shown(_ document: [UInt8]) throws(Diagnostic) -> [UInt8] {
    try document.withByteView { bytes throws(Diagnostic) in
      let format = FormatDetector.detect(bytes)
      if format?.isBinary == true && refusesBinaryOutput {
        throw Diagnostic(
          .error, "binary output not written to the terminal; redirect it, or force it with '-o -'",
          rule: .outputTerminal)
      }
      let isJSON = format?.traits.syntax == .json
      let harmless = harmless(document, isJSON: isJSON)
      guard colorsOutput else { return harmless }
      return harmless.withByteView { bytes in
        switch format?.traits.syntax {
        case .json, .xml: SyntaxColors.painted(bytes, isJSON: isJSON)
        case .openStep, nil: harmless
        }
      }
    }
  }

  /// The text without control characters if standard output is a terminal; bytes that are not text remain
  /// unchanged.
  func harmless(_ text: [UInt8], isJSON: Bool = false) -> [UInt8] {
    text.withByteView { bytes in
      guard outputIsTerminal, UTF8Validation.validEnd(of: bytes) == bytes.count else { return text }
      var output = OutputBuffer()
      output.append(bytes)
      output.makeHarmless(isJSON: isJSON)
      return output.bytes
    }
  }

  var refusesBinaryOutput: Bool { outputIsTerminal && !asksForStandardOutput }
}
