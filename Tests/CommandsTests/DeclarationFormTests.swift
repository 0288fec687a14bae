// What each kind of file declares: judged by lint, and followed by transcode in the spelling of its reader.

import Commands
import Foundation
import PliantCore
import PliantText
import TestSupport
import Testing

@Suite struct DeclarationFormTests {
  static let german = "Größe und Wärme, Übergänge über den Flüssen überraschen die Gäste"

  /// The file, its text with % for each name, the name of ISO-8859-1, and that of UTF-8; "ü" is the text.
  static let forms: [(name: String, text: String, latin: String, utf8: String)] = [
    ("a.vim", "\" a\n:scriptencoding %\nlet a = 'ü'\n", "latin1", "utf-8"),
    ("a.vim", "\" a\nscriptenc %\nlet a = 'ü'\n", "latin1", "utf-8"),
    (
      "a.po", "\nmsgid \"\"\nmsgstr \"\"\n\"content-type: text/plain; \"\n\"charset=%\\n\"\n\n\"ü\"\n",
      "ISO-8859-1", "UTF-8"
    ),
    (
      "a.po", "# a\ndomain \"x\"\nmsgid  \"\"\nmsgstr \"Content-Type: a; charset=%\\n\"\n\n\"ü\"\n",
      "ISO-8859-1", "UTF-8"
    ),
    ("a.txt", ";; -*- Coding: % -*-\nü\n", "iso-8859-1", "utf-8"),
    ("a.txt", ";; -*-coding: %-*-\nü\n", "iso-8859-1", "utf-8"),
    ("a.txt", "#!/bin/x\n;; -*- coding: % -*-\nü\n", "iso-8859-1", "utf-8"),
    ("a.txt", "ü\n\u{C}\n;; LOCAL Variables:\n;; coding: %\n;; End:\n", "iso-8859-1", "utf-8"),
    ("a.txt", "vim:fenc=%:\nü\n", "latin1", "utf-8"),
    ("a.txt", "ü\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n/*\tvim600: fenc=% */\n", "latin1", "utf-8"),
    ("a.pl", "use strict;\nuse encoding '%';\nprint 'ü';\n", "iso-8859-1", "utf8"),
    ("a.pod", "=encoding %\n\n=head1 ü\n", "iso-8859-1", "utf8"),
    ("a.pl", "print 1;\n__END__\n\n=encoding %\n\nü\n", "iso-8859-1", "utf8"),
    ("a.tex", "\\documentclass{a}\n\\usepackage[%]{inputenc}\n\\begin{document}ü\n", "latin1", "utf8"),
    ("a.tex", "\\documentclass{a} \\usepackage[x, %]{inputenc}\nü\n", "latin1", "utf8"),
    ("a.tex", "% !TEX encoding = %\nü\n", "IsoLatin", "UTF-8 Unicode"),
    ("a.texi", "\\input texinfo\n@documentencoding %\nü\n", "ISO-8859-1", "UTF-8"),
    ("DESCRIPTION", "Package: a\nEncoding: %\nTitle: ü\n", "ISO-8859-1", "UTF-8"),
    ("a.Rd", "\\name{a}\n\\encoding{%}\nü\n", "ISO-8859-1", "UTF-8"),
    ("de.aff", "SET %\nTRY ü\n", "ISO8859-1", "UTF-8"),
    ("a.rc", "#pragma code_page(%)\nA \"ü\"\n#pragma code_page(%)\n", "1252", "65001"),
    ("a.isl", "; LanguageCodePage=1\n[LangOptions]\nLanguageCodePage=%\n[Messages]\na=ü\n", "28591", "65001"),
    ("a.bat", "@echo off\r\n@chcp % >nul\r\necho ü\r\nchcp %OLD%\r\n", "28591", "65001"),
    ("a.jsp", "<%@ page contentType=\"text/html; charset=%\" %>\n<p>ü</p>\n", "ISO-8859-1", "UTF-8"),
    (
      "a.jsp", "<%@ page pageEncoding=\"%\" contentType=\"text/html; charset=koi8-r\" %>ü\n", "ISO-8859-1",
      "UTF-8"
    ),
    ("a.php", "<?php declare(encoding='%');\necho 'ü';\n", "ISO-8859-1", "UTF-8"),
    ("a.eml", "From: a\nContent-Type: text/plain;\n charset=\"%\"\n\nü\n", "ISO-8859-1", "UTF-8"),
    ("a.vcf", "BEGIN:VCARD\nN;CHARSET=%:ü\nFN;CHARSET=%:ü\nEND:VCARD\n", "ISO-8859-1", "UTF-8"),
    ("a.bib", "% Encoding: %\n@a{b, c={ü}}\n", "ISO-8859-1", "UTF-8"),
    ("a.adoc", "= A\n:encoding: %\n\nü\n", "ISO-8859-1", "UTF-8"),
    ("a.m3u", "#EXTM3U\n#EXTENC: %\nü\n", "ISO-8859-1", "UTF-8"),
    ("a.el", ";; -*- mode: lisp; coding: %-unix -*-\n(a \"ü\")\n", "iso-8859-1", "utf-8"),
    ("a.txt", "ü\n\nLocal Variables:\nmode: text\ncoding: %\nEnd:\n", "iso-8859-1", "utf-8"),
    ("a.c", "/* ü */\n\n/*\n * Local Variables:\n * coding: %\n * End:\n */\n", "iso-8859-1", "utf-8"),
    ("a.rb", "# coding: %\nputs 'ü'\n", "ISO-8859-1", "UTF-8"),
    ("a.sql", "-- SET NAMES x\n/*!40101 SET NAMES % */;\nINSERT INTO a VALUES('ü');\n", "latin1", "utf8mb4"),
    ("a.sql", "SET client_encoding = '%';\nCOPY a FROM stdin;\nü\n", "LATIN1", "UTF8"),
    ("a.erl", "%% coding: %\n-module(a).\n% ü\n", "latin-1", "utf-8"),
    ("a.pro", ":- encoding(%).\na('ü').\n", "iso_latin_1", "utf8"),
    ("a.xq", "xquery version '1.0' encoding '%';\n'ü'\n", "ISO-8859-1", "UTF-8"),
    ("a.erb", "<%# encoding: % %>\n<p>ü\n", "ISO-8859-1", "UTF-8"),
    ("a.asp", "<%@ LANGUAGE=\"VBScript\" CODEPAGE=\"%\" %>\n<p>ü</p>\n", "28591", "65001"),
    ("a.cfm", "<cfprocessingdirective pageEncoding=\"%\">\n<p>ü</p>\n", "ISO-8859-1", "UTF-8"),
    ("a.sgf", "(;GM[1]FF[4]CA[%]PB[ü])\n", "ISO-8859-1", "UTF-8"),
    ("a.gp", "set encoding %\nset title 'ü'\n", "iso_8859_1", "utf8"),
    ("a.gv", "digraph a {\n  charset=\"%\"\n  b [label=\"ü\"]\n}\n", "ISO-8859-1", "UTF-8"),
    ("a.abc", "%abc\n%%abc-charset %\nT:ü\n", "ISO-8859-1", "UTF-8"),
    ("a.pike", "#charset %\nstring a = \"ü\";\n", "ISO-8859-1", "UTF-8"),
    ("Doxyfile", "DOXYFILE_ENCODING      = %\nPROJECT_NAME = \"ü\"\n", "ISO-8859-1", "UTF-8"),
    ("muttrc", "set config_charset = \"%\"\nset realname = \"ü\"\n", "ISO-8859-1", "UTF-8"),
    ("a.txt", "// kate: encoding %; indent-width 2;\nü\n", "ISO-8859-1", "UTF-8"),
    ("a.txt", "ü\n\n// :indentSize=4:encoding=%:mode=text:\n", "ISO-8859-1", "UTF-8"),
    (
      "de.po",
      "# -*- coding: iso-8859-1 -*-\nmsgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n\nmsgid \"a\"\nmsgstr \"ü\"\n",
      "", ""
    ),
  ]

