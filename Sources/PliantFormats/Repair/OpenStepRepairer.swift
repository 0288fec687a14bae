// Finds the mistakes of old-style property lists and .strings files: forgotten separators, curly quotation marks,
// and text after the last entry.

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
  /// The end of the last value.
  private var end = 0
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
      log.add(.semicolons, insert: ";", at: end)
    }
    return log.repairs
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
      guard token.isTerminated else { return false }
      if expectation == .separator { addSeparator() }
      switch expectation {
      case .key:
        if open.isEmpty, isStrings, hasEntry, isTail(from: start) { return removeTail(from: start) }
        expectation = .assignment
      case .value: expectation = .separator
      case .assignment, .separator: return false
      }
      end = token.end
    case .open:
      if expectation == .separator, !isInDictionary { addSeparator() }
      guard expectation == .value else { return false }
      let isDictionary = text[start] == ASCII.leftBrace
      open.append(isDictionary)
      expectation = isDictionary ? .key : .value
    case .close:
      let isDictionary = text[start] == ASCII.rightBrace
      guard let last = open.popLast(), last == isDictionary else { return false }
      if isDictionary, expectation == .separator { log.add(.semicolons, insert: ";", at: end) }
      guard isDictionary ? expectation != .value && expectation != .assignment : true else { return false }
      expectation = .separator
      end = token.end
    case .assignment:
      guard expectation == .assignment else { return false }
      expectation = .value
    case .separator:
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
    default:
      if expectation == .key, open.isEmpty, isStrings, hasEntry, isTail(from: start) {
        return removeTail(from: start)
      }
      return false
    }
    at = token.end
    return true
  }

  private mutating func addSeparator() {
    log.add(isInDictionary ? .semicolons : .commas, insert: isInDictionary ? ";" : ",", at: end)
    expectation = isInDictionary ? .key : .value
    if open.isEmpty { hasEntry = true }
  }

  /// Whether no entry, quotation mark or marker of a merge is in the rest of the text.
  private func isTail(from start: Int) -> Bool {
    let rest = text.suffix(from: start)
    return rest.firstIndex(of: ASCII.equalsSign) == nil && rest.firstIndex(of: ASCII.quotationMark) == nil
      && rest.firstIndex(of: "<<<<<<<") == nil && rest.firstIndex(of: ">>>>>>>") == nil
  }

  private mutating func removeTail(from start: Int) -> Bool {
    var last = text.count
    while last > start, text[last - 1].isWhitespace { last -= 1 }
    log.add(.outsideRoot, start..<last)
    at = text.count
    return true
  }
}
