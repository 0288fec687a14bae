package enum XMLReferenceMeaning {
  case scalar(UInt32)
  case entity(ByteView)
  /// Reported, and skipped.
  case nothing
}

package struct XMLReference {
  package let meaning: XMLReferenceMeaning
  /// The index after its `;`.
  package let end: Int

  package init(meaning: XMLReferenceMeaning, end: Int) {
    self.meaning = meaning
    self.end = end
  }
}

/// Parses XML references, `&name;` and `&#8364;`, which look the same in content, attribute values and entity
/// values.
@usableFromInline
package enum XMLReferenceScanner {
  /// Reads the reference at `start`, whose byte is `&`.
  ///
  /// The offset of a failure is the index after the invalid reference.
  package static func scan(_ input: ByteView, at start: Int) throws(Failure) -> XMLReference {
    if input.byte(at: start + 1) == ASCII.numberSign { return try scanCharacter(input, at: start) }
    if let known = predefined(input, at: start) {
      return XMLReference(meaning: .scalar(UInt32(known.byte)), end: known.end)
    }
    let end = XMLCharacters.nameEnd(in: input, from: start + 1)
    guard end > start + 1 else { throw Failure(.xmlBadReference, at: start + 1) }
    let name = input[start + 1..<end]
    guard input.byte(at: end) == ASCII.semicolon else {
      throw Failure(.xmlUnterminatedReference, at: end, name[0..<min(name.count, 40)].string)
    }
    return XMLReference(meaning: .entity(name), end: end + 1)
  }

  /// The control character that XML forbids, other than NUL, if the reference from `start` to `end` is to one.
  package static func controlCharacter(in input: ByteView, at start: Int, _ end: Int) -> UInt32? {
    guard input.starts(with: "&#", at: start), end - start > 3, end - start <= 12 else { return nil }
    let digits = input[start + 2..<end - 1].string
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap { (1..<0x20).contains($0) && !XMLCharacters.isAllowed($0) ? $0 : nil }
  }

  /// The number whose digits begin at `start`, at most 0x110000, and the index after them; nil without digits.
  package static func number(in text: ByteView, from start: Int, isHexadecimal: Bool) -> (
    value: UInt32, end: Int
  )? {
    var at = start
    var value: UInt32 = 0
    while let digit = text.byte(at: at)?.hexadecimalValue, isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      at += 1
    }
    return at > start ? (value, at) : nil
  }

  /// The number of a terminated character reference whose `#` is at `start`, and the index after it, or nil.
  ///
  /// Accepts any value, and HTML's `X`.
  package static func terminatedNumber(in text: ByteView, at start: Int) -> (value: UInt32, end: Int)? {
    guard text.byte(at: start) == ASCII.numberSign else { return nil }
    let isHexadecimal = (text.byte(at: start + 1) ?? 0) | 0x20 == ASCII.lowerX
    guard let found = number(in: text, from: start + (isHexadecimal ? 2 : 1), isHexadecimal: isHexadecimal),
      text.byte(at: found.end) == ASCII.semicolon
    else { return nil }
    return (found.value, found.end + 1)
  }

  private static func scanCharacter(_ input: ByteView, at start: Int) throws(Failure) -> XMLReference {
    let isHexadecimal = input.byte(at: start + 2) == ASCII.lowerX
    let digits = start + (isHexadecimal ? 3 : 2)
    let found = number(in: input, from: digits, isHexadecimal: isHexadecimal)
    let at = found?.end ?? digits
    guard let value = found?.value, input.byte(at: at) == ASCII.semicolon else {
      throw Failure(.xmlBadCharacterReference, at: at)
    }
    guard XMLCharacters.isAllowed(value) else {
      throw Failure(
        .xmlIllegalCharacterReference, at: at + 1, input[start + 2..<min(at, start + 14)].string)
    }
    return XMLReference(meaning: .scalar(value), end: at + 1)
  }

  /// The character of the reference to one of the five predefined entities at `start`, and the index after its `;`.
  @inlinable @inline(__always)
  package static func predefined(_ input: ByteView, at start: Int) -> (byte: UInt8, end: Int)? {
    let word = input.paddedWord(at: start)
    let rest = word &>> 32
    switch word & 0xFFFF_FFFF {
    case 0x3B74_6C26: return (ASCII.lessThan, start &+ 4)  // &lt;
    case 0x3B74_6726: return (ASCII.greaterThan, start &+ 4)  // &gt;
    case 0x706D_6126 where rest & 0xFF == 0x3B: return (ASCII.ampersand, start &+ 5)  // &amp;
    case 0x6F75_7126 where rest & 0xFFFF == 0x3B74: return (ASCII.quotationMark, start &+ 6)  // &quot;
    case 0x6F70_6126 where rest & 0xFFFF == 0x3B73: return (ASCII.apostrophe, start &+ 6)  // &apos;
    default: return nil
    }
  }
}
