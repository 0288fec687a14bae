// The encodings that source code and translations declare.
//
//   # -*- coding: latin-1 -*-                                 Python (PEP 263), Ruby
//   ;; -*- mode: lisp; coding: latin-1 -*-                    Emacs, in any comment
//   /* vim: set fileencoding=latin1 : */                      Vim, in any comment
//   "Content-Type: text/plain; charset=ISO-8859-1\n"          the header of a catalogue of gettext

/// Finds the declaration in source code or a translation catalogue.
enum SourceDeclaration {
  /// The number of bytes to search for a declaration.
  private static let longest = 16 * 1024

  /// The number of lines in which Vim looks for its settings.
  private static let vimLines = 5

  /// The range of the encoding's name in a comment of the first lines; nil without a known name.
  package static func codingLine(in bytes: ByteView) -> Range<Int>? {
    let text = bytes[0..<min(bytes.count, longest)]
    var start = 0
    // Python's first line may be blank, but nothing other than a comment.
    var isComment = true
    for number in 0..<vimLines {
      let end = text.firstIndex(of: ASCII.lineFeed, from: start) ?? text.count
      let line = text[0..<end]
      var at = start
      while at < end, text[at].isWhitespace || text[at] == 0x0C { at += 1 }
      if at < end {
        isComment = isComment && text[at] == ASCII.numberSign && number < 2
        if isComment, let found = name(behind: "coding", in: line, from: at) { return found }
        if number < 2, let mark = line.firstIndex(of: "-*-", from: at),
          line.firstIndex(of: "-*-", from: mark + 3) != nil,
          let found = name(behind: "coding", in: line, from: mark)
        {
          return found
        }
        if let found = vimSetting(in: line, from: at) { return found }
      }
      guard end < text.count else { return nil }
      start = end + 1
    }
    return nil
  }

  /// The range of the name in a line such as `vim: set fileencoding=latin1 :`.
  private static func vimSetting(in line: ByteView, from start: Int) -> Range<Int>? {
    var at = start
    while let colon = line.firstIndex(of: ASCII.colon, from: at) {
      at = colon + 1
      let isMark = ([" vim:", " vi:", " ex:"] as [StaticString]).contains {
        at - $0.utf8CodeUnitCount >= start && line.starts(with: $0, at: at - $0.utf8CodeUnitCount)
      }
      guard isMark else { continue }
      for setting in ["fileencoding", "fenc"] as [StaticString] {
        if let found = name(behind: setting, in: line, from: at) { return found }
      }
    }
    return nil
  }

  /// The name after a word and a colon or an equals sign.
  private static func name(behind word: StaticString, in line: ByteView, from start: Int) -> Range<Int>? {
    var at = start
    while let place = line.firstIndex(of: word, from: at) {
      at = place + ByteView(word).count
      guard let sign = line.byte(at: at), sign == ASCII.colon || sign == ASCII.equalsSign else { continue }
      at += 1
      while let byte = line.byte(at: at), byte == ASCII.space || byte == ASCII.tab { at += 1 }
      var end = at
      while let byte = line.byte(at: end), MediaType.isNameByte(byte), byte != ASCII.colon { end += 1 }
      for ending in ["-unix", "-dos", "-mac"] where line[at..<end].string.hasSuffix(ending) {
        end -= ending.utf8.count
      }
      return TextEncoding(name: line[at..<end].string) == nil ? nil : at..<end
    }
    return nil
  }

  /// The range of the encoding's name in the header of a gettext catalogue, or nil.
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
