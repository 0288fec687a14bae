// Doubly escaped text: `&amp;eacute;` in a title, which readers show as `&eacute;`.

package enum DoubleEscaping {
  /// Elements that contain plain text.
  ///
  /// A description may contain HTML, in which `&amp;amp;` is right.
  private static let plainElements: Set<String> = [
    "title", "itunes:title", "itunes:author", "itunes:subtitle", "itunes:summary", "itunes:name", "author",
    "name",
    "dc:creator", "dc:title", "media:title", "category",
  ]

  package static func isPlain(_ element: ByteView) -> Bool { plainElements.contains(element.string) }

  /// Whether a text contains an ampersand as text that begins a reference once more.
  package static func mayOccur(in text: ByteView) -> Bool {
    var at = 0
    while let start = text.firstIndex(of: ASCII.ampersand, from: at) {
      if let end = endOfAmpersand(in: text, at: start), reference(in: text, at: end - 1) != nil {
        return true
      }
      at = start + 1
    }
    return false
  }

  /// The end of a reference to an ampersand: `&amp;`, `&#38;` or `&#x26;`.
  private static func endOfAmpersand(in text: ByteView, at start: Int) -> Int? {
    if text.starts(with: "&amp;", at: start) { return start + 5 }
    guard text.starts(with: "&#", at: start),
      let found = XMLReferenceScanner.terminatedNumber(in: text, at: start + 1),
      found.value == UInt32(ASCII.ampersand)
    else { return nil }
    return found.end
  }

  /// The end of the reference after the `&amp;` at `start`, if the element's text has it escaped twice.
  package static func end(in text: ByteView, at start: Int, element: ByteView) -> Int? {
    guard isPlain(element), let end = endOfAmpersand(in: text, at: start) else { return nil }
    return reference(in: text, at: end - 1)?.end
  }

  /// A text with the references in it replaced with characters, or nil without any.
  package static func unescaped(_ text: ByteView) -> [UInt8]? {
    var result: [UInt8] = []
    var (copied, at) = (0, 0)
    while let start = text.firstIndex(of: ASCII.ampersand, from: at) {
      at = start + 1
      guard let found = reference(in: text, at: start) else { continue }
      result += text[copied..<start].array + found.scalars.flatMap { PackedUTF8($0).array }
      (copied, at) = (found.end, found.end)
    }
    return copied == 0 ? nil : result + text.suffix(from: copied).array
  }

  /// The source of a text or value with one level undone in it, and in its CDATA sections.
  package static func unescapedSource(_ source: ByteView) -> [UInt8] {
    var result: [UInt8] = []
    var (copied, at, sectionEnd) = (0, 0, 0)
    while at < source.count {
      if at >= sectionEnd, source.starts(with: "<![CDATA[", at: at) {
        sectionEnd = (source.end(of: "]]>", from: at) ?? source.count) - 3
        at += 9
        continue
      }
      // In a section each `&` is text.
      let isInSection = at < sectionEnd
      let ampersand =
        !isInSection ? endOfAmpersand(in: source, at: at) : source[at] == ASCII.ampersand ? at + 1 : nil
      guard let ampersand, let found = reference(in: source, at: ampersand - 1) else {
        at += 1
        continue
      }
      let text = found.scalars.flatMap { isInSection ? PackedUTF8($0).array : XMLRepairer.escaped($0) }
      result += source[copied..<at].array + text
      (copied, at) = (found.end, found.end)
    }
    return result + source.suffix(from: copied).array
  }

  /// The characters of the reference that begins after the byte at a place, and its end; nil for an unknown one.
  private static func reference(in text: ByteView, at start: Int) -> (scalars: [UInt32], end: Int)? {
    if text.byte(at: start + 1) == ASCII.numberSign {
      guard let found = XMLReferenceScanner.terminatedNumber(in: text, at: start + 1),
        XMLCharacters.isAllowed(found.value)
      else { return nil }
      return ([found.value], found.end)
    }
    let end = XMLCharacters.nameEnd(in: text, from: start + 1)
    guard end > start + 1, end - start <= 33, text.byte(at: end) == ASCII.semicolon,
      let scalars = HTMLEntities.value(of: text[start + 1..<end])
    else { return nil }
    return (scalars, end + 1)
  }
}
