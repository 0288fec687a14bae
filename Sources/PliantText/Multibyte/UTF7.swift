// UTF-7 (RFC 2152): ASCII, and UTF-16 in base 64 between `+` and `-`.
//
//   A + I m I D k Q - .      A≢Α.        + -      +

private enum Base64Digit {
  static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case ASCII.upperA...ASCII.upperZ: UInt32(byte - ASCII.upperA)
    case ASCII.lowerA...ASCII.lowerZ: UInt32(byte - ASCII.lowerA) + 26
    case ASCII.digit0...ASCII.digit9: UInt32(byte - ASCII.digit0) + 52
    case ASCII.plusSign: 62
    case ASCII.solidus: 63
    default: nil
    }
  }

  static func byte(_ value: UInt32) -> UInt8 { ByteView(digits)[Int(value & 63)] }

  private static let digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
}

struct UTF7Reader {
  private var isBase64 = false
  /// Whether nothing follows the `+` so far.
  private var isRunEmpty = false
  private var bits: UInt32 = 0
  private var bitCount = 0
  /// The high surrogate of a pair, or 0.
  private var highSurrogate: UInt32 = 0

  /// Whether the text may end here.
  package var isComplete: Bool { !isBase64 || !isRunEmpty && isRunWhole }

  /// Whether a run has fewer than six remaining bits, all zero.
  private var isRunWhole: Bool {
    highSurrogate == 0 && bitCount < 6 && bits & ((1 << UInt32(bitCount)) - 1) == 0
  }

  /// Appends the text of `bytes` up to the first that is not UTF-7, and returns that one's offset.
  package mutating func decode(_ bytes: ByteView, into output: inout OutputBuffer) -> Int {
    for at in 0..<bytes.count {
      let byte = bytes[at]
      if isBase64, let value = Base64Digit.value(of: byte) {
        guard append(value, to: &output) else { return at }
        continue
      }
      if isBase64 {
        guard isRunEmpty ? byte == ASCII.hyphen : isRunWhole else { return at }
        isBase64 = false
        if isRunEmpty { output.append(ASCII.plusSign) }
        if byte == ASCII.hyphen { continue }
      }
      guard byte < 0x80 else { return at }
      if byte == ASCII.plusSign { beginRun() } else { output.append(byte) }
    }
    return bytes.count
  }

  private mutating func beginRun() {
    isBase64 = true
    isRunEmpty = true
    bits = 0
    bitCount = 0
  }

  /// Adds six bits; false for a unit that is not a character.
  private mutating func append(_ value: UInt32, to output: inout OutputBuffer) -> Bool {
    isRunEmpty = false
    bits = bits << 6 | value
    bitCount += 6
    guard bitCount >= 16 else { return true }
    bitCount -= 16
    let unit = bits >> UInt32(bitCount) & 0xFFFF
    switch (unit, highSurrogate) {
    case (0xD800...0xDBFF, 0): highSurrogate = unit
    case (0xDC00...0xDFFF, 1...):
      output.append(scalar: 0x10000 + ((highSurrogate & 0x3FF) << 10 | unit & 0x3FF))
      highSurrogate = 0
    case (0xD800...0xDFFF, _), (_, 1...): return false
    default: output.append(scalar: unit)
    }
    return true
  }
}

/// Writes UTF-7; leaves the characters of XML's and JSON's syntax unchanged.
struct UTF7Writer {
  private var isBase64 = false
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// Appends the bytes of `text`, and returns their number in it.
  package mutating func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
    var at = 0
    while at < text.count {
      let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
      at += length
      if scalar < 0x80, Self.isDirect(UInt8(scalar)) {
        if isBase64 { endRun(before: UInt8(scalar), &output) }
        output.append(UInt8(scalar))
      } else if scalar == UInt32(ASCII.plusSign), !isBase64 {
        output.append("+-")
      } else {
        append(scalar, to: &output)
      }
    }
    return at
  }

  package mutating func finish(into output: inout OutputBuffer) {
    if isBase64 { endRun(before: ASCII.hyphen, &output) }
  }

  /// RFC 2152's sets D and O without the plus sign, and white space.
  private static func isDirect(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn: true
    case ASCII.plusSign, ASCII.reverseSolidus, ASCII.tilde: false
    default: byte >= ASCII.space && byte < ASCII.delete
    }
  }

  private mutating func append(_ scalar: UInt32, to output: inout OutputBuffer) {
    if !isBase64 {
      isBase64 = true
      output.append(ASCII.plusSign)
    }
    if scalar >= 0x10000 {
      append(unit: 0xD7C0 + scalar >> 10, to: &output)
      append(unit: 0xDC00 | scalar & 0x3FF, to: &output)
    } else {
      append(unit: scalar, to: &output)
    }
  }

  private mutating func append(unit: UInt32, to output: inout OutputBuffer) {
    bits = bits << 16 | unit & 0xFFFF
    bitCount += 16
    while bitCount >= 6 {
      bitCount -= 6
      output.append(Base64Digit.byte(bits >> UInt32(bitCount)))
    }
  }

  private mutating func endRun(before next: UInt8, _ output: inout OutputBuffer) {
    if bitCount > 0 { output.append(Base64Digit.byte(bits << UInt32(6 - bitCount))) }
    bitCount = 0
    isBase64 = false
    if next == ASCII.hyphen || Base64Digit.value(of: next) != nil { output.append(ASCII.hyphen) }
  }
}
