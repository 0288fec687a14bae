// The declarations that programs look for in files of their kind: the lines, and the form.
//
//   \usepackage[latin1]{inputenc}     in .tex     before \begin{document}
//   #pragma code_page(1252)           in .rc      in every line
//   SET ISO8859-1                     in .aff     in every line

/// A form in which a program expects the declaration.
struct DeclarationForm: Sendable {
  /// The lines in which the program looks.
  enum Zone: Sendable {
    case everyLine
    case firstLines(Int)
    /// Up to the first empty line; continued lines belong to the line before.
    case header
    /// The same in a message and in each of its parts, which follow a line that begins with `--` or `From `.
    case headers
    /// Up to a line with one of these words.
    case before([StaticString])
    /// After a line that begins with the first, up to one that begins with the second.
    case section(StaticString, until: StaticString)
  }

  let source: DeclaredEncoding.Source
  let vocabulary: EncodingVocabulary
  /// Extensions of the program's files.
  let extensions: Set<String>
  /// Names of its files, in lower case.
  var names: Set<String> = []
  /// Beginnings that only files of the kind have, which identify text without a name.
  var beginning: [StaticString] = []
  let zone: Zone
  /// Any one of these, in any case: a space means optional white space, a tab at least one blank, `+` letters,
  /// `>` any text of the line, `*` the name, `|` its beginning and end, and `~` the name up to the end of the line.
  let patterns: [StaticString]
  /// Comments up to the end of the line.
  var comments: [StaticString] = []
  /// Lines that begin and end a comment.
  var block: (start: StaticString, end: StaticString)?
  /// Whether only the first match counts.
  var isFirstOnly = true
  /// Words of a header or a line whose content is encoded in ASCII, so that its name is not that of the file's bytes.
  var encodedBy: [StaticString] = []

  private init(
    _ source: DeclaredEncoding.Source, _ vocabulary: EncodingVocabulary, _ extensions: String, _ zone: Zone,
    _ patterns: [StaticString], names: Set<String> = [], beginning: [StaticString] = [],
    comments: [StaticString] = [], block: (start: StaticString, end: StaticString)? = nil,
    isFirstOnly: Bool = true, encodedBy: [StaticString] = []
  ) {
    self.source = source
    self.vocabulary = vocabulary
    self.extensions = Set(extensions.split(separator: " ").map(String.init))
    self.zone = zone
    self.patterns = patterns
    self.names = names
    self.beginning = beginning
    self.comments = comments
    self.block = block
    self.isFirstOnly = isFirstOnly
    self.encodedBy = encodedBy
  }

