// The structure of a JSON text without its values, 64 bytes at a time, for finding the ends of values without
// parsing them.
//
//   {"a,\"": [1, "]"]}     text
//   01......1....1.1..     quotation marks that are not escaped (at 1 and 6, 13 and 15)
//   .111111......11...     in a string, by the parity of the marks before
//   1......1.1.1....11     brackets, braces, commas and colons outside strings

/// Iterates over the structural bytes of a text; the text may grow between two steps.
///
/// Does not validate the text, not even that brackets match.
package struct JSONStructure {
  /// The offset of the bytes of `bits`.
  private var block = -64
  /// The remaining structural bytes of the block.
  private var bits: UInt64 = 0
  /// The number of bytes of the block that were available when it was scanned.
  private var seen = 64
  /// All ones in a string, at the block's beginning and its end.
  private var before: UInt64 = 0
  private var after: UInt64 = 0
  /// One if the byte after the block is escaped, at its beginning and its end.
  private var escapeBefore: UInt64 = 0
  private var escapeAfter: UInt64 = 0

  /// Starts at an offset outside strings.
  package init(at start: Int = 0) { block = start &- 64 }

  /// The index of the next bracket, brace, comma or colon outside strings; nil if there is none so far.
  @inline(__always)
  package mutating func next(in text: ByteView) -> Int? {
    while bits == 0 { guard advance(in: text) else { return nil } }
    let at = block &+ bits.trailingZeroBitCount
    bits &= bits &- 1
    return at
  }

  /// Whether the text ends in a string, after `next` found nothing more.
  package var isInString: Bool { after != 0 }

  /// Scans the next block, or this one again if more of it is available.
  @inline(never)
  private mutating func advance(in text: ByteView) -> Bool {
    var given: UInt64 = 0
    if seen < 64 {
      guard block &+ seen < text.count else { return false }
      given = 1 &<< UInt64(truncatingIfNeeded: seen) &- 1
    } else {
      guard block &+ 64 < text.count else { return false }
      block &+= 64
      before = after
      escapeBefore = escapeAfter
    }
    seen = min(64, text.count &- block)
    bits = structuralBytes(in: text) & ~given
    return true
  }

  private mutating func structuralBytes(in text: ByteView) -> UInt64 {
    let (first, second, third, fourth) = text.fourBlocks(at: block)
    let strings = strings(first, second, third, fourth)
    let others = ByteMask.joined(
      Self.structural(first), Self.structural(second), Self.structural(third), Self.structural(fourth))
    return others & ~strings
  }

  /// The bytes of the block that are in a string.
  @inline(__always)
  private mutating func strings(
    _ first: ByteBlock, _ second: ByteBlock, _ third: ByteBlock, _ fourth: ByteBlock
  ) -> UInt64 {
    let mark = ByteBlock(repeating: ASCII.quotationMark)
    let marks = ByteMask.joined(first .== mark, second .== mark, third .== mark, fourth .== mark)
    let slash = ByteBlock(repeating: ASCII.reverseSolidus)
    let slashes = ByteMask.joined(first .== slash, second .== slash, third .== slash, fourth .== slash)
    let strings = Self.parity(marks & ~escaped(slashes)) ^ before
    // The sign of the last available byte; missing bytes do not end a string.
    after = UInt64(bitPattern: Int64(bitPattern: strings) &>> 63)
    return strings
  }

  /// The bytes after an unescaped backslash.
  @inline(__always)
  private mutating func escaped(_ slashes: UInt64) -> UInt64 {
    if slashes == 0 {
      escapeAfter = 0
      return escapeBefore
    }
    // Runs of backslashes are rare and short: one after another.
    var left = slashes & ~escapeBefore
    var escaped = escapeBefore
    escapeAfter = 0
    while left != 0 {
      let slash = left & (0 &- left)
      let next = slash &<< 1
      if next == 0 { escapeAfter = 1 }
      escaped |= next
      left &= ~(slash | next)
    }
    return escaped
  }

  /// For each bit, the parity of it and all lower bits.
  @inline(__always)
  private static func parity(_ bits: UInt64) -> UInt64 {
    var parity = bits ^ bits &<< 1
    parity ^= parity &<< 2
    parity ^= parity &<< 4
    parity ^= parity &<< 8
    parity ^= parity &<< 16
    return parity ^ parity &<< 32
  }

  @inline(__always)
  private static func structural(_ block: ByteBlock) -> SIMDMask<SIMD16<Int8>> {
    let lower = block | ByteBlock(repeating: 0x20)
    return (lower .== ByteBlock(repeating: ASCII.leftBrace))
      .| (lower .== ByteBlock(repeating: ASCII.rightBrace))
      .| (block .== ByteBlock(repeating: ASCII.comma)) .| (block .== ByteBlock(repeating: ASCII.colon))
  }
}

