// Containers that nobody wants, such as the records beside the one that is extracted: checked in one tight loop, without
// an event and without a word kept. What is not plain, or wrong, is left to the ordinary way, which knows it all.

extension XMLPropertyListReader {
  /// Containers inside one another that the loop keeps track of, a bit each.
  private static var maximumLevels: Int { 60 }

  /// The end of the container whose start tag ends at `start`, where all in it is plain and right; otherwise nil, and
  /// nothing up to there is tried again.
  mutating func endOfPlainContainer(_ input: ByteView, _ start: Int, isDictionary: Bool) -> Int? {
    var at = start
    // A bit for each open container, the innermost one's last: 1 for a dictionary. The highest bit stands for none.
    var kinds: UInt64 = isDictionary ? 0b11 : 0b10
    var levels = 1
    var awaitsKey = isDictionary
    while levels > 0 {
      while let byte = input.byte(at: at), byte.isWhitespace { at &+= 1 }
      let isRight: Bool
      let letter = input.byte(at: at &+ 1)
      if letter == ASCII.solidus {
        isRight = Self.skipPlainEnd(input, &at, isDictionary: kinds & 1 == 1, awaitsKey: awaitsKey)
        kinds &>>= 1
        levels &-= 1
        awaitsKey = kinds & 1 == 1
      } else if awaitsKey {
        isRight = Self.plainContent(input, &at, "<key>", "</key>") != nil
        awaitsKey = false
      } else if letter == ASCII.lowerA || letter == 0x64 && input.byte(at: at &+ 2) == 0x69 {
        // <array>, <dict>
        let isInnerDictionary = letter != ASCII.lowerA
        let isRoom = levels < Self.maximumLevels && depth &+ levels < Limits.depth
        isRight = isRoom && Self.skip(isInnerDictionary ? "<dict>" : "<array>", in: input, &at)
        kinds = kinds &<< 1 | (isInnerDictionary ? 1 : 0)
        levels &+= 1
        awaitsKey = isInnerDictionary
      } else {
        isRight = skipPlainScalar(input, &at, letter)
        awaitsKey = kinds & 1 == 1
      }
      guard isRight else {
        passOverFloor = at
        return nil
      }
    }
    return at
  }

  /// Passes the end tag of an array, or of a dictionary whose last key has its value.
  @inline(__always)
  private static func skipPlainEnd(_ input: ByteView, _ at: inout Int, isDictionary: Bool, awaitsKey: Bool)
    -> Bool
  {
    isDictionary
      ? awaitsKey && skip("</dict>", in: input, &at) : skip("</array>", in: input, &at)
  }

  /// Passes a value that is no container; `letter` is the first of its tag's name.
  @inline(__always)
  private mutating func skipPlainScalar(_ input: ByteView, _ at: inout Int, _ letter: UInt8?) -> Bool {
    switch letter {
    case 0x73:  // s
      return Self.plainContent(input, &at, "<string>", "</string>") != nil
    case 0x69:  // i
      guard let text = Self.plainContent(input, &at, "<integer>", "</integer>") else { return false }
      return Self.isPlainInteger(text)
    case ASCII.lowerR:
      guard let text = Self.plainContent(input, &at, "<real>", "</real>") else { return false }
      if case .malformed = PropertyListNumber.real(text) { return false }
      return true
    case ASCII.lowerT: return Self.skip("<true/>", in: input, &at)
    case ASCII.lowerF: return Self.skip("<false/>", in: input, &at)
    case 0x64:  // d
      if let text = Self.plainContent(input, &at, "<date>", "</date>") {
        return PropertyListDate.seconds(from: text) != nil
      }
      guard let text = Self.plainContent(input, &at, "<data>", "</data>") else { return false }
      bytes.truncate(to: 0)
      return PropertyListData.decode(text, into: &bytes) == nil
    default: return false
    }
  }

  /// Whether the text is one to eighteen digits, perhaps after a hyphen.
  @inline(__always)
  private static func isPlainInteger(_ text: ByteView) -> Bool {
    let start = text.byte(at: 0) == ASCII.hyphen ? 1 : 0
    guard text.count > start, text.count &- start <= 18 else { return false }
    var at = start
    while at < text.count {
      guard text[at].isDigit else { return false }
      at &+= 1
    }
    return true
  }
}
