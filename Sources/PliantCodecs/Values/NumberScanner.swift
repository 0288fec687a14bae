/// The parts of a decimal number: an optional sign, digits with at most one point, and an optional exponent.
///
/// Any text is scanned; whether it is a number of a certain grammar is for the caller to ask.
package struct NumberScanner {
  package let sign: UInt8?
  /// The digits before and after the point.
  package let whole, fraction: Range<Int>
  package let hasPoint: Bool
  /// The exponent with its letter and sign; empty if there is none.
  package let exponent: Range<Int>
  /// Whether the exponent, if any, has digits.
  let hasExponentDigits: Bool
  /// Whether the first of several digits is a zero.
  package let hasLeadingZero: Bool

  package init(_ text: ByteView, from start: Int = 0) {
    let first = text.byte(at: start)
    sign = first == ASCII.hyphen || first == ASCII.plusSign ? first : nil
    let digits = sign == nil ? start : start &+ 1
    whole = digits..<text.endOfDigits(from: digits)
    hasLeadingZero = whole.count > 1 && text[digits] == ASCII.digit0
    hasPoint = text.byte(at: whole.upperBound) == ASCII.fullStop
    let decimals = hasPoint ? whole.upperBound &+ 1 : whole.upperBound
    fraction = decimals..<(hasPoint ? text.endOfDigits(from: decimals) : decimals)
    let mark = fraction.upperBound
    guard let letter = text.byte(at: mark), letter | 0x20 == ASCII.lowerE else {
      exponent = mark..<mark
      hasExponentDigits = true
      return
    }
    let next = text.byte(at: mark &+ 1)
    let power = next == ASCII.hyphen || next == ASCII.plusSign ? mark &+ 2 : mark &+ 1
    exponent = mark..<text.endOfDigits(from: power)
    hasExponentDigits = exponent.upperBound > power
  }

  package var end: Int { exponent.upperBound }

  /// Whether there are digits on at least one side of the point, and in the exponent.
  package var isNumber: Bool { (!whole.isEmpty || !fraction.isEmpty) && hasExponentDigits }

  /// Whether a number also follows RFC 8259, section 6.
  package var isJSON: Bool {
    sign != ASCII.plusSign && !whole.isEmpty && hasPoint == !fraction.isEmpty && !hasLeadingZero
  }

  /// Appends the scanned number in RFC 8259's grammar, a real with a fraction or an exponent.
  func appendJSON(_ text: ByteView, isReal: Bool, to output: inout GrowableBuffer<UInt8>) {
    if sign == ASCII.hyphen { output.append(ASCII.hyphen) }
    let digits = whole.drop { text[$0] == ASCII.digit0 }
    _ = output.append(digits.isEmpty ? ByteView("0") : text[digits])
    if hasPoint || isReal && exponent.isEmpty {
      output.append(ASCII.fullStop)
      _ = output.append(fraction.isEmpty ? ByteView("0") : text[fraction])
    }
    _ = output.append(text[exponent])
  }
}
