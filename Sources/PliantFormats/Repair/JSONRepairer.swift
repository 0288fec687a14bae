// Finds the mistakes of a text that is almost JSON, as JavaScript, Python and people write it.

/// Repairs the structure; strings and words are in `JSONRepairer+Tokens.swift`, guesses in `JSONRepairer+Guesses.swift`.
///
/// It stops at the first thing that it does not know; the strict reader reports that place.
struct JSONRepairer {
  enum Expectation { case key, colon, value, comma }

  struct Container {
    let isObject: Bool
    var expectation: Expectation
    /// The comma before the next entry.
    var comma: Int?
  }

  let text: ByteView
  var log: RepairLog
  var at = 0
  private(set) var open: [Container] = []
  /// The end of the last complete value, key or bracket.
  private var end = 0
  /// The index up to which a text that is cut off is complete.
  private(set) var whole = 0
  /// White space with line ends inside the current value.
  private var breaks: [Range<Int>] = []
  private var lineBreaks: [[Range<Int>]] = []
  private var values: [Range<Int>] = []
  /// The number of values at the top.
  var valueCount: Int { values.count }

  /// JSON Lines has a value in each line; JSONC and JSON5 allow commas before closing brackets.
  private let format: Format
  private var isLines: Bool { format == .jsonl }

  init(_ text: ByteView, _ log: RepairLog, _ format: Format) {
    self.text = text
    self.log = log
    self.format = format
  }

  mutating func repairAll() -> [Repair] {
    removePrefix()
    while passSpace() {
      guard repairToken() else { return values.count > 1 ? [] : log.repairs }
    }
    if !open.isEmpty { closeAll() }
    separateValues()
    return log.repairs
  }

  /// Passes white space and removes comments; false at the end of the text.
  private mutating func passSpace() -> Bool {
    while true {
      let start = at
      at = text.endOfSpace(from: at)
      if !open.isEmpty, at > start, text[start..<at].firstIndex(of: ASCII.lineFeed) != nil {
        breaks.append(start..<at)
      }
      guard let byte = text.byte(at: at) else { return false }
      if text.starts(with: "\u{FEFF}", at: at) || text.starts(with: "\u{A0}", at: at) {
        let length = byte == 0xEF ? 3 : 2
        log.add(.outsideRoot, at..<at + length)
        at += length
        continue
      }
      var commentEnd: Int?
      if text.starts(with: "/*", at: at) {
        commentEnd = text.end(of: "*/", from: at + 2)
      } else if text.starts(with: "//", at: at) || byte == ASCII.numberSign && isComment(at + 1) {
        commentEnd = text.endOfLine(from: at)
      }
      guard let commentEnd else { return true }
      // A comment alone on its line takes the blanks before it along.
      var first = at
      while first > start, text[first - 1] == ASCII.space || text[first - 1] == ASCII.tab { first -= 1 }
      log.add(.comments, (text.byte(at: commentEnd).map(\.isWhitespace) ?? true ? first : at)..<commentEnd)
      at = commentEnd
    }
  }

  /// Whether a comment follows a number sign, rather than a word such as a color.
  private func isComment(_ place: Int) -> Bool {
    text.byte(at: place).map { !$0.isLetter && !$0.isDigit } ?? true
  }

  /// Repairs and passes a token; false if it is unknown.
  private mutating func repairToken() -> Bool {
    let byte = text[at]
    switch byte {
    case ASCII.leftBrace, ASCII.leftBracket:
      guard beginValue() else { return false }
      open.append(
        Container(isObject: byte == ASCII.leftBrace, expectation: byte == ASCII.leftBrace ? .key : .value))
      at += 1
      (end, whole) = (at, at)
    case ASCII.rightBrace, ASCII.rightBracket: return endContainer(byte == ASCII.rightBrace)
    case ASCII.comma: return passComma()
    case ASCII.colon:
      guard let last = open.last, last.expectation == .colon else { return false }
      open[open.count - 1].expectation = .value
      at += 1
    case _ where open.isEmpty && !values.isEmpty && isRemark(at):
      log.add(.outsideRoot, at..<text.count)
      at = text.count
    default:
      if Quotation(text, at) != nil {
        guard beginValue() else { return false }
        return passString()
      }
      return passWord()
    }
    return true
  }

