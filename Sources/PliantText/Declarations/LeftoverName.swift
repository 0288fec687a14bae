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
        !ranges.contains(where: { $0.overlaps(at..<end) })
      else { continue }
      let word = text[at..<end].string
      guard names.contains(word.lowercasedASCII) else { continue }
      let isUnmistakable = word.first?.isLetter == true && text[at..<end].firstDigit != nil && word.count > 3
      guard isUnmistakable || isNextToKeyword(text, at), !isOfEncodedContent(text, at) else { continue }
      counter.advance(over: text[counted..<at])
      counted = at
      found.append(LeftoverName(name: word, position: counter.position, actual: target))
    }
    return found
  }

  /// Whether a name is that of content in ASCII: `=?ISO-8859-1?Q?=FC?=`, or in a line about quoted-printable text.
  private static func isOfEncodedContent(_ text: ByteView, _ place: Int) -> Bool {
    if place > 1 && text.starts(with: "=?", at: place - 2) { return true }
    let after = text[place..<min(place + contextLength, text.count)]
    let end = place + after.endOfLine(from: 0)
    return text[startOfContext(text, place)..<end].containsIgnoringCase("quoted-printable")
  }

  /// Whether the line before a place contains one of the keywords.
  private static func isNextToKeyword(_ text: ByteView, _ place: Int) -> Bool {
    let line = text[startOfContext(text, place)..<place]
    return keywords.contains { line.containsIgnoringCase($0) }
  }

  /// The maximum number of bytes of a line to look at on either side of a name.
  private static let contextLength = 200

  private static func startOfContext(_ text: ByteView, _ place: Int) -> Int {
    var start = place
    while start > 0, place - start < contextLength, text[start - 1] != ASCII.lineFeed { start -= 1 }
    return start
  }
}

extension ByteView {
  fileprivate var firstDigit: Int? { (0..<count).first { self[$0].isDigit } }
}
