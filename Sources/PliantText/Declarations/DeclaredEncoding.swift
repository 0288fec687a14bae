/// The encoding that a text declares: the name as written, and its position, found by decoding the text in
/// its actual encoding.
package struct DeclaredEncoding: Sendable {
  /// The kind of a declaration.
  package enum Source: String, Sendable {
    case xmlDeclaration = "XML declaration"
    case charsetRule = "@charset"
    /// `meta` of HTML and XHTML.
    case metaElement = "meta element"
    /// A comment in the first or last lines of a program's source.
    case codingLine = "coding comment"
    /// `Content-Type` of a gettext catalogue.
    case catalogueHeader = "Content-Type header"
    /// RFC 8259: JSON is UTF-8.
    case json = "JSON"
    case scriptEncoding = "scriptencoding"
    case perlPragma = "use encoding"
    case perlUTF8 = "use utf8"
    case pod = "=encoding"
    case inputenc
    case xetex = "\\XeTeXinputencoding"
    case latexCJK = "CJK"
    case texEditor = "% !TEX encoding"
    case texinfo = "@documentencoding"
    case packageDescription = "Encoding field"
    case rDocumentation = "\\encoding"
    case hunspell = "SET"
    case resourceScript = "code_page"
    case innoSetup = "LanguageCodePage"
    case batchFile = "chcp"
    case jsp = "page directive"
    case php = "declare(encoding)"
    case mail = "Content-Type field"
    case contactCard = "CHARSET"
    case gedcom = "CHAR"
    case bibliography = "Encoding comment"
    case asciiDoc = ":encoding:"
    case desktopEntry = "Encoding key"
    case playlist = "#EXTENC"
    case databaseDump = "SET NAMES"
    case clientEncoding = "client_encoding"
    case erlang = "coding comment of Erlang"
    case prolog = ":- encoding"
    case xquery = "version declaration"
    case template = "coding comment of a template"
    case serverPage = "CODEPAGE"
    case coldFusion = "pageEncoding"
    case bankStatement = "CHARSET header"
    case gameRecord = "CA"
    case plot = "set encoding"
    case graph = "charset attribute"
    case tune = "abc-charset"
    case pike = "#charset"
    case doxygen = "DOXYFILE_ENCODING"
    case mailReader = "config_charset"
    /// The specification of a format.
    case format
    case policy = "project's policy"
  }

  /// The name as written.
  package let name: String
  /// The encoding; nil for a name of none that pliant reads.
  package let encoding: TextEncoding?
  package let source: Source
  /// The program that reads the declaration.
  package let vocabulary: EncodingVocabulary
  /// Whether that program does not know the name, even if others do.
  package let isUnknownName: Bool
  /// The range of the name in the text after a byte order mark, in UTF-8 bytes; nil for JSON.
  package let range: Range<Int>?
  /// The range of the name in the input, in bytes; nil for JSON.
  package private(set) var inputRange: Range<Int>?

  /// The encoding that a project prescribes for files that declare nothing.
  package init(expected encoding: TextEncoding) {
    self.init(encoding.name, .encoding(encoding), .policy, .iana, nil)
  }

  /// Whether pliant cannot read the encoding, or does not know the name, and the name is not a variable.
  package var isUnreadable: Bool { encoding == nil && !isPlaceholder && !isVariable }

  /// Whether a template has a variable in place of the name: `%(encoding)s`, `{{ encoding }}`, `@ENCODING@`.
  package var isVariable: Bool {
    guard let first = name.utf8.first else { return false }
    return [ASCII.percentSign, ASCII.leftBrace, ASCII.dollarSign, ASCII.commercialAt].contains(first)
  }

  /// Whether the name is that of an encoding that other programs read.
  package var mayBeSupportedElsewhere: Bool {
    encoding == nil && (!isUnknownName || EncodingNames.isUnsupported(name))
  }

  /// Returns a sentence such as `unsupported encoding 'EUC-TW'`.
  ///
  /// Suggests UTF-8 only for a text that is.
  package func unreadableSentence(isUTF8: Bool) -> String {
    if !isUnknownName { return "unsupported encoding '\(name)'" }
    let sentence = EncodingFinder.unknownName(name, at: 0).sentence
    let isWrong = !isUTF8 && EncodingNames.nearest(to: name) == TextEncoding.utf8.name
    return isWrong ? String(sentence.prefix { $0 != ";" }) : sentence
  }

  /// Whether the name is gettext's placeholder, which a template contains instead of a name.
  package var isPlaceholder: Bool { source == .catalogueHeader && name == "CHARSET" }

  /// The number of bytes of a text in a wide encoding to search for declarations.
  private static let headBytes = 16 * 1024

  /// Finds the most important declaration in `bytes`, whose encoding is `actual`, or returns nil.
  package static func find(
    in bytes: ByteView, actual: TextEncoding, mark: ByteOrderMark?, name: String? = nil
  ) -> DeclaredEncoding? {
    all(in: bytes, actual: actual, mark: mark, name: name).first
  }

  /// Finds every declaration in `bytes`, whose encoding is `actual`, the most important first.
  ///
  /// The file's name determines which programs read it.
  package static func all(
    in bytes: ByteView, actual: TextEncoding, mark: ByteOrderMark?, name: String?
  ) -> [DeclaredEncoding] {
    let markLength = min(mark?.length ?? 0, bytes.count)
    let body = bytes.suffix(from: markLength)
    // Windows' compilers believe the mark.
    func isMeant(_ declared: DeclaredEncoding) -> Bool {
      mark == nil || declared.source != .resourceScript && declared.source != .innoSetup
    }
    if actual.keepsDeclarationInASCII {
      return all(in: body, name: name).filter(isMeant).map { $0.placed { $0.shifted(by: markLength) } }
    }
    let count = min(body.count, headBytes)
    guard let head = actual.decoded(body[0..<count / actual.unitWidth * actual.unitWidth], isLast: false)
    else { return [] }
    func length(_ text: ByteView) -> Int { actual.encoded(text)?.count ?? 0 }
    return head.withHeldBytes { text in
      all(in: text, name: name).filter(isMeant).map { declared in
        declared.placed { range in
          let start = markLength + length(text[0..<range.lowerBound])
          return start..<start + length(text[range])
        }
      }
    }
  }

  private func placed(_ inputRange: (Range<Int>) -> Range<Int>) -> DeclaredEncoding {
    var placed = self
    placed.inputRange = range.map(inputRange)
    return placed
  }

  /// The encoding that a comment names for people only, because its place keeps its reader from seeing it.
  package static func overlooked(in text: ByteView) -> TextEncoding? {
    SourceDeclaration.overlookedEncoding(in: text)
  }

  /// The declarations of a text in UTF-8, or of one whose ASCII is readable, without their ranges in the input.
  package static func all(in text: ByteView, name: String?) -> [DeclaredEncoding] {
    // A fast path for the usual beginning, for many small documents.
    if text.starts(with: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"), !HTMLDeclaration.isHTML(text) {
      return [
        DeclaredEncoding("UTF-8", .encoding(.utf8), .xmlDeclaration, .iana, 30..<35)
      ]
    }
    var found = documentDeclarations(of: text, name)
    let isMarkup = text.byte(at: text.endOfSpace(from: 0)) == ASCII.lessThan
    let reader = SourceDeclaration.reader(of: name, text)
    let lines =
      SourceDeclaration.codingLines(in: text, reader: reader, isMarkup: isMarkup)
      + SourceDeclaration.lastLines(of: text)
    for line in lines where !found.contains(where: { $0.range == line.range }) {
      let name = text[line.range].string
      let meaning = line.vocabulary.meaning(of: name)
      if let declared = DeclaredEncoding(name, meaning, line.isMeant, line.vocabulary, line.range) {
        found.append(declared)
      }
    }
    if !isMarkup, let range = SourceDeclaration.catalogueHeader(in: text) {
      found.append(DeclaredEncoding(text, range, .catalogueHeader, .gettext))
    }
    for form in DeclarationForm.forms(of: name, text)
    where !found.contains(where: { $0.source == form.source }) {
      for range in form.matches(in: text) where !found.contains(where: { $0.range == range }) {
        let declared = DeclaredEncoding(text, range, form.source, form.vocabulary)
        // Options of a class may be anything.
        let isName = form.source != .latexCJK || declared.encoding != nil && !declared.isUnknownName
        if isName, form.vocabulary.meaning(of: declared.name) != .nothing { found.append(declared) }
      }
    }
    if let name, let prescribed = DeclarationForm.prescribed(for: name), prescribed.encoding == .latin1,
      found.isEmpty, UTF8Validation.firstInvalidOffset(in: text) != nil
    {
      found.append(
        DeclaredEncoding(prescribed.encoding.name, .encoding(prescribed.encoding), .format, .iana, nil))
    }
    if found.isEmpty, JSONBeginning.isJSON(text), ContentDetector.detect(text)?.isJSON == true {
      found.append(DeclaredEncoding("UTF-8", .encoding(.utf8), .json, .iana, nil))
    }
    return found
  }

  /// Whether a file may have declarations in any line.
  package static func areThroughout(_ name: String?, _ head: ByteView) -> Bool {
    DeclarationForm.forms(of: name, head).contains { !$0.isFirstOnly }
  }

  /// Whether the parts of a file declare different encodings.
  package enum Parts: Equatable, Sendable {
    /// The file declares one encoding, or none.
    case one
    case areTrue
    /// The first byte that the declaration of its part does not explain.
    case areFalse(at: Int)
  }

  /// Judges the parts of a file, each from its declaration to the next.
  package static func parts(of declarations: [DeclaredEncoding], in bytes: ByteView) -> Parts {
    for source in [Source.scriptEncoding, .resourceScript, .mail, .contactCard] {
      let own = declarations.filter { $0.source == source && $0.encoding != nil && $0.inputRange != nil }
        .sorted { ($0.inputRange?.lowerBound ?? 0) < ($1.inputRange?.lowerBound ?? 0) }
      guard Set(own.map(\.encoding)).count > 1 else { continue }
      for (index, declared) in own.enumerated() {
        guard let start = declared.inputRange?.upperBound, let encoding = declared.encoding else { continue }
        let end = index + 1 < own.count ? own[index + 1].inputRange?.lowerBound ?? bytes.count : bytes.count
        guard start < end, encoding.decoded(bytes[start..<end]) == nil else { continue }
        let first = UTF8Validation.endOfASCII(in: bytes, from: start)
        let isUTF8 = encoding == .utf8
        return .areFalse(
          at: isUTF8 ? start + (UTF8Validation.firstInvalidOffset(in: bytes[start..<end]) ?? 0) : first)
      }
      return .areTrue
    }
    return .one
  }

  /// The mark of UTF-8 for a program that reads undeclared text in the system's code page; nil for other files.
  package static func markOfUTF8(for name: String) -> String? {
    switch Paths.pathExtension(name)?.lowercasedASCII {
    case "rc", "rc2": "#pragma code_page(65001)\n"
    case "iss", "isl", "ps1", "psm1", "psd1", "pas", "dpr", "dpk": "\u{FEFF}"
    default: nil
    }
  }

  /// Extensions of files that Windows reads in the system's code page or as UTF-16.
  private static let ofSystem: Set<String> = ["inf", "hhp", "hhc", "hhk", "reg"]

  /// Why a file with this name cannot be in an encoding: its format prescribes another; nil if it can.
  package static func refusal(of target: TextEncoding, for name: String) -> String? {
    if target == .utf8, let ending = Paths.pathExtension(name)?.lowercasedASCII, ofSystem.contains(ending) {
      return "a .\(ending) file is read in the system's code page, and cannot declare UTF-8"
    }
    guard target != .ascii, let prescribed = DeclarationForm.prescribed(for: name),
      prescribed.encoding != target
    else { return nil }
    return "a \(prescribed.kind) is \(prescribed.encoding.name), and cannot declare \(target.name)"
  }

  /// The declarations in the last lines of a text.
  package static func atEnd(of text: ByteView) -> [DeclaredEncoding] {
    SourceDeclaration.lastLines(of: text).compactMap { line in
      let name = text[line.range].string
      return DeclaredEncoding(
        name, line.vocabulary.meaning(of: name), line.isMeant, line.vocabulary, line.range)
    }
  }

  /// The declarations that the text itself shows to be those of XML, HTML or CSS.
  private static func documentDeclarations(of text: ByteView, _ name: String?) -> [DeclaredEncoding] {
    if text.starts(with: "@charset \"", at: 0),
      let close = text.firstIndex(of: ASCII.quotationMark, from: 10),
      close < 80
    {
      return [DeclaredEncoding(text, 10..<close, .charsetRule, .html)]
    }
    let declaration = XMLDeclaration(text)?.encoding?.value
    let meta = HTMLDeclaration.range(in: text, name)
    return (declaration.map { [DeclaredEncoding(text, $0, .xmlDeclaration, .iana)] } ?? [])
      + (meta.map { [DeclaredEncoding(text, $0, .metaElement, .html)] } ?? [])
  }

  private init(_ text: ByteView, _ range: Range<Int>, _ source: Source, _ vocabulary: EncodingVocabulary) {
    let name = text[range].string
    self.init(name, vocabulary.meaning(of: name), source, vocabulary, range)
  }

  private init(
    _ name: String, _ meaning: EncodingVocabulary.Meaning, _ source: Source,
    _ vocabulary: EncodingVocabulary, _ range: Range<Int>?
  ) {
    self.name = name
    self.source = source
    self.vocabulary = vocabulary
    self.range = range
    switch meaning {
    case .encoding(let encoding): (self.encoding, isUnknownName) = (encoding, false)
    case .other, .nothing: (encoding, isUnknownName) = (nil, false)
    case .unknown(let encoding): (self.encoding, isUnknownName) = (encoding, true)
    }
  }

  /// The declaration in a comment; nil if its name is that of no encoding, and no program reads it.
  private init?(
    _ name: String, _ meaning: EncodingVocabulary.Meaning, _ isMeant: Bool,
    _ vocabulary: EncodingVocabulary, _ range: Range<Int>
  ) {
    switch meaning {
    case .nothing: return nil
    case .unknown(let encoding?) where !isMeant:
      self.init(name, .encoding(encoding), .codingLine, vocabulary, range)
    case .unknown where !isMeant:
      guard EncodingNames.isUnsupported(name) else { return nil }
      self.init(name, .other, .codingLine, vocabulary, range)
    default: self.init(name, meaning, .codingLine, vocabulary, range)
    }
  }

  /// The declaration of a text with `offset` bytes before it.
  package func moved(by offset: Int) -> DeclaredEncoding {
    var moved = DeclaredEncoding(
      name, isUnknownName ? .unknown(encoding) : encoding.map { .encoding($0) } ?? .other, source, vocabulary,
      range?.shifted(by: offset))
    moved.inputRange = inputRange?.shifted(by: offset)
    return moved
  }
}

