// Detection of UTF-16 and UTF-32 without a mark: zero bytes are at one index of the units, and the units are
// characters.

enum WideDetection {
  package static func encoding(of bytes: ByteView) -> TextEncoding? {
    guard bytes.count >= 2, bytes.count % 2 == 0 else { return nil }
    guard bytes.firstIndex(of: ASCII.null) != nil else {
      return WideScripts.encoding(of: bytes, hasZeros: false)
    }
    let zeros = zeroCounts(bytes)
    let units = bytes.count / 4
    if units == 0 { return bytes[0] == 0 ? .utf16(.bigEndian) : .utf16(.littleEndian) }
    if bytes.count % 4 == 0 {
      // The indices of the highest, the second and the lowest byte of each unit.
      let orders: [(ByteOrder, Int, Int, Int)] = [
        (.bigEndian, 0, 1, 3), (.littleEndian, 3, 2, 0), (.order2143, 1, 0, 2), (.order3412, 2, 3, 1),
      ]
      for (order, first, second, last) in orders
      where units > 1 && zeros[first] == units && zeros[second] > units / 2 && zeros[last] <= units / 4 {
        return checked(.utf32(order), bytes)
      }
    }
    let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
    // Latin text has a zero in every unit, other scripts in spaces and punctuation; a short text must have
    // most.
    let enough = units < 64 ? units : max(units * 2 / 5, 1)
    let fewer = max(units / 8, 16)
    if even > 8 * odd, even > enough || even > fewer && hasFewHighBytes(bytes, at: 0) {
      return checked(.utf16(.bigEndian), bytes)
    }
    if odd > 8 * even, odd > enough || odd > fewer && hasFewHighBytes(bytes, at: 1) {
      return checked(.utf16(.littleEndian), bytes)
    }
    if even > 1, isEastAsian(bytes, isLittleEndian: false) { return checked(.utf16(.bigEndian), bytes) }
    if odd > 1, isEastAsian(bytes, isLittleEndian: true) { return checked(.utf16(.littleEndian), bytes) }
    return WideScripts.encoding(of: bytes, hasZeros: true).flatMap { checked($0, bytes) }
  }

  /// The number of units of one-byte text that show that a text of two-byte units contains it, and in a text with
  /// ideographs, which look like it.
  private static let (foreignUnits, foreignUnitsAmongIdeographs) = (3, 8)

  /// The offset of one-byte text among units of two bytes from `start`; or nil.
  ///
  ///     61 00 0A 00 | 61 70 70 65 6E 64   a ↵ appended, of which UTF-16 makes ideographs
  static func foreignOffset(in bytes: ByteView, from start: Int, isLittleEndian: Bool) -> Int? {
    var ideographs = 0
    var (longest, current) = ((start: 0, units: 0), (start: 0, units: 0, letters: 0))
    func endRun() {
      if current.units > longest.units, current.letters * 4 >= current.units * 6 {
        longest = (current.start, current.units)
      }
      if current.units < foreignUnits { ideographs += current.units }
      current.units = 0
    }
    var at = start
    while at + 1 < bytes.count {
      let (one, two) = (bytes[at], bytes[at + 1])
      // No character has the code of CR LF.
      if isLittleEndian, one == ASCII.carriageReturn, two == ASCII.lineFeed { return at }
      if isASCIIText(one), isASCIIText(two) {
        if current.units == 0 { (current.start, current.letters) = (at, 0) }
        current.units += 1
        current.letters += (isUsual(one) ? 1 : 0) + (isUsual(two) ? 1 : 0)
      } else {
        endRun()
        if (isLittleEndian ? two : one) >= 0x2E { ideographs += 1 }
      }
      at += 2
    }
    endRun()
    return longest.units >= (ideographs > 0 ? foreignUnitsAmongIdeographs : foreignUnits)
      ? longest.start : nil
  }

