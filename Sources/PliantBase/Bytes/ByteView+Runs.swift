// Runs of digits, of white space and of plain text, eight bytes at a time.

extension ByteView {
  /// Whether an odd number of backslashes precedes an index, none of them before `start`.
  package func isEscaped(at index: Int, from start: Int) -> Bool {
    var first = index
    while first > start, self[first - 1] == ASCII.reverseSolidus { first -= 1 }
    return (index - first) % 2 == 1
  }

  /// The index of the first byte from `start` other than a decimal digit.
  @inlinable @inline(__always)
  package func endOfDigits(from start: Int) -> Int {
    var at = start
    while at &+ 8 <= count {
      let length = Self.leadingDigits(word(at: at))
      at &+= length
      if length < 8 { return at }
    }
    while let byte = byte(at: at), byte.isDigit { at &+= 1 }
    return at
  }

  /// The number of decimal digits at the beginning of the word.
  @inlinable @inline(__always)
  static func leadingDigits(_ word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let values = word ^ ones &* 0x30
    // A byte above nine sets its high bit, and none carries into the next.
    let others = ((values & ~highs) &+ ones &* 0x76 | values) & highs
    return others.trailingZeroBitCount &>> 3
  }

  /// The index of the first byte from `start` other than white space.
  @inlinable @inline(__always)
  package func endOfSpace(from start: Int) -> Int {
    var at = start
    // Mostly a line end and up to six tabs.
    if at &+ 8 <= count {
      let word = word(at: at)
      if word & 0xFF == UInt64(ASCII.lineFeed) {
        at &+= 1 &+ (word &>> 8 ^ 0xFF09_0909_0909_0909).trailingZeroBitCount &>> 3
      }
    }
    while let byte = byte(at: at), byte.isWhitespace { at &+= 1 }
    return at
  }

  /// The index of the first line feed or carriage return from `start`, or `count`.
  @inlinable package func endOfLine(from start: Int) -> Int {
    var at = start
    while true {
      at = firstMatch(from: at) { block in
        block .== ByteBlock(repeating: ASCII.lineFeed) .| block .== ByteBlock(repeating: ASCII.carriageReturn)
          .| block .== ByteBlock(repeating: ASCII.null)
      }
      if at == count || self[at] != ASCII.null { return at }
      at &+= 1
    }
  }

  /// The index of the first byte from `start` other than a Base64 digit (RFC 4648, section 4).
  @inlinable @inline(__always)
  package func endOfBase64Digits(from start: Int) -> Int {
    var at = start
    while at &+ 8 <= count {
      let length = Self.leadingBase64Digits(word(at: at))
      at &+= length
      if length < 8 { return at }
    }
    while let byte = byte(at: at), byte.isLetter || byte.isDigit || byte == 0x2B || byte == 0x2F { at &+= 1 }
    return at
  }

  /// The number of digits of Base64 at the beginning of the word.
  @inlinable @inline(__always)
  static func leadingBase64Digits(_ word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let low = word & ~highs
    let folded = low | ones &* 0x20
    // For bytes below 0x80, the first sum sets the high bit from the range's first byte, the second after its
    // last.
    let letters = (folded &+ ones &* 0x1F) & ~(folded &+ ones &* 0x05)
    // The solidus directly precedes the digits.
    let digits = (low &+ ones &* 0x51) & ~(low &+ ones &* 0x46)
    let plus = highs &- (low ^ ones &* 0x2B)
    let others = (~(letters | digits | plus) | word) & highs
    return others.trailingZeroBitCount &>> 3
  }

  /// The index of the first byte from `start` that is not visible ASCII, or is a quotation mark or backslash.
  @inlinable package func endOfUnquotedASCII(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var at = start
    while at &+ 8 <= count {
      let word = self.word(at: at)
      let quotes = word ^ ones &* UInt64(ASCII.quotationMark)
      let slashes = word ^ ones &* UInt64(ASCII.reverseSolidus)
      let deletes = word ^ ones &* UInt64(ASCII.delete)
      let found =
        ((word &- ones &* 0x20) | (quotes &- ones) | (slashes &- ones) | (deletes &- ones) | word) & highs
      // A byte's borrow may mark the next; the lowest mark is exact.
      if found != 0 { return at &+ found.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while let byte = byte(at: at), byte >= ASCII.space, byte < ASCII.delete,
      byte != ASCII.quotationMark, byte != ASCII.reverseSolidus
    { at &+= 1 }
    return at
  }
}
