// Numbers: checked against the grammar and sent as they are written.

extension JSONReader {
  /// Sends the number that begins with the digit or hyphen at `place` (RFC 8259, section 6).
  @inline(__always)
  mutating func number(
    _ text: ByteView, _ place: inout Int, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    let start = place
    let first = text[start] == ASCII.hyphen ? start &+ 1 : start
    var end = JSONText.endOfDigits(in: text, from: first)
    var kind = NumberKind.integer
    var isGood = end > first && (end &- first == 1 || text[first] != ASCII.digit0)
    if isGood && end < text.count {
      let next = text[end]
      if next == ASCII.fullStop || next | 0x20 == ASCII.lowerE {
        kind = .real
        isGood = JSONText.skipFractionAndExponent(in: text, &end)
      }
    }
    guard isGood else {
      try mistakenNumber(into: &sink)
      place = at
      return
    }
    try sink.number(text[start..<end], kind: kind)
    place = end
  }
}

extension JSONText {
  @inline(__always)
  static func endOfDigits(in text: ByteView, from start: Int) -> Int {
    var end = start
    while end < text.count && text[end].isDigit { end &+= 1 }
    return end
  }

  /// Passes the fraction and exponent that begin at `end`; false where digits are missing.
  @inline(__always)
  static func skipFractionAndExponent(in text: ByteView, _ end: inout Int) -> Bool {
    if text[end] == ASCII.fullStop {
      let digits = end &+ 1
      end = endOfDigits(in: text, from: digits)
      if end == digits { return false }
    }
    guard end < text.count, text[end] | 0x20 == ASCII.lowerE else { return true }
    var digits = end &+ 1
    if let sign = text.byte(at: digits), sign == ASCII.hyphen || sign == ASCII.plusSign { digits &+= 1 }
    end = endOfDigits(in: text, from: digits)
    return end > digits
  }
}