  private static func isASCIIText(_ byte: UInt8) -> Bool {
    byte >= ASCII.space && byte < ASCII.delete || byte.isLineEnd || byte == ASCII.tab
  }

  /// Whether a byte is as common in text as lower-case letters and white space.
  private static func isUsual(_ byte: UInt8) -> Bool {
    byte.isWhitespace || byte.isLetter && byte >= ASCII.lowerA
  }

  /// The number of zeros at each index of four bytes.
  private static func zeroCounts(_ bytes: ByteView) -> [Int] {
    var (first, second, third, fourth) = (0, 0, 0, 0)
    let end = bytes.count & ~3
    var at = 0
    while at < end {
      if bytes[at] == 0 { first &+= 1 }
      if bytes[at &+ 1] == 0 { second &+= 1 }
      if bytes[at &+ 2] == 0 { third &+= 1 }
      if bytes[at &+ 3] == 0 { fourth &+= 1 }
      at &+= 4
    }
    return [first, second, third, fourth]
  }

  /// Whether a small script would explain one byte of every unit: three values cover nearly all.
  private static func hasFewHighBytes(_ bytes: ByteView, at start: Int) -> Bool {
    var counts = [Int](repeating: 0, count: 256)
    let looked = min(bytes.count, 64 * 1024)
    for at in stride(from: start, to: looked, by: 2) { counts[Int(bytes[at])] += 1 }
    let common = counts.sorted(by: >).prefix(3).reduce(0, +)
    return common * 10 >= looked / 2 * 9
  }

  /// Whether nearly all units are characters of Chinese, Japanese or Korean text, some of them punctuation or
  /// kana: pairs of ASCII letters look like ideographs, but those of spaces and digits do not.
  private static func isEastAsian(_ bytes: ByteView, isLittleEndian: Bool) -> Bool {
    let looked = min(bytes.count, 64 * 1024) & ~1
    var (common, own) = (0, 0)
    var at = 0
    while at < looked {
      switch bytes.unit16(at: at, isLittleEndian: isLittleEndian) {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x2014, 0x2018...0x201D, 0x2026, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
        common &+= 1
      case 0x3000...0x30FF, 0xFF01...0xFF9F:
        common &+= 1
        own &+= 1
      default: break
      }
      at &+= 2
    }
    let units = looked / 2
    return units >= 16 && common * 50 >= units * 49 && own * 100 >= units
  }

  /// Whether one in fifty characters is a control character unusual in text, of a few characters one in four: numbers
  /// look like it.
  private static func hasControls(_ text: ByteView) -> Bool {
    let count = EncodingDetector.controlCount(in: text)
    return count * (count > 4 ? 50 : 4) > text.count || hasStrangers(text[0..<min(text.count, 1 << 14)])
  }

  /// Whether one in a hundred characters, and more than one, is a control or unassigned.
  private static func hasStrangers(_ text: ByteView) -> Bool {
    var (count, strangers) = (0, 0)
    for scalar in text.string.unicodeScalars {
      count += 1
      switch scalar.value {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20...0x7E, 0xA0...0x24F: break
      case ..<0xA0, 0xFFF0...0xFFFF: strangers += 1
      default: if scalar.properties.generalCategory == .unassigned { strangers += 1 }
      }
    }
    return strangers > 1 && strangers * 100 > count
  }

  /// The encoding if it decodes the beginning of the text; numbers are rarely without a zero.
  private static func checked(_ encoding: TextEncoding, _ bytes: ByteView) -> TextEncoding? {
    let part = bytes[0..<min(bytes.count, 64 * 1024)]
    guard let text = encoding.decoded(part, isLast: part.count == bytes.count) else { return nil }
    let zeros = text.withHeldBytes { view in (0..<view.count).count { view[$0] == ASCII.null } }
    let isNumbers = encoding.unitWidth == 4 ? zeros > 0 : zeros > 1 && zeros * 16 > part.count / 2
    return isNumbers || text.withHeldBytes(hasControls) ? nil : encoding
  }
}
