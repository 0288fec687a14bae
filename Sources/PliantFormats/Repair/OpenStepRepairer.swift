// Finds the mistakes of old-style property lists and .strings files: forgotten separators, curly quotation marks,
// text after the last entry, and on request a missing end.

/// Repairs the tokens; it stops at the first thing that it does not know, such as the markers of a merge.
struct OpenStepRepairer {
  private enum Expectation { case key, assignment, value, separator }

  private let text: ByteView
  private var log: RepairLog
  private let isStrings: Bool
  private var at = 0
  /// Whether each open container is a dictionary.
  private var open: [Bool] = []
  private var expectation: Expectation
  /// The last value, or its closing bracket.
  private var last = 0..<0
  /// The index up to which a text that is cut off is complete.
  private var whole = 0
  /// Whether an entry is complete at the top of a .strings file.
  private var hasEntry = false

  init(_ text: ByteView, _ log: RepairLog, isStrings: Bool) {
    self.text = text
    self.log = log
    self.isStrings = isStrings
    expectation = isStrings ? .key : .value
  }

  private var isInDictionary: Bool { open.last ?? isStrings }

  mutating func repairAll() -> [Repair] {
    while let token = nextToken() {
      if token.isComment {
        at = token.end
        continue
      }
      guard pass(token) else { break }
    }
    if at >= text.count, expectation == .separator, isInDictionary, open.isEmpty, isStrings {
      log.add(.semicolons, insert: ";", at: last.upperBound)
    }
    if at >= text.count { closeAll() }
    return log.repairs
  }

  /// Closes all containers at the end of a truncated text, without its last key if it lacks a value.
  private mutating func closeAll() {
    let isOpen = !open.isEmpty || isStrings && expectation != .key
    let hasValue = expectation == .separator
    guard isOpen, log.repairs(.truncated), !(open.isEmpty && hasValue && log.repairs(.semicolons)) else {
      return
    }
    var closing = hasValue && isInDictionary ? [ASCII.semicolon] : []
    while let isDictionary = open.popLast() {
      closing.append(isDictionary ? ASCII.rightBrace : ASCII.rightParenthesis)
      if isInDictionary { closing.append(ASCII.semicolon) }
    }
    log.add(.truncated, hasValue ? last.upperBound..<last.upperBound : whole..<text.count, closing)
  }

  /// Passes the last value of a text that is cut off: a string keeps its text, data is removed with its key.
  private mutating func passCutValue(_ token: SyntaxToken) -> Bool {
    let mark = text[token.range.lowerBound]
    guard log.repairs(.truncated), token.end == text.count else { return false }
    at = text.count
    guard expectation == .value, mark == ASCII.quotationMark || mark == ASCII.apostrophe else { return true }
    var end = at
    while text[end - 1].isLineEnd { end -= 1 }
    if text.isEscaped(at: end, from: token.range.lowerBound + 1) { end -= 1 }
    log.add(.truncated, end..<at, [mark])
    (last, expectation) = (token.range, .separator)
    return true
  }

  /// The next token, whose curly quotation marks may have become straight.
  private mutating func nextToken() -> SyntaxToken? {
    guard let token = OpenStepScanner.nextToken(in: text, from: at) else {
      at = text.count
      return nil
    }
    let start = token.range.lowerBound
    guard token.kind == .invalid, XMLRepairer.isCurly(text, start) else { return token }
    var place = start + 3
    while place < text.count, !XMLRepairer.isCurly(text, place), text[place] != ASCII.lineFeed {
      place += text[place] == ASCII.reverseSolidus ? 2 : 1
    }
    guard XMLRepairer.isCurly(text, place) else { return token }
    log.add(.quotationMarks, start..<start + 3, "\"")
    for quote in start + 3..<place
    where text[quote] == ASCII.quotationMark && text[quote - 1] != ASCII.reverseSolidus {
      log.add(.quotationMarks, quote..<quote + 1, "\\\"")
    }
    log.add(.quotationMarks, place..<place + 3, "\"")
    return SyntaxToken(.value, start..<place + 3)
  }

