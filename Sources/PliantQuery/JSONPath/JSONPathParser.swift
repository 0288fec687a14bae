// The grammar of RFC 9535: segments, selectors and their literals here, filters in the extension.

struct JSONPathParser {
  let text: [UInt8]
  var at = 0
  var absoluteCount = 0
  private var depth = 0
  /// The largest integer in a query (I-JSON, RFC 9535, section 2.1).
  private static let largestInteger = 1 << 53 - 1

  init(_ text: [UInt8]) { self.text = text }

  var byte: UInt8? { at < text.count ? text[at] : nil }

  func failure(_ sentence: String, at offset: Int? = nil) -> Failure {
    Failure(.jsonPathSyntax, at: offset ?? at, sentence)
  }

  mutating func parseWhole() throws(Failure) -> [JSONPathSegment] {
    guard text.count <= Limits.jsonPathBytes else {
      throw Failure(.jsonPathTooLong, at: 0, String(Limits.jsonPathBytes))
    }
    guard byte == ASCII.dollarSign else {
      throw failure("a query begins with '$', the document; it is a JSONPath, not a jq filter")
    }
    at = 1
    let segments = try parseSegments()
    guard at == text.count else { throw unexpected("after the query's steps, '.', '..' or '[' may follow") }
    return segments
  }

  func unexpected(_ rule: String) -> Failure {
    if at >= text.count { return failure("unexpected end of the query: \(rule)") }
    if text[at].isWhitespace { return failure("unexpected white space: \(rule)") }
    return failure("unexpected '\(character(at: at))': \(rule)")
  }

  func character(at place: Int) -> String {
    text.withByteView { view in
      Unicode.Scalar(UTF8Validation.scalar(in: view, at: place).value).map { String(Character($0)) } ?? "?"
    }
  }

  mutating func skipSpace() { while let byte, byte.isWhitespace { at += 1 } }

  mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    at += 1
    return true
  }

  mutating func take(_ first: UInt8, _ second: UInt8) -> Bool {
    guard byte == first, at + 1 < text.count, text[at + 1] == second else { return false }
    at += 2
    return true
  }

  /// Enters a level of nesting; the caller must call `leave`.
  mutating func enter() throws(Failure) {
    depth += 1
    guard depth <= Limits.jsonPathDepth else {
      throw Failure(.jsonPathTooDeep, at: at, String(Limits.jsonPathDepth))
    }
  }

  mutating func leave() { depth -= 1 }

  // MARK: Segments

  mutating func parseSegments() throws(Failure) -> [JSONPathSegment] {
    var segments: [JSONPathSegment] = []
    while true {
      let end = at
      skipSpace()
      if byte == ASCII.leftBracket {
        segments.append(JSONPathSegment(isDescendant: false, selectors: try parseBrackets()))
      } else if byte == ASCII.fullStop {
        segments.append(try parseDots())
      } else {
        // Consumes white space only if something may follow.
        at = end
        return segments
      }
    }
  }

  private mutating func parseDots() throws(Failure) -> JSONPathSegment {
    let isDescendant = take(ASCII.fullStop, ASCII.fullStop)
    if !isDescendant { at += 1 }
    if take(ASCII.asterisk) { return JSONPathSegment(isDescendant: isDescendant, selectors: [.wildcard]) }
    if isDescendant, byte == ASCII.leftBracket {
      return JSONPathSegment(isDescendant: true, selectors: try parseBrackets())
    }
    guard let byte, Self.isNameStart(byte) else {
      let advice = bracketed(from: at) ?? "other keys as ['key']"
      throw unexpected("'\(isDescendant ? ".." : ".")' is followed by a name or '*'; write \(advice)")
    }
    let start = at
    while let byte = self.byte, Self.isNameStart(byte) || byte.isDigit { at += 1 }
    if self.byte == ASCII.hyphen, let advice = bracketed(from: start) {
      throw unexpected("write a key with a hyphen as \(advice)")
    }
    return JSONPathSegment(isDescendant: isDescendant, selectors: [.name(Array(text[start..<at]))])
  }

  /// The word from a place to the next step or the end of a filter's operand in brackets; nil if it is empty.
  private func bracketed(from start: Int) -> String? {
    let rest = text[start...]
    let quote = [ASCII.apostrophe, ASCII.quotationMark].first { $0 == rest.first }
    let end = rest.dropFirst(quote == nil ? 0 : 1).firstIndex { byte in
      quote.map { byte == $0 } ?? " \t\n.[]()<>=!&|,".utf8.contains(byte)
    }
    let word = String(
      decoding: rest[..<(end ?? rest.endIndex)].dropFirst(quote == nil ? 0 : 1), as: UTF8.self)
    if word.isEmpty || word.contains("'") || word.contains("\\") { return nil }
    let isIndex = quote == nil && word.allSatisfy { $0.isASCII && $0.isNumber }
    return isIndex ? "an element as [\(word)]" : "['\(word)']"
  }

  static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == ASCII.underscore || (byte | 0x20) &- ASCII.lowerA < 26
  }

  private mutating func parseBrackets() throws(Failure) -> [JSONPathSelector] {
    let opening = at
    at += 1
    var selectors: [JSONPathSelector] = []
    repeat {
      skipSpace()
      selectors.append(try parseSelector())
      skipSpace()
    } while take(ASCII.comma)
    guard take(ASCII.rightBracket) else {
      if at >= text.count { throw failure("unmatched '['", at: opening) }
      throw unexpected("expected ',' or ']' after a selector")
    }
    return selectors
  }

  // MARK: Selectors

  private mutating func parseSelector() throws(Failure) -> JSONPathSelector {
    switch byte {
    case ASCII.quotationMark, ASCII.apostrophe: return .name(try parseString())
    case ASCII.asterisk:
      at += 1
      return .wildcard
    case ASCII.questionMark:
      at += 1
      skipSpace()
      return .filter(try parseFilter())
    case (ASCII.digit0...ASCII.digit9)?, ASCII.hyphen, ASCII.colon: return try parseIndexOrSlice()
    default: throw unexpected("expected a quoted key, an index, a slice, '*' or a filter '?…' in brackets")
    }
  }

  private mutating func parseIndexOrSlice() throws(Failure) -> JSONPathSelector {
    let start = byte == ASCII.colon ? nil : try parseInteger()
    let end = at
    skipSpace()
    guard take(ASCII.colon) else {
      at = end
      return .index(start ?? 0)
    }
    var slice = JSONPathSlice(start: start)
    skipSpace()
    if let byte, byte.isDigit || byte == ASCII.hyphen {
      slice.end = try parseInteger()
      skipSpace()
    }
    if take(ASCII.colon) {
      skipSpace()
      if let byte, byte.isDigit || byte == ASCII.hyphen { slice.step = try parseInteger() }
    }
    return .slice(slice)
  }

  private mutating func parseInteger() throws(Failure) -> Int {
    let start = at
    let isNegative = take(ASCII.hyphen)
    let first = at
    while let byte, byte.isDigit { at += 1 }
    guard at > first else { throw unexpected("expected digits after '-'") }
    if text[first] == ASCII.digit0 && (at > first + 1 || isNegative) {
      throw failure("an index has no leading zeros and is not '-0'", at: start)
    }
    guard at - first <= 16, let value = Int(String(decoding: text[first..<at], as: UTF8.self)),
      value <= Self.largestInteger
    else { throw failure("index out of range: expected -2⁵³+1 to 2⁵³-1", at: start) }
    return isNegative ? -value : value
  }

  // MARK: Strings

  mutating func parseString() throws(Failure) -> [UInt8] {
    let opening = at
    let quote = text[at]
    at += 1
    var result: [UInt8] = []
    while let byte {
      if byte == quote {
        at += 1
        return result
      }
      if byte < ASCII.space { throw failure("control character in a string; write \\u00xx, \\n or \\t") }
      if byte == ASCII.reverseSolidus {
        try parseEscape(quote: quote, into: &result)
      } else {
        result.append(byte)
        at += 1
      }
    }
    throw failure(DiagnosticCode.jsonUnterminatedString.text.description, at: opening)
  }

  private mutating func parseEscape(quote: UInt8, into result: inout [UInt8]) throws(Failure) {
    let start = at
    at += 1
    guard let letter = byte else { throw failure("the query ends in an escape", at: start) }
    at += 1
    switch letter {
    case quote, ASCII.reverseSolidus, ASCII.solidus: result.append(letter)
    case ASCII.lowerB: result.append(0x08)
    case ASCII.lowerF: result.append(0x0C)
    case ASCII.lowerN: result.append(ASCII.lineFeed)
    case ASCII.lowerR: result.append(ASCII.carriageReturn)
    case ASCII.lowerT: result.append(ASCII.tab)
    case ASCII.lowerU:
      let scalar = try parseUnicodeEscape(start)
      result += Array(String(Character(scalar)).utf8)
    default: throw failure("invalid escape '\\\(character(at: at - 1))'", at: start)
    }
  }

  /// Parses the four digits after `\u`, and for a high surrogate the second escape.
  private mutating func parseUnicodeEscape(_ start: Int) throws(Failure) -> Unicode.Scalar {
    let unit = try parseCodeUnit(start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, take(ASCII.reverseSolidus, ASCII.lowerU) {
      let low = try parseCodeUnit(start)
      if low & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10 | low & 0x3FF))
      {
        return scalar
      }
    }
    throw failure("unpaired surrogate", at: start)
  }

  private mutating func parseCodeUnit(_ start: Int) throws(Failure) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte?.hexadecimalValue else {
        throw failure("expected four hexadecimal digits after '\\u'", at: start)
      }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }
}
