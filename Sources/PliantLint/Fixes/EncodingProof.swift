// The proof that a changed file decodes to the same text as the original bytes.
//
//   original, by the encoding that is certain ─▶ text ┐
//   result, by what it declares ───────────────▶ text ┴─▶ equal, except for the declaration and references

/// Compares the text before and after a change of encoding.
enum EncodingProof {
  /// Whether the result, decoded as declared, is the original's text in `source`.
  static func holds(
    _ original: ByteView, in source: TextEncoding, becomes result: ByteView, kind: DecodedText.Kind
  ) -> Bool {
    let before = DecodedText(original, kind: .text, forced: source)
    let after = DecodedText(result, kind: kind)
    guard before.problem == nil, after.problem == nil else { return false }
    return before.withText { old in
      after.withText { new in
        if let range = declaredName(in: old), let other = declaredName(in: new) {
          return old[0..<range.lowerBound] == new[0..<other.lowerBound]
            && isEqual(old.suffix(from: range.upperBound), new.suffix(from: other.upperBound), isXML: false)
        }
        return isEqual(body(of: old), body(of: new), isXML: kind == .xml)
      }
    }
  }

  /// The declaration in HTML and source code, which is inside the text.
  private static func declaredName(in text: ByteView) -> Range<Int>? {
    guard let declared = DeclaredEncoding.find(in: text, actual: .utf8, mark: nil) else { return nil }
    switch declared.source {
    case .metaElement, .codingLine, .catalogueHeader: return declared.range
    case .xmlDeclaration, .charsetRule, .json: return nil
    }
  }

  /// The text after its declaration and the surrounding white space.
  private static func body(of text: ByteView) -> ByteView {
    var at = text.endOfSpace(from: text.starts(with: "\u{FEFF}") ? 3 : 0)
    if let declaration = XMLDeclaration(text, at: at) {
      at = declaration.end
    } else if text.starts(with: "@charset \"", at: at), let end = text.firstIndex(of: ";", from: at) {
      at = end + 1
    }
    return text.suffix(from: text.endOfSpace(from: at))
  }

  /// Whether texts are equal, allowing `&#x…;` in `new` for a character of `old`.
  private static func isEqual(_ old: ByteView, _ new: ByteView, isXML: Bool) -> Bool {
    if old.isEqual(new) { return true }
    guard isXML else { return false }
    var (at, next) = (0, 0)
    while at < old.count {
      if old[at] < 0x80 {
        guard new.byte(at: next) == old[at] else { return false }
        at += 1
        next += 1
        continue
      }
      let (value, length) = UTF8Validation.scalar(in: old, at: at)
      guard length > 0 else { return false }
      if new.starts(with: old[at..<at + length], at: next) {
        next += length
      } else if let end = endOfReference(to: value, in: new, at: next) {
        next = end
      } else {
        return false
      }
      at += length
    }
    return next == new.count
  }

  private static func endOfReference(to value: UInt32, in text: ByteView, at start: Int) -> Int? {
    guard text.starts(with: "&#x", at: start), let end = text.firstIndex(of: ASCII.semicolon, from: start),
      UInt32(text[start + 3..<end].string, radix: 16) == value
    else { return nil }
    return end + 1
  }
}
