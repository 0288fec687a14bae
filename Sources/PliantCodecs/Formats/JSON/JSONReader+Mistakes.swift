// Diagnosis of common errors in JSON, with specific messages, and recovery from them. None of this runs on
// valid text.

extension JSONReader {
  // MARK: Names of tokens

  /// The length of a UTF-8 character according to its first byte.
  func scalarLength(at place: Int) -> Int {
    guard let first = text.byte(at: place) else { return 0 }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return min(length, text.count - place)
  }

  /// The character at `place` for a message.
  func characterName(at place: Int) -> String {
    guard let first = text.byte(at: place) else { return "the end of the text" }
    let character = text[place..<place + scalarLength(at: place)].string
    guard let scalar = character.unicodeScalars.first else { return "" }
    if first > ASCII.space && first < ASCII.delete { return character }
    let code = scalar.value.codePoint
    return first >= 0x80 && scalar.properties.generalCategory.isVisible ? "\(character) (\(code))" : code
  }

  /// The word or number at `place`, truncated for a message.
  private func wordName(from start: Int) -> String {
    text[start..<endOfWord(from: start)].excerpt(40)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || byte == ASCII.underscore || byte == ASCII.dollarSign
      || byte == ASCII.fullStop || byte == ASCII.plusSign || byte == ASCII.hyphen
  }

  private func endOfWord(from start: Int) -> Int {
    var end = start
    while let byte = text.byte(at: end), isWordByte(byte) { end += 1 }
    return end
  }

  // MARK: The end

  /// The failure for a text that ends inside a container or before a value.
  func unterminated() -> Failure {
    guard let open = openBracket else { return Failure(.jsonEmpty, at: 0) }
    return Failure(open.isBrace ? .jsonUnterminatedObject : .jsonUnterminatedArray, at: open.offset)
  }

  /// The failure for text after the value.
  func trailingContent() -> Failure {
    let name = characterName(at: at)
    if text[at] == ASCII.rightBrace || text[at] == ASCII.rightBracket {
      return Failure(.jsonUnopenedBracket, at: at, name)
    }
    if let number = joinedNumber() { return number }
    switch enclosure {
    case .document: return Failure(.jsonTrailingContent, at: at, name)
    case .line: return Failure(.jsonTrailingContentOnLine, at: at, name)
    case .element: return Failure(.jsonMissingComma, at: at, name)
    }
  }

  /// The failure for a number that ends at `at` with other characters attached, such as `1_000` or `0x1F`.
  private func joinedNumber() -> Failure? {
    guard at > 0, isWordByte(text[at - 1]), isWordByte(text[at]) else { return nil }
    var start = at
    while start > 0 && isWordByte(text[start - 1]) { start -= 1 }
    if text[start].isDigit || text[start] == ASCII.hyphen {
      return Failure(numberMistake(from: start), at: start, wordName(from: start))
    }
    return Failure(.jsonMisspeltLiteral, at: start, wordName(from: start))
  }

  // MARK: Separators

  /// Handles a missing comma, or one before the first entry.
  mutating func recoverSeparator(isFirst: Bool, closing: UInt8) throws(Failure) {
    let byte = text[at]
    if byte == ASCII.comma {
      try report(Failure(.jsonExtraComma, at: at))
      at += 1
      return
    }
    if byte == ASCII.rightBrace || byte == ASCII.rightBracket {
      throw Failure(.jsonMismatchedBracket, at: at, characterName(at: at))
    }
    if let number = joinedNumber() { throw number }
    try report(Failure(.jsonMissingComma, at: at, characterName(at: at)))
    if byte == ASCII.colon || byte == ASCII.semicolon || byte == ASCII.equalsSign { at += 1 }
  }

  /// Handles a comma before another comma or the closing bracket; false if the container ends.
  mutating func recoverComma(_ comma: Int, closing: UInt8) throws(Failure) -> Bool {
    if text[at] == closing {
      if dialect == .json { try report(Failure(.jsonTrailingComma, at: comma, characterName(at: at))) }
      at += 1
      return false
    }
    while text.byte(at: at) == ASCII.comma {
      try report(Failure(.jsonExtraComma, at: at))
      at += 1
      try skipSpace()
    }
    guard at < text.count else { throw unterminated() }
    if text[at] == closing {
      at += 1
      return false
    }
    return true
  }

