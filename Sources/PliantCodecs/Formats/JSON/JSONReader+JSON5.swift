// The extensions of JSON5 (spec.json5.org), and of JSON with comments, to RFC 8259; used only if a text is
// not JSON.

extension JSONReader {
  /// The extensions to RFC 8259 in a text.
  package enum Dialect: Sendable {
    case json
    /// Comments and trailing commas.
    case commented
    /// JSON5: also strings in single quotation marks, bare keys, more numbers, escapes and white space.
    case json5
  }

  /// Sends the events of the one value in `text`, written in a dialect.
  ///
  /// Sends a number without a form in RFC 8259 in decimal, or as a real that is not finite. Throws as `read`
  /// does; `ledger` records the comments.
  package static func read(
    _ text: ByteView, dialect: Dialect, into sink: inout some ValueSink & ~Copyable,
    ledger: inout ReadLosses
  ) throws(Failure) {
    var reader = JSONReader(text, dialect: dialect)
    reader.acceptsLoneSurrogates = ledger.acceptsLoneSurrogates
    try reader.document(into: &sink)
    reader.recordLosses(in: &ledger)
    ledger.record(.comments, count: reader.commentCount, at: reader.firstComment)
  }

  // MARK: White space

  /// Skips a comment or white space that the dialect allows, or returns false.
  mutating func skipDialectSpace() throws(Failure) -> Bool {
    if text.starts(with: "//", at: at) {
      countComment()
      at = endOfLine(from: at)
      return true
    }
    if text.starts(with: "/*", at: at) {
      guard let end = text.firstIndex(of: "*/", from: at + 2) else {
        throw Failure(.jsonUnterminatedComment, at: at)
      }
      countComment()
      at = end + 2
      return true
    }
    guard dialect == .json5, at < text.count else { return false }
    let (value, length) = UTF8Validation.scalar(in: text, at: at)
    guard Self.isJSON5Space(value) else { return false }
    at += length
    return true
  }

  private mutating func countComment() {
    if commentCount == 0 { firstComment = at }
    commentCount += 1
  }

  /// Inlinable: the scanner of another module calls it for each byte.
  @inlinable package static func isJSON5Space(_ value: UInt32) -> Bool {
    value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : isUnicodeSpace(value)
  }

  @usableFromInline package static func isUnicodeSpace(_ value: UInt32) -> Bool {
    switch value {
    case 0xFEFF, 0x2028, 0x2029: true
    default: Unicode.Scalar(value)?.properties.generalCategory == .spaceSeparator
    }
  }

  private func endOfLine(from start: Int) -> Int {
    var end = start
    while let byte = text.byte(at: end), byte != ASCII.lineFeed, byte != ASCII.carriageReturn,
      dialect == .commented || lineSeparatorLength(at: end) == 0
    { end += 1 }
    return end
  }

  /// Three at U+2028 or U+2029, else zero.
  private func lineSeparatorLength(at place: Int) -> Int {
    text.starts(with: "\u{2028}", at: place) || text.starts(with: "\u{2029}", at: place) ? 3 : 0
  }

  // MARK: Numbers

  /// Reads a number at `at` that is valid only in JSON5, or returns nil.
  mutating func json5Number() throws(Failure) -> ValueEvent? {
    let sign = text.byte(at: at)
    let isNegative = sign == ASCII.hyphen
    let start = isNegative || sign == ASCII.plusSign ? at + 1 : at
    if text.starts(with: "Infinity", at: start) {
      at = start + 8
      return .real(isNegative ? -.infinity : .infinity)
    }
    if text.starts(with: "NaN", at: start) {
      at = start + 3
      return .real(.nan)
    }
    guard let first = text.byte(at: start) else { return nil }
    if first == ASCII.digit0, let mark = text.byte(at: start + 1), mark | 0x20 == ASCII.lowerX {
      return try hexadecimalNumber(from: start + 2, isNegative: isNegative)
    }
    return looseNumber()
  }