  static let all: [DeclarationForm] = [
    DeclarationForm(
      .scriptEncoding, .vim, "vim", .everyLine,
      [" :scripte+\t*", " scripte+\t*"],
      names: ["vimrc", ".vimrc", "_vimrc", "gvimrc", ".gvimrc", "_gvimrc", ".exrc"], isFirstOnly: false),
    DeclarationForm(
      .perlPragma, .perl, "pl pm t psgi cgi perl", .before(["__END__", "__DATA__"]),
      [
        " use\tencoding '*'", " use\tencoding \"*\"", " use\tencoding ( \"*\" )", " use\tencoding ( '*' )",
        " use\tencoding qw ( * )",
      ],
      block: ("=", "=cut")),
    DeclarationForm(
      .perlUTF8, .utf8, "pl pm t psgi cgi perl", .before(["__END__", "__DATA__"]),
      [" use\t|utf8| ;", ">; use\t|utf8| ;", ">{ use\t|utf8| ;"], comments: ["#"], block: ("=", "=cut")),
    DeclarationForm(
      .pod, .perl, "pod pl pm t psgi perl", .everyLine, ["=encoding\t*"],
      beginning: ["=pod", "=encoding", "=head1"]),
    DeclarationForm(
      .inputenc, .inputenc, "tex ltx latex sty cls dtx ins", .before(["\\begin{document}"]),
      [
        ">\\usepackage [ * ] {inputenc}", ">\\usepackage [>, * ] {inputenc}",
        ">\\RequirePackage [ * ] {inputenc}", ">\\usepackage [ * ] {inputenx}",
        ">\\usepackage [ * ] {luainputenc}",
        ">\\inputencoding {*}",
      ], beginning: ["\\documentclass", "\\documentstyle"], comments: ["%"],
      block: ("\\begin{comment}", "\\end{comment}")),
    DeclarationForm(
      .xetex, .xetex, "tex ltx latex sty cls", .everyLine,
      [">\\XeTeXinputencoding \"*\"", ">\\XeTeXdefaultencoding \"*\"", ">\\XeTeXinputencoding\t*"],
      comments: ["%"]),
    DeclarationForm(
      .latexCJK, .latexCJK, "tex ltx latex", .everyLine,
      [
        ">\\begin {CJK>} {*}", ">\\documentclass [ * ] {ctex>}", ">\\documentclass [>, * ] {ctex>}",
        ">\\documentclass [ *,>] {ctex>}", ">\\usepackage [ * ] {ctex>}",
      ],
      comments: ["%"]),
    DeclarationForm(
      .texEditor, .texShop, "tex ltx latex sty cls bib", .firstLines(20), [" % !TEX encoding = ~"],
      beginning: ["% !TEX", "%!TEX"]),
    DeclarationForm(
      .texinfo, .texinfo, "texi texinfo txi", .everyLine, ["@documentencoding\t*"],
      beginning: ["\\input texinfo"],
      block: ("@ignore", "@end ignore")),
    DeclarationForm(.packageDescription, .iana, "", .everyLine, ["Encoding: *"], names: ["description"]),
    DeclarationForm(.rDocumentation, .iana, "rd", .everyLine, [" \\encoding { * }"], comments: ["%"]),
    DeclarationForm(.hunspell, .hunspell, "aff", .everyLine, ["SET\t*"]),
    DeclarationForm(
      .resourceScript, .resourceScript, "rc rc2", .everyLine, [" # pragma\tcode_page ( * )"],
      block: ("/*", "*/"),
      isFirstOnly: false),
    DeclarationForm(
      .innoSetup, .codePage, "isl iss", .section("[LangOptions]", until: "["), [" LanguageCodePage = *"]),
    DeclarationForm(.batchFile, .codePage, "bat cmd", .everyLine, [" chcp\t*", " @ chcp\t*"]),
    DeclarationForm(
      .jsp, .iana, "jsp jspf jspx tag tagf", .everyLine,
      [">pageEncoding = \"*\"", ">pageEncoding = '*'"], beginning: ["<%@ page", "<%@page"],
      comments: ["<%--", "<!--"]),
    DeclarationForm(
      .jsp, .iana, "jsp jspf jspx tag tagf", .everyLine,
      [">contentType = \">charset = *\"", ">contentType = '>charset = *'"],
      beginning: ["<%@ page", "<%@page"],
      comments: ["<%--", "<!--"]),
    DeclarationForm(
      .php, .iana, "php phtml php3 php4 php5 inc", .everyLine,
      [">declare ( encoding = '*' )", ">declare ( encoding = \"*\" )"], beginning: ["<?php"],
      comments: ["//", "#", "*"]),
    DeclarationForm(
      .mail, .iana, "eml mht mhtml mbox mbx", .headers,
      ["Content-Type:>charset = *", "Content-Type:>charset = \"*\""],
      beginning: [
        "Return-Path:", "Received:", "MIME-Version:", "From: ", "Message-ID:", "From ", "Delivered-To:",
      ],
      isFirstOnly: false,
      encodedBy: ["quoted-printable", "base64"]),
    DeclarationForm(
      .contactCard, .iana, "vcf vcard vcs ics", .everyLine, [">;CHARSET = *"],
      beginning: ["BEGIN:VCARD", "BEGIN:VCALENDAR"], isFirstOnly: false,
      encodedBy: ["quoted-printable", "base64", "encoding=b"]),
    DeclarationForm(
      .gedcom, .gedcom, "ged", .section("0 HEAD", until: "0 "), [" 1\tCHAR\t~"], beginning: ["0 HEAD"]),
    DeclarationForm(
      .bibliography, .iana, "bib", .firstLines(10), [" % Encoding: *", " @Comment {Encoding: *"]),
    DeclarationForm(
      .asciiDoc, .iana, "adoc asciidoc asc", .header, [":encoding: *"]),
    DeclarationForm(
      .desktopEntry, .desktopEntry, "desktop directory", .section("[Desktop Entry]", until: "["),
      ["Encoding = *"],
      beginning: ["[Desktop Entry]"]),
    DeclarationForm(.playlist, .iana, "m3u m3u8", .everyLine, ["#EXTENC: *"], beginning: ["#EXTM3U"]),
    DeclarationForm(
      .databaseDump, .mySQL, "sql ddl dump", .firstLines(50),
      [">SET\tNAMES\t*", ">SET\tNAMES\t'*'"], comments: ["--"]),
    DeclarationForm(
      .clientEncoding, .postgreSQL, "sql ddl dump psql", .firstLines(50),
      [
        " SET\tclient_encoding = '*'", " SET\tclient_encoding\tTO\t'*'", " SET\tclient_encoding\tTO\t*",
        "\\encoding\t*",
      ], comments: ["--"]),
    DeclarationForm(
      .erlang, .erlang, "erl hrl xrl yrl escript", .firstLines(2),
      [" %>coding: *", " %>coding = *"]),
    DeclarationForm(
      .prolog, .prolog, "pl pro plt prolog", .firstLines(20), [" :- encoding ( * )"]),
    DeclarationForm(
      .xquery, .iana, "xq xql xqm xqy xquery", .firstLines(20),
      [
        " xquery\tversion>encoding\t\"*\"", " xquery\tversion>encoding\t'*'", " xquery\tencoding\t\"*\"",
        " xquery\tencoding\t'*'",
      ], beginning: ["xquery version"]),
    DeclarationForm(
      .template, .ruby, "erb rhtml haml slim", .firstLines(2),
      [" <%#>coding: *", " <%#>coding = *", " -#>coding: *", " />coding: *"]),
    DeclarationForm(
      .serverPage, .codePage, "asp asa", .everyLine, ["><%@>CODEPAGE = *", "><%@>CODEPAGE = \"*\""],
      comments: ["<!--"]),
    DeclarationForm(
      .coldFusion, .iana, "cfm cfml cfc", .firstLines(50),
      [">cfprocessingdirective>pageEncoding = \"*\"", ">cfprocessingdirective>pageEncoding = '*'"],
      comments: ["<!--"]),
    DeclarationForm(
      .bankStatement, .financial, "ofx qfx", .header, [" CHARSET: *", " ENCODING: *"],
      beginning: ["OFXHEADER:"],
      isFirstOnly: false),
    DeclarationForm(
      .gameRecord, .iana, "sgf", .firstLines(50), [">CA [ * ]"], beginning: ["(;GM[1]FF[", "(;FF["]),
    DeclarationForm(
      .plot, .gnuplot, "gp gnuplot plt gpi gnu", .everyLine, [" set\tencoding\t*"], comments: ["#"]),
    DeclarationForm(
      .graph, .iana, "gv dot", .firstLines(50), [">charset = \"*\"", ">charset = *"],
      beginning: ["digraph ", "graph ", "strict "], comments: ["//", "#"]),
    DeclarationForm(
      .tune, .iana, "abc abh", .firstLines(50), ["%%abc-charset\t*", "I:abc-charset\t*"],
      beginning: ["%abc"]),
    DeclarationForm(.pike, .iana, "pike pmod", .firstLines(50), [" # charset\t*"]),
    DeclarationForm(
      .doxygen, .iana, "dox doxyfile", .everyLine, ["DOXYFILE_ENCODING = *"], names: ["doxyfile"],
      beginning: ["# Doxyfile"]),
    DeclarationForm(
      .mailReader, .iana, "muttrc neomuttrc", .everyLine,
      [" set\tconfig_charset = \"*\"", " set\tconfig_charset = *"],
      names: ["muttrc", ".muttrc", "neomuttrc", ".neomuttrc"]),
  ]

