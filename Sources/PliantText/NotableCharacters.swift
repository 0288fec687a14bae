// The characters that checks look for, found in one pass: nearly every text has none of them and is not read
// again.

/// The notable characters in a text, and occurrences of words for checks.
package struct NotableCharacters: Sendable, Equatable {
  /// A character from U+0080 to U+009F.
  package private(set) var hasControls = false
  /// U+FFFD, U+FEFF or one of their neighbours.
  package private(set) var hasSpecials = false
  /// A reference to a character from U+0080 to U+009F.
  package private(set) var hasControlReferences = false
  /// The word `:ignore`, with which comments silence checks.
  package private(set) var hasIgnore = false
  /// A control character that text does not need, or DEL.
  package private(set) var hasControlCharacters = false
  /// A control that orders text from right to left or back.
  package private(set) var hasBidirectionalControls = false
  /// A mark or a letter of Hangul that may combine with the preceding character.
  package private(set) var hasCombiningMarks = false
  /// Two adjacent characters that may be one encoded twice.
  package private(set) var hasMisreadPair = false
  /// A character after a lower-case letter that rarely follows one, or three accented letters of Western Europe in a row.
  package private(set) var hasOddLetter = false

  /// Whether there is nothing for checks on characters to report.
  package var isUnremarkable: Bool {
    !hasControls && !hasSpecials && !hasControlReferences && !hasMisreadPair && !hasOddLetter
      && !hasControlCharacters && !hasBidirectionalControls && !hasCombiningMarks
  }

  package init(_ text: ByteView) { look(through: text) }

  fileprivate init() {}

  fileprivate mutating func look(through text: ByteView) {
    var at = Self.nextCandidate(in: text, from: 0)
    while at < text.count {
      switch text[at] {
      case ASCII.ampersand:
        if let value = Self.reference(in: text, at: at), value >= 0x80, value < 0xA0 {
          hasControlReferences = true
        }
        at &+= 1
      case ASCII.colon:
        if text.starts(with: ":ignore", at: at) { hasIgnore = true }
        at &+= 1
      case 0..<ASCII.space, ASCII.delete:
        hasControlCharacters = true
        at &+= 1
      default:
        let (value, length) = note(text, at)
        at &+= length
        if at < text.count, text[at] >= 0x80 {
          let isWestern = !hasOddLetter && value &- 0xC0 < 0x40
          if !hasMisreadPair || isWestern {
            let (second, length) = UTF8Validation.scalar(in: text, at: at)
            let third = at + length < text.count ? UTF8Validation.scalar(in: text, at: at + length).value : 0
            if !hasMisreadPair { hasMisreadPair = DoubleEncoding.mayBegin(value, second, third) }
            if isWestern, second &- 0xC0 < 0x40, third &- 0xC0 < 0x40 { hasOddLetter = true }
          }
          continue
        }
      }
      at = Self.nextCandidate(in: text, from: at)
    }
  }

  /// Records the non-ASCII character at an offset; returns it and its length.
  @inline(__always)
  private mutating func note(_ text: ByteView, _ at: Int) -> (value: UInt32, length: Int) {
    let (value, length) = UTF8Validation.scalar(in: text, at: at)
    if value < 0xA0 { hasControls = true }
    if Self.mayCombine(value) { hasCombiningMarks = true }
    if value &- 0x202A < 5 || value &- 0x2066 < 4 { hasBidirectionalControls = true }
    if value >> 6 == 0xFFFF >> 6 || value >> 6 == 0xFEFF >> 6 { hasSpecials = true }
    if at > 0, text[at &- 1] &- ASCII.lowerA < 26, MisreadText.isOdd(value) { hasOddLetter = true }
    return (value, length)
  }

  /// Whether a character is a mark or a letter of Hangul that may combine with the preceding one.
  @inlinable
  package static func mayCombine(_ value: UInt32) -> Bool {
    value &- 0x300 < 0x70 || value &- 0x3099 < 2 || value &- 0x1161 < 21 || value &- 0x11A8 < 27
  }

  /// The number of the numeric character reference at an offset, up to its semicolon; nil for anything else,
  /// and for one longer than `longestReference`.
  package static func reference(in text: ByteView, at start: Int) -> UInt32? {
    guard let reference = try? XMLReferenceScanner.scan(text, at: start),
      reference.end &- start <= longestReference, case .scalar(let value) = reference.meaning
    else { return nil }
    return value
  }

  /// The maximum length of a reference in bytes, including its mark and semicolon.
  package static let longestReference = 12

  /// The offset of the next non-ASCII character, control character, `&#` or `:i`; `text.count` at the end.
  private static func nextCandidate(in text: ByteView, from start: Int) -> Int {
    guard start < text.count else { return text.count }
    var blocks = ByteBlocks(text, from: start)
    var following = ByteBlocks(text, from: start &+ 1)
    // In other scripts, the next one is near.
    if let next = following.next(), let block = blocks.next(), let index = candidate(block, next) {
      return start &+ index
    }
    while let next = following.nextFour(), let four = blocks.nextFour() {
      let first = candidates(four.0, next.0) | candidates(four.1, next.1)
      let second = candidates(four.2, next.2) | candidates(four.3, next.3)
      let words = (first | second).words
      guard words.x | words.y != 0 else { continue }
      let at = blocks.offset &- 64
      if let index = candidate(four.0, next.0) { return at &+ index }
      if let index = candidate(four.1, next.1) { return at &+ 16 &+ index }
      if let index = candidate(four.2, next.2) { return at &+ 32 &+ index }
      return at &+ 48 &+ (candidate(four.3, next.3) ?? 0)
    }
    var at = blocks.offset
    while at < text.count {
      if let index = candidate(text.paddedBlock(at: at), text.paddedBlock(at: at &+ 1)) { return at &+ index }
      at &+= 16
    }
    return text.count
  }

  /// The index of the first candidate in a block, or nil.
  @inline(__always)
  private static func candidate(_ block: ByteBlock, _ next: ByteBlock) -> Int? {
    let found = (candidates(block, next) .!= ByteBlock(repeating: 0)).nibbles
    return found == 0 ? nil : found.trailingZeroBitCount &>> 2
  }

  /// A mask that is not zero at the candidates in a block; `next` is the block one byte on.
  @inline(__always)
  private static func candidates(_ block: ByteBlock, _ next: ByteBlock) -> ByteBlock {
    let isReference =
      (block .== ByteBlock(repeating: ASCII.ampersand)).bytes
      & (next .== ByteBlock(repeating: ASCII.numberSign)).bytes
    let isIgnore =
      (block .== ByteBlock(repeating: ASCII.colon)).bytes
      & (next .== ByteBlock(repeating: UInt8(ascii: "i"))).bytes
    // As signed numbers, characters above ASCII are below control characters; 9 to 13, tabs, line ends and form
    // feeds. Processors compare only signed bytes in one step.
    let signed = unsafeBitCast(block, to: SIMD16<Int8>.self)
    let behindTab = unsafeBitCast(block &- ByteBlock(repeating: ASCII.tab &+ 0x80), to: SIMD16<Int8>.self)
    let isControlOrHigh: ByteBlock =
      (signed .< SIMD16<Int8>(repeating: 32)).bytes & (behindTab .> SIMD16<Int8>(repeating: -124)).bytes
    let isDelete: ByteBlock = (block .== ByteBlock(repeating: ASCII.delete)).bytes
    return isControlOrHigh | isReference | isIgnore | isDelete
  }
}