  private static func text(_ form: String, _ name: String) -> String {
    // Only % before a name that is not part of a comment or a tag.
    var result = form.replacingOccurrences(of: "ü", with: german)
    for place in [
      ":scriptencoding %", "'%'", "\"%\"", "=encoding %", "[%]", ", %]", "= %", "documentencoding %",
      "Encoding: %", "{%}", "SET %", "(%)", "Page=%", "charset=%", "CHARSET=%", "encoding: %", "EXTENC: %",
      "coding: %", "Coding: %", "fenc=%", "scriptenc %", "chcp % ", "NAMES %", "CHARSET:%", "encoding %",
      "charset %", "encoding=%",
    ] {
      result = result.replacingOccurrences(of: place, with: place.replacingOccurrences(of: "%", with: name))
    }
    return result
  }

  private static func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  private func run(_ folder: URL, _ words: String...) throws -> (
    code: ExitCode, output: [UInt8], error: String
  ) {
    let run = try CapturedRun(in: folder)
    let code = Program.run(words, context: run.context)
    return (code, run.outputBytes, run.errorText)
  }

  @Test(arguments: forms.indices) func aDeclarationIsJudgedAndFollows(_ index: Int) throws {
    let (name, form, latin, utf8) = Self.forms[index]
    guard !latin.isEmpty else { return }
    try withTemporaryFolder { folder in
      let place = folder.appendingPathComponent(name)
      let old = Self.latin1(Self.text(form, latin))
      try Data(old).write(to: place)
      let checked = try run(folder, "lint", name)
      #expect(checked.code == .success, "\(String(decoding: checked.output, as: UTF8.self))")
      let described = try run(folder, "encoding", "--json", name)
      #expect(String(decoding: described.output, as: UTF8.self).contains("\"declared\":\"\(latin)\""))
      let there = try run(folder, "transcode", "--to", "UTF-8", name)
      #expect(there.code == .success, "\(there.error)")
      #expect(String(decoding: try Data(contentsOf: place), as: UTF8.self) == Self.text(form, utf8))
      #expect(try run(folder, "lint", name).code == .success)
      // A lie is found, and the truth is the same name.
      try Data(Self.latin1(Self.text(form, utf8))).write(to: place)
      #expect(try run(folder, "lint", name).code == .failure)
      #expect(try run(folder, "lint", "--fix", name).code == .success, "\(name)")
      #expect([UInt8](try Data(contentsOf: place)) == old)
    }
  }