  /// Prepares for a key or value at `at`; adds a missing comma before it.
  mutating func beginValue() -> Bool {
    guard let last = open.last else {
      values.append(at..<at)
      return true
    }
    if last.expectation == .comma {
      // Two quotation marks may be one inside the string, as CSV escapes it, or around a word of it.
      if !last.isObject, at == end, Quotation(text, at) != nil || at > 0 && Quotation(text, at - 1) != nil {
        return false
      }
      log.add(.commas, insert: ",", at: end)
      open[open.count - 1].expectation = last.isObject ? .key : .value
    }
    open[open.count - 1].comma = nil
    // A container cannot be a key.
    let isContainer = text[at] == ASCII.leftBrace || text[at] == ASCII.leftBracket
    let expected = open[open.count - 1].expectation
    return expected == .value || expected == .key && !isContainer
  }

  /// Notes that a key or value ends at `at`.
  mutating func endValue() {
    end = at
    guard let last = open.last else {
      values[values.count - 1] = values[values.count - 1].lowerBound..<at
      lineBreaks.append(breaks)
      breaks = []
      return
    }
    let isKey = last.expectation == .key
    open[open.count - 1].expectation = isKey ? .colon : .comma
    if !isKey { whole = at }
  }

  private mutating func endContainer(_ isObject: Bool) -> Bool {
    guard let last = open.last, last.isObject == isObject,
      last.expectation == .comma || last.expectation == (isObject ? .key : .value)
    else { return false }
    if let comma = last.comma, !format.isCommentedJSON { log.add(.commas, comma..<comma + 1) }
    open.removeLast()
    at += 1
    endValue()
    return true
  }

  private mutating func passComma() -> Bool {
    guard let last = open.last else {
      guard !values.isEmpty, text.endOfSpace(from: at + 1) == text.count else { return false }
      log.add(.commas, at..<at + 1)
      at += 1
      return true
    }
    switch last.expectation {
    case .comma:
      open[open.count - 1].expectation = last.isObject ? .key : .value
      open[open.count - 1].comma = at
    // In an array a position without a value could mean one.
    case .key where last.comma != nil: log.add(.commas, at..<at + 1)
    default: return false
    }
    at += 1
    return true
  }

  private mutating func passString() -> Bool {
    let isKey = open.last?.expectation == .key
    guard repairString() else { return passCutString(isKey: isKey) }
    endValue()
    return true
  }

  private mutating func passWord() -> Bool {
    let range = at..<endOfWord(from: at)
    guard !range.isEmpty else { return false }
    // JSONP.
    if open.isEmpty, text.byte(at: range.upperBound) == ASCII.leftParenthesis {
      guard values.isEmpty else { return false }
      log.add(.outsideRoot, range.lowerBound..<range.upperBound + 1)
      at = range.upperBound + 1
      return true
    }
    if open.isEmpty, !values.isEmpty, text[range] == ")" || text[range] == ";" || text[range] == ");" {
      log.add(.outsideRoot, range)
      at = range.upperBound
      return true
    }
    // Python's `u"…"`.
    if range.count == 1, text[range.lowerBound] | 0x20 == ASCII.lowerU,
      Quotation(text, range.upperBound) != nil
    {
      log.add(.quotationMarks, range)
      at = range.upperBound
      return true
    }
    let isKey = open.last.map { $0.expectation == .key || $0.isObject && $0.expectation == .comma } ?? false
    if !isKey, passCutWord(range) { return true }
    let replacement = isKey ? key(range) : literal(range)
    guard let replacement, beginValue() else { return false }
    if !(replacement.withByteView { $0 == text[range] }) {
      log.add(isKey ? .keys : .literals, range, replacement)
    }
    at = range.upperBound
    endValue()
    return true
  }

  // MARK: Around the values

  static let fence: StaticString = "```"

  /// Removes what keeps a page's script from reading an answer, and the fence of a code block with the text before it.
  private mutating func removePrefix() {
    at = text.endOfSpace(from: 0)
    passElement()
    let place = at
    if let fence = text.firstIndex(of: Self.fence, from: at), text.isFirstOnLine(fence),
      text[place..<fence].firstIndex(of: ASCII.leftBrace) == nil,
      text[place..<fence].firstIndex(of: ASCII.leftBracket) == nil
    {
      // The value may begin on the line of the fence.
      let line = text[fence..<text.endOfLine(from: fence)]
      let word = line.array.prefix { $0.isLetter || $0.isDigit || $0 == ASCII.graveAccent }
      at = text.endOfSpace(from: fence + word.count)
      return log.add(.outsideRoot, place..<at)
    }
    for prefix in [")]}',", ")]}'", "while(1);", "for(;;);", "for (;;);"] as [StaticString]
    where text.starts(with: prefix, at: at) {
      log.add(.outsideRoot, at..<at + prefix.utf8CodeUnitCount)
      at += prefix.utf8CodeUnitCount
      return
    }
    removeWords()
  }

