// Unescapes XML: references become their characters.

/// Resolves references in chunks of text, each of whole scalars of valid UTF-8.
package struct XMLUnescaper: Sendable {
  package struct Options: Sendable {
    /// Whether to follow HTML: names without a semicolon are references, numbers from 128 to 159 are
    /// Windows-1252, and invalid references are text.
    package var asHTML = false
    package var readsCDATA = false

    package init() {}
  }

  private static let maximumReference = 1024

  private let options: Options
  private var isInSection = false

  package init(_ options: Options = Options()) { self.options = options }

  /// Appends the text of a chunk, and returns the number of bytes consumed.
  ///
  /// The rest must be passed again with more input; if `isLast`, there is no rest. Throws `reference.…`
  /// failures with the offset in the chunk.
  package mutating func unescape(
    _ text: ByteView, isLast: Bool, into output: inout OutputBuffer
  ) throws(Failure) -> Int {
    var at = 0
    while true {
      if isInSection {
        guard let next = appendSection(text, at, isLast, &output) else { return at }
        at = next
        if isInSection { return at }
        continue
      }
      let mark = nextMark(text, from: at)
      output.append(text[at..<mark])
      if mark == text.count { return mark }
      guard let next = try readMark(text, mark, isLast, &output) else { return mark }
      at = next
    }
  }

  /// The end of literal text.
  private func nextMark(_ text: ByteView, from start: Int) -> Int {
    if !options.readsCDATA { return text.firstIndex(of: ASCII.ampersand, from: start) ?? text.count }
    var at = start
    while at < text.count, text[at] != ASCII.ampersand, text[at] != ASCII.lessThan { at &+= 1 }
    return at
  }

  /// Reads the reference or section that begins at `mark`; nil if the chunk ends in it.
  private mutating func readMark(
    _ text: ByteView, _ mark: Int, _ isLast: Bool, _ output: inout OutputBuffer
  ) throws(Failure) -> Int? {
    if text[mark] == ASCII.ampersand { return try readReference(text, mark, isLast, &output) }
    let opening = ByteView("<![CDATA[")
    if text.starts(with: opening, at: mark) {
      isInSection = true
      return mark + opening.count
    }
    if !isLast, text.count - mark < opening.count, text.suffix(from: mark) == opening[0..<text.count - mark] {
      return nil
    }
    output.append(ASCII.lessThan)
    return mark + 1
  }

  /// Copies a section up to its end; nil if none of it can be copied yet.
  private mutating func appendSection(
    _ text: ByteView, _ start: Int, _ isLast: Bool, _ output: inout OutputBuffer
  ) -> Int? {
    if let end = text.suffix(from: start).firstIndex(of: "]]>") {
      output.append(text[start..<start + end])
      isInSection = false
      return start + end + 3
    }
    // Two brackets at the end may begin a `]]>` that the next chunk completes.
    let end = isLast ? text.count : max(start, text.count - 2)
    output.append(text[start..<end])
    return end > start || isLast ? end : nil
  }

  // MARK: References

  private func readReference(
    _ text: ByteView, _ start: Int, _ isLast: Bool, _ output: inout OutputBuffer
  ) throws(Failure) -> Int? {
    var end = start + 1
    while end < text.count, text[end].isLetter || text[end].isDigit || text[end] == ASCII.numberSign {
      end &+= 1
    }
    if options.asHTML { return readHTMLReference(text, start..<end, isLast, &output) }
    if end - start > Self.maximumReference { throw failure(.xmlUnterminatedReference, at: start) }
    if end == text.count && !isLast { return nil }
    let body = text[start + 1..<end]
    let isClosed = text.byte(at: end) == ASCII.semicolon
    if body.byte(at: 0) == ASCII.numberSign {
      guard isClosed else { throw failure(.xmlUnterminatedReference, at: start, body.string) }
      output.append(scalar: try number(body.suffix(from: 1), at: start))
      return end + 1
    }
    if let known = XMLReferenceScanner.predefined(text, at: start) {
      output.append(known.byte)
      return end + 1
    }
    if isClosed, let value = HTMLEntities.value(of: body) {
      for scalar in value { output.append(scalar: scalar) }
      return end + 1
    }
    if body.isEmpty { throw failure(.xmlBadReference, at: start) }
    throw failure(isClosed ? .xmlUndefinedEntity : .xmlUnterminatedReference, at: start, body.string)
  }

  private func failure(_ code: DiagnosticCode, at start: Int, _ name: String? = nil) -> Failure {
    Failure(code.under(.xmlUndefinedEntity), at: start, name)
  }

  private func number(_ digits: ByteView, at start: Int) throws(Failure) -> UInt32 {
    let isHexadecimal = digits.byte(at: 0) == ASCII.lowerX
    let first = isHexadecimal ? 1 : 0
    guard digits.count > first,
      let found = XMLReferenceScanner.number(
        in: digits.suffix(from: first), from: 0, isHexadecimal: isHexadecimal),
      found.end == digits.count - first
    else { throw Failure(.referenceNumber, at: start) }
    guard XMLCharacters.isAllowed(found.value) else {
      let shown = found.value > 0x10FFFF ? "a number beyond U+10FFFF" : found.value.codePoint
      throw Failure(.referenceToNoCharacter, at: start, shown)
    }
    return found.value
  }

  // MARK: HTML

  /// Reads a reference as HTML does (section 13.2.5.72 and after): an invalid one is text.
  ///
  /// `range` has the ampersand and the letters, digits and number signs after it.
  private func readHTMLReference(
    _ text: ByteView, _ range: Range<Int>, _ isLast: Bool, _ output: inout OutputBuffer
  ) -> Int? {
    // Valid references are far shorter, so that the chunk's end does not matter.
    if range.upperBound == text.count && !isLast && range.count <= Self.maximumReference { return nil }
    let body = text[range.lowerBound + 1..<range.upperBound]
    let start = range.lowerBound + 1
    if body.byte(at: 0) == ASCII.numberSign {
      let isHexadecimal = body.byte(at: 1) == ASCII.lowerX || body.byte(at: 1) == ASCII.upperX
      let first = isHexadecimal ? 2 : 1
      if let found = XMLReferenceScanner.number(in: body, from: first, isHexadecimal: isHexadecimal) {
        output.append(scalar: Self.htmlScalar(found.value))
        let end = start + found.end
        return text.byte(at: end) == ASCII.semicolon ? end + 1 : end
      }
    } else if text.byte(at: range.upperBound) == ASCII.semicolon, let value = HTMLEntities.value(of: body) {
      for scalar in value { output.append(scalar: scalar) }
      return range.upperBound + 1
    } else if let legacy = HTMLEntities.legacyPrefix(of: body) {
      for scalar in legacy.value { output.append(scalar: scalar) }
      return start + legacy.nameCount
    }
    output.append(ASCII.ampersand)
    return start
  }

  private static func htmlScalar(_ value: UInt32) -> UInt32 {
    if value == 0 || value > 0x10FFFF || value & 0xFFFF_F800 == 0xD800 { return 0xFFFD }
    guard value >= 0x80, value <= 0x9F else { return value }
    return SingleByteEncoding.windows1252.scalar(of: UInt8(value)).map { UInt32($0) } ?? value
  }
}