  private static let byExtension: [String: [DeclarationForm]] = {
    var forms: [String: [DeclarationForm]] = [:]
    for form in all { for name in form.extensions { forms[name, default: []].append(form) } }
    return forms
  }()
  private static let byName: [String: [DeclarationForm]] = {
    var forms: [String: [DeclarationForm]] = [:]
    for form in all { for name in form.names { forms[name, default: []].append(form) } }
    return forms
  }()

  /// The forms for a file with this name; without a name or an extension, those that its beginning shows.
  static func forms(of name: String?, _ text: ByteView) -> [DeclarationForm] {
    let file = name.map { Paths.split($0).name } ?? ""
    if let fileExtension = Paths.pathExtension(file) {
      return byExtension[fileExtension.lowercasedASCII] ?? byName[file.lowercasedASCII] ?? []
    }
    if let named = byName[file.lowercasedASCII] { return named }
    if text.starts(with: "#!"), text[0..<text.endOfLine(from: 0)].firstIndex(of: "perl") != nil {
      return byExtension["pl"] ?? []
    }
    return all.filter { form in form.beginning.contains { text.starts(with: $0) } }
  }

  /// Whether files with this name may have declarations in any line.
  static func hasDeclarationsThroughout(_ name: String?) -> Bool {
    forms(of: name, .empty).contains { !$0.isFirstOnly }
  }