/// Looks for signs in a streamed text.
package final class NotableCharacterFinder {
  private var found = NotableCharacters()
  private var isWhole = false
  /// The end of the previous chunk, to find a sign across chunks.
  private var tail: [UInt8] = []

  /// The longest sign in bytes.
  private static let longest = NotableCharacters.longestReference

  package init() {}

  /// The signs of the whole text; nil before its end.
  package var signs: NotableCharacters? { isWhole ? found : nil }

  /// Adds the next chunk, which begins and ends with whole characters.
  package func add(_ text: ByteView, isLast: Bool) {
    if !text.isEmpty {
      let border = tail + text[0..<Self.startOfCharacter(in: text, from: Self.longest)].array
      border.withByteView { found.look(through: $0) }
      found.look(through: text)
      tail = text.count < Self.longest ? border.withByteView(Self.end) : Self.end(of: text)
    }
    isWhole = isLast
  }

  private static func end(of text: ByteView) -> [UInt8] {
    text.suffix(from: startOfCharacter(in: text, from: text.count - longest)).array
  }

  /// The start of the first character at or after an offset.
  private static func startOfCharacter(in text: ByteView, from place: Int) -> Int {
    var at = max(place, 0)
    while at < text.count, text[at] & 0xC0 == 0x80 { at += 1 }
    return min(at, text.count)
  }
}
