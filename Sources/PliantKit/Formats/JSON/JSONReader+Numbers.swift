// Numbers: checked against the grammar and sent as they are written.

extension JSONReader {
  /// Sends the number that begins with the digit or hyphen at `at` (RFC 8259, section 6).
  @inline(__always)
  mutating func number(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let start = at
    let first = text[start] == ASCII.hyphen ? start &+ 1 : start
    var end = endOfDigits(from: first)
    var kind = NumberKind.integer
    if end == first || end &- first > 1 && text[first] == ASCII.digit0 {
      return try mistakenNumber(into: &sink)
    }
    if end < text.count {
      let next = text[end]
      if next == ASCII.fullStop || next | 0x20 == ASCII.lowerE {
        guard let realEnd = endOfReal(from: end) else { return try mistakenNumber(into: &sink) }
        end = realEnd
        kind = .real
      }
    }
    try sink.number(text[start..<end], kind: kind)
    at = end
  }

  @inline(__always)
  private func endOfDigits(from start: Int) -> Int {
    var end = start
    while end < text.count && text[end].isDigit { end &+= 1 }
    return end
  }

  /// The end of the fraction and exponent that begin at `start`, or nil where digits are missing.
  @inline(__always)
  private func endOfReal(from start: Int) -> Int? {
    var end = start
    if text[end] == ASCII.fullStop {
      let digits = end &+ 1
      end = endOfDigits(from: digits)
      if end == digits { return nil }
    }
    guard end < text.count, text[end] | 0x20 == ASCII.lowerE else { return end }
    var digits = end &+ 1
    if let sign = text.byte(at: digits), sign == ASCII.hyphen || sign == ASCII.plusSign { digits &+= 1 }
    end = endOfDigits(from: digits)
    return end == digits ? nil : end
  }
}
