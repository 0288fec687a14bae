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
  /// Whether the text is Base64 in CoreFoundation's forms.
  static func isRight(_ text: ByteView) -> Bool {
    var bytes = GrowableBuffer<UInt8>(capacity: 256)
    return Base64.decode(text, .coreFoundation, into: &bytes) == nil
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
}