  /// Comments, other lines, and text after the end of the program.
  @Test func whatItsReaderDoesNotLookAtDeclaresNothing() async throws {
    try await forEachRow(of: [
      ("a.vim", "\" scriptencoding koi8-r\nü\n"), ("a.pl", "# use encoding 'koi8-r';\nü\n"),
      ("a.pl", "1;\n__END__\nuse encoding 'koi8-r';\nuse utf8;\nü\n"),
      ("a.pl", "=pod\n\nuse utf8;\n\n=cut\n\nü\n"),
      ("a.tex", "% \\usepackage[koi8-r]{inputenc}\nü\n"),
      ("a.tex", "\\begin{document}\n\\usepackage[utf8]{inputenc}\nü\n"),
      ("a.texi", "@c @documentencoding KOI8-R\n@ignore\n@documentencoding KOI8-R\n@end ignore\nü\n"),
      ("a.iss", "[Setup]\nLanguageCodePage=1251\nü\n"),
      ("a.eml", "From: a\n\nContent-Type: a; charset=koi8-r\nü\n"),
      ("a.ged", "0 HEAD\n0 NOTE\n1 CHAR ANSEL\nü\n"),
      ("a.php", "<?php // declare(encoding='koi8-r');\n'ü'\n"),
      ("a.rb", "# frozen_string_literal: true\n# encoding: koi8-r\n'ü'\n"),
      ("a.py", "import a\n# coding: koi8-r\n'ü'\n"), ("a.txt", "# coding: cryptic\nü\n"),
      ("a.txt", "\n;; -*- coding: koi8-r -*-\nü\n"), ("a.txt", "ü\ntex: fenc=koi8-r\n"),
      ("a.txt", "ü\n;; Local Variables:\n;; coding: koi8-r\n;; End:\n\u{C}\nü\n"),
      ("a.ini", "[section]\nname=ü\n"), ("a.sub", "{1}{2}ü\n"), ("a.md", "[ü](a)\n"),
      ("a.rtf", "{\\rtf1 ü}\n"), ("a.txt", "set encoding koi8-r\nkate encoding koi8-r;\nü\n"),
      // What a page sends may come from elsewhere.
      ("a.php", "<?php\nheader('Content-Type: text/html; charset=koi8-r');\n// ü\n"),
      ("a.sql", "-- SET NAMES koi8r\nü\n"), ("a.erl", "-module(a).\n\n% coding: utf-8\nü\n"),
    ]) { (name: String, text: String) in
      try withTemporaryFolder { folder in
        try Data(Self.latin1(text.replacingOccurrences(of: "ü", with: Self.german)))
          .write(to: folder.appendingPathComponent(name))
        let described = try self.run(folder, "encoding", "--json", name)
        #expect(String(decoding: described.output, as: UTF8.self).contains("\"declared\":null"), "\(text)")
      }
    }
  }

