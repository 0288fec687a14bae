// JSON strings with the minimum of escapes.

extension OutputBuffer {
  /// Appends the text between quotation marks; escapes quotation mark, backslash and control characters only.
  ///
  /// `after` is written last, if given.
  @inline(__always)
  package mutating func appendJSONString(_ text: ByteView, after: UInt8? = nil) {
    let plain = appendQuotedPrefix(text, after: after)
    if plain < text.count { appendRestOfJSONString(text, from: plain, after: after) }
  }

  /// Appends the text up to its first special byte, or all of it; returns the end.
  @inline(__always)
  private mutating func appendQuotedPrefix(_ text: ByteView, after: UInt8?) -> Int {
    var plain = 0
    // Copies whole words; excess bytes are overwritten by the following output.
    appendUninitialized(text.count &+ 12) { start in
      var used = 1
      start[0] = ASCII.quotationMark
      let target = UnsafeMutableRawPointer(start + used)
      while plain &+ 8 <= text.count {
        let word = text.word(at: plain)
        target.storeBytes(of: word.littleEndian, toByteOffset: plain, as: UInt64.self)
        let special = JSONScanner.specialBytes(word)
        if special != 0 {
          plain &+= special.trailingZeroBitCount &>> 3
          return plain &+ used
        }
        plain &+= 8
      }
      let left = text.count &- plain
      let word = text.lastWord(at: plain)
      target.storeBytes(of: word.littleEndian, toByteOffset: plain, as: UInt64.self)
      // The zero bytes after the text count as special, after any of its own.
      let special = JSONScanner.specialBytes(word).trailingZeroBitCount &>> 3
      plain &+= Swift.min(special, left)
      used &+= plain
      guard special >= left else { return used }
      start[used] = ASCII.quotationMark
      used &+= 1
      if let after {
        start[used] = after
        used &+= 1
      }
      return used
    }
    return plain
  }

  @inline(never)
  private mutating func appendRestOfJSONString(_ text: ByteView, from special: Int, after: UInt8?) {
    var at = special
    while at < text.count {
      appendJSONEscape(text[at])
      let end = JSONScanner.endOfPlainText(in: text, from: at &+ 1)
      append(text[at &+ 1..<end])
      at = end
    }
    append(ASCII.quotationMark)
    if let after { append(after) }
  }

  package mutating func appendJSONEscape(_ byte: UInt8) {
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
