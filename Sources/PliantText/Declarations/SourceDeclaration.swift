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
    // Emacs reads the second line after one for the system.
    let emacsLines = text.starts(with: "#!") || text.starts(with: "'\\\"") ? 2 : 1
    for number in 0..<editorLines {
      let end = text.firstIndex(of: ASCII.lineFeed, from: start) ?? text.count
      let line = text[0..<end]
      var at = start
      while at < end, text[at].isWhitespace || text[at] == 0x0C { at += 1 }
      if at < end {
        isComment = isComment && text[at] == ASCII.numberSign && number < commentLines
        let marked = number < emacsLines ? marked(in: line, from: at) : nil
        let isRead = isComment && reader != nil && reader != .emacs
        if isComment && (isRead || marked == nil), let range = name(behind: "coding", in: line, from: at) {
          found.append(Found(range: range, vocabulary: reader ?? .python, isMeant: isRead))
        } else if let marked,
          let range = emacsName(in: text[0..<marked.upperBound], from: marked.lowerBound)
        {
          // groff reads the mark of a manual page, too, and knows more names.
          let isMeant = !line.starts(with: "'\\\"", at: at) || TextEncoding(name: text[range].string) == nil
          found.append(Found(range: range, vocabulary: .emacs, isMeant: isMeant))
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

  /// The encoding between Emacs' marks in the second line, which Emacs reads only after `#!`.
  static func overlookedEncoding(in text: ByteView) -> TextEncoding? {
    let start = text.endOfLine(from: 0) + 1
    guard start < text.count, !text.starts(with: "#!") else { return nil }
    let line = text[0..<text.endOfLine(from: start)]
    let name = marked(in: line, from: start).flatMap {
      emacsName(in: text[0..<$0.upperBound], from: $0.lowerBound)
    }
    return name.flatMap { TextEncoding(name: text[$0].string) }
  }

  /// The text between Emacs' marks in a line.
  private static func marked(in line: ByteView, from start: Int) -> Range<Int>? {
    guard let mark = line.firstIndex(of: "-*-", from: start) else { return nil }
    return line.firstIndex(of: "-*-", from: mark + 3).map { mark + 3..<$0 }
  }

  /// The declarations at the end of a whole text: those of Emacs' local variables, and Vim's modelines.
  static func lastLines(of text: ByteView) -> [Found] {
    let start = max(0, text.count - emacsBytes)
    let end = text.suffix(from: start)
    guard end.firstIndex(of: ASCII.colon) != nil else { return [] }
    var found: [Found] = []
    // Emacs skips what precedes the first page break.
    let page = end.firstIndex(of: "\n\u{C}").map { start + $0 + 2 } ?? start
    var colon = page
    while let next = text.firstIndex(of: ASCII.colon, from: colon) {
      colon = next + 1
      guard ends(text[page..<next], with: "local variables") else { continue }
      let range = localVariable(in: text, heading: next - "local variables".utf8.count)
      found += range.map { [Found(range: $0, vocabulary: .emacs, isMeant: true)] } ?? []
      break
    }
    var at = text.count
    var lines = 0
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
  private static let emacsBytes = 3072

  /// The name in a list of local variables, each line of which begins like its heading.
  private static func localVariable(in text: ByteView, heading: Int) -> Range<Int>? {
    let lineStart = text[0..<heading].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    let prefix = text[lineStart..<heading]
    var at = text.endOfLine(from: heading)
    while at < text.count {
      while let byte = text.byte(at: at), byte.isLineEnd { at += 1 }
      guard text.starts(with: prefix, at: at) else { return nil }
      let end = text.endOfLine(from: at)
      let line = text[0..<end]
      let start = min(end, text.endOfSpace(from: at + prefix.count))
      if let colon = line.firstIndex(of: ASCII.colon, from: start) {
        let variable = line[start..<colon]
        if variable.trimmed.count == 3, ends(variable.trimmed, with: "end") { return nil }
        if variable.count == 6, ends(variable, with: "coding") { return name(in: line, from: colon + 1) }
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
      return Found(range: range, vocabulary: vocabulary, isMeant: vocabulary == .vim)
    }
    return bufferSetting(in: line, from: start).map { Found(range: $0, vocabulary: .iana, isMeant: false) }
  }

  /// The range of the name in a line such as `vim: set fileencoding=latin1 :`.
  private static func vimSetting(in line: ByteView, from start: Int) -> Range<Int>? {
    var at = start
    while let colon = line.firstIndex(of: ASCII.colon, from: at) {
      at = colon + 1
      guard isVimMark(line[start..<colon]) else { continue }
      for setting in ["fileencoding", "fenc"] as [StaticString] {
        if let found = name(behind: setting, in: line, from: at) { return found }
      }
    }
    return nil
  }

  /// Whether a line up to a colon ends with `vim`, which a version may follow, `vi`, or, after white space, `ex`.
  private static func isVimMark(_ line: ByteView) -> Bool {
    var end = line.count
    while end > 0, line[end - 1].isDigit { end -= 1 }
    if end > 0, [ASCII.lessThan, ASCII.equalsSign, ASCII.greaterThan].contains(line[end - 1]) { end -= 1 }
    var start = end
    while start > 0, line[start - 1].isLetter { start -= 1 }
    let isSeparated = start > 0 && line[start - 1].isWhitespace
    let word = line[start..<end]
    if word == "vim" { return isSeparated || start == 0 }
    return end == line.count && (word == "vi" && (isSeparated || start == 0) || word == "ex" && isSeparated)
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
      return name(in: line, from: at + 1)
    }
    return nil
  }

  /// The name for Emacs, after `coding:` in any case.
  private static func emacsName(in line: ByteView, from start: Int) -> Range<Int>? {
    var at = start
    while let colon = line.firstIndex(of: ASCII.colon, from: at) {
      if ends(line[start..<colon], with: "coding") { return name(in: line, from: colon + 1) }
      at = colon + 1
    }
    return nil
  }

  private static func name(in line: ByteView, from start: Int) -> Range<Int>? {
    var at = start
    while let byte = line.byte(at: at), byte == ASCII.space || byte == ASCII.tab { at += 1 }
    var end = MediaType.endOfWord(in: line, from: at)
    for ending in ["-unix", "-dos", "-mac"] where line[at..<end].string.hasSuffix(ending) {
      end -= ending.utf8.count
    }
    return at < end && end - at <= MediaType.longestName ? at..<end : nil
  }

  /// Whether a text ends with a word of lower-case letters, in any case.
  private static func ends(_ text: ByteView, with word: StaticString) -> Bool {
    let start = text.count - word.utf8CodeUnitCount
    return start >= 0 && text.suffix(from: start).containsIgnoringCase(word)
  }

  /// The range of the encoding's name in the header of a gettext catalogue, or nil.
  package static func catalogueHeader(in text: ByteView) -> Range<Int>? {
    let head = text[0..<min(text.count, longest)]
    var at = head.endOfSpace(from: 0)
    while head.byte(at: at) == ASCII.numberSign || head.starts(with: "domain", at: at) {
      at = head.endOfSpace(from: head.endOfLine(from: at))
    }
    guard let identifier = strings(behind: "msgid", in: head, from: at),
      identifier.allSatisfy({ head[$0] == ASCII.quotationMark || head[$0].isWhitespace }),
      let fields = strings(behind: "msgstr", in: head, from: identifier.upperBound)
    else { return nil }
    return MediaType.charset(in: head, fields, allowsPlaceholder: true)
  }

  /// The strings after a keyword, one per line.
  private static func strings(behind word: StaticString, in text: ByteView, from start: Int) -> Range<Int>? {
    guard text.starts(with: word, at: start) else { return nil }
    let first = text.endOfSpace(from: start + word.utf8CodeUnitCount)
    var at = first
    while text.byte(at: at) == ASCII.quotationMark { at = text.endOfSpace(from: text.endOfLine(from: at)) }
    return at > first ? first..<at : nil
  }
}
