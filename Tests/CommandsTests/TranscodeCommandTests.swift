// pliant transcode and pliant encoding from the command line.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct TranscodeCommandTests {
  private func pliant(_ input: [UInt8], _ words: String...) throws -> (
    code: ExitCode, output: [UInt8], error: String
  ) {
    let run = try CapturedRun(input: input)
    let code = Program.run(words, context: run.context)
    return (code, run.outputBytes, run.errorText)
  }

  private func encode(_ text: String, _ name: String) throws -> [UInt8] {
    var encoder = try TextEncoder(#require(TextEncoding(name: name)))
    var output = OutputBuffer()
    let bytes = Array(text.utf8)
    try #require(bytes.withByteView { encoder.encode($0, into: &output) } == bytes.count)
    return output.bytes
  }

  static let xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<!-- ä -->\r\n<a b='ö'>Grüße “€”</a>\n"

  @Test func thereAndBackIsTheIdentity() async throws {
    try await forEachRow(of: ["macintosh", "windows-1252", "UTF-16", "UTF-16LE", "UTF-32", "GB18030"]) {
      (name: String) throws in
      let there = try pliant(Array(Self.xml.utf8), "transcode", "--to", name)
      #expect(there.code == .success)
      let back = try pliant(there.output, "transcode", "--to", "utf8")
      #expect(String(decoding: back.output, as: UTF8.self) == Self.xml)
    }
  }

  @Test func escapesWhatTheTargetLacks() async throws {
    try await forEachRow(of: [
      ("<a>Ł</a>", "latin1", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>&#x141;</a>"),
      ("<a b=\"Ł\"/>", "ascii", "<a b=\"&#x141;\"/>"),
      (
        "<?xml version='1.0'?><a>😀</a>", "latin1",
        "<?xml version='1.0' encoding=\"ISO-8859-1\"?><a>&#x1F600;</a>"
      ),
      ("{\"a\":\"Ł😀\"}", "ascii", "{\"a\":\"\\u0141\\ud83d\\ude00\"}"),
      ("\"a\" = \"Ł\";", "ascii", "\"a\" = \"\\U0141\";"),
      ("@charset \"UTF-8\"; a{}", "latin1", "@charset \"ISO-8859-1\"; a{}"),
      (
        "<!DOCTYPE a [<!ENTITY e \"x>\"><!-- > -->]><a>Ł</a>", "ascii",
        "<!DOCTYPE a [<!ENTITY e \"x>\"><!-- > -->]><a>&#x141;</a>"
      ),
    ]) { (text: String, name: String, expected: String) in
      let result = try pliant(Array(text.utf8), "transcode", "--to", name)
      #expect(result.code == .success)
      #expect(String(decoding: result.output, as: UTF8.self) == expected)
    }
  }

  /// Numbers of two or four bytes look like units of UTF-16 and UTF-32.
  @Test func binaryContentIsRefused() async throws {
    try await forEachRow(of: [
      [0, 1, 2, 255], [4, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0], [0, 0, 16, 2],
      [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 200, 1, 0, 0],
    ]) { (bytes: [UInt8]) in
      let result = try pliant(bytes, "transcode", "--to", "UTF-8")
      #expect(result.code == .failure && result.output.isEmpty, "\(bytes)")
      #expect(result.error.contains("the content is binary, not text"), "\(result.error)")
      #expect(try pliant(bytes, "encoding").output.starts(with: "<stdin>: binary".utf8))
    }
    let text = try encode("Größe\n", "UTF-16LE")
    #expect(try pliant(text, "transcode", "--to", "UTF-8").output == Array("Größe\n".utf8))
  }

  @Test func everyDeclarationFollows() async throws {
    try await forEachRow(of: [
      (
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head>é</html>",
        "<!DOCTYPE html>\n<html><head><meta charset=\"windows-1252\"></head>é</html>"
      ),
      (
        "<html><head><META content='text/html; charset=UTF-8' http-equiv=Content-Type></head>é",
        "<html><head><META content='text/html; charset=windows-1252' http-equiv=Content-Type></head>é"
      ),
      ("<!doctype html><head>é", "<!doctype html><head><meta charset=\"windows-1252\">é"),
      (
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><html><head><meta charset=\"UTF-8\"/></head>é</html>",
        "<?xml version=\"1.0\" encoding=\"windows-1252\"?><html><head><meta charset=\"windows-1252\"/></head>é</html>"
      ),
      (
        "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n'é'\n",
        "#!/usr/bin/python\n# -*- coding: windows-1252 -*-\n'é'\n"
      ),
      ("# vim: set fileencoding=utf-8 :\né\n", "# vim: set fileencoding=windows-1252 :\né\n"),
      ("# -*- coding: utf-8-unix -*-\né\n", "# -*- coding: windows-1252-unix -*-\né\n"),
      (
        "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"é\"\n",
        "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CP1252\\n\"\n\"é\"\n"
      ),
      ("# coding standards\né\n", "# coding standards\né\n"),
      ("\n\n# coding: utf-8\né\n", "\n\n# coding: utf-8\né\n"),
    ]) { (text: String, expected: String) throws in
      let there = try pliant(Array(text.utf8), "transcode", "--to", "windows-1252")
      #expect(there.code == .success)
      #expect(there.output == (try encode(expected, "windows-1252")), "\(there.error)")
      // What nothing declares cannot be told from two letters.
      if text == expected { return }
      let back = try pliant(there.output, "transcode", "--to", "UTF-8")
      let wanted = expected.replacingOccurrences(of: "windows-1252", with: "UTF-8")
        .replacingOccurrences(of: "CP1252", with: "UTF-8")
      // Each reader has its own spelling of the name.
      #expect(String(decoding: back.output, as: UTF8.self).lowercased() == wanted.lowercased())
    }
  }

  @Test func encodingReadsEveryDeclaration() async throws {
    try await forEachRow(of: [
      ("<!DOCTYPE html><meta charset=\"ISO-8859-1\">", "ISO-8859-1"), ("# coding: latin-1\n", "latin-1"),
      ("<html><body><meta charset=\"ISO-8859-1\">", "null"),
      ("<!-- <html> --><svg><meta charset='x'/></svg>", "null"),
      ("\"Content-Type: text/plain; charset=UTF-8\\n\"", "null"), ("<html><meta charset='{{x}}'>", "null"),
      ("msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CHARSET\\n\"\n", "null"),
    ]) { (text: String, expected: String) in
      let found = try pliant(Array(text.utf8), "encoding", "--json")
      let shown = expected == "null" ? "null" : "\"\(expected)\""
      #expect(String(decoding: found.output, as: UTF8.self).contains("\"declared\":\(shown)"))
    }
  }

  @Test func refusesXMLThatCouldNotBeReadAgain() throws {
    // Its header would be in front of the XML declaration.
    let name = "ISO-2022-KR"
    let result = try pliant(Array("<?xml version='1.0'?><a/>".utf8), "transcode", "--to", name)
    #expect(result.code == .failure && result.output.isEmpty)
    #expect(result.error.contains("could not be read again"), "\(result.error)")
    #expect(try pliant(Array("plain, and nothing else".utf8), "transcode", "--to", name).code == .success)
  }

  @Test func xmlComesBackFromEveryEncoding() async throws {
    try await forEachRow(of: [
      "UTF-7", "ISO-2022-JP", "HZ-GB-2312", "Shift_JIS", "GB18030", "GBK", "Big5-HKSCS", "CP949", "Johab",
      "IBM037", "IBM1047",
    ]) { (name: String) throws in
      let text = "<?xml version='1.0' encoding='UTF-8'?><a b='日中'>~+&amp;日中</a>"
      let written = try pliant(Array(text.utf8), "transcode", "--to", name)
      #expect(written.code == .success)
      let read = try pliant(written.output, "convert", "json", "--from", "xml", "--xml-style", "attributes")
      #expect(String(decoding: read.output, as: UTF8.self).contains("~+&日中"), "\(read.error)")
    }
  }

  /// A declaration of UTF-16 that reads as ASCII means UTF-8 in HTML.
  @Test func utf16DeclaredInBytesOfHTMLIsUTF8() throws {
    let page = Array("<!DOCTYPE html><meta charset=\"utf-16\"><p>Größe\n".utf8)
    let written = try pliant(page, "transcode", "--to", "ISO-8859-1")
    #expect(written.code == .success, "\(written.error)")
    #expect(
      written.output
        == Array(
          Data(
            "<!DOCTYPE html><meta charset=\"ISO-8859-1\"><p>Gr\u{F6}\u{DF}e\n".unicodeScalars.map {
              UInt8($0.value)
            })))
  }

  @Test func undeclaredTextIsToldByAllOfIt() throws {
    let text = String(repeating: "nothing special here\n", count: 40_000) + "Grüße aus München\n"
    let result = try pliant(encode(text, "macintosh"), "transcode", "--to", "UTF-8")
    #expect(result.error.contains("no encoding is declared; detected macintosh from the content"))
    expectSame(result.output, Array(text.utf8))
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("text.txt")
      try Data(encode(text, "macintosh")).write(to: file)
      let run = try CapturedRun(input: [])
      #expect(Program.run(["transcode", "--to", "UTF-16BE", file.path], context: run.context) == .success)
      expectSame(try Array(Data(contentsOf: file)), try encode(text, "UTF-16BE"))
      #expect(
        Program.run(["transcode", "--to", "windows-1252", file.path], context: run.context) == .success)
      expectSame(try Array(Data(contentsOf: file)), try encode(text, "windows-1252"))
    }
  }

  @Test func aGivenLanguageIsUsedByEveryCommandThatDetects() throws {
    try withTemporaryFolder { folder in
      let text = "Dosya bulunamadı. Devam etmek için bir tuşa basın, şimdi değiştirildi"
      let encoding = try #require(TextEncoding(name: "IBM857"))
      let bytes = try #require(Array(text.utf8).withByteView { encoding.encoded($0) })
      try Data(bytes).write(to: folder.appendingPathComponent("a.txt"))
      let named = try CapturedRun(in: folder)
      #expect(named.run("encoding", "--language", "tr", "a.txt") == .success)
      #expect(named.outputText.hasPrefix("a.txt: IBM857 ("), "\(named.outputText)")
      let linted = try CapturedRun(in: folder)
      #expect(linted.run("lint", "--language", "tr", "a.txt") == .failure)
      #expect(linted.outputText.contains("IBM857"), "\(linted.outputText)")
      let unknown = try CapturedRun(in: folder)
      #expect(unknown.run("transcode", "--to", "UTF-8", "-o", "-", "a.txt") == .failure)
      #expect(unknown.errorText.contains("--language CODE"), "\(unknown.errorText)")
      let transcoded = try CapturedRun(in: folder)
      #expect(transcoded.run("transcode", "--to", "UTF-8", "--language", "tr", "a.txt") == .success)
      #expect(read("a.txt", in: folder) == text)
      let mistaken = try CapturedRun(in: folder)
      #expect(mistaken.run("lint", "--language", "xx", "a.txt") == .trouble)
      #expect(mistaken.errorText.contains("unknown language 'xx'; known are af,"), "\(mistaken.errorText)")
    }
  }

  @Test func oneByteTextAmongUnitsOfTwoBytesIsRefused() async throws {
    let wide = { (text: String) in [UInt8](text.data(using: .utf16LittleEndian) ?? Data()) }
    try await forEachRow(of: [
      [0xFF, 0xFE] + wide("a\r\n") + Array("appended ok\n".utf8),
      [0xFF, 0xFE] + wide("abc\ndef") + Array("\r\n".utf8) + wide("ghi"),
      Array("hello, plain text\n".utf8) + wide("Größe und so weiter\n"),
      [0xFF, 0xFE] + wide("漢字と日本語のテキスト。\n") + Array("appended after all of that\n".utf8),
    ]) { (bytes: [UInt8]) in
      let result = try pliant(bytes, "transcode", "--to", "UTF-8")
      #expect(
        result.code == .failure && result.error.contains("parts of the text are not UTF-16LE"),
        "\(result.error)")
      #expect(try pliant(bytes, "lint", "-").code == .failure)
    }
    let text = "漢字、人人生而自由，在尊嚴和權利上一律平等。\n"
    let right = try pliant([0xFF, 0xFE] + wide(text), "transcode", "--to", "UTF-8", "--bom", "remove")
    #expect(String(decoding: right.output, as: UTF8.self) == text)
  }

  /// A no-break space or a sign is not a letter of a rarer encoding, and short words in one case are uncertain.
  @Test func signsAreTheCommonOnes() async throws {
    try await forEachRow(of: [
      ("Hello world,\u{A0}this a text. It is\u{A0}fine.\n", "ISO-8859-1"), ("Registered®\n", "ISO-8859-1"),
      ("20 °C warm, 5\u{A0}km\n", "ISO-8859-1"), ("© 2024 Acme\n", "ISO-8859-1"),
    ]) { (text: String, name: String) in
      let result = try pliant(try encode(text, name), "transcode", "--to", "UTF-8")
      #expect(String(decoding: result.output, as: UTF8.self) == text, "\(result.error)")
    }
    for (text, name) in [("ΕΛΛΑΔΑ\n", "windows-1253"), ("ЕЛЛАДА\n", "KOI8-R")] {
      let result = try pliant(try encode(text, name), "transcode", "--to", "UTF-8")
      #expect(result.code == .failure || String(decoding: result.output, as: UTF8.self) == text)
    }
  }

  @Test func aLanguageMakesNothingLessCertain() throws {
    for name in ["windows-1250", "IBM852"] {
      let bytes = try encode("Příliš žluťoučký kůň úpěl ďábelské ódy\n", name)
      let result = try pliant(bytes, "transcode", "--to", "UTF-8", "--language", "cs")
      #expect(String(decoding: result.output, as: UTF8.self) == "Příliš žluťoučký kůň úpěl ďábelské ódy\n")
    }
  }

  @Test func namesAreListed() throws {
    let list = try CapturedRun()
    #expect(list.run("encoding", "--names") == .success)
    #expect(list.outputText.contains("\nISO-8859-1 latin1 latin-1 "), "\(list.outputText)")
    #expect(list.outputText.split(separator: "\n").count == EncodingNames.entries.count)
    let mistaken = try CapturedRun()
    #expect(mistaken.run("encoding", "--names", "a.txt") == .trouble)
  }

  @Test func aStyleSheetsDeclarationIsBelieved() throws {
    let style = try encode("@charset \"macintosh\";\na{content:\"ä\"}\n", "macintosh")
    let result = try pliant(style, "transcode", "--to", "utf8")
    #expect(String(decoding: result.output, as: UTF8.self) == "@charset \"UTF-8\";\na{content:\"ä\"}\n")
    #expect(result.error == "")
  }

  /// Every encoding that has a table here, there and back, with all the characters that it has.
  @Test func allCharactersGoThereAndBack() async throws {
    try await forEachRow(of: SingleByteEncoding.allCases) { (table: SingleByteEncoding) throws in
      let name = TextEncoding.singleByte(table).name
      let characters = (UInt8(0xA0)...0xFF).compactMap { table.scalar(of: $0).flatMap { Unicode.Scalar($0) } }
      var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<a b='"
      for scalar in characters { text.unicodeScalars.append(scalar) }
      text += "'><!-- "
      for scalar in characters.reversed() { text.unicodeScalars.append(scalar) }
      text += " -->\t\n</a>\n"
      let there = try pliant(Array(text.utf8), "transcode", "--to", name)
      #expect(there.code == .success, "\(there.error)")
      #expect(there.output.count == text.unicodeScalars.count - "UTF-8".count + name.count)
      let back = try pliant(there.output, "transcode", "--to", "UTF-8")
      #expect(back.output == Array(text.utf8), "\(name)")
    }
  }

  @Test(arguments: [
    ("uft8", "UTF-8"), ("mca-roman", "macintosh"), ("windows-1225", "windows-1252"), ("utf 8", "UTF-8"),
  ]) func suggestsTheNearestName(_ written: String, _ name: String) throws {
    let result = try pliant([], "transcode", "--to", written)
    #expect(result.code == .trouble)
    #expect(result.error.contains("did you mean '\(name)'?"))
  }

  /// Escapes are written where the content and the file's name agree on the grammar.
  @Test func escapesOnlyWhereContentAndNameAgree() async throws {
    try await forEachRow(of: [
      ("a.js", "var x = \"5 €\";", nil), ("-", "var x = \"5 €\";", nil), ("a.pl", "$x = \"5 €\";", nil),
      ("a.toml", "\"a\" = \"5 €\"\n", nil), ("a.csv", "\"5 €\",1\n", nil), ("-", "\"5 €\",1\n", nil),
      ("a.txt", "{\"a\":\"€\"}", nil), ("a.lua", "\"a\" = \"€\";", nil),
      ("-", "\"use strict\"; a = \"€\";", nil),
      ("a.md", "<p>5 €</p>", nil), ("a.php", "<html><?php echo '5 €' ?></html>", nil),
      ("-", "{ a = \"€\"; }", nil),
      ("a.strings", "\"a\" = \"€\";", "\"a\" = \"\\U20ac\";"),
      ("-", "\"a\" = \"€\";", "\"a\" = \"\\U20ac\";"),
      ("a.plist", "{ a = \"€\"; }", "{ a = \"\\U20ac\"; }"),
      ("a.json", "{\"a\":\"€\"}", "{\"a\":\"\\u20ac\"}"),
      ("a", "{\"a\":\"€\"}", "{\"a\":\"\\u20ac\"}"), ("a.json", "{\"a\":1} // €", nil),
      ("a.svg", "<p>€</p>", "<p>&#x20AC;</p>"),
      ("a.html", "<html><p a='€'>€</html>", "<html><p a='&#x20AC;'>&#x20AC;</html>"),
      ("a.html", "<html><script>'€'</script></html>", nil),
      ("a.html", "<html><style>a{}</style>€</html>", "<html><style>a{}</style>&#x20AC;</html>"),
      ("a.css", "a { content: \"€ 5\" }", "a { content: \"\\20AC  5\" }"), ("a.css", "a {} /* € */", nil),
    ]) { (name: String, text: String, expected: String?) in
      try withTemporaryFolder { folder in
        if name != "-" { try write([name: text], in: folder) }
        let run = try CapturedRun(input: Array(text.utf8), in: folder)
        let code = run.run("transcode", "--to", "US-ASCII", "-o", "-", name)
        #expect(code == (expected == nil ? .failure : .success), "\(name): \(text)")
        #expect(run.outputText == expected ?? "", "\(name): \(text)")
        #expect(
          run.errorText.contains("error: US-ASCII has no '€' (U+20AC)") == (expected == nil),
          "\(run.errorText)"
        )
      }
    }
  }

  /// What Emacs and Vim declare follows, from standard input too.
  @Test func declarationsOfEditorsFollow() async throws {
    try await forEachRow(of: [
      (";; -*- mode: lisp; coding: latin-1 -*-\né", ";; -*- mode: lisp; coding: utf-8 -*-\né"),
      ("#!/bin/x\n// -*- coding: iso-8859-1-unix -*-\né", "#!/bin/x\n// -*- coding: utf-8-unix -*-\né"),
      ("\" vim: set fileencoding=latin1 :\né", "\" vim: set fileencoding=utf-8 :\né"),
      ("/* a\n * b\n * vim: fenc=latin1 */\né", "/* a\n * b\n * vim: fenc=utf-8 */\né"),
      ("# vim: set fileencoding=latin1 :\né", "# vim: set fileencoding=utf-8 :\né"),
      ("x = coding: latin1\né", "x = coding: latin1\né"),
    ]) { (text: String, expected: String) in
      let result = try pliant(
        encode(text, "ISO-8859-1"), "transcode", "--to", "UTF-8", "--input-encoding", "latin1")
      #expect(String(decoding: result.output, as: UTF8.self) == expected)
    }
  }

  @Test func refusesWhereNothingCanBeEscaped() async throws {
    try await forEachRow(of: [
      ("<!-- Ł --><a/>", "1:6"), ("<a><![CDATA[\nŁ]]></a>", "2:1"), ("<?p Ł?><a/>", "1:5"), ("<Ł/>", "1:2"),
      ("ab Ł", "1:4"), ("/* Ł */ \"a\" = \"b\";", "1:4"), ("<!DOCTYPE a [<!ENTITY e \"Ł\">]><a/>", "1:26"),
    ]) { (text: String, place: String) in
      let result = try pliant(Array(text.utf8), "transcode", "--to", "latin1")
      #expect(result.code == .failure)
      #expect(result.error.contains(":\(place): error: ISO-8859-1 has no 'Ł'"), "\(result.error)")
    }
  }

  @Test func byteOrderMarks() async throws {
    try await forEachRow(
      of: [
        ("keep", [0xEF, 0xBB, 0xBF, 0x61], "utf-8", [0xEF, 0xBB, 0xBF, 0x61]),
        ("remove", [0xEF, 0xBB, 0xBF, 0x61], "utf-8", [0x61]),
        ("add", [0x61], "utf-8", [0xEF, 0xBB, 0xBF, 0x61]),
        ("add", [0x61], "utf-16be", [0xFE, 0xFF, 0x00, 0x61]),
        ("keep", [0xFF, 0xFE, 0x61, 0x00], "utf-8", [0xEF, 0xBB, 0xBF, 0x61]),
        ("remove", [0x61], "utf-16", [0x61, 0x00]),
      ] as [(String, [UInt8], String, [UInt8])]
    ) { (policy: String, input: [UInt8], name: String, output: [UInt8]) throws in
      #expect(try pliant(input, "transcode", "--to", name, "--bom", policy).output == output)
    }
  }

  @Test func replacesOnDemand() throws {
    #expect(
      try pliant(Array("aŁb".utf8), "transcode", "--to", "ascii", "--unmappable", "replace").output
        == Array("a?b".utf8))
    let strict = try pliant(Array("<a>Ł</a>".utf8), "transcode", "--to", "ascii", "--unmappable", "error")
    #expect(strict.code == .failure)
  }

  @Test func rewritesInPlaceOrNotAtAll() throws {
    try withTemporaryFolder { folder in
      let good = folder.appendingPathComponent("good.xml")
      let bad = folder.appendingPathComponent("bad.xml")
      try Data(Self.xml.utf8).write(to: good)
      try Data(Array("<?xml version='1.0' encoding='utf-8'?>\n<a>".utf8) + [0x8A]).write(to: bad)
      let run = try CapturedRun(input: [])
      let code = Program.run(["transcode", "--to", "macintosh", good.path, bad.path], context: run.context)
      #expect(code == .failure)
      #expect(
        try Array(Data(contentsOf: good))
          == encode(Self.xml.replacingOccurrences(of: "UTF-8", with: "macintosh"), "macintosh"))
      #expect(try Data(contentsOf: bad).last == 0x8A)
      #expect(run.errorText.contains(":2:4: error: the byte 8A is not valid in UTF-8"))
    }
  }

  @Test func longTextsGoThroughInPieces() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>"
      + String(repeating: "Grüße an alle €\r\n", count: 60_000) + "</a>"
    let there = try pliant(Array(text.utf8), "transcode", "--to", "macintosh")
    #expect(
      there.output == (try encode(text.replacingOccurrences(of: "UTF-8", with: "macintosh"), "macintosh")))
    expectSame(try pliant(there.output, "transcode", "--to", "UTF-8").output, Array(text.utf8))
  }

  @Test(arguments: [
    (["transcode"], "--to NAME"), (["transcode", "--to", "latan1"], "ISO-8859-1"),
    (["transcode", "--to", "ascii", "--bom", "add"], "mark"),
  ])
  func wrongUsageIsToldOf(_ words: [String], _ part: String) throws {
    let run = try CapturedRun(input: [])
    #expect(Program.run(words, context: run.context) == .trouble)
    #expect(run.errorText.contains(part))
  }

  @Test func encodingSaysWhatAFileIsAndDeclares() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>Die Müllerin hörte die Räder über dem Fluss.</a>"
    let bytes = try encode(text, "macintosh")
    let plain = try pliant(bytes, "encoding")
    #expect(
      String(decoding: plain.output, as: UTF8.self)
        == "<stdin>: macintosh (letters in context, 99%; declared ISO-8859-1)\n")
    let json = try pliant(bytes, "encoding", "--json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    #expect(object["encoding"] as? String == "macintosh")
    #expect(object["declared"] as? String == "ISO-8859-1")
    #expect(object["bom"] is NSNull)
    #expect((object["confidence"] as? Double ?? 0) > 0.9)
  }
}