extension JSONStructure {
  /// The end of the value that begins at `start`; the text's end if it is unterminated.
  package static func endOfValue(in text: ByteView, from start: Int) -> Int {
    guard let first = text.byte(at: start) else { return start }
    if first == ASCII.quotationMark { return endOfString(in: text, from: start) ?? text.count }
    guard first == ASCII.leftBrace || first == ASCII.leftBracket else {
      return endOfWord(in: text, from: start)
    }
    var structure = JSONStructure(at: start &+ 1)
    var depth = 0
    return structure.endOfElement(in: text, notBefore: .max, depth: &depth).map { $0 &+ 1 } ?? text.count
  }

  /// The index after the quotation mark that ends the string at `start`, or nil.
  package static func endOfString(in text: ByteView, from start: Int) -> Int? {
    var at = start &+ 1
    while at < text.count {
      at = JSONScanner.endOfPlainText(in: text, from: at)
      guard let byte = text.byte(at: at) else { return nil }
      if byte == ASCII.quotationMark { return at &+ 1 }
      at &+= byte == ASCII.reverseSolidus ? 2 : 1
    }
    return nil
  }

  private static func endOfWord(in text: ByteView, from start: Int) -> Int {
    var at = start
    while let byte = text.byte(at: at), !byte.isWhitespace, byte != ASCII.comma, byte != ASCII.rightBrace,
      byte != ASCII.rightBracket
    { at &+= 1 }
    return at
  }

  /// The index of the comma or closing bracket after the first element, or nil if more is needed; not of a
  /// comma before `place`.
  ///
  /// `element` begins with the element and is everything available of it. `depth` is state between calls.
  mutating func endOfElement(in element: ByteView, notBefore place: Int = 0, depth: inout Int) -> Int? {
    while let at = next(in: element) {
      switch element[at] {
      case ASCII.leftBracket, ASCII.leftBrace: depth &+= 1
      case ASCII.rightBracket, ASCII.rightBrace:
        if depth == 0 { return at }
        depth &-= 1
      case ASCII.comma: if depth == 0 && at >= place { return at }
      default: break
      }
    }
    return nil
  }

  /// The offset at which a chunk of a longer text may end, and the start of its trailing white space; nil if
  /// there is no safe one.
  ///
  /// That is before a comma or closing bracket after a value, because after a comma or colon the reader
  /// expects more, or after an opening bracket. The text begins outside strings.
  static func lastCut(in text: ByteView, isBehindValue: Bool) -> (end: Int, solidEnd: Int)? {
    var structure = JSONStructure()
    var cut: Int?
    while let at = structure.next(in: text) {
      switch text[at] {
      case ASCII.leftBracket, ASCII.leftBrace: cut = at &+ 1
      case ASCII.comma, ASCII.rightBracket, ASCII.rightBrace:
        if at > 0, endsValue(solidEnd(of: text, before: at), in: text) ?? isBehindValue { cut = at }
      default: break
      }
    }
    return cut.map { ($0, solidEnd(of: text, before: $0)) }
  }

  /// The start of the white space before an offset.
  private static func solidEnd(of text: ByteView, before place: Int) -> Int {
    var end = place
    while end > 0 && text[end &- 1].isWhitespace { end &-= 1 }
    return end
  }

  /// Whether the byte before an offset ends a value; nil at the text's beginning.
  private static func endsValue(_ place: Int, in text: ByteView) -> Bool? {
    guard place > 0 else { return nil }
    switch text[place &- 1] {
    case ASCII.comma, ASCII.colon, ASCII.leftBracket, ASCII.leftBrace: return false
    default: return true
    }
  }
}