  /// The encoding that the format of a file prescribes, and its kind; nil if it does not.
  static func prescribed(for name: String) -> (encoding: TextEncoding, kind: String)? {
    switch Paths.pathExtension(name)?.lowercasedASCII {
    case "properties": (.latin1, ".properties file")
    case "desktop", "directory": (.utf8, "desktop entry")
    case "m3u8": (.utf8, ".m3u8 playlist")
    default: nil
    }
  }
}

// MARK: Matching

extension DeclarationForm {
  /// The ranges of the names in a text, without those of encoded content.
  func matches(in text: ByteView) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // The names in the current header, and whether its content is encoded.
    var (isHeader, isEncoded, isMessage, headerStart) = (true, false, false, 0)
    var at = 0
    var number = 0
    var isInside = false
    var isComment = false
    if case .section = zone { isInside = false } else { isInside = true }
    while at < text.count {
      let end = endOfLine(in: text, from: at)
      let line = text[0..<min(end, at + Self.lineLimit)]
      let first = text.endOfSpace(from: at)
      defer {
        at = Self.afterLineEnd(text, end)
        number += 1
      }
      switch zone {
      case .everyLine: break
      case .firstLines(let count): if number >= count { return found }
      case .header: if first >= end { return found }
      case .headers:
        if isHeader, first >= end {
          if isEncoded { found.removeSubrange(headerStart...) }
          // A message inside a message begins with a header, too.
          (isHeader, isEncoded, isMessage, headerStart) = (isMessage, false, false, found.count)
          continue
        }
        if !isHeader {
          let isBorder = line.starts(with: "--", at: at) || line.starts(with: "From ", at: at)
          isHeader = isBorder && Self.isField(text, at: Self.afterLineEnd(text, end))
          continue
        }
        isEncoded = isEncoded || isContentEncoded(line.suffix(from: at))
        isMessage = isMessage || line.suffix(from: at).containsIgnoringCase("message/rfc822")
      case .before(let words):
        if words.contains(where: { line.firstIndex(of: $0, from: at) != nil }) { return found }
      case .section(let start, let next):
        if line.starts(with: start, at: at) {
          isInside = true
        } else if isInside, line.starts(with: next, at: at) {
          return found
        }
      }
      guard isInside else { continue }
      if let block {
        if isComment {
          isComment = line.firstIndex(of: block.end, from: at) == nil
          continue
        }
        if line.starts(with: block.start, at: at), text.byte(at: at + 1).map({ !$0.isWhitespace }) ?? false {
          isComment = line.firstIndex(of: block.end, from: at) == nil
          continue
        }
      }
      guard let name = patterns.lazy.compactMap({ match(ByteView($0), in: line, from: at) }).first else {
        continue
      }
      if case .headers = zone {} else if isContentEncoded(line.suffix(from: at)) { continue }
      found.append(name)
      if isFirstOnly { return found }
    }
    if isEncoded { found.removeSubrange(headerStart...) }
    return found
  }

  /// Whether a line says that the content is encoded in ASCII: a field of a mail, or the parameters before a colon.
  private func isContentEncoded(_ line: ByteView) -> Bool {
    var end = line.count
    if case .headers = zone {
      guard line[0..<min(end, 26)].containsIgnoringCase("content-transfer-encoding") else { return false }
    } else {
      end = line.firstIndex(of: ASCII.colon) ?? end
    }
    return encodedBy.contains { line[0..<end].containsIgnoringCase($0) }
  }

  /// Whether a field of a mail header begins at an offset: `Content-Type:`.
  private static func isField(_ text: ByteView, at start: Int) -> Bool {
    let end = text.endOfLine(from: start)
    guard let colon = text[0..<end].firstIndex(of: ASCII.colon, from: start), colon > start else {
      return false
    }
    return text[start..<colon].array.allSatisfy { $0.isLetter || $0.isDigit || $0 == ASCII.hyphen }
  }

  /// The maximum bytes of a line to examine.
  private static let lineLimit = 2000

  /// The end of a line, with the lines that continue it in a header.
  private func endOfLine(in text: ByteView, from start: Int) -> Int {
    var end = text.endOfLine(from: start)
    switch zone {
    case .header, .headers: break
    default: return end
    }
    while let next = text.byte(at: Self.afterLineEnd(text, end)), next == ASCII.space || next == ASCII.tab {
      let following = text.endOfLine(from: Self.afterLineEnd(text, end))
      if text[end..<following].trimmed.isEmpty { return end }
      end = following
    }
    return end
  }

  private static func afterLineEnd(_ text: ByteView, _ end: Int) -> Int {
    let isPair = text.byte(at: end) == ASCII.carriageReturn && text.byte(at: end + 1) == ASCII.lineFeed
    return min(end + (isPair ? 2 : 1), text.count)
  }

  /// The range of the name if a pattern matches at `start`; searches the line if it begins with `>`.
  private func match(_ pattern: ByteView, in line: ByteView, from start: Int) -> Range<Int>? {
    guard pattern.byte(at: 0) == Self.anyText else { return match(pattern, 0, line, start) }
    for at in start..<max(start, line.count) {
      if comments.contains(where: { line.starts(with: $0, at: at) }), !isEscaped(line, at) { return nil }
      if let found = match(pattern, 1, line, at) { return found }
    }
    return nil
  }

  private func isEscaped(_ line: ByteView, _ at: Int) -> Bool {
    at > 0 && line[at - 1] == ASCII.reverseSolidus && line[at] == ASCII.percentSign
  }

  private static let anyText = UInt8(ascii: ">")

  /// Matches the rest of a pattern; `>` inside it may match in several ways, of which the first counts.
  private func match(_ pattern: ByteView, _ part: Int, _ line: ByteView, _ start: Int) -> Range<Int>? {
    var (part, at) = (part, start)
    var name: Range<Int>?
    // The place after the last `>` matched, to try again further on.
    var retry: (part: Int, at: Int)?
    while part < pattern.count {
      var isMatched = true
      switch pattern[part] {
      case ASCII.space: at = endOfBlanks(line, at)
      case ASCII.tab:
        let end = endOfBlanks(line, at)
        (isMatched, at) = (end > at, end)
      case ASCII.plusSign: while line.byte(at: at)?.isLetter == true { at += 1 }
      case Self.anyText: retry = (part + 1, at)
      case ASCII.asterisk:
        let end = MediaType.endOfWord(in: line, from: at)
        (name, isMatched) = (at..<end, end > at)
        at = end
      case ASCII.verticalBar: name = (name?.lowerBound ?? at)..<at
      case UInt8(ascii: "~"):
        let rest = line.suffix(from: at).trimmed
        (name, isMatched) = (at..<at + rest.count, !rest.isEmpty && rest.count <= MediaType.longestName)
        at += rest.count
      case let byte:
        isMatched = line.byte(at: at).map { $0.lowercased == byte.lowercased } ?? false
        at += 1
      }
      if isMatched {
        part += 1
      } else if let again = retry, again.at < line.count {
        retry = (again.part, again.at + 1)
        (part, at) = (again.part, again.at + 1)
      } else {
        return nil
      }
    }
    return name
  }

  private func endOfBlanks(_ line: ByteView, _ start: Int) -> Int {
    var at = start
    while let byte = line.byte(at: at), byte.isWhitespace { at += 1 }
    return at
  }
}
