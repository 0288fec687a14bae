// An expression's tokens, with the rules that distinguish names from operators (XPath 1.0, section 3.7).

struct XPathToken: Sendable {
  enum Kind: Equatable, Sendable {
    case number, literal, variable
    /// A name test, `name` or `p:name`.
    case name
    /// `p:*`
    case prefixWildcard
    case star
    case functionName
    /// `node`, `text`, `comment` or `processing-instruction` before a parenthesis.
    case nodeType
    /// A name before `::`, included.
    case axis
    case binary(XPathOperator)
    case minus, slash, doubleSlash, leftParenthesis, rightParenthesis, leftBracket, rightBracket, dot
    case doubleDot, at, comma, end
  }

  var kind: Kind
  var start: Int
  /// After the last byte; of an axis, before its `::`.
  var end: Int
  /// Bytes of a name before its colon.
  var prefixCount = 0

  var range: Range<Int> { start..<end }
  var localRange: Range<Int> { prefixCount == 0 ? range : start + prefixCount + 1..<end }
  var prefixRange: Range<Int>? { prefixCount == 0 ? nil : start..<start + prefixCount }
}

struct XPathLexer {
  private let text: ByteView
  private var at = 0
  private var tokens: [XPathToken] = []

  /// Returns the tokens of the expression, with `.end` last; throws `xpath.syntax` for an invalid character.
  static func tokens(of text: ByteView) throws(Failure) -> [XPathToken] {
    var lexer = XPathLexer(text: text)
    while try lexer.readToken() {}
    return lexer.tokens
  }

  private mutating func add(_ kind: XPathToken.Kind, _ length: Int) {
    tokens.append(XPathToken(kind: kind, start: at, end: at + length))
    at += length
  }

