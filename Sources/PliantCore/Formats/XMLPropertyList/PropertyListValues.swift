// The texts of numbers, dates and data in property lists, in CoreFoundation's spelling.

/// The texts of `<integer>` and `<real>`.
package enum PropertyListNumber {
  package enum Integer: Equatable {
    case value(Int128)
    case tooLarge
    case malformed
  }

  /// The value of an integer: white space, a sign, white space, then decimal digits or `0x` and hexadecimal ones.
  package static func integer(_ text: ByteView) -> Integer {
    var at = 0
    func skipSpace() { while let byte = text.byte(at: at), byte.isWhitespace { at += 1 } }
    skipSpace()
    var isNegative = false
    if let sign = text.byte(at: at), sign == ASCII.hyphen || sign == ASCII.plusSign {
      isNegative = sign == ASCII.hyphen
      at += 1
      skipSpace()
    }
    var radix: Int128 = 10
    if text.byte(at: at) == ASCII.digit0, let mark = text.byte(at: at + 1), mark | 0x20 == ASCII.lowerX {
      radix = 16
      at += 2
    }
    guard at < text.count else { return .malformed }
    var value: Int128 = 0
    var overflows = false
    while let byte = text.byte(at: at) {
      guard let digit = byte.hexadecimalValue, Int128(digit) < radix else { return .malformed }
      let (product, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(Int128(digit)) : product.addingReportingOverflow(Int128(digit))
      overflows = overflows || overflow || carry
      value = sum
      at += 1
    }
    return overflows ? .tooLarge : .value(value)
  }

  package enum Real {
    /// It follows RFC 8259's grammar, with a fraction or an exponent: all digits can be kept.
    case text
    case value(Double)
    case malformed
  }

  /// Parses a real: white space, then `nan`, an infinity, or a decimal number with optional digits before or
  /// after its point.
  package static func real(_ text: ByteView) -> Real {
    var start = 0
    while let byte = text.byte(at: start), byte.isWhitespace { start += 1 }
    let number = text.suffix(from: start)
    var scanner = RealScanner(number)
    guard scanner.scan() else { return special(number).map { .value($0) } ?? .malformed }
    if start == 0 && scanner.isJSON {
      return scanner.hasFraction || scanner.hasExponent ? .text : .value(NumberText.real(number))
    }
    return .value(scanner.value)
  }

  /// Numbers that are not finite, in CoreFoundation's spellings.
  private static func special(_ text: ByteView) -> Double? {
    guard text.count <= 9 else { return nil }
    switch text.string.lowercased() {
    case "nan", "+nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// A decimal number: sign, digits, fraction, exponent.
  private struct RealScanner {
    let text: ByteView
    var at = 0
    var sign: UInt8?
    var whole = 0..<0
    var fraction = 0..<0
    var hasPoint = false
    var exponent = 0..<0

    init(_ text: ByteView) { self.text = text }

    var hasFraction: Bool { !fraction.isEmpty }
    var hasExponent: Bool { !exponent.isEmpty }
    /// Whether the text is also valid in RFC 8259.
    var isJSON: Bool {
      sign != ASCII.plusSign && !whole.isEmpty && hasPoint == hasFraction
        && (whole.count == 1 || text[whole.lowerBound] != ASCII.digit0)
    }

    mutating func scan() -> Bool {
      if let byte = text.byte(at: 0), byte == ASCII.hyphen || byte == ASCII.plusSign {
        sign = byte
        at = 1
      }
      whole = digits()
      if text.byte(at: at) == ASCII.fullStop {
        hasPoint = true
        at += 1
        fraction = digits()
      }
      guard !whole.isEmpty || !fraction.isEmpty else { return false }
      if let byte = text.byte(at: at), byte | 0x20 == ASCII.lowerE {
        let start = at
        at += 1
        if let byte = text.byte(at: at), byte == ASCII.hyphen || byte == ASCII.plusSign { at += 1 }
        guard !digits().isEmpty else { return false }
        exponent = start..<at
      }
      return at == text.count
    }

    private mutating func digits() -> Range<Int> {
      let start = at
      while let byte = text.byte(at: at), byte.isDigit { at += 1 }
      return start..<at
    }

    /// The nearest double.
    var value: Double { NumberText.real(text) }
  }
}

/// The text of `<date>`.
package enum PropertyListDate {
  /// The seconds since 2001 of `YYYY-MM-DDThh:mm:ssZ`, or nil; the year may lack leading zeros, have more digits or be
  /// negative.
  package static func seconds(from text: ByteView) -> Double? {
    ISO8601.seconds(from: text, allowsFraction: false)
  }
}

/// The text of `<data>`.
package enum PropertyListData {
  /// An error in Base64.
  package struct Problem {
    let offset: Int
    let text: String
  }

  /// Appends the bytes; like CoreFoundation, allows white space anywhere, missing padding at the end, and
  /// several padded pieces.
  package static func decode(_ text: ByteView, into output: inout GrowableBuffer<UInt8>) -> Problem? {
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    var next = 0
    while next < text.count {
      if digits == 0 && padding == 0 { next = decodeDigits(text, from: next, into: &output) }
      guard let byte = text.byte(at: next) else { break }
      let at = next
      next &+= 1
      if let value = value(of: byte) {
        if padding > 0 { return Problem(offset: at, text: "'=' in the middle") }
        group = group &<< 6 | UInt32(value)
        digits &+= 1
        if digits == 4 {
          output.append(UInt8(truncatingIfNeeded: group &>> 16))
          output.append(UInt8(truncatingIfNeeded: group &>> 8))
          output.append(UInt8(truncatingIfNeeded: group))
          digits = 0
          group = 0
        }
      } else if byte == ASCII.equalsSign {
        padding &+= 1
        if digits < 2 || digits &+ padding > 4 { return Problem(offset: at, text: "'=' in the wrong place") }
        if digits &+ padding == 4 {
          flush(&group, &digits, into: &output)
          padding = 0
        }
      } else if !byte.isWhitespace {
        let shown =
          XMLCharacters.scalar(in: text, at: at).flatMap { Unicode.Scalar($0.0) }.map(String.init) ?? "?"
        return Problem(offset: at, text: "the character '\(shown)'")
      }
    }
    if digits == 1 { return Problem(offset: text.count, text: "the last character is missing") }
    if digits > 1 { flush(&group, &digits, into: &output) }
    return nil
  }

  /// Whether `decode` accepts the text.
  static func isRight(_ text: ByteView) -> Bool {
    var bytes = GrowableBuffer<UInt8>(capacity: 256)
    return decode(text, into: &bytes) == nil
  }

  /// The end of whole groups of four digits, the last perhaps padded, with white space between the lines.
  ///
  /// Nil for anything else, which may still be valid.
  @inline(__always)
  static func endOfPlain(_ text: ByteView, from start: Int) -> Int? {
    var at = text.endOfSpace(from: start)
    var digits = 0
    while true {
      let end = text.endOfBase64Digits(from: at)
      guard end > at else { break }
      digits &+= end &- at
      at = text.endOfSpace(from: end)
    }
    var padding = 0
    while text.byte(at: at) == ASCII.equalsSign {
      padding &+= 1
      at &+= 1
    }
    guard digits & 3 == (4 &- padding) & 3, padding <= 2 else { return nil }
    return padding == 0 ? at : text.endOfSpace(from: at)
  }

  /// Appends the bytes of whole words of eight digits, and returns the end of the last one.
  private static func decodeDigits(
    _ text: ByteView, from start: Int, into output: inout GrowableBuffer<UInt8>
  ) -> Int {
    let values = values
    var at = start
    while at &+ 8 <= text.count {
      var word = text.word(at: at)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      var bits: UInt64 = 0
      var all: UInt8 = 0
      for _ in 0..<8 {
        let value = values[Int(truncatingIfNeeded: word & 0x7F)]
        all |= value
        bits = bits &<< 6 | UInt64(value)
        word &>>= 8
      }
      guard all & 0x40 == 0 else { break }
      for shift in stride(from: UInt64(40), through: 0, by: -8) {
        output.append(UInt8(truncatingIfNeeded: bits &>> shift))
      }
      at &+= 8
    }
    return at
  }

  /// The value of each digit by its byte, 0x40 for other bytes: a literal, which needs no initialisation.
  private static var values: ByteView {
    ByteView(
      """
      \u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\
      \u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\
      \u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\u{3E}\u{40}\u{40}\u{40}\u{3F}\
      \u{34}\u{35}\u{36}\u{37}\u{38}\u{39}\u{3A}\u{3B}\u{3C}\u{3D}\u{40}\u{40}\u{40}\u{40}\u{40}\u{40}\
      \u{40}\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{A}\u{B}\u{C}\u{D}\u{E}\
      \u{F}\u{10}\u{11}\u{12}\u{13}\u{14}\u{15}\u{16}\u{17}\u{18}\u{19}\u{40}\u{40}\u{40}\u{40}\u{40}\
      \u{40}\u{1A}\u{1B}\u{1C}\u{1D}\u{1E}\u{1F}\u{20}\u{21}\u{22}\u{23}\u{24}\u{25}\u{26}\u{27}\u{28}\
      \u{29}\u{2A}\u{2B}\u{2C}\u{2D}\u{2E}\u{2F}\u{30}\u{31}\u{32}\u{33}\u{40}\u{40}\u{40}\u{40}\u{40}\

      """)
  }

  /// Appends the one or two bytes of an incomplete group.
  private static func flush(
    _ group: inout UInt32, _ digits: inout Int, into output: inout GrowableBuffer<UInt8>
  ) {
    output.append(UInt8(truncatingIfNeeded: digits == 2 ? group &>> 4 : group &>> 10))
    if digits == 3 { output.append(UInt8(truncatingIfNeeded: group &>> 2)) }
    group = 0
    digits = 0
  }

  @inline(__always)
  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte &- 0x41
    case 0x61...0x7A: byte &- 0x61 &+ 26
    case 0x30...0x39: byte &- 0x30 &+ 52
    case ASCII.plusSign: 62
    case ASCII.solidus: 63
    default: nil
    }
  }
}