  /// The text's name of ISO-8859-1 is that of content in ASCII, and stays; `ü` is the text.
  @Test func aNameOfEncodedContentStays() async throws {
    let multipart = "From: a\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
    try await forEachRow(of: [
      (
        "a.eml",
        "From: a\nContent-Type: text/plain; charset=ISO-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe\n"
      ),
      (
        "a.mht",
        "Content-Transfer-Encoding: BASE64\nContent-Type: text/html;\n charset=\"ISO-8859-1\"\n\nR3L83w==\n"
      ),
      (
        "a.eml",
        multipart
          + "Content-Type: text/plain; charset=ISO-8859-1\nContent-Transfer-Encoding: base64\n\nR3L83w==\n--x--\n"
      ),
      ("a.vcf", "BEGIN:VCARD\nFN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller\nEND:VCARD\n"),
      ("a.vcs", "BEGIN:VCALENDAR\nX;ENCODING=BASE64;CHARSET=ISO-8859-1:R3L83w==\nEND:VCALENDAR\n"),
    ]) { (name: String, text: String) in
      try withTemporaryFolder { folder in
        let place = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: place)
        let result = try self.run(folder, "transcode", "--to", "UTF-8", name)
        #expect(result.code == .success && result.error.isEmpty, "\(result.error)")
        _ = try self.run(folder, "lint", "--fix", name)
        #expect(try Data(contentsOf: place) == Data(text.utf8))
      }
    }
  }

  @Test func partsOfAMailAreInTheirOwnEncodings() throws {
    try withTemporaryFolder { folder in
      let part = { (name: String) in
        "--x\nContent-Type: text/plain; charset=\(name)\n\n\(Self.german)\n"
      }
      let head = Array("From: a\nContent-Type: multipart/mixed; boundary=x\n\n".utf8)
      let bytes = head + Self.latin1(part("ISO-8859-1")) + Array(part("UTF-8").utf8)
      let place = folder.appendingPathComponent("a.eml")
      try Data(bytes).write(to: place)
      #expect(try run(folder, "lint", "a.eml").code == .success)
      for fix in ["--fix=mixed", "--fix=bytes", "--fix"] { _ = try run(folder, "lint", fix, "a.eml") }
      #expect(try run(folder, "transcode", "--to", "UTF-8", "a.eml").code == .failure)
      #expect(try Data(contentsOf: place) == Data(bytes))
      try Data(head + Self.latin1(part("ISO-8859-1")) + Self.latin1(part("UTF-8"))).write(to: place)
      let found = try run(folder, "lint", "a.eml")
      #expect(String(decoding: found.output, as: UTF8.self).contains("is not valid in its own"))
    }
  }

  /// A name that pliant does not read may be true: nothing is changed, and the name is reported.
  @Test func anEncodingThatIsNotReadIsNamed() async throws {
    try await forEachRow(of: [
      ("a.html", "<!DOCTYPE html><meta charset=\"ISO-2022-CN\"><p>ü\n", "ISO-2022-CN"),
      ("a.css", "@charset \"x-foo\";\na{content:\"ü\"}\n", "x-foo"),
      ("a.po", "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=viqr\\n\"\n\"ü\"\n", "viqr"),
      ("a.ged", "0 HEAD\n1 CHAR ANSEL\n1 NAME ü\n", "ANSEL"),
      ("a.tex", "\\usepackage[decmulti]{inputenc}\nü\n", "decmulti"),
      ("a.txt", "/* vim: set fileencoding=iso-2022-cn : */\nü\n", "iso-2022-cn"),
      ("a.el", ";; -*- coding: emacs-mule -*-\nü\n", "emacs-mule"),
      ("a.xml", "<?xml version=\"1.0\" encoding=\"ISO-2022-CN\"?>\n<a>ü</a>\n", "ISO-2022-CN"),
    ]) { (name: String, text: String, encoding: String) in
      try withTemporaryFolder { folder in
        let place = folder.appendingPathComponent(name)
        let bytes = Data(Self.latin1(text.replacingOccurrences(of: "ü", with: Self.german)))
        try bytes.write(to: place)
        let refused = try self.run(folder, "transcode", "--to", "UTF-8", name)
        #expect(
          refused.code == .failure && refused.error.contains("encoding '\(encoding)'"), "\(refused.error)")
        let found = String(decoding: try self.run(folder, "lint", name).output, as: UTF8.self)
        #expect(
          found.contains("encoding '\(encoding)'") && !found.contains("no encoding is declared"), "\(found)")
        if name != "a.css" {
          for fix in ["--fix", "--fix=bytes"] { _ = try self.run(folder, "lint", fix, name) }
        }
        #expect(try Data(contentsOf: place) == bytes)
      }
    }
  }

  /// Two fields are one declaration.
  @Test func bothFieldsOfOFXFollow() throws {
    try withTemporaryFolder { folder in
      let place = folder.appendingPathComponent("a.ofx")
      let text = { (encoding: String, charset: String) in
        "OFXHEADER:100\nENCODING:\(encoding)\nCHARSET:\(charset)\n\n<OFX>\(Self.german)</OFX>\n"
      }
      try Data(Self.latin1(text("USASCII", "1252"))).write(to: place)
      #expect(try run(folder, "transcode", "--to", "UTF-8", "a.ofx").code == .success)
      #expect(try String(contentsOf: place, encoding: .utf8) == text("UTF-8", "NONE"))
      #expect(try run(folder, "lint", "a.ofx").code == .success)
      try Data(Self.latin1(text("UTF-8", "NONE"))).write(to: place)
      #expect(try run(folder, "lint", "--fix", "a.ofx").code == .success)
      #expect(try Data(contentsOf: place) == Data(Self.latin1(text("USASCII", "ISO-8859-1"))))
    }
  }

  @Test func everyTrueDeclarationChanges() throws {
    try withTemporaryFolder { folder in
      let form = Self.forms.last?.text ?? ""
      let place = folder.appendingPathComponent("de.po")
      try Data(Self.latin1(form.replacingOccurrences(of: "ü", with: Self.german))).write(to: place)
      #expect(try run(folder, "transcode", "--to", "windows-1252", "de.po").code == .success)
      let text = String(decoding: try Data(contentsOf: place), as: UTF8.self)
      #expect(text.contains("coding: windows-1252 -*-") && text.contains("charset=CP1252\\n"))
      // One of two is false.
      try Data(
        Self.latin1(
          text.replacingOccurrences(of: "CP1252", with: "UTF-8").replacingOccurrences(
            of: "\u{FFFD}", with: "ü"))
      ).write(to: place)
      #expect(try run(folder, "lint", "de.po").code == .failure)
      #expect(try run(folder, "lint", "--fix", "de.po").code == .success)
    }
  }

  /// The reader has no name for the target; nothing is written.
  @Test func refusesWhatCannotBeDeclared() async throws {
    try await forEachRow(of: [
      ("a.po", "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n", "macintosh", "gettext"),
      ("a.pl", "use utf8;\n'é'\n", "ISO-8859-1", "'use utf8'"),
      ("a.properties", "a=b é\n", "KOI8-R", ".properties"),
      ("a.desktop", "[Desktop Entry]\nName=é\n", "ISO-8859-1", "desktop entry"),
      ("a.aff", "SET UTF-8\nTRY é\n", "IBM850", "Hunspell"),
      ("a.tex", "\\usepackage[utf8]{inputenc}\n", "EUC-JP", "inputenc"),
      ("a.html", "<!DOCTYPE html><meta charset=utf-8>é", "IBM850", "HTML"),
      ("a.html", "<!DOCTYPE html><meta charset=utf-8>é", "UTF-32", "HTML"),
      ("a.html", "<title>a</title><meta charset=utf-8><p>é", "IBM850", "HTML"),
      ("a.vim", "scriptencoding utf-8\n\" é\n", "UTF-16", "Vim"),
      ("a.texi", "\\input texinfo\n@documentencoding UTF-8\né\n", "KOI8-T", "Texinfo"),
      ("a.rc", "#pragma code_page(65001)\nA \"é\"\n", "ISO-8859-2", "the resource compiler"),
      ("a.el", ";; -*- coding: utf-8 -*-\n;; é\n", "IBM1047", "Emacs"),
    ]) { (name: String, text: String, target: String, reason: String) in
      try withTemporaryFolder { folder in
        let place = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: place)
        let refused = try self.run(folder, "transcode", "--to", target, name)
        #expect(refused.code == .failure)
        #expect(
          refused.error.contains(reason) && refused.error.contains("[encoding/unmappable]"),
          "\(refused.error)")
        #expect(try Data(contentsOf: place) == Data(text.utf8))
      }
    }
  }

  @Test func aNameThatItsReaderDoesNotKnowIsFoundAndReplaced() async throws {
    try await forEachRow(of: [
      ("a.py", "# coding: x-klingon-8\n'ü'\n", "# coding: iso-8859-1\n'ü'\n"),
      ("a.el", ";; -*- coding: ISO-8859-1 -*-\n'ü'\n", ";; -*- coding: iso-8859-1 -*-\n'ü'\n"),
      ("a.aff", "SET latin1\nTRY ü\n", "SET ISO8859-1\nTRY ü\n"),
      ("a.c", "// vim: set fenc=x-klingon-8 :\n// ü\n", "// vim: set fenc=latin1 :\n// ü\n"),
      ("a.ged", "0 HEAD\n1 CHAR klingon\n1 NAME ü\n", "0 HEAD\n1 CHAR ANSI\n1 NAME ü\n"),
      (
        "a.po", "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=latin1\\n\"\n\"ü\"\n",
        "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n\"ü\"\n"
      ),
      ("a.tex", "\\usepackage[klingon]{inputenc}\nü\n", "\\usepackage[latin1]{inputenc}\nü\n"),
      (
        "a.po", "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CHARSET\\n\"\n\"ü\"\n",
        "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n\"ü\"\n"
      ),
    ]) { (name: String, text: String, expected: String) in
      try withTemporaryFolder { folder in
        let place = folder.appendingPathComponent(name)
        try Data(Self.latin1(text.replacingOccurrences(of: "ü", with: Self.german))).write(to: place)
        let checked = try self.run(folder, "lint", name)
        #expect(String(decoding: checked.output, as: UTF8.self).contains("[encoding/unknown-name]"))
        #expect(try self.run(folder, "lint", "--fix", name).code == .success, "\(name)")
        #expect(
          [UInt8](try Data(contentsOf: place))
            == Self.latin1(expected.replacingOccurrences(of: "ü", with: Self.german)))
      }
    }
  }

  /// Perl would read each byte of UTF-8 as a character.
  @Test func perlDeclaresUTF8() async throws {
    try await forEachRow(of: [
      (
        "#!/usr/bin/perl\nuse strict;\nprint length('ü');\n",
        "#!/usr/bin/perl\nuse utf8;\nuse strict;\nprint length('ü');\n"
      ),
      ("use strict; # use utf8;\n'ü';\n", "use utf8;\nuse strict; # use utf8;\n'ü';\n"),
      ("use strict; use utf8;\n'ü';\n", "use strict; use utf8;\n'ü';\n"),
      (":- use(a).\n'ü'.\n", ":- use(a).\n'ü'.\n"),
    ]) { (text: String, expected: String) in
      try withTemporaryFolder { folder in
        let place = folder.appendingPathComponent("a.pl")
        try Data(Self.latin1(text.replacingOccurrences(of: "ü", with: Self.german))).write(to: place)
        #expect(try self.run(folder, "lint", "--fix=bytes", "a.pl").code == .success)
        #expect(
          try String(contentsOf: place, encoding: .utf8)
            == expected.replacingOccurrences(of: "ü", with: Self.german))
      }
    }
  }

  /// Browsers know other names, and read Latin-1 as windows-1252; a part of a page is known by its name.
  @Test func labelsOfBrowsers() async throws {
    try await forEachRow(of: [
      ("a.html", "<!DOCTYPE html><meta charset=koi8-ru>a", "KOI8-U"),
      ("a.html", "<!DOCTYPE html><meta charset=ksc_5601>a", "CP949"),
      (
        "a.html", "text <meta http-equiv=Content-Type content='text/html; charset=\"windows-1251\"'>",
        "windows-1251"
      ),
      ("a.html", "<title>\(String(repeating: "a", count: 5000))</title><meta charset=koi8-r>", "KOI8-R"),
      ("a.css", "@charset \"ISO-8859-1\";\n", "windows-1252"),
    ]) { (name: String, text: String, expected: String) in
      let bytes = Array(text.utf8)
      let found = bytes.withByteView {
        DeclaredEncoding.find(in: $0, actual: .ascii, mark: nil, name: name)
      }
      #expect(found?.encoding?.name == expected, "\(text)")
    }
  }

  @Test func aNameThatStaysIsReported() throws {
    try withTemporaryFolder { folder in
      try Data("# a\ncharset = iso-8859-1\nencoding: 8859\nb=\u{FC}\n".unicodeScalars.map { UInt8($0.value) })
        .write(to: folder.appendingPathComponent("a.conf"))
      let result = try run(folder, "transcode", "--to", "UTF-8", "--input-encoding", "latin1", "a.conf")
      #expect(result.code == .success)
      #expect(result.error.contains("a.conf:2:11: note: the text still names 'iso-8859-1'; it is UTF-8 now"))
    }
  }

  /// Each section of a resource script is in its own code page.
  @Test func partsInDifferentEncodingsAreNotReadAsOne() throws {
    try withTemporaryFolder { folder in
      let place = folder.appendingPathComponent("a.rc")
      let bytes =
        Array("#pragma code_page(1252)\nA \"".utf8) + [0xE9] + Array("\"\n#pragma code_page(1251)\n".utf8)
      try Data(bytes).write(to: place)
      let result = try run(folder, "transcode", "--to", "UTF-8", "a.rc")
      #expect(result.code == .failure && result.error.contains("'1252' and '1251'"), "\(result.error)")
      #expect(try Data(contentsOf: place) == Data(bytes))
    }
  }

  @Test func aDeclarationIsAddedWhereTheReaderNeedsOne() async throws {
    try await forEachRow(of: [
      ("a.py", "#!/usr/bin/python3\n'é'\n", "#!/usr/bin/python3\n# -*- coding: iso-8859-1 -*-\n'é'\n"),
      ("a.rb", "'é'\n", "# -*- coding: ISO-8859-1 -*-\n'é'\n"),
      ("a.css", "a { content: 'é' }\n", "@charset \"ISO-8859-1\";\na { content: 'é' }\n"),
      ("a.txt", "é\n", "é\n"),
    ]) { (name: String, text: String, expected: String) in
      try withTemporaryFolder { folder in
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        #expect(try self.run(folder, "transcode", "--to", "ISO-8859-1", name).code == .success)
        #expect(try Data(contentsOf: folder.appendingPathComponent(name)) == Data(Self.latin1(expected)))
      }
    }
  }
}