  private var expectsOperator: Bool {
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .at, .axis, .leftParenthesis, .leftBracket, .comma, .binary, .minus, .slash, .doubleSlash:
      return false
    default: return true
    }
  }

  private static let signs: [UInt8: XPathToken.Kind] = [
    ASCII.leftParenthesis: .leftParenthesis, ASCII.rightParenthesis: .rightParenthesis,
    ASCII.leftBracket: .leftBracket, ASCII.rightBracket: .rightBracket, ASCII.comma: .comma,
    ASCII.commercialAt: .at, ASCII.plusSign: .binary(.add), ASCII.hyphen: .minus,
  ]

  private mutating func readToken() throws(Failure) -> Bool {
    at = text.endOfSpace(from: at)
    guard let byte = text.byte(at: at) else {
      add(.end, 0)
      return false
    }
    let next = text.byte(at: at + 1)
    if let kind = Self.signs[byte] {
      add(kind, 1)
      return true
    }
    switch byte {
    case ASCII.asterisk: add(expectsOperator ? .binary(.multiply) : .star, 1)
    case ASCII.solidus: next == ASCII.solidus ? add(.doubleSlash, 2) : add(.slash, 1)
    case ASCII.verticalBar: add(.binary(.union), 1)
    case ASCII.equalsSign:
      if next == byte { throw hint("XPath compares with a single '='") }
      add(.binary(.equal), 1)
    case ASCII.lessThan, ASCII.greaterThan, ASCII.exclamationMark: try readComparison(byte, next)
    case ASCII.quotationMark, ASCII.apostrophe: try readLiteral(byte)
    case ASCII.dollarSign: try readVariable()
    case ASCII.fullStop where next == ASCII.fullStop: add(.doubleDot, 2)
    case ASCII.fullStop where next?.isDigit != true: add(.dot, 1)
    case ASCII.fullStop, ASCII.digit0...ASCII.digit9: try readNumber()
    default: try readName()
    }
    return true
  }

  private mutating func readComparison(_ byte: UInt8, _ next: UInt8?) throws(Failure) {
    let takesEquals = next == ASCII.equalsSign
    switch byte {
    case ASCII.lessThan:
      if next == ASCII.greaterThan { throw hint("XPath has no '<>': write '!='") }
      add(.binary(takesEquals ? .lessOrEqual : .less), takesEquals ? 2 : 1)
    case ASCII.greaterThan: add(.binary(takesEquals ? .greaterOrEqual : .greater), takesEquals ? 2 : 1)
    default:
      guard takesEquals else { throw hint("XPath has no '!': write not(…)") }
      add(.binary(.notEqual), 2)
    }
  }

  private mutating func readLiteral(_ quote: UInt8) throws(Failure) {
    if let last = tokens.last, last.kind == .literal, last.end == at {
      throw hint("a quote cannot be escaped by doubling it: use the other kind of quote around the string")
    }
    guard let end = text.firstIndex(of: quote, from: at + 1) else {
      throw hint(DiagnosticCode.jsonUnterminatedString.text.description)
    }
    add(.literal, end + 1 - at)
  }

  private mutating func readNumber() throws(Failure) {
    var end = text.endOfDigits(from: at)
    if text.byte(at: end) == ASCII.fullStop { end = text.endOfDigits(from: end + 1) }
    if let byte = text.byte(at: end), byte | 0x20 == ASCII.lowerE, isExponent(from: end + 1) {
      throw hint("numbers in XPath have no exponent: write the digits out")
    }
    add(.number, end - at)
  }

  private func isExponent(from index: Int) -> Bool {
    guard let byte = text.byte(at: index) else { return false }
    let isSign = byte == ASCII.plusSign || byte == ASCII.hyphen
    return isSign ? text.byte(at: index + 1)?.isDigit == true : byte.isDigit
  }

  private mutating func readVariable() throws(Failure) {
    at += 1
    let start = at
    let end = nameEnd(from: at)
    guard end > start else { throw Failure(.xpathSyntax, at: start - 1, "missing variable name after '$'") }
    at = end
    if let second = qualifiedEnd(after: end) { at = second }
    tokens.append(XPathToken(kind: .variable, start: start, end: at))
  }

  // MARK: Names

  private mutating func readName() throws(Failure) {
    let start = at
    let end = nameEnd(from: start)
    guard end > start else { throw unexpectedCharacter() }
    let words: [String: XPathOperator] = ["and": .and, "or": .or, "div": .divide, "mod": .modulo]
    if expectsOperator, let word = words[text[start..<end].string], text.byte(at: end) != ASCII.colon {
      return add(.binary(word), end - start)
    }
    let afterSpace = text.endOfSpace(from: end)
    if text.starts(with: "::", at: afterSpace) {
      tokens.append(XPathToken(kind: .axis, start: start, end: end))
      at = afterSpace + 2
      return
    }
    at = end
    var prefixCount = 0
    if text.byte(at: end) == ASCII.colon {
      prefixCount = end - start
      if text.byte(at: end + 1) == ASCII.asterisk {
        at = end + 2
        tokens.append(XPathToken(kind: .prefixWildcard, start: start, end: at, prefixCount: prefixCount))
        return
      }
      guard let second = qualifiedEnd(after: end) else { throw loneColon(after: start..<end) }
      at = second
    } else if text.byte(at: afterSpace) == ASCII.colon {
      throw loneColon(after: start..<end)
    }
    let kind = nameKind(start: start, prefixCount: prefixCount)
    tokens.append(XPathToken(kind: kind, start: start, end: at, prefixCount: prefixCount))
  }

  private func nameKind(start: Int, prefixCount: Int) -> XPathToken.Kind {
    guard text.byte(at: text.endOfSpace(from: at)) == ASCII.leftParenthesis else { return .name }
    return XPathNodeTest.types.contains(text[start..<at].string) ? .nodeType : .functionName
  }

  private func qualifiedEnd(after end: Int) -> Int? {
    guard text.byte(at: end) == ASCII.colon else { return nil }
    let second = nameEnd(from: end + 1)
    return second > end + 1 ? second : nil
  }

  /// The end of the name without colon that begins at `start`; `start` if there is none.
  private func nameEnd(from start: Int) -> Int {
    var at = start
    while let (scalar, length) = XMLCharacters.scalar(in: text, at: at), scalar != 0x3A,
      at == start ? XMLCharacters.isNameStart(scalar) : XMLCharacters.isName(scalar)
    {
      at += length
    }
    return at
  }

  // MARK: Errors

  private func hint(_ sentence: String) -> Failure { Failure(.xpathSyntax, at: at, sentence) }

  private func loneColon(after range: Range<Int>) -> Failure {
    let name = text[range]
    if XPathAxis.names.contains(name.string) {
      return Failure(.xpathSyntax, at: range.lowerBound, "an axis takes two colons: write \(name.string)::")
    }
    return Failure(.xpathSyntax, at: range.upperBound, "missing name after the colon")
  }

  private func unexpectedCharacter() -> Failure {
    switch text[at] {
    case ASCII.ampersand: return hint("XPath has no '&': write 'and'")
    case ASCII.percentSign: return hint("XPath has no '%': write 'mod'")
    case ASCII.reverseSolidus: return hint("steps are separated by '/', not by '\\'")
    case ASCII.colon:
      return hint(
        text.byte(at: at + 1) == ASCII.colon
          ? "missing axis before '::'" : "missing prefix or axis before the colon")
    default: break
    }
    let (scalar, length) = XMLCharacters.scalar(in: text, at: at) ?? (0xFFFD, 1)
    if scalar >= 0x2018 && scalar <= 0x201F {
      return hint("strings are in straight quotes (' or \"), not in '\(text[at..<at + length].string)'")
    }
    if scalar == 0xA0 { return hint("unexpected no-break space; use a plain space") }
    return hint("unexpected character '\(text[at..<at + length].string)'")
  }
}