  /// Removes the lines before the one that the value begins, or the name that a script assigns it to.
  private mutating func removeWords() {
    guard !isLines, let value = text.firstBracket(from: at), value > at, beginsWords(at),
      text[value] == ASCII.leftBrace || text[value] == ASCII.leftBracket
    else { return }
    let words = text[at..<value].trimmed
    let isAssignment =
      words.array.last == ASCII.equalsSign || words == "export default" || words == "return"
    let isOneLine = words.firstIndex(of: ASCII.lineFeed) == nil
    let isStatement = isAssignment && isOneLine && words.firstIndex(of: ASCII.quotationMark) == nil
    let isProse = text[value - 1] == ASCII.lineFeed && !isAssignment && !words.hasEntries
    guard isProse || isStatement else { return }
    log.add(.outsideRoot, at..<value)
    at = value
  }

  /// Whether the rest of the text is a remark after an array or dictionary: the last fence, or lines of prose.
  private func isRemark(_ start: Int) -> Bool {
    guard !isLines, values.count == 1 else { return false }
    if text.starts(with: Self.fence, at: start) {
      var next = start
      while text.byte(at: next) == ASCII.graveAccent { next += 1 }
      return text.firstIndex(of: Self.fence, from: next) == nil
    }
    let first = text[values[0].lowerBound]
    guard first == ASCII.leftBrace || first == ASCII.leftBracket else { return false }
    return beginsWords(start) && text.isFirstOnLine(start) && text.firstBracket(from: start) == nil
  }

  /// Whether markup or a word begins at a place that is no value of JSON or Python.
  private func beginsWords(_ start: Int) -> Bool {
    guard let byte = text.byte(at: start), byte.isLetter || byte == ASCII.lessThan || byte >= 0x80,
      Quotation(text, start) == nil
    else { return false }
    let word = start..<endOfWord(from: start)
    return text.byte(at: word.upperBound) != ASCII.leftParenthesis && literal(word) == nil
  }

  /// Removes an element before the value: `<think>…</think>`.
  private mutating func passElement() {
    let name = at + 1
    let end = XMLCharacters.nameEnd(in: text, from: name)
    guard text.byte(at: at) == ASCII.lessThan, end > name, text.byte(at: end) == ASCII.greaterThan,
      let close = text.lastEndTag(text[name..<end])
    else { return }
    let next = text.endOfSpace(from: close)
    guard let byte = text.byte(at: next),
      [ASCII.leftBrace, ASCII.leftBracket, ASCII.graveAccent].contains(byte)
    else { return }
    log.add(.outsideRoot, at..<close)
    at = next
  }

  /// Puts each of several values on a line of its own.
  private mutating func separateValues() {
    guard values.count > 1 else { return }
    var isSecondary = false
    for (number, value) in values.enumerated() {
      if number > 0 {
        let between = values[number - 1].upperBound..<value.lowerBound
        if text[between].firstIndex(of: ASCII.lineFeed) == nil {
          log.add(.concatenated, between, "\n")
          isSecondary = true
        }
      }
      for space in number < lineBreaks.count ? lineBreaks[number] : [] {
        log.add(.concatenated, space, [], isSecondary: isSecondary)
        isSecondary = true
      }
    }
  }
}

extension ByteView {
  /// Whether only blanks precede an index on its line.
  fileprivate func isFirstOnLine(_ index: Int) -> Bool {
    var at = index
    while at > 0, self[at - 1] == ASCII.space || self[at - 1] == ASCII.tab { at -= 1 }
    return at == 0 || self[at - 1] == ASCII.lineFeed
  }

  /// Whether two lines or more begin with a key and a colon, as in YAML; not in the header of HTTP.
  fileprivate var hasEntries: Bool {
    let lines = array.split(separator: ASCII.lineFeed)
    if starts(with: "HTTP/") { return false }
    return lines.count { line in
      let word = line.prefix { $0.isLetter || $0.isDigit || $0 == ASCII.underscore || $0 == ASCII.hyphen }
      return !word.isEmpty && line.dropFirst(word.count).first == ASCII.colon
    } > 1
  }

  /// The index of the first brace or bracket.
  fileprivate func firstBracket(from start: Int) -> Int? {
    (start..<count).first {
      switch self[$0] {
      case ASCII.leftBrace, ASCII.leftBracket, ASCII.rightBrace, ASCII.rightBracket: true
      default: false
      }
    }
  }

  /// The end of the last `</name>`, or nil.
  fileprivate func lastEndTag(_ name: ByteView) -> Int? {
    let tag = Array("</".utf8) + name.array + [ASCII.greaterThan]
    return tag.withByteView { tag in
      var (at, found) = (0, Int?.none)
      while let start = firstIndex(of: tag, from: at) {
        at = start + tag.count
        found = at
      }
      return found
    }
  }
}
