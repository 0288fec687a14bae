// Whether a text is one value of JSON or several, from its first bytes.
//
//   {"a": 1}{"a": 2}     1 2 3     {↵ "a": 1↵}↵{↵ "a": 2↵}     a record separator before each value (RFC 7464)

extension JSONValueStream {
  /// Whether the beginning of a text has a whole value and the start of another one.
  package static func isStream(_ head: ByteView) -> Bool {
    let start = startOfValue(in: head)
    if start > 0, head[start - 1] == ASCII.recordSeparator { return true }
    guard let end = endOfValue(in: head, from: start) else { return false }
    let next = JSONScanner.endOfSpace(in: head, from: end)
    guard let byte = head.byte(at: next) else { return false }
    return byte == ASCII.recordSeparator || beginsValue(byte) && (next > end || !head[end - 1].isWordByte)
  }

  /// The framing of JSON Lines, or of a text that may be one value: outside an array the first of several.
  package static func framing(of head: ByteView, isLines: Bool, isDetected: Bool) -> Framing {
    if isLines { return framing(ofLines: head, acceptsSeveral: isDetected) }
    return head.byte(at: startOfValue(in: head)) == ASCII.leftBrace ? .values : .elements
  }

  /// The framing of a text of several values: lines if the first one is a whole value, or begins with one unless
  /// it may have several.
  package static func framing(ofLines head: ByteView, acceptsSeveral: Bool) -> Framing {
    let start = startOfValue(in: head)
    guard start == 0 || head[start - 1] != ASCII.recordSeparator else { return .values }
    let lineEnd = head.firstIndex(of: ASCII.lineFeed, from: start) ?? head.count
    guard start < lineEnd, let first = head.byte(at: start), beginsValue(first) else { return .lines }
    guard let end = endOfValue(in: head, from: start) else {
      // A container with several lines is not a line.
      return lineEnd < head.count ? .values : .lines
    }
    if end > lineEnd { return .values }
    return acceptsSeveral && !head[end..<lineEnd].isWhitespaceOnly ? .values : .lines
  }

  /// The next of several values in a text; nil at its end.
  static func nextValue(in text: ByteView, from place: Int) -> Range<Int>? {
    let start = startOfValue(in: text, from: place)
    if start == text.count { return nil }
    return start..<max(endOfValue(in: text, from: start) ?? text.count, start + 1)
  }

  private static func startOfValue(in head: ByteView, from place: Int = 0) -> Int {
    var at = place == 0 && head.starts(with: "\u{FEFF}") ? 3 : place
    at = JSONScanner.endOfSpace(in: head, from: at)
    while head.byte(at: at) == ASCII.recordSeparator { at = JSONScanner.endOfSpace(in: head, from: at + 1) }
    return at
  }

  /// The end of the value at an offset; nil if the text ends before it, or has no value there.
  private static func endOfValue(in text: ByteView, from start: Int) -> Int? {
    guard let first = text.byte(at: start), beginsValue(first) else { return nil }
    let rest = text.suffix(from: start)
    guard first == ASCII.leftBrace || first == ASCII.leftBracket else {
      return (JSONStructure.endOfScalar(in: rest) ?? rest.count) + start
    }
    var structure = JSONStructure(at: 1)
    var depth = 0
    return structure.endOfElement(in: rest, notBefore: .max, depth: &depth).map { $0 + start + 1 }
  }

  private static func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.leftBrace, ASCII.leftBracket, ASCII.quotationMark, ASCII.hyphen: true
    default:
      byte.isDigit || byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") || byte == UInt8(ascii: "n")
    }
  }
}

extension JSONStructure {
  /// The end of the string, number or word that the text begins with, at least 1; nil if more is needed.
  static func endOfScalar(in text: ByteView) -> Int? {
    if text.byte(at: 0) == ASCII.quotationMark { return endOfString(in: text, from: 0) }
    var at = 0
    while let byte = text.byte(at: at), byte.isWordByte { at &+= 1 }
    return at < text.count ? max(at, 1) : nil
  }
}

extension UInt8 {
  /// Whether it may be part of a number or a word of JSON.
  fileprivate var isWordByte: Bool {
    isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") || self == ASCII.hyphen
      || self == ASCII.plusSign || self == ASCII.fullStop
  }
}