  /// Handles a missing colon after a key.
  mutating func recoverColon() throws(Failure) {
    guard let byte = text.byte(at: at) else { throw unterminated() }
    if byte == ASCII.rightBracket { throw Failure(.jsonMismatchedBracket, at: at, characterName(at: at)) }
    try report(Failure(.jsonMissingColon, at: at, characterName(at: at)))
    if byte == ASCII.equalsSign { at += 1 }
  }

  /// Handles a key that is not a string.
  mutating func recoverKey() throws(Failure) -> ByteView {
    guard let byte = text.byte(at: at) else { throw unterminated() }
    if byte == ASCII.rightBracket { throw Failure(.jsonMismatchedBracket, at: at, characterName(at: at)) }
    if dialect == .json5 {
      var isKey = byte == ASCII.apostrophe
      if isKey { try apostropheString() } else { isKey = try identifier() }
      if isKey { return scratch.view }
    }
    if byte == ASCII.apostrophe { return try singleQuotedString() }
    if let opening = typographicQuote() { throw opening }
    let isNumber = byte.isDigit || byte == ASCII.hyphen || byte == ASCII.plusSign
    guard isWordByte(byte) else { throw Failure(.jsonKeyIsNoString, at: at, characterName(at: at)) }
    try report(Failure(isNumber ? .jsonKeyIsNoString : .jsonUnquotedKey, at: at, wordName(from: at)))
    let start = at
    at = endOfWord(from: start)
    return text[start..<at]
  }

  // MARK: Values

  /// The corrected scalar for an invalid value.
  mutating func recoverValue() throws(Failure) -> ValueEvent {
    let byte = text[at]
    switch byte {
    case ASCII.apostrophe where dialect == .json5:
      try apostropheString()
      return .string(scratch.view)
    case ASCII.apostrophe: return .string(try singleQuotedString())
    case ASCII.comma, ASCII.rightBrace, ASCII.rightBracket: return try missingValue()
    case ASCII.plusSign, ASCII.fullStop: return try recoverNumber()
    default: break
    }
    if let opening = typographicQuote() { throw opening }
    if dialect == .json5, let number = try json5Number() { return number }
    guard isWordByte(byte) else { throw Failure(.jsonUnexpected, at: at, characterName(at: at)) }
    try report(Failure(wordMistake(from: at), at: at, wordName(from: at)))
    at = endOfWord(from: at)
    return .null
  }

  /// Handles a comma or closing bracket in place of a value.
  private mutating func missingValue() throws(Failure) -> ValueEvent {
    let name = characterName(at: at)
    guard let open = openBracket else {
      throw Failure(text[at] == ASCII.comma ? .jsonUnexpected : .jsonUnopenedBracket, at: at, name)
    }
    if open.isBrace && text[at] != ASCII.rightBracket {
      // Already reported if the colon is missing too.
      if findings.last?.offset != base + at || findings.last?.code != .jsonMissingColon {
        try report(Failure(.jsonMissingValue, at: at, name))
      }
      return .null
    }
    throw Failure(.jsonMismatchedBracket, at: at, name)
  }

  private func wordMistake(from start: Int) -> DiagnosticCode {
    let lower = text[start..<endOfWord(from: start)].string.lowercased()
    switch lower {
    case "nan", "inf", "infinity": return .jsonNotFinite
    case "true", "false", "null", "none", "nil", "undefined", "yes", "no": return .jsonMisspeltLiteral
    default: break
    }
    let isCutOff = ["true", "false", "null"].contains { lower.count > 0 && $0.hasPrefix(lower) }
    return isCutOff ? .jsonMisspeltLiteral : .jsonUnknownWord
  }

  // MARK: Numbers

  /// The corrected number for an invalid one.
  mutating func recoverNumber() throws(Failure) -> ValueEvent {
    if dialect == .json5, let number = try json5Number() { return number }
    try report(Failure(numberMistake(from: at), at: at, wordName(from: at)))
    at = endOfWord(from: at)
    return .number(ByteView("0"), .integer)
  }

