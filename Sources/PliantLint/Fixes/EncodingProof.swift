// The proof that a changed file decodes to the same text as the original bytes.
//
//   original, by the encoding that is certain ─▶ text ┐
//   result, by what it declares ───────────────▶ text ┴─▶ equal, except for the declaration and references

/// Compares the text before and after a change of encoding.
enum EncodingProof {
  /// Whether the result, decoded as declared or else as `expected`, is the original's text in `source`.
  static func holds(
    _ original: ByteView, in source: TextEncoding, becomes result: ByteView, kind: DecodedText.Kind,
    name: String, expected: TextEncoding?
  ) -> Bool {
    let before = DecodedText(original, kind: .text, forced: source)
    guard before.problem == nil, let after = text(of: result, kind: kind, name, expected),
      after.problem == nil
    else { return false }
    return before.withText { old in
      after.withText { new in
        let (names, others) = (declaredNames(in: old, name), declaredNames(in: new, name))
        if names.isEmpty, let added = others.first, added.source != .xmlDeclaration, let range = added.range {
          return isEqual(old, toRest: new, without: addition(around: range, added.source, in: new))
        }
        // Two fields of the header of OFX are one declaration.
        if names.first?.source == .bankStatement, let start = old.firstIndex(of: "<OFX"),
          let next = new.firstIndex(of: "<OFX")
        {
          return old.suffix(from: start) == new.suffix(from: next)
        }
        guard names.count == others.count, !names.contains(where: { isInHead($0) }) else {
          return isEqual(body(of: old), body(of: new), isXML: kind == .xml)
        }
        var (at, next) = (0, 0)
        for (declared, other) in zip(names, others) {
          guard let range = declared.range, let changed = other.range,
            isEqual(old[at..<range.lowerBound], new[next..<changed.lowerBound], isXML: kind == .xml)
          else { return false }
          (at, next) = (range.upperBound, changed.upperBound)
        }
        return names.isEmpty
          ? isEqual(body(of: old), body(of: new), isXML: kind == .xml)
          : isEqual(old.suffix(from: at), new.suffix(from: next), isXML: kind == .xml)
      }
    }
  }

  /// Whether an edit that does not depend on the encoding changes only what its kind may change.
  static func holds(_ original: ByteView, becomes result: ByteView, by kind: LintFix.Kind) -> Bool {
    switch kind {
    // Strings are equal if they are canonically equivalent.
    case .normalization: original.string == result.string
    case .lineEnds:
      original.array.filter { $0 != ASCII.carriageReturn }
        == result.array.filter { $0 != ASCII.carriageReturn }
    case .declaration, .bytes, .mixed: true
    }
  }

  /// The text of a file as all of its readers decode it; nil if its declarations disagree.
  private static func text(
    of bytes: ByteView, kind: DecodedText.Kind, _ name: String, _ expected: TextEncoding?
  )
    -> DecodedText?
  {
    let plain = DecodedText(bytes, kind: kind)
    guard plain.byteOrderMark == nil, plain.evidence != .zeroBytes else { return plain }
    let found = DeclaredEncoding.all(in: bytes, actual: .utf8, mark: nil, name: name)
    guard found.allSatisfy({ $0.encoding == found[0].encoding }) else { return nil }
    let encoding = found.isEmpty ? expected : found[0].encoding
    return kind == .text && encoding != nil ? DecodedText(bytes, kind: kind, forced: encoding) : plain
  }

  /// The declarations inside the text, in order.
  private static func declaredNames(in text: ByteView, _ name: String) -> [DeclaredEncoding] {
    DeclaredEncoding.all(in: text, name: name).filter { $0.range != nil }
      .sorted { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }
  }

  /// Whether a declaration is one of those whose quotation marks and white space may change.
  private static func isInHead(_ declared: DeclaredEncoding) -> Bool {
    declared.source == .xmlDeclaration || declared.source == .charsetRule
  }

  /// The line or the tag of a declaration that was added.
  private static func addition(
    around name: Range<Int>, _ source: DeclaredEncoding.Source, in text: ByteView
  ) -> Range<Int> {
    if source == .metaElement {
      let start = text[0..<name.lowerBound].lastIndex(of: ASCII.lessThan) ?? 0
      return
        start..<(text.firstIndex(of: ASCII.greaterThan, from: name.upperBound).map { $0 + 1 } ?? text.count)
    }
    let start = text[0..<name.lowerBound].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    let end = text.endOfLine(from: name.upperBound)
    return start..<min(end + (text.starts(with: "\r\n", at: end) ? 2 : 1), text.count)
  }

  private static func isEqual(_ old: ByteView, toRest new: ByteView, without added: Range<Int>) -> Bool {
    let count = added.lowerBound
    return old.count == new.count - added.count && old[0..<count] == new[0..<count]
      && old.suffix(from: count) == new.suffix(from: added.upperBound)
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
