/// Entries of XML property lists, except elements inserted by entities.
struct XMLPropertyListOutline: TextOutline {
  let text: ByteView

  var root: Range<Int> {
    var at = skipMisc(0)
    if text.starts(with: "<plist", at: at) {
      let end = tagEnd(at)
      at = skipMisc(end)
    }
    return at..<endOfValue(at)
  }

  func key(_ range: Range<Int>) -> [UInt8] {
    let inside = content(range)
    if text[inside].firstIndex(of: ASCII.ampersand) == nil
      && text[inside].firstIndex(of: ASCII.lessThan) == nil
      && text[inside].firstIndex(of: ASCII.carriageReturn) == nil
    {
      return text[inside].array
    }
    let element = Array("<string>".utf8) + text[inside].array + Array("</string>".utf8)
    return element.withByteView { DocumentSource(format: .xml1, text: $0).string } ?? text[inside].array
  }

  /// The range between the tags of an element.
  private func content(_ range: Range<Int>) -> Range<Int> {
    let start = tagEnd(range.lowerBound)
    if text[start - 2] == ASCII.solidus { return start..<start }
    var end = range.upperBound
    while end > start && text[end - 1] != ASCII.lessThan { end -= 1 }
    return start..<max(start, end - 1)
  }

  /// The end of the tag that begins at an offset.
  private func tagEnd(_ start: Int) -> Int { XMLMarkupScanner.end(in: text, at: start) ?? text.count }

  /// The next tag at or after an offset, past text, comments and the like.
  private func skipMisc(_ place: Int) -> Int {
    var at = place
    while let next = text.firstIndex(of: ASCII.lessThan, from: min(at, text.count)) {
      guard let end = comment(at: next) else { return next }
      at = end
    }
    return text.count
  }

  func skipSpace(_ place: Int, _ end: Int) -> Int { min(skipMisc(place), end) }

  func startOfValue(afterKey place: Int, _ end: Int) -> Int? { skipMisc(place) }

  private func isEndTag(_ at: Int) -> Bool { text.byte(at: at + 1) == ASCII.solidus }

  func endOfValue(_ start: Int) -> Int {
    if isEndTag(start) { return start }
    var at = start
    var depth = 0
    while at < text.count {
      let end = tagEnd(at)
      if isEndTag(at) {
        depth -= 1
      } else if text[end - 2] != ASCII.solidus {
        depth += 1
      }
      if depth <= 0 { return end }
      at = skipMisc(end)
    }
    return text.count
  }

  private func isElement(_ name: StaticString, at place: Int) -> Bool {
    guard text.starts(with: name, at: place + 1),
      let after = text.byte(at: place + 1 + name.utf8CodeUnitCount)
    else { return false }
    return after.isWhitespace || after == ASCII.greaterThan || after == ASCII.solidus
  }

  /// The end of the comment, instruction, section or declaration that begins at an offset; nil for a tag.
  func comment(at place: Int) -> Int? {
    text.starts(with: "<!", at: place) || text.starts(with: "<?", at: place) ? tagEnd(place) : nil
  }

  func separator(inDictionary: Bool) -> UInt8? { nil }

  func lineComment(at place: Int) -> Int? {
    guard text.starts(with: "<!--", at: place), let end = XMLMarkupScanner.end(in: text, at: place),
      text.endOfLine(from: place) >= end
    else { return nil }
    return end
  }

  func emptyContainer(_ range: Range<Int>) -> TextContainer? {
    let isDictionary = isElement("dict", at: range.lowerBound)
    guard isDictionary || isElement("array", at: range.lowerBound) else { return nil }
    let slash = range.upperBound - 2
    return TextContainer(
      isDictionary: isDictionary, range: range, inside: content(range),
      emptyTagSlash: text[slash] == ASCII.solidus ? slash : nil)
  }
}
