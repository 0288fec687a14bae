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
      return XMLReference(meaning: .scalar(known.scalar), end: known.end)
    }
    let end = XMLCharacters.nameEnd(in: input, from: start + 1)
    guard end > start + 1 else { throw Failure(.xmlBadReference, at: start + 1) }
    let name = input[start + 1..<end]
    guard input.byte(at: end) == ASCII.semicolon else {
      throw Failure(.xmlUnterminatedReference, at: end, name[0..<min(name.count, 40)].string)
    }
    return XMLReference(meaning: .entity(name), end: end + 1)
  }

  private static func scanCharacter(_ input: ByteView, at start: Int) throws(Failure) -> XMLReference {
    var at = start + 2
    let isHexadecimal = input.byte(at: at) == ASCII.lowerX
    if isHexadecimal { at += 1 }
    let digits = at
    var value: UInt32 = 0
    while let digit = input.byte(at: at)?.hexadecimalValue, isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      at += 1
    }
    guard at > digits, input.byte(at: at) == ASCII.semicolon else {
      throw Failure(.xmlBadCharacterReference, at: at)
    }
    guard XMLCharacters.isAllowed(value) else {
      throw Failure(
        .xmlIllegalCharacterReference, at: at + 1, input[start + 2..<min(at, start + 14)].string)
    }
    return XMLReference(meaning: .scalar(value), end: at + 1)
  }

  /// The scalar of the reference to a predefined entity whose `&` is at `start`, and the index after its `;`.
  @inlinable @inline(__always)
  package static func predefined(_ input: ByteView, at start: Int) -> (scalar: UInt32, end: Int)? {
    var end = start &+ 3
    while end < start &+ 6 {
      if input.byte(at: end) == ASCII.semicolon {
        return predefined(input[start &+ 1..<end]).map { ($0, end &+ 1) }
      }
      end &+= 1
    }
    return nil
  }

  /// The scalar of one of the five predefined entities.
  @inlinable @inline(__always)
  package static func predefined(_ name: ByteView) -> UInt32? {
    switch name.count {
    case 2:
      guard name[1] == ASCII.lowerT else { return nil }
      return name[0] == ASCII.lowerL ? 0x3C : name[0] == ASCII.lowerG ? 0x3E : nil
    case 3: return name == "amp" ? 0x26 : nil
    case 4: return name == "quot" ? 0x22 : name == "apos" ? 0x27 : nil
    default: return nil
    }
  }
}