  private mutating func pass(_ token: SyntaxToken) -> Bool {
    let start = token.range.lowerBound
    switch token.kind {
    case .value:
      guard token.isTerminated else { return passCutValue(token) }
      if expectation == .separator, !separate(from: token) { return false }
      // The words are one value now.
      if expectation == .separator { return true }
      switch expectation {
      case .key:
        if open.isEmpty, isStrings, hasEntry, isTail(from: start) { return removeTail(from: start) }
        expectation = .assignment
      case .value: expectation = .separator
      case .assignment, .separator: return false
      }
      last = token.range
    case .open:
      if expectation == .separator, !isInDictionary { addSeparator() }
      guard expectation == .value else { return false }
      let isDictionary = text[start] == ASCII.leftBrace
      open.append(isDictionary)
      expectation = isDictionary ? .key : .value
      whole = token.end
    case .close:
      let isDictionary = text[start] == ASCII.rightBrace
      guard open.popLast() == isDictionary else { return false }
      if isDictionary, expectation == .separator { log.add(.semicolons, insert: ";", at: last.upperBound) }
      guard isDictionary ? expectation != .value && expectation != .assignment : true else { return false }
      expectation = .separator
      last = token.range
    case .assignment:
      guard expectation == .assignment else { return false }
      expectation = .value
    case .separator:
      if expectation == .key, isInDictionary, text[start] == ASCII.semicolon, isAfterSeparator {
        log.add(.semicolons, token.range)
        break
      }
      // `key;` is short for `key = key;`.
      guard expectation == .separator || expectation == .assignment,
        isInDictionary || text[start] == ASCII.comma
      else {
        return false
      }
      let isRight = text[start] == (isInDictionary ? ASCII.semicolon : ASCII.comma)
      if !isRight { log.add(.semicolons, start..<start + 1, ";") }
      expectation = isInDictionary ? .key : .value
      if open.isEmpty { hasEntry = true }
      whole = token.end
    default:
      if expectation == .key, open.isEmpty, isStrings, hasEntry, isTail(from: start) {
        return removeTail(from: start)
      }
      return false
    }
    at = token.end
    return true
  }

  /// Whether only blanks are between an earlier semicolon of this entry and `at`.
  private var isAfterSeparator: Bool {
    let before = text[last.upperBound..<at].trimmed
    return before.count > 0 && before[before.count - 1] == ASCII.semicolon
  }

  /// Adds a separator before a value where only that can be meant, or quotation marks around words; false elsewhere.
  private mutating func separate(from token: SyntaxToken) -> Bool {
    let isInLine = text[last.upperBound..<token.range.lowerBound].firstIndex(of: ASCII.lineFeed) == nil
    let areWords = isWord(last.lowerBound) && isWord(token.range.lowerBound)
    if isInDictionary {
      if let next = OpenStepScanner.nextToken(in: text, from: token.end), next.kind == .assignment {
        addSeparator()
        return true
      }
      return isInLine && areWords && quoteWords(from: token)
    }
    if isInLine && areWords { return false }
    addSeparator()
    return true
  }

  private func isWord(_ place: Int) -> Bool {
    ![ASCII.quotationMark, ASCII.apostrophe, ASCII.lessThan, ASCII.rightBrace, ASCII.rightParenthesis]
      .contains(
        text[place])
  }

  /// Puts quotation marks around the words up to the `;` of the line.
  private mutating func quoteWords(from token: SyntaxToken) -> Bool {
    var end = token.end
    while let next = OpenStepScanner.nextToken(in: text, from: end) {
      guard text[end..<next.range.lowerBound].firstIndex(of: ASCII.lineFeed) == nil else { return false }
      if next.kind == .separator, text[next.range.lowerBound] == ASCII.semicolon {
        log.add(.quotationMarks, insert: "\"", at: last.lowerBound)
        log.add(.quotationMarks, insert: "\"", at: end)
        (last, at) = (last.lowerBound..<end, end)
        return true
      }
      guard next.kind == .value, next.isTerminated, isWord(next.range.lowerBound) else { return false }
      end = next.end
    }
    return false
  }

  private mutating func addSeparator() {
    log.add(isInDictionary ? .semicolons : .commas, insert: isInDictionary ? ";" : ",", at: last.upperBound)
    expectation = isInDictionary ? .key : .value
    if open.isEmpty { hasEntry = true }
    whole = last.upperBound
  }

  /// Whether no entry, quotation mark or marker of a merge is in the rest of the text.
  private func isTail(from start: Int) -> Bool {
    let rest = text.suffix(from: start)
    return rest.firstIndex(of: ASCII.equalsSign) == nil && rest.firstIndex(of: ASCII.quotationMark) == nil
      && rest.firstIndex(of: "<<<<<<<") == nil && rest.firstIndex(of: ">>>>>>>") == nil
  }

  private mutating func removeTail(from start: Int) -> Bool {
    var end = text.count
    while end > start, text[end - 1].isWhitespace { end -= 1 }
    log.add(.outsideRoot, start..<end)
    at = text.count
    return true
  }
}
