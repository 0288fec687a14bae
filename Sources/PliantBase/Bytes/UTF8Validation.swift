// Finds the first byte that is not UTF-8: skips ASCII 64 bytes at a time, and checks other text in blocks.

/// Checks UTF-8 according to the Unicode Standard's table 3-7: no overlong forms, surrogates or values above
/// U+10FFFF.
@usableFromInline
package enum UTF8Validation {
  /// The end of the valid prefix from `start`; `bytes.count` if all is valid.
  package static func validEnd(of bytes: ByteView, from start: Int = 0) -> Int {
    #if DEBUG
      // Without optimisation the blocks take several times as long as the standard library's copy.
      if bytes.count > 4096, start == 0,
        String(validating: UnsafeBufferPointer(start: bytes.base, count: bytes.count), as: UTF8.self) != nil
      {
        return bytes.count
      }
    #endif
    // Blocks read the three bytes before them, which must be part of the checked text.
    var at = start
    while at < min(start &+ 3, bytes.count) {
      let length = sequenceLength(in: bytes, at: at)
      if length == 0 { return at }
      at &+= length
    }
    return endOfSequences(in: bytes, from: endOfValidBlocks(in: bytes, from: at))
  }

  /// The end of the valid sequences from `start`, one by one.
  private static func endOfSequences(in bytes: ByteView, from start: Int) -> Int {
    var at = start
    while at < bytes.count {
      if bytes[at] < 0x80 {
        at = endOfASCII(in: bytes, from: at)
        if at == bytes.count { break }
      }
      let length = sequenceLength(in: bytes, at: at)
      if length == 0 { return at }
      at &+= length
    }
    return at
  }

  /// The end of the valid text from the sequence at `start`, four blocks at a time; at the start of a
  /// sequence.
  private static func endOfValidBlocks(in bytes: ByteView, from start: Int) -> Int {
    var at = start
    // Whether the last sequence may continue after `at`.
    var isOpen = false
    while at &+ 64 <= bytes.count {
      let blocks = bytes.fourBlocks(at: at)
      if isASCII(blocks) {
        if isOpen, startOfSequence(in: bytes, before: at) < at { break }
        isOpen = false
      } else {
        guard isValid(blocks, in: bytes, at: at) else { break }
        isOpen = true
      }
      at &+= 64
    }
    return isOpen ? startOfSequence(in: bytes, before: at) : at
  }

  @inlinable @inline(__always)
  static func isASCII(_ blocks: (ByteBlock, ByteBlock, ByteBlock, ByteBlock)) -> Bool {
    let words = (blocks.0 | blocks.1 | blocks.2 | blocks.3).words
    return (words.x | words.y) & 0x8080_8080_8080_8080 == 0
  }

  /// The start of the sequence that is incomplete at `end`; `end` if there is none.
  private static func startOfSequence(in bytes: ByteView, before end: Int) -> Int {
    if bytes[end &- 1] >= 0xC0 { return end &- 1 }
    if bytes[end &- 2] >= 0xE0 { return end &- 2 }
    return bytes[end &- 3] >= 0xF0 ? end &- 3 : end
  }

  /// Whether all bytes of the four blocks at `at` are valid after the preceding ones.
  @inline(__always)
  private static func isValid(
    _ blocks: (ByteBlock, ByteBlock, ByteBlock, ByteBlock), in bytes: ByteView, at: Int
  ) -> Bool {
    @inline(__always) func all(_ byte: UInt8) -> ByteBlock { ByteBlock(repeating: byte) }
    let thirdBefore = bytes.fourBlocks(at: at &- 3)
    // Together they contain the last three bytes before, and all of the four blocks.
    let long =
      ((thirdBefore.0 .>= all(0xE0)).bytes | (thirdBefore.1 .>= all(0xE0)).bytes)
      | ((thirdBefore.2 .>= all(0xE0)).bytes | (thirdBefore.3 .>= all(0xE0)).bytes)
      | (blocks.3 .>= all(0xE0)).bytes
    guard (long .!= all(0)).isEmpty else { return isValidBySteps(bytes, at: at) }
    let before = bytes.fourBlocks(at: at &- 1)
    let wrong =
      misplacedOfTwo(blocks.0, before.0) | misplacedOfTwo(blocks.1, before.1)
      | misplacedOfTwo(blocks.2, before.2) | misplacedOfTwo(blocks.3, before.3)
    return (wrong .!= all(0)).isEmpty
  }

  /// Like `isValid`, for sequences of any length: two blocks at a time, which fit the registers.
  private static func isValidBySteps(_ bytes: ByteView, at start: Int) -> Bool {
    var wrong = ByteBlock(repeating: 0)
    var at = start
    while at < start &+ 64 {
      wrong |=
        misplaced(bytes.blockAndThreeBefore(at: at)) | misplaced(bytes.blockAndThreeBefore(at: at &+ 16))
      at &+= 32
    }
    return (wrong .!= ByteBlock(repeating: 0)).isEmpty
  }

  /// A block that is not zero if a byte is invalid after the previous one, for sequences of at most two
  /// bytes.
  @inline(__always)
  private static func misplacedOfTwo(_ block: ByteBlock, _ before: ByteBlock) -> ByteBlock {
    @inline(__always) func all(_ byte: UInt8) -> ByteBlock { ByteBlock(repeating: byte) }
    let continues = (block .>= all(0x80)).bytes & (block .< all(0xC0)).bytes
    let isOverlong = ((block & all(0xFE)) .== all(0xC0)).bytes
    return (continues ^ (before .>= all(0xC0)).bytes) | isOverlong
  }

  /// A block that is not zero if a byte is invalid after the three preceding ones.
  @inline(__always)
  private static func misplaced(_ blocks: (ByteBlock, ByteBlock, ByteBlock, ByteBlock)) -> ByteBlock {
    @inline(__always) func all(_ byte: UInt8) -> ByteBlock { ByteBlock(repeating: byte) }
    let (block, before, secondBefore, thirdBefore) = blocks
    let continues = (block .>= all(0x80)).bytes & (block .< all(0xC0)).bytes
    let isToContinue =
      (before .>= all(0xC0)).bytes | (secondBefore .>= all(0xE0)).bytes | (thirdBefore .>= all(0xF0)).bytes
    // No overlong forms, surrogates or values above U+10FFFF.
    let invalid = (block .>= all(0xF5)).bytes | ((block & all(0xFE)) .== all(0xC0)).bytes
    let isLow = (block .< all(0xA0)).bytes
    let isLowest = (block .< all(0x90)).bytes
    // A second byte after E0 or F0 is invalid below a bound, one after ED or F4 above. Written as a
    // conditional, the compiler would branch per byte.
    let isHighest3 = (before .== all(0xED)).bytes
    let isHighest4 = (before .== all(0xF4)).bytes
    let ofThree = (isLow ^ isHighest3) & (isHighest3 | (before .== all(0xE0)).bytes)
    let ofFour = (isLowest ^ isHighest4) & (isHighest4 | (before .== all(0xF0)).bytes)
    return (continues ^ isToContinue) | invalid | ofThree | ofFour
  }

  /// The offset of the first byte that is invalid UTF-8, or nil.
  package static func firstInvalidOffset(in bytes: ByteView) -> Int? {
    let end = validEnd(of: bytes)
    return end == bytes.count ? nil : end
  }

  /// The offset of the first byte above 0x7F at or after `start`, or `bytes.count`.
  @inlinable @inline(__always)
  package static func endOfASCII(in bytes: ByteView, from start: Int) -> Int {
    guard start < bytes.count else { return bytes.count }
    var blocks = ByteBlocks(bytes, from: start)
    // In text with non-ASCII bytes, the next one is usually near.
    if let block = blocks.next(), let index = firstHigh(block) { return start &+ index }
    return endOfLongASCII(in: bytes, from: blocks.offset)
  }

  @inlinable static func endOfLongASCII(in bytes: ByteView, from start: Int) -> Int {
    var blocks = ByteBlocks(bytes, from: start)
    while let four = blocks.nextFour() {
      if isASCII(four) { continue }
      let at = blocks.offset &- 64
      if let index = firstHigh(four.0) { return at &+ index }
      if let index = firstHigh(four.1) { return at &+ 16 &+ index }
      if let index = firstHigh(four.2) { return at &+ 32 &+ index }
      return at &+ 48 &+ (firstHigh(four.3) ?? 0)
    }
    while let block = blocks.next() {
      if let index = firstHigh(block) { return blocks.offset &- 16 &+ index }
    }
    let rest = bytes.paddedBlock(at: blocks.offset)
    return firstHigh(rest).map { blocks.offset &+ $0 } ?? bytes.count
  }

  /// The index of the first byte above 0x7F in a block, or nil.
  @inlinable @inline(__always)
  static func firstHigh(_ block: ByteBlock) -> Int? {
    let high = (block .>= ByteBlock(repeating: 0x80)).nibbles
    return high == 0 ? nil : high.trailingZeroBitCount &>> 2
  }

  /// The length of the well-formed sequence at `at`, or 0 if it is malformed or truncated.
  @inlinable @inline(__always)
  package static func sequenceLength(in bytes: ByteView, at: Int) -> Int {
    let lead = bytes[at]
    if lead < 0x80 { return 1 }
    let left = bytes.count &- at
    guard lead >= 0xC2, left >= 2 else { return 0 }
    let second = bytes[at &+ 1]
    if lead < 0xE0 { return second & 0xC0 == 0x80 ? 2 : 0 }
    guard left >= 3, bytes[at &+ 2] & 0xC0 == 0x80 else { return 0 }
    if lead < 0xF0 { return isSecondOfThree(second, after: lead) ? 3 : 0 }
    guard left >= 4, bytes[at &+ 3] & 0xC0 == 0x80 else { return 0 }
    return isSecondOfFour(second, after: lead) ? 4 : 0
  }

  @inlinable @inline(__always)
  static func isSecondOfThree(_ second: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xE0: second >= 0xA0 && second <= 0xBF
    case 0xED: second >= 0x80 && second <= 0x9F
    default: second & 0xC0 == 0x80
    }
  }

  @inlinable @inline(__always)
  static func isSecondOfFour(_ second: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xF0: second >= 0x90 && second <= 0xBF
    case 0xF1...0xF3: second & 0xC0 == 0x80
    case 0xF4: second >= 0x80 && second <= 0x8F
    default: false
    }
  }

  /// Whether the rest from `at` is the beginning of a well-formed sequence.
  package static func isCutOff(_ bytes: ByteView, at: Int) -> Bool {
    let left = bytes.count - at
    guard left > 0, left < 4 else { return false }
    let lead = bytes[at]
    let needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, left < needed else { return false }
    if left >= 2 {
      let second = bytes[at + 1]
      if !(needed == 3 ? isSecondOfThree(second, after: lead) : isSecondOfFour(second, after: lead)) {
        return false
      }
    }
    return left < 3 || bytes[at + 2] & 0xC0 == 0x80
  }

  /// The scalar value at `at` in valid UTF-8, and its length.
  @inlinable @inline(__always)
  package static func scalar(in text: ByteView, at: Int) -> (value: UInt32, length: Int) {
    let lead = UInt32(text[at])
    if lead < 0x80 { return (lead, 1) }
    let second = UInt32(text[at &+ 1]) & 0x3F
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
    let third = UInt32(text[at &+ 2]) & 0x3F
    if lead < 0xF0 { return ((lead & 0x0F) << 12 | second << 6 | third, 3) }
    return ((lead & 0x07) << 18 | second << 12 | third << 6 | UInt32(text[at &+ 3]) & 0x3F, 4)
  }
}