/// Distinguishes JSON from other text that begins with a bracket.
///
///   {"a": 1}  [1, 2]          [section]  {1}{2}Subtitle  {\rtf1  [link](url)  [00:12.00]
package enum JSONBeginning {
  private static let longest = 16 * 1024
  private static let depthLimit = 512

  /// Whether the first tokens of a text are in the order of JSON, with comments or without.
  package static func isJSON(_ whole: ByteView) -> Bool {
    let text = whole[0..<min(whole.count, longest)]
    var at = endOfSpace(text, 0)
    guard let first = text.byte(at: at), first == ASCII.leftBrace || first == ASCII.leftBracket else {
      return false
    }
    // Whether each open value is an object.
    var open: [Bool] = []
    var expectsValue = true
    while let byte = text.byte(at: at) {
      switch byte {
      case ASCII.leftBrace, ASCII.leftBracket:
        guard expectsValue, open.count < depthLimit else { return false }
        open.append(byte == ASCII.leftBrace)
        at = endOfSpace(text, at + 1)
        if open.last == true, let key = text.byte(at: at), key != ASCII.rightBrace {
          guard let end = endOfKey(text, at) else { return false }
          at = end
        }
      case ASCII.rightBrace, ASCII.rightBracket:
        guard open.popLast() == (byte == ASCII.rightBrace) else { return false }
        expectsValue = false
        at += 1
      case ASCII.comma:
        guard !expectsValue, let isObject = open.last else { return false }
        expectsValue = true
        at = endOfSpace(text, at + 1)
        if isObject, let key = text.byte(at: at), key != ASCII.rightBrace {
          guard let end = endOfKey(text, at) else { return false }
          at = end
        }
      default:
        guard expectsValue, let end = endOfScalar(text, at) else { return false }
        expectsValue = false
        at = end
      }
      at = endOfSpace(text, at)
      guard open.isEmpty, let next = text.byte(at: at) else { continue }
      // Only other values may follow.
      guard next == ASCII.leftBrace || next == ASCII.leftBracket else { return false }
      expectsValue = true
    }
    return true
  }

  private static func endOfSpace(_ text: ByteView, _ start: Int) -> Int {
    var at = text.endOfSpace(from: start)
    while text.starts(with: "//", at: at) { at = text.endOfSpace(from: text.endOfLine(from: at)) }
    while text.starts(with: "/*", at: at), let end = text.end(of: "*/", from: at) {
      at = text.endOfSpace(from: end)
    }
    return at
  }

  /// The offset after a key and its colon; the text's end if it is cut; nil without them.
  private static func endOfKey(_ text: ByteView, _ start: Int) -> Int? {
    var end = start
    if text[start] == ASCII.quotationMark || text[start] == ASCII.apostrophe {
      guard let string = endOfScalar(text, start) else { return nil }
      end = string
    } else {
      while let byte = text.byte(at: end),
        byte.isLetter || byte == ASCII.underscore || byte == ASCII.dollarSign
      {
        end += 1
      }
      if end == start { return nil }
    }
    let colon = endOfSpace(text, end)
    if colon >= text.count { return text.count }
    return text[colon] == ASCII.colon ? colon + 1 : nil
  }

  /// The offset after a string, a number or a literal name; nil for anything else.
  private static func endOfScalar(_ text: ByteView, _ start: Int) -> Int? {
    let quote = text[start]
    if quote == ASCII.quotationMark || quote == ASCII.apostrophe {
      var at = start + 1
      while let byte = text.byte(at: at), byte != quote {
        if byte == ASCII.lineFeed { return nil }
        at += byte == ASCII.reverseSolidus ? 2 : 1
      }
      return min(at + 1, text.count)
    }
    var end = start
    while let byte = text.byte(at: end), byte.isLetter || byte.isDigit || "+-.".utf8.contains(byte) {
      end += 1
    }
    let word = text[start..<end]
    let isNumber = quote.isDigit || quote == ASCII.hyphen
    let isName = (["true", "false", "null", "NaN", "Infinity"] as [StaticString]).contains {
      word == ByteView($0)
    }
    return end > start && (isNumber || isName || end == text.count) ? end : nil
  }
}
