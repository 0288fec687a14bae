// The strings, keys and words of almost-JSON.

/// The quotation marks of a string.
struct Quotation {
  let length: Int
  /// Whether they are JSON's own.
  let isPlain: Bool
  private let isDouble: Bool

  /// The opening quotation mark at a place, or nil.
  init?(_ text: ByteView, _ place: Int) {
    guard let byte = text.byte(at: place), !text.starts(with: JSONRepairer.fence, at: place) else {
      return nil
    }
    isPlain = byte == ASCII.quotationMark
    if isPlain || byte == ASCII.apostrophe || byte == ASCII.graveAccent {
      (length, isDouble) = (1, byte == ASCII.quotationMark)
      return
    }
    // U+2018 to U+201F.
    guard byte == 0xE2, text.byte(at: place + 1) == 0x80, let last = text.byte(at: place + 2),
      (0x98...0x9F).contains(last)
    else { return nil }
    (length, isDouble) = (3, last >= 0x9C)
  }

  /// The length of the quotation mark at a place that closes a string which this one opens, or nil.
  func closingLength(_ text: ByteView, _ place: Int, openedAt start: Int) -> Int? {
    if length == 1 { return text[place] == text[start] ? 1 : nil }
    guard let other = Quotation(text, place), other.isDouble == isDouble else { return nil }
    if isDouble && other.length == 3 { return 3 }
    // An apostrophe in a word is none, nor a straight mark in the text.
    let next = text.byte(at: text.endOfSpace(from: place + other.length))
    let ends =
      next.map { [ASCII.comma, ASCII.colon, ASCII.rightBrace, ASCII.rightBracket].contains($0) } ?? true
    return ends ? other.length : nil
  }
}

extension JSONRepairer {
  /// Repairs and passes the string at `at`; false, without a change, if it has no end.
  ///
  /// `isInPath`: no backslash before a letter is an escape.
  mutating func repairString(isInPath: Bool = false) -> Bool {
    guard let quotation = Quotation(text, at) else { return false }
    let (start, mark) = (at, log.mark)
    if !quotation.isPlain { log.add(.quotationMarks, start..<start + quotation.length, "\"") }
    at += quotation.length
    let content = at
    // Whether a backslash is a character of the text, and whether another one begins an escape.
    var (hasLiteral, hasEscape) = (false, false)
    while let byte = text.byte(at: at) {
      let closing = quotation.closingLength(text, at, openedAt: start)
      if let length = closing, !(quotation.isPlain && isInner(at)) {
        if !quotation.isPlain { log.add(.quotationMarks, at..<at + length, "\"") }
        at += length
        // Of two readings only a path's is certain.
        if hasLiteral && hasEscape {
          at = start
          log.takeBack(to: mark)
          return isWindowsPath(content) && repairString(isInPath: true)
        }
        return true
      }
      switch byte {
      case ASCII.reverseSolidus:
        switch repairEscape(isInPath: isInPath) {
        case .literal: hasLiteral = true
        case .escape: hasEscape = true
        case .other: break
        }
      case ASCII.quotationMark:
        log.add(quotation.isPlain ? .innerQuotes : .quotationMarks, at..<at + 1, "\\\"")
        at += 1
      case 0..<ASCII.space:
        log.add(.controlCharacters, at..<at + 1, Self.escape(byte))
        at += 1
      default: at += 1
      }
    }
    at = start
    log.takeBack(to: mark)
    return false
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case ASCII.lineFeed: return "\\n"
    case ASCII.carriageReturn: return "\\r"
    case ASCII.tab: return "\\t"
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
  }

  private enum Escape { case literal, escape, other }

  /// Whether a string begins like `C:\temp`, with backslashes that are no escapes.
  private func isWindowsPath(_ start: Int) -> Bool {
    text.byte(at: start)?.isLetter == true && text.starts(with: ":\\", at: start + 1)
      && text.byte(at: start + 3) != ASCII.reverseSolidus
  }

