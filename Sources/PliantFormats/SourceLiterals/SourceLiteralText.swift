// Strings, numbers and data as Swift and Objective-C spell them.

extension OutputBuffer {
  /// Appends the string as a literal of the language, between quotation marks, without `@`.
  mutating func appendLiteral(_ text: ByteView, _ language: SourceLiteralLanguage) {
    append(ASCII.quotationMark)
    var plain = 0
    for at in 0..<text.count {
      let byte = text[at]
      // A tab is allowed in an Objective-C literal, and plutil keeps it.
      let isSpecial =
        byte < ASCII.space && (byte != ASCII.tab || language == .swift) || byte == ASCII.quotationMark
        || byte == ASCII.reverseSolidus || byte == ASCII.delete
        || language == .objectiveC && byte == ASCII.questionMark && at > 0 && text[at - 1] == byte
      guard isSpecial else { continue }
      append(text[plain..<at])
      plain = at + 1
      appendLiteralEscape(byte, language)
    }
    append(text[plain..<text.count])
    append(ASCII.quotationMark)
  }

  private mutating func appendLiteralEscape(_ byte: UInt8, _ language: SourceLiteralLanguage) {
    append(ASCII.reverseSolidus)
    switch byte {
    case ASCII.lineFeed: append(ASCII.lowerN)
    case ASCII.carriageReturn: append(ASCII.lowerR)
    case ASCII.tab: append(ASCII.lowerT)
    // Two question marks may begin a trigraph in C.
    case ASCII.quotationMark, ASCII.reverseSolidus, ASCII.questionMark: append(byte)
    default:
      if language == .swift {
        append("u{" + String(byte, radix: 16, uppercase: true) + "}")
      } else {
        // Always three digits, so that a following digit is not part of the escape.
        append(ASCII.digit0 + byte >> 6)
        append(ASCII.digit0 + byte >> 3 & 7)
        append(ASCII.digit0 + byte & 7)
      }
    }
  }

  /// Appends `0x00,0x01,`.
  mutating func appendLiteralBytes(_ bytes: ByteView) {
    for index in 0..<bytes.count {
      append("0x")
      appendHexadecimal(bytes[index..<index + 1], uppercase: true)
      append(ASCII.comma)
    }
  }

  /// Appends a finite double as plutil does, but without losing digits: with six decimals as `%f` prints them
  /// if they read back as the double, otherwise as its shortest text.
  package mutating func appendSixDecimals(_ value: Double) {
    let magnitude = value.magnitude
    if magnitude < 1_000_000_000 {
      // Both operands of the quotient are exact, so it equals the value of the decimal text.
      let scaled = UInt64(magnitude * 1_000_000 + 0.5)
      guard Double(scaled) / 1_000_000 == magnitude else { return appendShortest(value) }
      if value.sign == .minus { append(ASCII.hyphen) }
      let count = max(7, Self.decimalDigitCount(scaled))
      return appendDigits(scaled, count: count, point: count - 6)
    }
    let fixed = Platform.fixedText(value, decimals: 6)
    fixed.withByteView { NumberText.real($0) == value ? append($0) : appendShortest(value) }
  }
}
