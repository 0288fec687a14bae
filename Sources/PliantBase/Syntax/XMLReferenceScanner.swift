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
}

package struct XMLReferenceProblem: Error {
  package let code: DiagnosticCode
  package let subject: String?
  /// Whether it may be valid with more input.
  package let isCut: Bool
  /// The replacement if errors are collected.
  package let recovered: XMLReference
}

/// Parses XML references, `&name;` and `&#8364;`, which look the same in content, attribute values and entity
/// values.
@usableFromInline
package enum XMLReferenceScanner {
  /// Reads the reference at `start`, whose byte is `&`.
  package static func scan(_ input: ByteView, at start: Int) throws(XMLReferenceProblem) -> XMLReference {
    if input.byte(at: start + 1) == ASCII.numberSign { return try scanCharacter(input, at: start) }
    if let known = predefined(input, at: start) {
      return XMLReference(meaning: .scalar(known.scalar), end: known.end)
    }
    let end = XMLCharacters.nameEnd(in: input, from: start + 1)
    guard end > start + 1 else { throw problem(.xmlBadReference, nil, input, start + 1) }
    let name = input[start + 1..<end]
    guard input.byte(at: end) == ASCII.semicolon else {
      throw problem(.xmlUnterminatedReference, name[0..<min(name.count, 40)].string, input, end)
    }
    return XMLReference(meaning: .entity(name), end: end + 1)
  }

  private static func scanCharacter(
    _ input: ByteView, at start: Int
  ) throws(XMLReferenceProblem) -> XMLReference {
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
      throw problem(.xmlBadCharacterReference, nil, input, at)
    }
    guard XMLCharacters.isAllowed(value) else {
      throw XMLReferenceProblem(
        code: .xmlIllegalCharacterReference, subject: input[start + 2..<min(at, start + 14)].string,
        isCut: false, recovered: XMLReference(meaning: .nothing, end: at + 1))
    }
    return XMLReference(meaning: .scalar(value), end: at + 1)
  }

  private static func problem(
    _ code: DiagnosticCode, _ subject: String?, _ input: ByteView, _ end: Int
  ) -> XMLReferenceProblem {
    XMLReferenceProblem(
      code: code, subject: subject, isCut: end >= input.count,
      recovered: XMLReference(meaning: .nothing, end: min(end, input.count)))
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
