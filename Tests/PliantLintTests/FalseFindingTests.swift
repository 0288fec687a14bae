// What looks like a mistake and is none, each as it was met in other people's repositories.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct FalseFindingTests {
  private static func lint(_ bytes: [UInt8], _ name: String) -> Linter.Outcome {
    bytes.withByteView { Linter(LintOptions()).lint($0, name: name) }
  }

  private static func rules(_ bytes: [UInt8], _ name: String) -> [String] {
    lint(bytes, name).findings.map(\.rule.id.description)
  }

  @Test func isMeant() async throws {
    try await forEachRow(of: [
      ("tags", "<Plug>(comment-toggle)\tcomment.txt\t/*<Plug>(comment-toggle)*\nac\tcomment.txt\t/*ac*\n"),
      ("unitTest", "<?php\nfunction a() { return 1 > 0; }\n"),
      (
        "default.jats",
        "<?xml version=\"1.0\"?>\n$if(article.type)$\n<article type=\"x\">$body$</article>\n$endif$\n"
      ),
      ("rss.xml", "{{- $pages := .Pages -}}\n{{ printf \"<?xml version='1.0'?>\" }}\n<rss/>\n"),
      ("sitemap.xml", "{{/* no format */ -}}\n{{ printf \"<?xml?>\" | safeHTML }}\n<urlset/>\n"),
      (".cspell.json", "{\n  // words\n  \"words\": [\"a\",],\n}\n"),
      ("renovate.json", "{\"a\": 1, /* b */}\n"),
      ("german.lbx.strings", "january|Jänner|Jän\\adddot\nfebruary|Feber|Feb\n"),
      ("a.md", "# Drawing\n\n    ┌───┐\n    │ a ├──┐\n    └───┘  │\n"),
      ("locale", "% &C<c\u{327}<<<C\u{327}\n% &G<g\u{306}\nmonths ça ğaç\n"),
      ("a.md", "Invalid UTF-8 sequences are replaced with f\u{FFFD}.\n"),
      ("a.md", "becomes U+FFFD (x\u{FFFD} REPLACEMENT CHARACTER)\n"),
    ]) { (name: String, text: String) in
      #expect(Self.rules(Array(text.utf8), name) == [])
    }
  }

  /// Lists of letters are likely in any encoding, one line in this and one in that.
  @Test func listsOfLettersAreNotMixed() {
    var keymap: [UInt8] = []
    for letter in UInt8(0x80)...0xAF { keymap += Array("A  ".utf8) + [letter] + Array("  \" Greek\n".utf8) }
    var slovak: [UInt8] = []
    for letter: UInt8 in [0xBE, 0x9A, 0xE8, 0x9D, 0x9E, 0xFD, 0xE1, 0xED, 0xE9, 0x8D] {
      slovak += [0x35, 0x20, letter, 0x0A]
    }
    var dictionary: [UInt8] = []
    for start: UInt8 in [0xC0, 0xE0, 0xC0] {
      dictionary += Array("+ FOL ".utf8) + Array(start...start + 31) + [0x0A]
    }
    dictionary += Array("+ PFX ".utf8) + [0xCE, 0xC5, 0xCF, 0xC2, 0x0A]
    for bytes in [keymap, slovak, dictionary] {
      let found = Self.rules(bytes, "a.vim")
      #expect(!found.contains("encoding/mixed") && !found.isEmpty, "\(found)")
    }
  }

  /// Two encodings of which each is proved are a mixture without any UTF-8.
  @Test func provedEncodingsAreMixed() throws {
    let text = "Программа прочитала файл и сохранила все изменения в новой базе данных.\n"
    let other = "Каждая строка этого документа должна быть написана в одной и той же кодировке.\n"
    let bytes = try LinterTests.encode(text, "windows-1251") + LinterTests.encode(other, "IBM866")
    #expect(Set(Self.rules(bytes, "a.txt")) == ["encoding/mixed"])
  }

  @Test func binaryFilesAreSkipped() {
    var bitmap: [UInt8] = Array("BM".utf8) + [0x36, 5, 0, 0, 0, 0, 0, 0, 0x36, 4, 0, 0, 40, 0, 0, 0]
    bitmap += (0..<1318).map { $0 % 4 == 0 ? UInt8($0 % 29) : 0 }
    for bytes in [bitmap, [0, 2, 6, 7] + Array("ac\ncom.ac\n".utf8)] {
      guard case .binary = Self.lint(bytes, "a.list").look else {
        Issue.record("\(Self.rules(bytes, "a.list"))")
        continue
      }
    }
  }

  /// What only another file declares is told once.
  @Test func unreadEntitiesAreToldOnce() {
    let start = "<!DOCTYPE a SYSTEM \"a.dtd\" [<!ENTITY part SYSTEM \"part.xml\">]>\n<a>"
    for (body, message) in [
      ("&part;&part;", "the entity '&part;' is in another file, which is never read"),
      ("&b;&c;&b;", "the entity '&b;' may be declared in 'a.dtd', which is never read; 1 more like it"),
    ] {
      #expect(Self.lint(Array("\(start)\(body)</a>".utf8), "a.xml").findings.map(\.message) == [message])
    }
  }
}
