// Names of the old encoding in a text that is now in another one, in a place that pliant does not know as a
// declaration.
//
//   charset = iso-8859-1     in a settings file, after it became UTF-8

/// A name of the old encoding that a re-encoded text still contains.
package struct LeftoverName: Sendable {
  /// The name as written.
  package let name: String
  package let position: TextPosition
  /// The encoding of the text now.
  package let actual: TextEncoding

  /// `still names 'ISO-8859-1' here; the text is now UTF-8`.
  package var sentence: String { "the text still names '\(name)'; it is \(actual.name) now" }

  /// The maximum number of names to report.
  private static let limit = 3

  /// Words next to which a bare number or a common word names an encoding.
  private static let keywords: [StaticString] = [
    "encod", "charset", "codepage", "code page", "code_page", "coding",
  ]

  /// Finds the names in a part of a text that begins at the position of `counter`.
  package static func find(
    in text: ByteView, _ part: Range<Int>, of source: TextEncoding, to target: TextEncoding,
    except ranges: [Range<Int>], _ counter: TextPositionCounter
  ) -> [LeftoverName] {
    guard source != target, source != .ascii, source.unitWidth == 1 else { return [] }
    let names = Set(EncodingNames.spellings(of: source))
    var counter = counter
    var counted = 0
    var found: [LeftoverName] = []
    var at = part.lowerBound
    while at < part.upperBound, found.count < limit {
      guard MediaType.isWordByte(text[at]) else {
        at += 1
        continue
      }
      let end = MediaType.endOfWord(in: text, from: at)
      defer { at = max(end, at + 1) }
      guard end - at <= MediaType.longestName, end - at > 1, text[at..<end].firstDigit != nil || end - at > 4,
        !ranges.contains(where: { $0.overlaps(at..<end) }), !isOfEncodedContent(text, at)
      else { continue }
      let word = text[at..<end].string
      guard names.contains(word.lowercasedASCII) else { continue }
      let isUnmistakable = word.first?.isLetter == true && text[at..<end].firstDigit != nil && word.count > 3
      guard isUnmistakable || isNextToKeyword(text, at) else { continue }
      counter.advance(over: text[counted..<at])
      counted = at
      found.append(LeftoverName(name: word, position: counter.position, actual: target))
    }
    return found
  }

  /// Whether a name is that of content in ASCII: `=?ISO-8859-1?Q?=FC?=`, or in a line about quoted-printable text.
  private static func isOfEncodedContent(_ text: ByteView, _ place: Int) -> Bool {
    if place > 1 && text.starts(with: "=?", at: place - 2) { return true }
    var start = place
    while start > 0, text[start - 1] != ASCII.lineFeed { start -= 1 }
    return text[start..<text.endOfLine(from: place)].containsIgnoringCase("quoted-printable")
  }

  /// Whether the line before a place contains one of the keywords.
  private static func isNextToKeyword(_ text: ByteView, _ place: Int) -> Bool {
    var start = place
    while start > 0, place - start < 200, text[start - 1] != ASCII.lineFeed { start -= 1 }
    let line = text[start..<place]
    return keywords.contains { line.containsIgnoringCase($0) }
  }
}

extension ByteView {
  fileprivate var firstDigit: Int? { (0..<count).first { self[$0].isDigit } }
}
