// Files as they are in repositories of others: what their own readers believe is no finding, and no fix takes it away.

import Foundation
import TestSupport
import Testing

@Suite struct StrangersRepositoryTests {
  private func lint(_ files: [String: [UInt8]], _ words: String = "") throws -> (Ended, (String) -> [UInt8]) {
    try withTemporaryFolder { folder in
      for (name, bytes) in files {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
      let ended = try shell("pliant lint \(words) .", in: folder)
      var result: [String: [UInt8]] = [:]
      for name in files.keys {
        result[name] = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      }
      let contents = result
      return (ended, { contents[$0] ?? [] })
    }
  }

  private static func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  @Test(
    "No finding",
    arguments: [
      (["t.tex": Array("\\XeTeXdefaultencoding \"bytes\"\n".utf8)]),
      (["C.isl": Array("\u{FEFF}[LangOptions]\r\nLanguageName=中文\r\nLanguageCodePage=936\r\n".utf8)]),
      ([
        "a.rc": [0xFF, 0xFE]
          + "#pragma code_page(1252)\r\n1 \"Größe\"\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      ]),
      ([
        "m.rc": latin(
          "#pragma code_page(1252)\r\nSTRINGTABLE\r\nBEGIN\r\n 1 \"Café größer für alle\"\r\nEND\r\n#pragma code_page(932)\r\nSTRINGTABLE\r\nBEGIN\r\n 1 \""
        )
          + [0x90, 0xDD, 0x92, 0xE8, 0x82, 0xF0, 0x95, 0xDB, 0x91, 0xB6] + latin("\"\r\nEND\r\n")
      ]),
      ([".editorconfig": Array("[{plugin,res}.hpp]\nindent_size = 2\n".utf8)]),
      ([".gitmodules": Array("[submodule \"a\"]\n\tpath = a\n".utf8)]),
      ([".htaccess": Array("<IfModule mod_rewrite.c>\nRewriteEngine On\n</IfModule>\n".utf8)]),
      (["j.cls": [0x25, 0x20, 0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0x1B, 0x28, 0x42, 0x0A]]),
      ([
        "k.xib": Array(
          "<?xml version=\"1.0\"?>\n<document><string key=\"keyEquivalent\">\u{7F}</string></document>\n".utf8
        )
      ]),
      ([
        "de.po": Array(
          "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"both \\\\n and \\\\N\"\nmsgstr \"\\\\N oraz \\\\n\"\n"
            .utf8)
      ]),
      ([
        "pom.xml": Array(
          "<project><properties>\n<project.build.sourceEncoding>ISO-8859-1</project.build.sourceEncoding>\n</properties></project>\n"
            .utf8),
        "src/A.java": latin("class A { String s = \"wählen Sie Umsätze für Überweisung\"; }\n"),
      ]),
      ([
        "build.xml": Array(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project><target name=\"c\">\n<javac srcdir=\"src\"\n encoding=\"${enc}\"/></target></project>\n"
            .utf8),
        "build.properties": Array("enc = ISO-8859-1\n".utf8),
        "src/A.java": latin("class A { String s = \"wählen Sie Umsätze für Überweisung\"; }\n"),
      ]),
    ] as [[String: [UInt8]]])
  func isNoFinding(_ files: [String: [UInt8]]) throws {
    let (ended, result) = try lint(files)
    #expect(ended.code == 0 && ended.output.hasSuffix("no findings\n"), "\(ended)")
    let (_, fixed) = try lint(files, "--fix=bytes")
    for (name, bytes) in files { #expect(result(name) == bytes && fixed(name) == bytes, "\(name)") }
  }

  @Test func theReaderOfCJKIsToldTheNewEncoding() throws {
    try withTemporaryFolder { folder in
      let gbk: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0xB5, 0xC4, 0xCE, 0xC4, 0xD5, 0xC2]
      let text =
        Array("\\documentclass{article}\n\\begin{CJK*}{GBK}{song}\n".utf8) + gbk
        + Array("\n\\end{CJK*}\n".utf8)
      try Data(text).write(to: folder.appendingPathComponent("a.tex"))
      let clean = try shell("pliant lint a.tex", in: folder)
      #expect(clean.code == 0, "\(clean)")
      let ended = try shell("pliant transcode --to UTF-8 -o - a.tex", in: folder)
      #expect(ended.output.contains("\\begin{CJK*}{UTF8}{song}\n中文的文章"), "\(ended)")
    }
  }

  @Test(
    "What shows UTF-8 to Windows' readers",
    arguments: [
      ("v.rc", "#pragma code_page(65001)\r\n"), ("s.ps1", "\u{FEFF}"), ("s.iss", "\u{FEFF}"),
      ("u.pas", "\u{FEFF}"),
      ("t.txt", ""),
    ])
  func utf8IsShownToTheReader(_ name: String, _ mark: String) throws {
    let text = "1 \"Größe öffnen für alle\"\r\n"
    let (_, fixed) = try lint([name: Self.latin(text)], "--fix=bytes")
    #expect(String(decoding: fixed(name), as: UTF8.self) == mark + text, "\(name)")
    // The policy of a project does not take the mark away.
    let marked = Array((mark + text).utf8)
    let (_, kept) = try lint([name: marked, ".editorconfig": Array("[*]\ncharset = utf-8\n".utf8)], "--fix")
    #expect(kept(name) == marked, "\(name)")
  }

  @Test func aVariableOfATemplateIsNoName() throws {
    for text in [
      "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-%s\"></head>é</html>\n",
      "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=$!charset\"></head>Größe für alle</html>\n",
      "<html><head><meta charset=\"{{ charset }}\"></head>Größe für alle</html>\n",
    ] {
      let bytes = text.contains("%s") ? Array(text.utf8) : Self.latin(text)
      let (_, fixed) = try lint(["a.html.vm": bytes, "a.tem": bytes], "--fix")
      #expect(fixed("a.tem") == bytes && fixed("a.html.vm") == bytes, "\(text)")
    }
  }

  @Test func filesOfTheSystemStayInItsCodePage() throws {
    let bytes = Self.latin(
      "REGEDIT4\r\n\r\n[HKEY_CURRENT_USER\\Software\\Größe]\r\n\"Schlüssel\"=\"für alle Fälle\"\r\n")
    let (_, fixed) = try lint(["a.reg": bytes], "--fix=bytes")
    #expect(fixed("a.reg") == bytes)
    try withTemporaryFolder { folder in
      try Data(bytes).write(to: folder.appendingPathComponent("a.reg"))
      let ended = try shell("pliant transcode --to UTF-8 a.reg", in: folder)
      #expect(ended.code == 1 && ended.error.contains("cannot declare UTF-8"), "\(ended)")
    }
  }

  @Test func numbersAreNoText() throws {
    var random = SeededGenerator(seed: 11)
    for round in 0..<60 {
      let width = round % 2 == 0 ? 2 : 4
      let most = [300, 1200, 3000][round % 3]
      let bytes = (0..<200).flatMap { _ in
        let value = Int.random(in: 0..<most, using: &random)
        return (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      try withTemporaryFolder { folder in
        try Data(bytes).write(to: folder.appendingPathComponent("n.dat"))
        let ended = try shell("pliant transcode --to UTF-8 n.dat", in: folder)
        let left = Array(try Data(contentsOf: folder.appendingPathComponent("n.dat")))
        #expect(ended.code == 1 && left == bytes, "\(round) \(ended)")
      }
    }
  }

  /// git ignores only what it does not track.
  @Test(
    "Tracked files are checked", .enabled(if: find("git") != nil, "git is not installed"), arguments: [2, 4])
  func ignoredFilesThatGitTracks(_ version: Int) throws {
    try withTemporaryFolder { folder in
      let ended = try shell(
        """
        git init -q . && printf 'Debug/\n*.log\n' >.gitignore && mkdir -p Debug/deep Debug/other
        printf '<?xml version="1.0" encoding="UTF-8"?><a>kopi\\353ren</a>' | tee Debug/deep/D.xml >Debug/other/E.xml
        printf '{"a":1,}' | tee a.json >Debug/deep/b.json; printf 'caf\\351 ol\\351\n' >t.log
        git add . && git add -f Debug/deep/D.xml t.log && git update-index --index-version \(version)
        pliant lint .; pliant lint --list . | grep -e Debug -e log
        """, in: folder)
      #expect(ended.output.contains("Debug/deep/D.xml:1:46: error"), "\(ended)")
      #expect(ended.output.contains("t.log") && !ended.output.contains("E.xml: "), "\(ended)")
      #expect(!ended.output.contains("b.json:1"), "\(ended)")
    }
  }

  @Test(
    "A declaration whose letters are those of a language is not overruled",
    arguments: [
      ("windows-1250", "V\u{E0}ba stoj\u{ED} pri potoku."), ("windows-1250", "T\u{E0}nie a k\u{E5}by"),
      ("windows-1250", "k\u{E5}b"), ("windows-1250", "v\u{E5}k"), ("ISO-8859-4", "M\u{E0}ori k\u{F2}rero"),
    ])
  func aTrueDeclarationStays(_ encoding: String, _ text: String) throws {
    let bytes = Self.latin("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<a>\(text)</a>\n")
    for words in ["", "--fix", "--fix=bytes", "--fix=mixed"] {
      let (ended, result) = try lint(["a.xml": bytes], words)
      #expect(ended.code == 0 && result("a.xml") == bytes, "\(words) \(ended)")
    }
  }

  @Test(
    "A declaration that the letters contradict is found",
    arguments: [
      ("windows-1252", "Gr\u{9A}\u{A7}e f\u{9F}r alle"),
      ("ISO-8859-1", "P\u{F8}\u{ED}li\u{B9} \u{BE}lu\u{BB}ou\u{E8}k\u{FD} k\u{F9}\u{F2}"),
    ])
  func aFalseDeclarationIsFound(_ encoding: String, _ text: String) throws {
    let bytes = Self.latin("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<a>\(text)</a>\n")
    #expect(try lint(["a.xml": bytes]).0.output.contains("declared '\(encoding)', but the bytes are"))
  }
}
