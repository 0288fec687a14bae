// The context of a character that the target encoding lacks, and how to write it there.
//
//   <b a="Ł"><!-- Ł -->Ł<![CDATA[Ł]]></b>     &#x141; in the value and in the text; nothing is possible in the others

/// An escape for a character that an encoding lacks.
package enum CharacterEscape: Sendable {
  /// `&#x…;`
  case xmlReference
  /// `\uXXXX`, in pairs of surrogates above U+FFFF.
  case json
  /// `\UXXXX`, in old-style property lists and .strings files.
  case openStep
  /// `\20AC `, up to the space.
  case css
  /// No escape is possible.
  case none

  /// The escape of a character in ASCII, or nil.
  package func text(for scalar: UInt32) -> String? {
    let hexadecimal = { (value: UInt32, count: Int) in value.hexadecimal(count, uppercase: self.isUppercase) }
    switch self {
    case .none: return nil
    case .xmlReference: return "&#x" + hexadecimal(scalar, 1) + ";"
    case .css: return "\\" + hexadecimal(scalar, 1) + " "
    case .json, .openStep:
      let prefix = self.prefix
      guard scalar > 0xFFFF else { return prefix + hexadecimal(scalar, 4) }
      let offset = scalar - 0x10000
      return prefix + hexadecimal(0xD800 | offset >> 10, 4) + prefix + hexadecimal(0xDC00 | offset & 0x3FF, 4)
    }
  }

  private var prefix: String { if case .json = self { "\\u" } else { "\\U" } }
  private var isUppercase: Bool {
    switch self {
    case .xmlReference, .css: true
    case .json, .openStep, .none: false
    }
  }
}

