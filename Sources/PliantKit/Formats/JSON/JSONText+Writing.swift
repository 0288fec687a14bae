// Strings as JSON writes them: only what must be escaped is.

extension OutputBuffer {
  /// Appends the text between quotation marks; escapes quotation mark, backslash and control characters only.
  @inline(__always)
  package mutating func appendJSONString(_ text: ByteView) {
    let plain = appendQuotedPrefix(text)
    if plain < text.count { appendRestOfJSONString(text, from: plain) }
  }

  /// Appends a quotation mark, the text up to its first special byte, and, where there is none, the closing mark.
  @inline(__always)
  private mutating func appendQuotedPrefix(_ text: ByteView) -> Int {
    var plain = 0
    // Copies by the word; up to seven bytes of the last one are overwritten by what follows.
    appendUninitialized(text.count &+ 2) { start in
      start[0] = ASCII.quotationMark
      let target = UnsafeMutableRawPointer(start + 1)
      while plain &+ 8 <= text.count {
        let word = text.word(at: plain)
        target.storeBytes(of: word.littleEndian, toByteOffset: plain, as: UInt64.self)
        let special = JSONText.specialBytes(word)
        if special != 0 {
          plain &+= special.trailingZeroBitCount &>> 3
          return plain &+ 1
        }
        plain &+= 8
      }
      while plain < text.count && !JSONText.isSpecial(text[plain]) {
        start[plain &+ 1] = text[plain]
        plain &+= 1
      }
      guard plain == text.count else { return plain &+ 1 }
      start[plain &+ 1] = ASCII.quotationMark
      return plain &+ 2
    }
    return plain
  }

  @inline(never)
  private mutating func appendRestOfJSONString(_ text: ByteView, from special: Int) {
    var at = special
    while at < text.count {
      appendJSONEscape(text[at])
      let end = JSONText.firstSpecial(in: text, from: at &+ 1)
      append(text[at &+ 1..<end])
      at = end
    }
    append(ASCII.quotationMark)
  }

  private mutating func appendJSONEscape(_ byte: UInt8) {
    append(ASCII.reverseSolidus)
    switch byte {
    case ASCII.quotationMark, ASCII.reverseSolidus: append(byte)
    case 0x08: append(ASCII.lowerB)
    case 0x0C: append(ASCII.lowerF)
    case ASCII.lineFeed: append(ASCII.lowerN)
    case ASCII.carriageReturn: append(ASCII.lowerR)
    case ASCII.tab: append(ASCII.lowerT)
    default:
      append("u00")
      append(ASCII.digit0 &+ byte &>> 4)
      append(ByteView("0123456789abcdef")[Int(byte & 15)])
    }
  }
}
