// The encodings that source code and translations declare.
//
//   # -*- coding: latin-1 -*-                                 Python (PEP 263), Ruby
//   ;; -*- mode: lisp; coding: latin-1 -*-                    Emacs, in any comment
//   /* vim: set fileencoding=latin1 : */                      Vim, in any comment of the first or last lines
//   ;; Local Variables:                                       Emacs, at the end
//   ;; coding: latin-1
//   ;; End:
//   # kate: encoding iso-8859-1;                              Kate, and :encoding=ISO-8859-1: for jEdit
//   "Content-Type: text/plain; charset=ISO-8859-1\n"          the header of a catalogue of gettext

/// Finds the declarations in source code or a translation catalogue.
enum SourceDeclaration {
  /// The name in a declaration, and the program that reads it.
  struct Found {
    let range: Range<Int>
    let vocabulary: EncodingVocabulary
    /// Whether it counts although the program does not know the name.
    let isMeant: Bool
  }

  /// The number of bytes to search for a declaration.
  private static let longest = 16 * 1024

  /// The number of lines in which Vim looks for its settings, and other editors.
  private static let (vimLines, editorLines) = (5, 10)

  /// The program that reads a file, according to the name or the first line.
  static func reader(of name: String?, _ text: ByteView) -> EncodingVocabulary? {
    switch name.flatMap(Paths.pathExtension)?.lowercasedASCII {
    case "py", "pyw", "pyi", "pyx", "pxd": return .python
    case "rb", "rake", "gemspec", "ru", "rbw": return .ruby
    case "el": return .emacs
    case nil: break
    default: return nil
    }
    if let name, ["Rakefile", "Gemfile", "Vagrantfile"].contains(Paths.split(name).name) { return .ruby }
    guard text.starts(with: "#!") else { return nil }
    let line = text[0..<text.endOfLine(from: 0)]
    return line.firstIndex(of: "python") != nil ? .python : line.firstIndex(of: "ruby") != nil ? .ruby : nil
  }

  /// The declarations in comments of the first lines, in order; of markup only those between Emacs' marks.
  static func codingLines(
    in bytes: ByteView, reader: EncodingVocabulary?, isMarkup: Bool = false
  ) -> [Found] {
    let text = bytes[0..<min(bytes.count, longest)]
    var found: [Found] = []
    var start = 0
    // Python's first line may be blank, but nothing other than a comment; Ruby's must be that of the interpreter.
    var isComment = !isMarkup
    let commentLines = reader == .ruby && !text.starts(with: "#!") ? 1 : 2
    for number in 0..<editorLines {
      let end = text.firstIndex(of: ASCII.lineFeed, from: start) ?? text.count
      let line = text[0..<end]
      var at = start
      while at < end, text[at].isWhitespace || text[at] == 0x0C { at += 1 }
      if at < end {
        isComment = isComment && text[at] == ASCII.numberSign && number < commentLines
        let mark = number < 2 ? line.firstIndex(of: "-*-", from: at) : nil
        let isMarked = mark.map { line.firstIndex(of: "-*-", from: $0 + 3) != nil } ?? false
        let isRead = isComment && reader != nil && reader != .emacs
        if isComment && (isRead || !isMarked), let range = name(behind: "coding", in: line, from: at) {
          found.append(Found(range: range, vocabulary: reader ?? .python, isMeant: isRead))
        } else if let mark, isMarked, let range = name(behind: "coding", in: line, from: mark) {
          // groff reads the mark of a manual page, too, and knows more names.
          let isManualPage = line.starts(with: "'\\\"", at: at)
          found.append(Found(range: range, vocabulary: .emacs, isMeant: !isManualPage))
        } else if !isMarkup,
          let setting = editorSetting(in: line, from: at, number, isRead ? reader ?? .vim : .vim)
        {
          found.append(setting)
        }
      }
      guard end < text.count else { break }
      start = end + 1
    }
    return found
  }

