// Compares two JSON texts, ignoring white space and escapes in strings, without a reader or a tree:
//
//   {"a": 1.0}   {"\u0061":1.0}   same        [1, 2]   [12]   [1, 2.0]   different

/// Compares two texts token by token; only one of them needs to be valid JSON.
package struct JSONTokenComparison {
  private let left: ByteView
  private let right: ByteView
  private var leftAt = 0
  private var rightAt = 0

  /// Whether the tokens of two texts are the same; the first is valid JSON.
  package static func areSame(_ left: ByteView, _ right: ByteView) -> Bool {
    var comparison = JSONTokenComparison(left: left, right: right)
    return comparison.run()
  }

  private init(left: ByteView, right: ByteView) {
    self.left = left
    self.right = right
  }

  private mutating func run() -> Bool {
    while true {
      leftAt = JSONScanner.endOfSpace(in: left, from: leftAt)
      rightAt = JSONScanner.endOfSpace(in: right, from: rightAt)
      guard leftAt < left.count, rightAt < right.count else {
        return leftAt == left.count && rightAt == right.count
      }
      let byte = left[leftAt]
      guard byte == right[rightAt] else { return false }
      if byte == ASCII.quotationMark {
        guard isSameString() else { return false }
      } else {
        let leftEnd = Self.endOfWord(left, from: leftAt)
        let rightEnd = Self.endOfWord(right, from: rightAt)
        guard left[leftAt..<leftEnd] == right[rightAt..<rightEnd] else { return false }
        leftAt = leftEnd
        rightAt = rightEnd
      }
    }
  }

  /// The end of a number or literal, or of one character of structure.
  private static func endOfWord(_ text: ByteView, from start: Int) -> Int {
    var at = start
    while at < text.count, isWordByte(text[at]) { at &+= 1 }
    return max(at, start &+ 1)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte == ASCII.hyphen || byte == ASCII.plusSign || byte == ASCII.fullStop
  }

  /// Compares the strings that begin here: their bytes as long as these are equal, then their characters.
  private mutating func isSameString() -> Bool {
    leftAt &+= 1
    rightAt &+= 1
    while true {
      guard let one = left.byte(at: leftAt), let other = right.byte(at: rightAt) else { return false }
      if one == ASCII.quotationMark || other == ASCII.quotationMark {
        leftAt &+= 1
        rightAt &+= 1
        return one == other
      }
      if one == other && one != ASCII.reverseSolidus {
        leftAt &+= 1
        rightAt &+= 1
        continue
      }
      guard let expected = Self.character(left, &leftAt), expected == Self.character(right, &rightAt) else {
        return false
      }
    }
  }

  /// The code point of the character or escape at `at`, which advances past it; nil if it is neither.
  private static func character(_ text: ByteView, _ at: inout Int) -> UInt32? {
    guard text[at] == ASCII.reverseSolidus else {
      let first = text[at]
      // A byte inside a character was equal before.
      guard first < 0x80 || first >= 0xC2 else { return nil }
      let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
      at &+= length
      return scalar
    }
    at &+= 1
    guard let byte = text.byte(at: at) else { return nil }
    at &+= 1
    switch byte {
    case ASCII.quotationMark, ASCII.reverseSolidus, ASCII.solidus: return UInt32(byte)
    case ASCII.lowerB: return 0x08
    case ASCII.lowerF: return 0x0C
    case ASCII.lowerN: return 0x0A
    case ASCII.lowerR: return 0x0D
    case ASCII.lowerT: return 0x09
    case ASCII.lowerU: return escapedCharacter(text, &at)
    default: return nil
    }
  }

  /// The code point of `\uXXXX`, or of a surrogate pair, after its `\u`.
  private static func escapedCharacter(_ text: ByteView, _ at: inout Int) -> UInt32? {
    guard let high = JSONScanner.escapedCodeUnit(in: text, at: at &- 2) else { return nil }
    at &+= 4
    guard high & 0xFC00 == 0xD800, let low = JSONScanner.escapedCodeUnit(in: text, at: at),
      low & 0xFC00 == 0xDC00
    else { return high }
    at &+= 6
    return 0x10000 &+ (high & 0x3FF) &<< 10 &+ (low & 0x3FF)
  }
}