  private func numberMistake(from start: Int) -> DiagnosticCode {
    var word = text[start..<endOfWord(from: start)]
    let sign = word.byte(at: 0)
    if sign == ASCII.hyphen || sign == ASCII.plusSign { word = word.suffix(from: 1) }
    let lower = word.string.lowercased()
    if lower == "nan" || lower.hasPrefix("inf") { return .jsonNotFinite }
    guard let first = word.byte(at: 0) else { return .jsonBadNumber }
    if first == ASCII.digit0, let second = word.byte(at: 1) {
      if second | 0x20 == ASCII.lowerX { return .jsonHexadecimalNumber }
      if second.isDigit { return .jsonLeadingZero }
    }
    if first == ASCII.fullStop { return .jsonMissingIntegerDigits }
    return digitMistake(in: word) ?? (sign == ASCII.plusSign ? .jsonPlusSign : .jsonBadNumber)
  }

  /// The code for a decimal point or exponent without digits in an otherwise valid number.
  private func digitMistake(in word: ByteView) -> DiagnosticCode? {
    let number = NumberScanner(word)
    guard number.sign == nil, !number.whole.isEmpty else { return nil }
    if number.hasPoint && number.fraction.isEmpty { return .jsonMissingFractionDigits }
    return number.hasExponentDigits ? nil : .jsonMissingExponentDigits
  }

  // MARK: Strings

  /// Reads a string between apostrophes literally.
  private mutating func singleQuotedString() throws(Failure) -> ByteView {
    try report(Failure(.jsonSingleQuotes, at: at))
    let start = at + 1
    var end = start
    while let byte = text.byte(at: end), byte != ASCII.apostrophe {
      end += byte == ASCII.reverseSolidus ? 2 : 1
    }
    guard end < text.count else { throw Failure(.jsonUnterminatedString, at: at) }
    at = end + 1
    return text[start..<end]
  }

  private func typographicQuote() -> Failure? {
    let quotes: [StaticString] = ["“", "”", "„", "‘", "’", "«", "»"]
    guard quotes.contains(where: { text.starts(with: $0, at: at) }) else { return nil }
    return Failure(.jsonTypographicQuotes, at: at, characterName(at: at))
  }

  /// Reports a control character in the string that begins at `opening`.
  mutating func reportControlCharacter(at place: Int, opening: Int) throws(Failure) {
    let byte = text[place]
    guard byte.isLineEnd else {
      return try report(Failure(.jsonControlCharacter, at: place, characterName(at: place)))
    }
    // Without another quotation mark the string is unterminated, which is the clearer message.
    guard text.firstIndex(of: ASCII.quotationMark, from: place) != nil else {
      throw Failure(.jsonUnterminatedString, at: opening)
    }
    throw Failure(.jsonLineBreakInString, at: place)
  }

  /// Handles `\u` without four hexadecimal digits; returns the offset to continue at.
  mutating func recoverUnicodeEscape(at place: Int, opening: Int) throws(Failure) -> Int {
    var end = place + 2
    while end < place + 6, let byte = text.byte(at: end), byte != ASCII.quotationMark, byte >= ASCII.space {
      end += scalarLength(at: end)
    }
    guard end < text.count else { throw Failure(.jsonUnterminatedString, at: opening) }
    try report(Failure(.jsonBadUnicodeEscape, at: place, text[place + 2..<end].string))
    return min(place + 2, end)
  }

  // MARK: White space

  /// Reports and skips a comment or invalid white space; false for anything else.
  mutating func skipInvalidSpace() throws(Failure) -> Bool {
    if dialect != .json, try skipDialectSpace() { return true }
    if text.starts(with: "//", at: at) || text.starts(with: "/*", at: at) {
      try report(Failure(.jsonComment, at: at))
      if text[at + 1] == ASCII.solidus {
        at = text.firstIndex(of: ASCII.lineFeed, from: at) ?? text.count
      } else {
        at = text.firstIndex(of: "*/", from: at + 2).map { $0 + 2 } ?? text.count
      }
      return true
    }
    if text.starts(with: "\u{FEFF}", at: at) {
      try report(Failure(.jsonByteOrderMark, at: at))
      at += 3
      return true
    }
    let character = text[at..<at + scalarLength(at: at)].string
    guard let scalar = character.unicodeScalars.first, scalar.properties.isWhitespace else { return false }
    try report(Failure(.jsonWhitespace, at: at, characterName(at: at)))
    at += scalarLength(at: at)
    return true
  }
}

extension Unicode.GeneralCategory {
  /// Whether characters of the category are visible in a message.
  fileprivate var isVisible: Bool {
    switch self {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
      false
    default: true
    }
  }
}