  /// Repairs and passes an escape; a backslash before a letter that begins none is `literal`.
  private mutating func repairEscape(isInPath: Bool) -> Escape {
    let start = at
    guard let byte = text.byte(at: start + 1) else {
      at += 1
      return .other
    }
    at += 2
    switch byte {
    case ASCII.quotationMark, ASCII.reverseSolidus, ASCII.solidus: return .other
    case _ where isInPath && byte.isLetter: log.add(.escapes, insert: "\\", at: start)
    case ASCII.lowerB, ASCII.lowerF, ASCII.lowerN, ASCII.lowerR, ASCII.lowerT: return .escape
    case ASCII.lowerU where (0..<4).allSatisfy({ text.byte(at: start + 2 + $0)?.hexadecimalValue != nil }):
      return .escape
    // An escape that lacks digits could mean any character.
    case ASCII.lowerU where text.byte(at: start + 2)?.hexadecimalValue != nil: break
    case ASCII.apostrophe, ASCII.graveAccent: log.add(.escapes, start..<start + 1)
    case ASCII.lineFeed, ASCII.carriageReturn:
      if byte == ASCII.carriageReturn, text.byte(at: at) == ASCII.lineFeed { at += 1 }
      log.add(.escapes, start..<at)
    case ASCII.lowerX where text.hexadecimalPair(at: start + 2) != nil:
      log.add(.escapes, start + 1..<start + 2, "u00")
      return .escape
    case ASCII.lowerV: log.add(.escapes, start + 1..<start + 2, "u000B")
    case ASCII.digit0 where text.byte(at: start + 2)?.isDigit != true:
      log.add(.escapes, start + 1..<start + 2, "u0000")
    default:
      // A path of Windows, or a regular expression.
      log.add(.escapes, insert: "\\", at: start)
      if byte < ASCII.space || byte >= 0x80 { at -= 1 }
      return .literal
    }
    return .other
  }

  /// The end of the word, number or sign that begins at a place.
  func endOfWord(from start: Int) -> Int {
    var end = start
    while let byte = text.byte(at: end), !byte.isWhitespace, byte != ASCII.comma, byte != ASCII.colon,
      byte != ASCII.leftBrace, byte != ASCII.rightBrace, byte != ASCII.leftBracket,
      byte != ASCII.rightBracket,
      byte != ASCII.leftParenthesis, byte != ASCII.numberSign, Quotation(text, end) == nil,
      !(byte == ASCII.solidus
        && (text.byte(at: end + 1) == ASCII.solidus || text.byte(at: end + 1) == ASCII.asterisk))
    { end += 1 }
    return end
  }

  /// A key without quotation marks as JSON's; nil if it is neither an identifier nor a number.
  func key(_ range: Range<Int>) -> [UInt8]? {
    let isName = range.allSatisfy { index in
      let byte = text[index]
      return byte.isLetter || byte.isDigit || byte >= 0x80 || byte == ASCII.underscore
        || byte == ASCII.dollarSign
        || byte == ASCII.hyphen || byte == ASCII.fullStop
    }
    guard isName, text.byte(at: text.endOfSpace(from: range.upperBound)) == ASCII.colon else { return nil }
    return [ASCII.quotationMark] + text[range].array + [ASCII.quotationMark]
  }

  /// A word or number as JSON has it; nil if it is unknown.
  func literal(_ range: Range<Int>) -> [UInt8]? {
    let word = text[range].string
    switch word {
    case "true", "True", "TRUE": return Array("true".utf8)
    case "false", "False", "FALSE": return Array("false".utf8)
    case "null", "None", "Null", "NULL", "nil", "undefined", "NaN", "nan", "-nan", "-NaN", "Infinity",
      "-Infinity",
      "+Infinity", "inf",
      "-inf":
      return Array("null".utf8)
    default: return number(Array(text[range].array))
    }
  }

  private func number(_ written: [UInt8]) -> [UInt8]? {
    var digits = written[...]
    let isNegative = digits.first == ASCII.hyphen
    if isNegative || digits.first == ASCII.plusSign { digits = digits.dropFirst() }
    if digits.count > 2, digits.count <= 17, digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    {
      guard let value = UInt64(String(decoding: digits.dropFirst(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      return Array(((isNegative ? "-" : "") + String(value)).utf8)
    }
    var integer = digits.prefix(while: \.isDigit)
    digits = digits.dropFirst(integer.count)
    // A zero before other digits could mean an octal number.
    if integer.count > 1, integer.first == ASCII.digit0 { return nil }
    var fraction: ArraySlice<UInt8> = []
    if digits.first == ASCII.fullStop {
      fraction = digits.dropFirst().prefix(while: \.isDigit)
      digits = digits.dropFirst(1 + fraction.count)
      if integer.isEmpty && fraction.isEmpty { return nil }
      if integer.isEmpty { integer = [ASCII.digit0] }
      fraction = [ASCII.fullStop] + (fraction.isEmpty ? [ASCII.digit0] : fraction)
    }
    if integer.isEmpty { return nil }
    if let byte = digits.first {
      let exponent = digits.dropFirst().drop { $0 == ASCII.plusSign || $0 == ASCII.hyphen }
      guard byte | 0x20 == ASCII.lowerE, digits.count - exponent.count <= 2, !exponent.isEmpty,
        exponent.allSatisfy(\.isDigit)
      else { return nil }
    }
    return (isNegative ? [ASCII.hyphen] : []) + integer + fraction + digits
  }
}