  /// The declarations at the end of a whole text: those of Emacs' local variables, and Vim's modelines.
  static func lastLines(of text: ByteView) -> [Found] {
    let start = max(0, text.count - emacsBytes)
    let end = text.suffix(from: start)
    var found: [Found] = []
    if let place = end.firstIndex(of: "ocal Variables:"), place > 0,
      let range = localVariable(in: text, heading: start + place - 1)
    {
      found.append(Found(range: range, vocabulary: .emacs, isMeant: true))
    }
    var at = text.count
    var lines = 0
    guard end.firstIndex(of: ASCII.colon) != nil, text.count > longest / 16 else { return found }
    while at > start, lines < editorLines {
      let line = text[0..<at].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
      if let setting = editorSetting(in: text[0..<at], from: max(line, start), lines, .vim) {
        found.append(setting)
      }
      if line < at { lines += 1 }
      at = max(0, line - 1)
    }
    return found
  }

  /// The number of bytes before the end in which Emacs looks for local variables.
  private static let emacsBytes = 3000

  /// The name in a list of local variables, each line of which begins like its heading.
  private static func localVariable(in text: ByteView, heading: Int) -> Range<Int>? {
    let lineStart = text[0..<heading].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    let prefix = text[lineStart..<heading]
    var at = text.endOfLine(from: heading)
    while at < text.count {
      while let byte = text.byte(at: at), byte.isLineEnd { at += 1 }
      guard text.starts(with: prefix, at: at) else { return nil }
      let end = text.endOfLine(from: at)
      let start = min(end, text.endOfSpace(from: at + prefix.count))
      if text.starts(with: "End:", at: start) || text.starts(with: "end:", at: start) { return nil }
      if text.starts(with: "coding:", at: start) {
        return name(behind: "coding", in: text[0..<end], from: start)
      }
      at = end
    }
    return nil
  }

  /// The declaration of an editor in a line, whose number counts from the text's beginning or end; a name for Vim is one
  /// of `vocabulary`.
  private static func editorSetting(
    in line: ByteView, from start: Int, _ number: Int, _ vocabulary: EncodingVocabulary
  ) -> Found? {
    if number < vimLines, let range = vimSetting(in: line, from: start) {
      return Found(range: range, vocabulary: vocabulary, isMeant: false)
    }
    return bufferSetting(in: line, from: start).map { Found(range: $0, vocabulary: .iana, isMeant: false) }
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

  /// The range of the name in `kate: encoding latin1;` or `:encoding=latin1:`.
  private static func bufferSetting(in line: ByteView, from start: Int) -> Range<Int>? {
    guard let place = line.firstIndex(of: "encoding", from: start) else { return nil }
    let isJEdit = line.starts(with: ":encoding=", at: place - 1)
    let isKate = line.firstIndex(of: "kate:", from: start).map { $0 < place } ?? false
    guard isJEdit || isKate else { return nil }
    let at = isJEdit ? place + 9 : line.endOfSpace(from: place + 8)
    let end = MediaType.endOfWord(in: line, from: at)
    let isEnded = line.byte(at: end) == (isJEdit ? ASCII.colon : ASCII.semicolon)
    return isEnded && at < end && end - at <= MediaType.longestName ? at..<end : nil
  }

  /// The name after a word and a colon or an equals sign.
  private static func name(behind word: StaticString, in line: ByteView, from start: Int) -> Range<Int>? {
    var at = start
    while let place = line.firstIndex(of: word, from: at) {
      at = place + ByteView(word).count
      guard let sign = line.byte(at: at), sign == ASCII.colon || sign == ASCII.equalsSign else { continue }
      at += 1
      while let byte = line.byte(at: at), byte == ASCII.space || byte == ASCII.tab { at += 1 }
      var end = MediaType.endOfWord(in: line, from: at)
      for ending in ["-unix", "-dos", "-mac"] where line[at..<end].string.hasSuffix(ending) {
        end -= ending.utf8.count
      }
      return at < end && end - at <= MediaType.longestName ? at..<end : nil
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
    return MediaType.charset(in: head, field..<end, allowsPlaceholder: true)
  }
}