/// Tracks a document's text byte by byte, as far as needed to distinguish text from markup.
package struct EscapeContext: Sendable {
  package enum Grammar: Sendable {
    case xml, properties
    /// As XML, except that scripts and style sheets have no references.
    case html
    /// Including the comments and apostrophes of its dialects.
    case json
    case openStep
    case css
    /// A text without escapes.
    case plain
  }

  private enum State: Sendable {
    case text
    /// After `<`.
    case opening
    /// After `<!`.
    case declaration
    case tag
    case attribute(UInt8)
    /// In a `script` or `style` element of HTML.
    case program
    case comment
    case cdata
    case instruction
    case doctype
    case doctypeQuoted(UInt8)
    case doctypeComment
    case doctypeInstruction
    // JSON and old-style property lists.
    case string(UInt8)
    case stringEscape(UInt8)
    case lineComment
    case blockComment
  }

  private let grammar: Grammar
  private var state = State.text
  private var brackets = 0
  /// The last eight bytes, the latest lowest.
  private var recent: UInt64 = 0
  /// The beginning of the open tag's name, packed like `recent`; 0 after it.
  private var tagName: UInt64 = 0
  private var isInTagName = false

  package init(_ grammar: Grammar) { self.grammar = grammar }

  /// The escape for a character at this point.
  package var escape: CharacterEscape {
    switch (grammar, state) {
    case (.xml, .text), (.xml, .attribute), (.html, .text), (.html, .attribute): .xmlReference
    case (.json, .string), (.properties, _): .json
    case (.openStep, .string): .openStep
    case (.css, .string), (.css, .text): recent & 0xFF == UInt64(ASCII.reverseSolidus) ? .none : .css
    default: .none
    }
  }

  /// The context, for messages.
  package var name: String {
    switch state {
    case .comment, .doctypeComment, .lineComment, .blockComment: "a comment"
    case .cdata: "a CDATA section"
    case .instruction, .doctypeInstruction: "a processing instruction"
    case .doctype, .doctypeQuoted, .declaration: "the document type declaration"
    case .tag, .opening: "a tag"
    case .program: "a script or style sheet"
    default: "plain text"
    }
  }

  /// Advances over valid UTF-8.
  package mutating func advance(over text: ByteView) {
    switch grammar {
    case .xml, .html: for at in 0..<text.count { advanceXML(text[at]) }
    case .json, .openStep, .css: for at in 0..<text.count { advanceStrings(text[at]) }
    case .plain, .properties: return
    }
  }

  /// Whether the last bytes are `literal`, of at most eight.
  @inline(__always)
  private func ends(with literal: StaticString) -> Bool {
    var wanted: UInt64 = 0
    let bytes = ByteView(literal)
    for at in 0..<bytes.count { wanted = wanted << 8 | UInt64(bytes[at]) }
    return recent & (UInt64.max >> UInt64(64 - 8 * bytes.count)) == wanted
  }

  private mutating func advanceXML(_ byte: UInt8) {
    recent = recent << 8 | UInt64(byte)
    switch state {
    case .text: if byte == ASCII.lessThan { state = .opening }
    case .opening:
      switch byte {
      case ASCII.questionMark: state = .instruction
      case ASCII.exclamationMark: state = .declaration
      case ASCII.greaterThan: state = .text
      default:
        state = .tag
        tagName = UInt64(byte | 0x20)
        isInTagName = true
      }
    case .declaration: advanceDeclaration(byte)
    case .program:
      if byte == ASCII.solidus, ends(with: "</") { state = .tag }
    case .tag:
      if isInTagName {
        isInTagName = byte.isLetter && tagName >> 56 == 0
        if isInTagName { tagName = tagName << 8 | UInt64(byte | 0x20) }
      }
      if byte == ASCII.greaterThan {
        state = grammar == .html && Self.programs.contains(tagName) ? .program : .text
        tagName = 0
      } else if byte == ASCII.quotationMark || byte == ASCII.apostrophe {
        state = .attribute(byte)
      }
    case .attribute(let quote): if byte == quote { state = .tag }
    case .comment: if byte == ASCII.greaterThan, ends(with: "-->") { state = .text }
    case .cdata: if byte == ASCII.greaterThan, ends(with: "]]>") { state = .text }
    case .instruction: if byte == ASCII.greaterThan, ends(with: "?>") { state = .text }
    default: advanceDoctype(byte)
    }
  }

  /// `script` and `style`.
  private static let programs: [UInt64] = [0x73_6372_6970_74, 0x73_7479_6C65]

  private mutating func advanceDeclaration(_ byte: UInt8) {
    if ends(with: "<!--") {
      state = .comment
    } else if ends(with: "![CDATA[") {
      state = .cdata
    } else if byte == ASCII.greaterThan {
      state = .text
    } else if ends(with: "<!D") {
      state = .doctype
      brackets = 0
    }
  }

  private mutating func advanceDoctype(_ byte: UInt8) {
    switch state {
    case .doctype:
      switch byte {
      case ASCII.quotationMark, ASCII.apostrophe: state = .doctypeQuoted(byte)
      case ASCII.leftBracket: brackets += 1
      case ASCII.rightBracket: brackets -= 1
      case ASCII.greaterThan where brackets <= 0: state = .text
      case ASCII.hyphen where ends(with: "<!--"): state = .doctypeComment
      case ASCII.questionMark where ends(with: "<?"): state = .doctypeInstruction
      default: break
      }
    case .doctypeQuoted(let quote): if byte == quote { state = .doctype }
    case .doctypeComment: if byte == ASCII.greaterThan, ends(with: "-->") { state = .doctype }
    case .doctypeInstruction: if byte == ASCII.greaterThan, ends(with: "?>") { state = .doctype }
    default: break
    }
  }

  private mutating func advanceStrings(_ byte: UInt8) {
    recent = recent << 8 | UInt64(byte)
    switch state {
    case .string(let quote):
      if byte == quote { state = .text } else if byte == ASCII.reverseSolidus { state = .stringEscape(quote) }
    case .stringEscape(let quote): state = .string(quote)
    case .lineComment: if byte.isLineEnd { state = .text }
    case .blockComment:
      if byte == ASCII.solidus, ends(with: "*/") {
        state = .text
        recent = 0
      }
    default:
      if byte == ASCII.quotationMark || byte == ASCII.apostrophe {
        state = .string(byte)
      } else if grammar != .css, ends(with: "//") {
        state = .lineComment
      } else if ends(with: "/*") {
        state = .blockComment
        recent = 0
      }
    }
  }
}
