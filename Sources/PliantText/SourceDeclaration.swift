// The encodings that programs' sources and translations name.
//
//   # -*- coding: latin-1 -*-                                 Python (PEP 263), Ruby, Emacs, Vim
//   "Content-Type: text/plain; charset=ISO-8859-1\n"          the header of a catalogue of gettext

/// Finds what a source or a catalogue of translations declares.
enum SourceDeclaration {
  /// Bytes in which a catalogue's header is looked for.
  private static let longest = 16 * 1024

  /// Where the name of the encoding is in a comment of the first two lines, of which the first may be blank; nil
  /// where there is none that is known.
  package static func codingLine(in text: ByteView) -> Range<Int>? {
    var start = 0
    for _ in 0..<2 {
      let end = text.firstIndex(of: ASCII.lineFeed, from: start) ?? text.count
      var at = start
      while at < end, text[at].isWhitespace || text[at] == 0x0C { at += 1 }
      if at < end {
        guard text[at] == ASCII.numberSign else { return nil }
        if let found = name(in: text, at..<end) { return found }
      }
      guard end < text.count else { return nil }
      start = end + 1
    }
    return nil
  }

  /// The name behind `coding:` or `coding=`.
  private static func name(in text: ByteView, _ line: Range<Int>) -> Range<Int>? {
    let limited = text[0..<line.upperBound]
    var at = line.lowerBound
    while let place = limited.firstIndex(of: "coding", from: at) {
      at = place + 6
      guard let sign = limited.byte(at: at), sign == ASCII.colon || sign == ASCII.equalsSign else { continue }
      at += 1
      while let byte = limited.byte(at: at), byte == ASCII.space || byte == ASCII.tab { at += 1 }
      var end = at
      while let byte = limited.byte(at: end), MediaType.isNameByte(byte), byte != ASCII.colon { end += 1 }
      for ending in ["-unix", "-dos", "-mac"] where text[at..<end].string.hasSuffix(ending) {
        end -= ending.utf8.count
      }
      return TextEncoding(name: text[at..<end].string) == nil ? nil : at..<end
    }
    return nil
  }

  /// Where the name of the encoding is in the header of a catalogue of gettext, or nil.
  package static func catalogueHeader(in text: ByteView) -> Range<Int>? {
    let head = text[0..<min(text.count, longest)]
    guard head.byte(at: 0) == ASCII.numberSign || head.starts(with: "msgid"),
      let message = head.firstIndex(of: "msgid \"\""),
      let field = head.firstIndex(of: "\"Content-Type:", from: message),
      let end = head.firstIndex(of: ASCII.lineFeed, from: field)
    else { return nil }
    return MediaType.charset(in: head, field..<end)
  }
}
