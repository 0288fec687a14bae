// Skipping of unwanted containers, such as all records but the extracted one: a tight loop checks them
// without events. Anything not plain, or invalid, is left to the normal path.

extension XMLPropertyListReader {
  /// The maximum nesting that the loop tracks, one bit per level.
  private static var maximumLevels: Int { 60 }

  /// The end of the container after its start tag, if all in it is plain and valid; it is not tried again.
  mutating func endOfPlainContainer(_ input: ByteView, _ start: Int, isDictionary: Bool) -> Int? {
    var at = start
    // A bit for each open container, the innermost one's last: 1 for a dictionary. The highest bit marks the
    // end.
    var kinds: UInt64 = isDictionary ? 0b11 : 0b10
    var levels = 1
    var awaitsKey = isDictionary
    while levels > 0 {
      at = input.endOfSpace(from: at)
      let isRight: Bool
      let letter = input.byte(at: at &+ 1)
      if letter == ASCII.solidus {
        isRight = Self.skipPlainEnd(input, &at, isDictionary: kinds & 1 == 1, awaitsKey: awaitsKey)
        kinds &>>= 1
        levels &-= 1
        awaitsKey = kinds & 1 == 1
      } else if awaitsKey {
        isRight =
          Self.skip("<key>", in: input, &at) && Self.skipCharacters(input, &at)
          && Self.skip("</key>", in: input, &at)
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
        isRight = Self.skipPlainScalar(input, &at, letter)
        awaitsKey = kinds & 1 == 1
      }
      guard isRight else {
        skipFloor = at
        return nil
      }
    }
    return at
  }

  /// Skips the end tag of an array, or of a dictionary whose last key has its value.
  @inline(__always)
  private static func skipPlainEnd(_ input: ByteView, _ at: inout Int, isDictionary: Bool, awaitsKey: Bool)
    -> Bool
  {
    isDictionary ? awaitsKey && skip("</dict>", in: input, &at) : skip("</array>", in: input, &at)
  }

  /// Skips a value that is not a container; `letter` is the first of its tag's name.
  @inline(__always)
  private static func skipPlainScalar(_ input: ByteView, _ at: inout Int, _ letter: UInt8?) -> Bool {
    switch letter {
    case 0x73:  // s
      skip("<string>", in: input, &at) && skipCharacters(input, &at) && skip("</string>", in: input, &at)
    case 0x69: skipInteger(input, &at)  // i
    case ASCII.lowerR: skipReal(input, &at)
    case ASCII.lowerT: skip("<true/>", in: input, &at)
    case ASCII.lowerF: skip("<false/>", in: input, &at)
    case 0x64: input.byte(at: at &+ 4) == ASCII.lowerE ? skipDate(input, &at) : skipData(input, &at)  // d
    default: false
    }
  }

  /// Skips text up to markup other than references to characters and predefined entities.
  @inline(__always)
  private static func skipCharacters(_ input: ByteView, _ at: inout Int) -> Bool {
    let start = at
    at = XMLReader.endOfPlainRun(in: input, from: start, pieceStart: start)
    while input.byte(at: at) == ASCII.ampersand {
      guard let end = endOfReference(input, at) else { return false }
      at = XMLReader.endOfPlainRun(in: input, from: end, pieceStart: start)
    }
    return true
  }

  @inline(never)
  private static func endOfReference(_ input: ByteView, _ start: Int) -> Int? {
    guard let reference = try? XMLReferenceScanner.scan(input, at: start),
      case .scalar = reference.meaning
    else { return nil }
    return reference.end
  }

  /// Skips an integer of one to eighteen digits, perhaps after a hyphen.
  @inline(__always)
  private static func skipInteger(_ input: ByteView, _ at: inout Int) -> Bool {
    guard skip("<integer>", in: input, &at) else { return false }
    let start = input.byte(at: at) == ASCII.hyphen ? at &+ 1 : at
    at = input.endOfDigits(from: start)
    return at > start && at &- start <= 18 && skip("</integer>", in: input, &at)
  }

  /// Skips a real, with a fast path for digits, a point and digits.
  @inline(__always)
  private static func skipReal(_ input: ByteView, _ at: inout Int) -> Bool {
    guard skip("<real>", in: input, &at) else { return false }
    let start = at
    let digits = input.byte(at: start) == ASCII.hyphen ? start &+ 1 : start
    at = input.endOfDigits(from: digits)
    if at > digits, input.byte(at: at) == ASCII.fullStop {
      let decimals = at &+ 1
      at = input.endOfDigits(from: decimals)
      if at > decimals, skip("</real>", in: input, &at) { return true }
    }
    at = start
    guard let text = rest(input, &at, "</real>") else { return false }
    if case .malformed = PropertyListNumber.real(text) { return false }
    return true
  }

  @inline(__always)
  private static func skipDate(_ input: ByteView, _ at: inout Int) -> Bool {
    guard skip("<date>", in: input, &at), let text = rest(input, &at, "</date>") else { return false }
    return ISO8601.seconds(from: text, allowsFraction: false) != nil
  }

  @inline(__always)
  private static func skipData(_ input: ByteView, _ at: inout Int) -> Bool {
    guard skip("<data>", in: input, &at) else { return false }
    let start = at
    if let end = PropertyListData.endOfPlain(input, from: start) {
      at = end
      if skip("</data>", in: input, &at) { return true }
      at = start
    }
    guard let text = rest(input, &at, "</data>") else { return false }
    var bytes = GrowableBuffer<UInt8>(capacity: 256)
    return Base64.decode(text, into: &bytes) == nil
  }

  /// Consumes the text from `at` with its end tag; nil for anything else.
  @inline(__always)
  private static func rest(_ input: ByteView, _ at: inout Int, _ endTag: StaticString) -> ByteView? {
    let start = at
    at = XMLReader.endOfPlainRun(in: input, from: start, pieceStart: start)
    let end = at
    return skip(endTag, in: input, &at) ? input[start..<end] : nil
  }
}
