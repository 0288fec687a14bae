// Repairs of almost-JSON that guess, and therefore need a request: the end of a truncated text, and quotation marks
// inside strings.
//
//   {"a": "x", "b": tru   →   {"a": "x", "b": true}        {"a": "say "no""}   →   {"a": "say \"no\""}

extension JSONRepairer {
  /// The number of bytes in which the key after a comma ends, or a quotation mark before the comma is inside a string.
  private static let keyBytes = 256

  // MARK: Cut off

  /// Closes the string that the end of the text cuts off, or passes a key, which is removed later.
  ///
  /// Returns false for anything else.
  mutating func passCutString(isKey: Bool) -> Bool {
    guard log.repairs(.truncated), Quotation(text, at)?.isPlain == true, !open.isEmpty else { return false }
    if !isKey {
      var end = text.count
      while end > at + 1, text[end - 1].isLineEnd { end -= 1 }
      end = startOfCutEscape(before: end)
      log.add(.truncated, end..<text.count, "\"")
    }
    at = text.count
    if !isKey { endValue() }
    return true
  }

  /// The start of an escape that lacks characters before `end`, or `end`.
  private func startOfCutEscape(before end: Int) -> Int {
    for length in 1...5 where end - length > at {
      let start = end - length
      guard text[start] == ASCII.reverseSolidus else { continue }
      let isCut = length == 1 || text[start + 1] == ASCII.lowerU
      return isCut && !text.isEscaped(at: start, from: at + 1) ? start : end
    }
    return end
  }

  /// Completes the literal that the end of the text cuts off, or passes a number that lacks digits.
  ///
  /// Returns false for any other word.
  mutating func passCutWord(_ word: Range<Int>) -> Bool {
    guard log.repairs(.truncated), !open.isEmpty, text.endOfSpace(from: word.upperBound) == text.count else {
      return false
    }
    let written = text[word].array
    for literal in ["true", "false", "null"] where literal.utf8.starts(with: written) {
      let rest = String(literal.dropFirst(written.count))
      if rest.isEmpty { return false }
      guard beginValue() else { return false }
      log.add(.truncated, insert: rest, at: word.upperBound)
      at = text.count
      endValue()
      return true
    }
    // A number that lacks digits is removed with its key.
    guard let last = written.last, !last.isDigit, written[0].isDigit || written[0] == ASCII.hyphen else {
      return false
    }
    at = text.count
    return true
  }

  /// Closes all containers at the end of a truncated text, without its last key or word if it lacks a value.
  mutating func closeAll() {
    guard log.repairs(.truncated) else { return }
    let closing = open.reversed().map { $0.isObject ? ASCII.rightBrace : ASCII.rightBracket }
    let isComplete = open.last?.expectation == .comma
    log.add(.truncated, (isComplete ? text.count : whole)..<text.count, closing)
  }

  // MARK: Quotation marks inside strings

  /// Whether what follows the quotation mark at a place shows that it is inside its string.
  func isInner(_ place: Int) -> Bool {
    guard log.repairs(.innerQuotes), let container = open.last else { return false }
    let next = text.endOfSpace(from: place + 1)
    guard let byte = text.byte(at: next) else { return false }
    if container.isObject, container.expectation == .key { return byte != ASCII.colon }
    switch byte {
    case ASCII.rightBrace, ASCII.rightBracket:
      guard container.isObject == (byte == ASCII.rightBrace) else { return true }
      let after = text.byte(at: text.endOfSpace(from: next + 1))
      return after.map { ![ASCII.comma, ASCII.rightBrace, ASCII.rightBracket].contains($0) } ?? false
    case ASCII.comma: return !beginsEntry(text.endOfSpace(from: next + 1), isObject: container.isObject)
    // A missing comma at the end of a line.
    default: return text[place..<next].firstIndex(of: ASCII.lineFeed) == nil
    }
  }

  /// Whether a key, a value or a closing bracket is at a place after a comma.
  private func beginsEntry(_ place: Int, isObject: Bool) -> Bool {
    guard let byte = text.byte(at: place) else { return true }
    if byte == (isObject ? ASCII.rightBrace : ASCII.rightBracket) { return true }
    guard isObject else {
      let word = place..<endOfWord(from: place)
      return byte == ASCII.quotationMark || byte == ASCII.leftBrace || byte == ASCII.leftBracket
        || literal(word) != nil
    }
    guard byte == ASCII.quotationMark else { return false }
    let line = text[0..<min(text.count, place + Self.keyBytes)]
    guard let end = line.firstIndex(of: ASCII.quotationMark, from: place + 1) else { return false }
    return text.byte(at: text.endOfSpace(from: end + 1)) == ASCII.colon
  }
}