  private mutating func hexadecimalNumber(from start: Int, isNegative: Bool) throws(Failure) -> ValueEvent? {
    var end = start
    while text.byte(at: end)?.hexadecimalValue != nil { end += 1 }
    guard end > start else { return nil }
    guard case .value(let value) = NumberText.integer(text[start..<end], radix: 16, isNegative: false) else {
      throw Failure(.jsonHexadecimalRange, at: at)
    }
    at = end
    scratch.truncate(to: 0)
    for digit in "\(isNegative ? -value : value)".utf8 { scratch.append(digit) }
    return .number(scratch.view, .integer)
  }

  /// A decimal number with a plus sign, or without digits on one side of its point.
  private mutating func looseNumber() -> ValueEvent? {
    let number = NumberScanner(text, from: at)
    guard number.isNumber, !number.hasLeadingZero else { return nil }
    scratch.truncate(to: 0)
    let isReal = number.hasPoint || !number.exponent.isEmpty
    number.appendJSON(text, isReal: isReal, to: &scratch)
    at = number.end
    return .number(scratch.view, isReal ? .real : .integer)
  }

  // MARK: Strings and keys

  /// Reads the string between apostrophes at `at` into `scratch`.
  mutating func apostropheString() throws(Failure) {
    let opening = at
    scratch.truncate(to: 0)
    var place = at + 1
    while let byte = text.byte(at: place), byte != ASCII.apostrophe {
      if byte == ASCII.reverseSolidus {
        place = try escape(at: place, opening: opening)
      } else if byte.isLineEnd {
        throw Failure(.jsonUnterminatedString, at: opening)
      } else {
        scratch.append(byte)
        place += 1
      }
    }
    guard place < text.count else { throw Failure(.jsonUnterminatedString, at: opening) }
    at = place + 1
  }

  /// Appends the character of an escape that only JSON5 has, and returns its end; nil for any other.
  mutating func json5Escape(at place: Int, letter: UInt8) throws(Failure) -> Int? {
    switch letter {
    case ASCII.lowerV: scratch.append(0x0B)
    case ASCII.digit0:
      if text.byte(at: place + 2)?.isDigit == true { return nil }
      scratch.append(0)
    case ASCII.digit0...ASCII.digit9: return nil
    case ASCII.lowerX:
      guard let byte = text.hexadecimalPair(at: place + 2) else { return nil }
      XMLCharacters.append(UInt32(byte), to: &scratch)
      return place + 4
    case ASCII.lineFeed: break
    case ASCII.carriageReturn: return text.byte(at: place + 2) == ASCII.lineFeed ? place + 3 : place + 2
    default:
      let separator = lineSeparatorLength(at: place + 1)
      if separator > 0 { return place + 1 + separator }
      let length = scalarLength(at: place + 1)
      _ = scratch.append(text[place + 1..<place + 1 + length])
      return place + 1 + length
    }
    return place + 2
  }

  /// Reads the identifier at `at` (ECMAScript 5.1, section 7.6) into `scratch`, or returns false.
  mutating func identifier() throws(Failure) -> Bool {
    scratch.truncate(to: 0)
    var place = at
    while let byte = text.byte(at: place) {
      let isEscape = text.starts(with: "\\u", at: place)
      let first = scratch.count
      let end =
        isEscape
        ? try escape(at: place, opening: at)
        : byte == ASCII.reverseSolidus ? place : place + scalarLength(at: place)
      guard end > place else { break }
      if !isEscape { _ = scratch.append(text[place..<end]) }
      let scalar = UTF8Validation.scalar(in: scratch.view, at: first).value
      guard isIdentifierPart(scalar, isFirst: first == 0) else {
        if isEscape { throw Failure(.jsonKeyIsNoString, at: at, characterName(at: place)) }
        scratch.truncate(to: first)
        break
      }
      place = end
    }
    guard scratch.count > 0 else { return false }
    at = place
    return true
  }

  private func isIdentifierPart(_ value: UInt32, isFirst: Bool) -> Bool {
    if let byte = UInt8(exactly: value), byte < 0x80 {
      return byte.isLetter || byte == ASCII.dollarSign || byte == ASCII.underscore || !isFirst && byte.isDigit
    }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return !isFirst && (value == 0x200C || value == 0x200D)
    }
  }
}
